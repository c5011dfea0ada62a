"""Where the judge finds positions: in games of its own, between strong and weak agents who now and then err.

One position is taken from a game, so all of them are independent. The games are apart from those of training:
their luck comes from a key that nothing else uses.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Budget
from elbowroom.arena.judge_turns import good_turns
from elbowroom.engine import decisions
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.content import digest
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.engine.state import State

PICK: Final = "pick"
DECLINE: Final = "decline"
CONQUESTS: Final = "conquests"
REDEPLOYMENT: Final = "redeployment"
OTHERS: Final = "others"
KINDS: Final = (PICK, DECLINE, CONQUESTS, REDEPLOYMENT, OTHERS)
"""The kinds of decision that are judged, in the order of a turn."""
PLAYERS: Final = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
AGENTS: Final = ("expert-1", "expert-1", "planner", "planner", "greedy", "scattered-beginner")
"""Each seat is taken by one of these, drawn by lot."""
BUDGET: Final = Budget(work=400)
ERRORS: Final = 0.06
"""The share of decisions in which any legal action is played."""


def cell_of(number: int) -> tuple[int, str]:
    """For how many players and of which kind the position of this number is: all in turn."""
    return PLAYERS[number % len(PLAYERS)], KINDS[number // len(PLAYERS) % len(KINDS)]


def game_key(seed: int, number: int, attempt: int) -> str:
    """The key of the luck of a game."""
    return f"judge {seed} {number} {attempt}"


def find_positions(seed: int, number: int) -> Iterator[tuple[Game, list[list[int]]]]:
    """Positions that may have this number, each of another game, with their good turns, at least two."""
    for attempt in count():
        found = _in_game(game_key(seed, number, attempt), *cell_of(number))
        turns = [] if found is None else good_turns(found)
        if found is not None and len(turns) > 1:
            yield found, turns


def kind_of(state: State) -> str:
    """The kind of a decision of a player."""
    phase = state.phase
    if phase == decisions.PICK:
        return PICK
    if phase == decisions.READY:
        return DECLINE if int(state.legal) >> decisions.DECLINE & 1 else ""
    if phase == decisions.CONQUER:
        return CONQUESTS
    return REDEPLOYMENT if phase == decisions.REDEPLOY else OTHERS


def _in_game(key: str, players: int, kind: str) -> Game | None:
    """One decision of this kind in a game turn that is drawn by lot; None if there is none."""
    luck = Random(key)
    game = new_game(players, dealer=Dealer(key.encode()))
    agents = [agent_named(luck.choice(AGENTS), int(digest(f"{key} {seat}"), 16)) for seat in range(players)]
    wanted = luck.randint(1, int(game.setup.board.game_turns))
    found: dict[str, list[str]] = {}
    seen: set[tuple[object, ...]] = set()
    while not game.is_over and game.state.game_turn <= wanted:
        state = game.state
        seat = game.to_move
        assert seat is not None
        if state.game_turn == wanted and int(state.legal) & (int(state.legal) - 1):
            # The first decision of its kind in the turn: later ones are the rest of the same plan.
            this = (game.turn, int(state.race), seat, int(state.phase))
            if kind_of(state) == kind and this not in seen:
                found.setdefault(game.phase, []).append(game.to_text())
            seen.add(this)
        if luck.random() < ERRORS:
            game.apply(luck.choice(game.legal()))
        else:
            game.apply(agents[seat].choose(game.clone(), BUDGET))
    if not found:
        return None
    # All decisions of a kind are as likely, however often each comes up.
    return Game.from_text(luck.choice(found[luck.choice(sorted(found))]))
