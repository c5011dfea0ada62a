"""Games whose digests are compared: the same module plays them natively and inside the browser's Python.

A digest covers every state on the way; that of a game between computers covers its record and a hint, too.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from elbowroom.agents import LEVELS, agent_named
from elbowroom.agents.agent import Budget
from elbowroom.engine.chance import Generator
from elbowroom.engine.game import new_game
from elbowroom.engine.playout import digest_state
from elbowroom.engine.record import write_record
from tests.golden import COUNTS, digest_of_game
from tests.invented import content_of, random_file

if TYPE_CHECKING:
    from collections.abc import Iterable

RANDOM: Final = "random"
KINDS: Final = (RANDOM, *LEVELS)
GAMES_PER_OWN_CONTENT: Final = 10
"""Of so many random games, one has races and powers made by chance."""
COUNTED: Final = {"expert": Budget(work=3000)}
"""A budget that no clock ends: on a slow machine the expert would look less far ahead than on a fast one."""


def play(kind: str, number: int) -> str:
    """Play a game to its end; its digest."""
    return _random_game(number) if kind == RANDOM else _computers_game(kind, number)


def play_all(games: Iterable[tuple[str, int]]) -> list[str]:
    """The digests of several games."""
    return [play(kind, number) for kind, number in games]


def _random_game(number: int) -> str:
    players = COUNTS[number % len(COUNTS)]
    content = content_of(random_file(number)) if number % GAMES_PER_OWN_CONTENT == 0 else None
    return f"{digest_of_game(new_game(players, content=content).state, Generator(number), number):08x}"


def _computers_game(level: str, number: int) -> str:
    players = COUNTS[number % len(COUNTS)]
    game = new_game(players, seed=number)
    agents = [agent_named(level, number + seat) for seat in range(players)]
    budget, value = COUNTED.get(level), 0
    hint = [(option.texts, option.coins, option.lead) for option in agents[0].explain(game.clone(), budget)]
    while not game.is_over:
        value = int(digest_state(game.state, value))
        assert game.to_move is not None
        game.apply(agents[game.to_move].choose(game.clone(), budget))
    told = f"{value:08x}\n{hint!r}\n{write_record(game)}\n{game.to_text()}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]
