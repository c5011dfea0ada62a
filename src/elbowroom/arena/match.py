"""A match: agents at a table play one game to its end, checked on the way if asked."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from elbowroom.agents import agent_named, agent_versions
from elbowroom.agents.agent import AgentFailed
from elbowroom.agents.forfeits import STAND_IN, AbsentAgent, forfeit_of, places, stand_in
from elbowroom.agents.versions import computer_comments
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
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.agents.agent import Agent, Budget
    from elbowroom.agents.forfeits import Forfeit
    from elbowroom.engine.game import Game
    from elbowroom.engine.whose_turn import Turn
    from elbowroom.rules.options import Options

FORFEIT_PREFIX: Final = "# forfeited: "
"""How the line of a record begins that tells of an agent that lost by what it did wrong."""
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
    """At the end; of an agent that forfeited, when it did."""
    places: tuple[int, ...]
    """Who forfeited shares the last place."""
    decisions: int
    record: str = ""
    violation: str = ""
    seconds: tuple[tuple[float, ...], ...] = ()
    """How long the agent of each seat thought, turn by turn (also in turns of others, where it decided)."""
    forfeits: tuple[Forfeit, ...] = ()
    """Agents that lost by what they did wrong; the greedy agent played on for them."""

    @property
    def number(self) -> int:
        """The number of the match."""
        return self.match.number


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
        _made(name, int(digest(f"{match_seed} {seat} {name}"), 16)) for seat, name in enumerate(match.agents)
    ]
    played = play_game(game, agents, match.budget, is_checked=match.is_checked, plays_on=True)
    coins = [int(coins) for coins in game.state.coins]
    for forfeit in played.forfeits:
        coins[forfeit.seat] = forfeit.coins
    return MatchResult(
        match=match,
        coins=tuple(coins),
        places=tuple(places(game.ranking(), [forfeit.seat for forfeit in played.forfeits])),
        decisions=played.decisions,
        record=_record(game, match.agents, played.forfeits) if match.keeps_record else "",
        violation=played.violation,
        seconds=tuple(tuple(round(spent, 4) for spent in turns.values()) for turns in played.seconds_by_turn),
        forfeits=tuple(played.forfeits),
    )


def _made(name: str, seed: int) -> Agent:
    """The agent; if it cannot be had here, one that forfeits for that reason."""
    try:
        return agent_named(name, seed)
    except Refused as refused:
        return AbsentAgent(refused)


def _record(game: Game, agents: Sequence[str], forfeits: Sequence[Forfeit]) -> str:
    """The record of a game, with comments that say who played, and which agents forfeited."""
    head, rest = write_record(game).split("\n", 1)
    told = computer_comments(game.names, agents, agent_versions(agents))
    told += [
        f"{FORFEIT_PREFIX}{game.names[each.seat]} in game turn {each.game_turn}: {each.sentence}"
        f" From there on {STAND_IN} plays in its seat."
        for each in forfeits
    ]
    return "\n".join([head, *told, rest])


@dataclass
class PlayedGame:
    """How a game went; the game itself is at its end then."""

    seconds_by_turn: list[dict[Turn, float]]
    """For each seat: how long its agent thought in each turn."""
    decisions: int = 0
    violation: str = ""
    """The invariant that was broken, with the position it was found in; the game was left there."""
    forfeits: list[Forfeit] = field(default_factory=list)
    """The agents that failed, in the order in which they did."""


def play_game(
    game: Game,
    agents: Sequence[Agent],
    budget: Budget | None = None,
    *,
    is_checked: bool = False,
    max_decisions: int | None = None,
    plays_on: bool = False,
) -> PlayedGame:
    """Let the agents play a game to its end; a broken invariant or too many decisions end it early.

    An agent that fails ends it too, with an error, unless it `plays_on`: then another one takes the seat.
    """
    agents, played = list(agents), PlayedGame([{} for _ in agents])
    ledger, progress = CoinLedger(game), TurnProgress(game)
    try:
        while not game.is_over and played.decisions != max_decisions:
            seat = game.to_move
            assert seat is not None
            turn, spent = game.turn, played.seconds_by_turn[seat]
            copy, started = game.clone(), time.perf_counter()
            try:
                action = agents[seat].choose(copy, budget)
            except AgentFailed as failed:
                if not plays_on:
                    raise
                played.forfeits.append(forfeit_of(game, seat, failed))
                agents[seat] = stand_in()
                continue
            if seat not in (forfeit.seat for forfeit in played.forfeits):
                spent[turn] = spent.get(turn, 0.0) + time.perf_counter() - started
            played.decisions += 1
            if not is_checked:
                game.apply(action)
                continue
            ledger.follow(game, game.apply_with_events(action))
            progress.follow(game)
            check_state(game.state)
            if played.decisions % DECISIONS_PER_FULL_CHECK == 0:
                check_game(game)
        if is_checked:
            _check_record(game)
    except BrokenInvariantError as broken:
        played.violation = f"{broken}\n{game.to_text()}"
    return played


def _check_record(game: Game) -> None:
    replayed = read_record(write_record(game), game.setup.content)
    if replayed.to_text() != game.to_text() or replayed.history != game.history:
        raise BrokenInvariantError("a record replays to the same end")
