"""How long computers think in a turn: the same games on any Python, measured with the clock that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.agents import agent_named
from elbowroom.engine.game import new_game

if TYPE_CHECKING:
    from collections.abc import Callable

LEVELS = ("normal", "hard", "expert")
PLAYER_COUNTS = (2, 3, 4, 5)
Costs = dict[str, dict[str, list[float]]]
"""Level, then number of players, then milliseconds turn by turn."""


def turn_costs(cpu_milliseconds: Callable[[], float]) -> Costs:
    """Milliseconds of each turn of a whole game, for each level and number of players."""
    return {
        level: {str(players): _game(level, players, cpu_milliseconds) for players in PLAYER_COUNTS}
        for level in LEVELS
    }


def _game(level: str, players: int, cpu_milliseconds: Callable[[], float]) -> list[float]:
    game = new_game(players, seed=players)
    agents = [agent_named(level, seat) for seat in range(players)]
    turns: dict[tuple[int, int], float] = {}
    while not game.is_over:
        seat = game.to_move
        assert seat is not None
        before = cpu_milliseconds()
        action = agents[seat].choose(game.clone())
        game_turn = int(game.state.game_turn)
        turns[game_turn, seat] = turns.get((game_turn, seat), 0.0) + cpu_milliseconds() - before
        game.apply(action)
    return list(turns.values())
