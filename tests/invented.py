"""Content files made by a seed: own races and powers with traits chosen from the table of keys.

Used by the tests, and by `tools/traits.py` for many more games.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from elbowroom.engine.game import new_game
from elbowroom.engine.invariants import CoinLedger, TurnProgress, check_game, check_state
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules import terms
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.trait_keys import TRAIT_KEYS, WORDS, TraitKey

if TYPE_CHECKING:
    from elbowroom.engine.game import Game
    from elbowroom.rules.content import Content


VERBS = tuple(verb for verb in terms.VERBS if verb not in ("attack with the dragon", "strike"))
"""What a race may do, besides what needs another key."""
ROWS = (*TRAIT_KEYS, *(TraitKey("may", WORDS, example=f'may = ["{verb}"]') for verb in VERBS))
"""The keys with their examples, and every verb as an example of its own."""


def top_key(line: str) -> str:
    """The first word of a line's key: two lines of an entry with the same one may clash."""
    return line.partition("=")[0].partition(".")[0].strip()


def lines_of(row: TraitKey, entry: str) -> list[str]:
    """The lines of an entry that show a key; every entry has markers of its own."""
    lines = [line for line in (*row.example.split("\n"), *row.beside.split("\n")) if line]
    return [line.replace("totem", f"totem_{entry}").replace("tent", f"tent_{entry}") for line in lines]


def pairs() -> list[tuple[TraitKey, TraitKey]]:
    """All pairs of keys that can stand in two entries of a combo."""
    return list(combinations(ROWS, 2))


def file_with(race: TraitKey, power: TraitKey) -> str:
    """A file with a race that has the first trait and a power that has the second."""
    banner = ["[race.gnomes]", "tokens = 6", "tokens_in_box = 16", *lines_of(race, "gnomes")]
    badge = ["[power.odd]", "tokens = 4", *lines_of(power, "odd")]
    return "\n".join([*banner, "", *badge, ""])


def random_file(seed: int) -> str:
    """A file of three races and three powers, each with one to four traits."""
    chance = Random(seed)
    blocks: list[str] = []
    for kind, names in (("race", ("gnomes", "kobolds", "sprites")), ("power", ("odd", "even", "mad"))):
        for name in names:
            lines = [f"[{kind}.{name}]", f"tokens = {chance.randint(3, 6 if kind == 'race' else 4)}"]
            if kind == "race":
                lines.append(f"tokens_in_box = {chance.randint(14, 20)}")
            used: set[str] = set()
            for row in chance.sample(ROWS, chance.randint(1, 4)):
                keys = {top_key(line) for line in lines_of(row, name)}
                if not keys & used:
                    lines += lines_of(row, name)
                    used |= keys
            blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def content_of(text: str) -> Content:
    """The box with what the file adds."""
    return add_content(base_content(), text, "made.toml")


def own_first(game: Game, chance: Random) -> int:
    """A random legal action; where a combo is picked or revealed, an own one if there is one."""
    legal = game.legal()
    setup, own = game.setup, {"gnomes", "kobolds", "sprites", "odd", "even", "mad"}
    if game.phase == "banner":
        preferred = [action for action in legal if setup.race_ids[action & 63] in own]
    elif game.phase == "badge":
        preferred = [action for action in legal if setup.power_ids[action & 63] in own]
    elif game.phase == "pick":
        shown = [int(game.state.column[action & 63]) for action in legal]
        preferred = [
            action
            for action, combo in zip(legal, shown, strict=True)
            if setup.race_ids[combo >> 6] in own or setup.power_ids[combo & 63] in own
        ]
    elif game.phase == "ready" and chance.random() < 0.7:
        preferred = [legal[-1] if legal[-1] & 63 == 56 else action for action in legal if action & 63 == 56]
    else:
        preferred = []
    return chance.choice(preferred or legal)


def play_checked(content: Content, seed: int, players: int = 2, closely: int = 40) -> Game:
    """A whole game by chance in which every state is checked, and every `closely`-th in all detail."""
    chance = Random(seed)
    options = Options(own_tokens_defend=seed % 3 == 0, auto_withdraw=seed % 2 == 0)
    game = new_game(players, content=content, options=options)
    ledger, progress, steps = CoinLedger(game), TurnProgress(game), 0
    while not game.is_over:
        action = own_first(game, chance)
        events = game.apply_with_events(action)
        check_state(game.state)
        ledger.follow(game, events)
        progress.follow(game)
        steps += 1
        if steps % closely == 0 and not game.is_over:
            check_game(game)
    again = read_record(write_record(game))
    assert again.to_text() == game.to_text(), "a record with own content replays alone"
    return game
