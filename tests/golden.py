"""Nets for rule drift: counts of positions, one digest over many states, and whole games as text.

Kept in tests/engine/golden and reviewed as diffs. `python -m tests.golden` writes them anew: never together
with a refactoring, only with a change of rules, and say in the commit which rule moved them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elbowroom.engine import decisions, turn
from elbowroom.engine.chance import Generator
from elbowroom.engine.event_text import tell
from elbowroom.engine.game import new_game
from elbowroom.engine.playout import digest_state
from elbowroom.engine.record import write_record
from elbowroom.rules.bits import bits_of, nth, popcount
from tests.invented import content_of, random_file

if TYPE_CHECKING:
    from elbowroom.engine.state import State

FOLDER = Path(__file__).parent / "engine" / "golden"
COUNTS = (2, 3, 4, 5)


def digest() -> str:
    """One number over every state of 160 random games on the four maps."""
    generator, value = Generator(11), 0
    for players in COUNTS:
        for _ in range(40):
            value = digest_of_game(new_game(players).state, generator, value)
    return f"{value:08x}\n"


def digest_of_game(state: State, generator: Generator, seed: int) -> int:
    """Play to the end at random and mix every state on the way into one number."""
    value = seed
    while state.phase != decisions.OVER:
        value = int(digest_state(state, value))
        if state.phase <= decisions.LAST_CHANCE:
            turn.apply(state, generator.outcome(state))
        else:
            turn.apply(state, nth(state.legal, generator.below(popcount(state.legal))))
    return int(digest_state(state, value))


def own_digest() -> str:
    """The same over games with races and powers made by chance, four files for each number of players."""
    generator, value = Generator(12), 0
    for number in range(4 * len(COUNTS)):
        game = new_game(COUNTS[number % len(COUNTS)], content=content_of(random_file(number)))
        value = digest_of_game(game.state, generator, value)
    return f"{value:08x}\n"


def count(state: State, depth: int) -> int:
    """How many sequences of so many decisions there are; chance takes its first outcome."""
    while state.phase <= decisions.DIE:
        turn.apply(state, bits_of(int(state.legal))[0])
    if depth == 0 or state.phase == decisions.OVER:
        return 1
    total = 0
    for bit in bits_of(int(state.legal)):
        after = state.clone()
        turn.apply(after, bit)
        total += count(after, depth - 1)
    return total


def counts() -> str:
    """The counts for each map, from the first pick and from the third game turn of a seeded game."""
    lines = []
    for players in COUNTS:
        game = new_game(players, seed=players)
        first = [count(game.state.clone(), depth) for depth in range(1, 5)]
        generator = Generator(players)
        while game.state.game_turn < 3:
            legal = game.legal()
            game.apply(legal[int(generator.below(len(legal)))])
        later = [count(game.state.clone(), depth) for depth in range(1, 5)]
        lines.append(f"{players} players, first pick: {first}, third game turn: {later}\n")
    return "".join(lines)


def playthrough(players: int) -> str:
    """A seeded game: its record, and its story as events tell it."""
    game = new_game(players, seed=100 + players)
    generator, story = Generator(players), []
    while not game.is_over:
        legal = game.legal()
        action = legal[int(generator.below(len(legal)))]
        told = tell(game.apply_with_events(action), game.names)
        story.append(f"> {game.text_of(action)}\n" + "".join(f"  {line}\n" for line in told))
    return write_record(game) + "\n" + "".join(story) + "\n" + game.to_text()


def golden() -> dict[str, str]:
    """All of them, by file name."""
    found = {"digest.txt": digest(), "own-digest.txt": own_digest(), "counts.txt": counts()}
    return found | {f"{players}-players.txt": playthrough(players) for players in COUNTS}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in golden().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
