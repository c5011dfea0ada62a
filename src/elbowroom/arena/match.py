"""A match: agents at a table play one game to its end, checked on the way if asked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.engine.invariants import (
    BrokenInvariantError,
    CoinLedger,
    TurnProgress,
    check_game,
    check_state,
)
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.content import add_content, base_content, digest

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget
    from elbowroom.engine.game import Game
    from elbowroom.engine.whose_turn import Turn
    from elbowroom.rules.options import Options

DECISIONS_PER_FULL_CHECK: Final = 100
"""How often a checked match also tries texts, copies and all other actions."""


@dataclass(frozen=True)
class Match:
    """A match to be played: all that is needed to play it again anywhere."""

    number: int
    seed: int
    players: int
    agents: tuple[str, ...]
    options: Options
    map_id: str | None = None
    content: tuple[tuple[str, str], ...] = ()
    """Own content as pairs of file name and text."""
    is_checked: bool = False
    keeps_record: bool = False
    deal: int | None = None
    """Matches with the same seed and deal have the same chance; None: each match has its own."""
    budget: Budget | None = None
    """The budget of each agent for a turn; None: its own default."""


@dataclass(frozen=True)
class MatchResult:
    """The result of a match."""

    match: Match
    coins: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    record: str = ""
    violation: str = ""
    seconds: tuple[tuple[float, ...], ...] = ()
    """How long the agent of each seat thought, turn by turn (also in turns of others, where it decided)."""


def play(match: Match) -> MatchResult:
    """Play a match; a broken invariant is reported in the result, with the position it was found in."""
    content = base_content()
    for source, text in match.content:
        content = add_content(content, text, source)
    match_seed = f"{match.seed} {match.number}"
    chance_seed = match_seed if match.deal is None else f"{match.seed} deal {match.deal}"
    game = new_game(
        match.players,
        options=match.options,
        content=content,
        map_id=match.map_id,
        dealer=Dealer(chance_seed.encode()),
    )
    agents = [
        agent_named(name, int(digest(f"{match_seed} {seat} {name}"), 16))
        for seat, name in enumerate(match.agents)
    ]
    violation, decisions = "", 0
    seconds_by_turn: list[dict[Turn, float]] = [{} for _ in range(match.players)]
    ledger, progress = CoinLedger(game), TurnProgress(game)
    try:
        while not game.is_over:
            seat = game.to_move
            assert seat is not None
            turn = game.turn
            copy, started = game.clone(), time.perf_counter()
            action = agents[seat].choose(copy, match.budget)
            seconds_by_turn[seat][turn] = seconds_by_turn[seat].get(turn, 0.0) + time.perf_counter() - started
            decisions += 1
            if not match.is_checked:
                game.apply(action)
                continue
            ledger.follow(game, game.apply_with_events(action))
            progress.follow(game)
            check_state(game.state)
            if decisions % DECISIONS_PER_FULL_CHECK == 0:
                check_game(game)
        if match.is_checked:
            _check_record(game)
    except BrokenInvariantError as broken:
        violation = f"{broken}\n{game.to_text()}"
    coins = tuple(int(coins) for coins in game.state.coins)
    places = {place.seat: place.place for place in game.ranking()}
    return MatchResult(
        match=match,
        coins=coins,
        places=tuple(places[seat] for seat in range(match.players)),
        decisions=decisions,
        record=write_record(game) if match.keeps_record else "",
        violation=violation,
        seconds=tuple(tuple(round(spent, 4) for spent in turns.values()) for turns in seconds_by_turn),
    )


def _check_record(game: Game) -> None:
    replayed = read_record(write_record(game), game.setup.content)
    if replayed.to_text() != game.to_text() or replayed.history != game.history:
        raise BrokenInvariantError("a record replays to the same end")
