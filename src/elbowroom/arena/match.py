"""A match: agents at a table play one game to its end, checked on the way if asked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game
from elbowroom.engine.invariants import BrokenInvariantError, Ledger, check_game, check_state
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.content import add_content, base_content, digest

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget
    from elbowroom.engine.game import Game
    from elbowroom.rules.options import Options

THOROUGH_EVERY: Final = 100
"""With checks on, every so many decisions texts, copies and all other actions are tried too."""


@dataclass(frozen=True)
class Match:
    """What is to be played: enough to play it again anywhere."""

    number: int
    seed: int
    players: int
    agents: tuple[str, ...]
    options: Options
    map_id: str | None = None
    content: tuple[tuple[str, str], ...] = ()
    """Invented content as pairs of file name and text."""
    is_checked: bool = False
    keeps_record: bool = False
    deal: int | None = None
    """Matches of one seed and one deal meet the same luck; without one, each number has its own."""
    budget: Budget | None = None
    """What each agent may use in a turn; without one, what it uses by itself."""


@dataclass(frozen=True)
class Result:
    """What came out."""

    match: Match
    coins: tuple[int, ...]
    places: tuple[int, ...]
    decisions: int
    record: str = ""
    violation: str = ""
    seconds: tuple[tuple[float, ...], ...] = ()
    """How long the agent of each seat thought, turn by turn (also of others, if they ask it something)."""


def play(match: Match) -> Result:
    """Play a match; a broken invariant is reported in the result, with the position it was found in."""
    content = base_content()
    for source, text in match.content:
        content = add_content(content, text, source)
    own = f"{match.seed} {match.number}"
    luck = own if match.deal is None else f"{match.seed} deal {match.deal}"
    game = new_game(
        match.players,
        options=match.options,
        content=content,
        map_id=match.map_id,
        dealer=Dealer(luck.encode()),
    )
    agents = [
        agent_named(name, int(digest(f"{own} {seat} {name}"), 16)) for seat, name in enumerate(match.agents)
    ]
    violation, decisions = "", 0
    thought: list[dict[tuple[int, int], float]] = [{} for _ in range(match.players)]
    ledger = Ledger(game)
    try:
        while not game.is_over:
            seat = game.to_move
            assert seat is not None
            turn = (int(game.state.game_turn), int(game.state.seat))
            copy, began = game.clone(), time.perf_counter()
            action = agents[seat].choose(copy, match.budget)
            thought[seat][turn] = thought[seat].get(turn, 0.0) + time.perf_counter() - began
            decisions += 1
            if not match.is_checked:
                game.apply(action)
                continue
            ledger.follow(game, game.apply_with_events(action))
            check_state(game.state)
            if decisions % THOROUGH_EVERY == 0:
                check_game(game)
        if match.is_checked:
            _check_record(game)
    except BrokenInvariantError as broken:
        violation = f"{broken}\n{game.to_text()}"
    coins = tuple(int(coins) for coins in game.state.coins)
    places = {place.seat: place.place for place in game.ranking()}
    return Result(
        match=match,
        coins=coins,
        places=tuple(places[seat] for seat in range(match.players)),
        decisions=decisions,
        record=write_record(game) if match.keeps_record else "",
        violation=violation,
        seconds=tuple(tuple(round(spent, 4) for spent in turns.values()) for turns in thought),
    )


def _check_record(game: Game) -> None:
    again = read_record(write_record(game), game.table.content)
    if again.to_text() != game.to_text() or again.history != game.history:
        raise BrokenInvariantError("a record replays to the same end")
