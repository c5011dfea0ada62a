"""The gentle level errs like a person and is never silly; the scripted beginners play whole games."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import pytest

from elbowroom.agents import AGENTS, BEGINNERS, LEVELS, agent_named
from elbowroom.agents.gentle import GentleAgent, Weakness, notice
from elbowroom.agents.greedy import free_tokens
from elbowroom.agents.level import Errors, LevelAgent
from elbowroom.arena.match import Match, play
from elbowroom.engine import conquest, decisions
from elbowroom.engine.chance import Generator
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.state import State
from elbowroom.rules.options import Options
from tests.scenario import scenario

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in range(4)]
OPPONENTS = ("gentle", "quarrelsome-beginner", "greedy", "gentle")


@dataclass
class Turn:
    """What a gentle player did in one turn."""

    taken: list[tuple[int, int]] = field(default_factory=list)
    """Regions that were taken from active races, each with the seat that it was taken from."""
    missed: list[str] = field(default_factory=list)
    """Positions in which the conquests were ended though a coin cost nothing."""
    lost: list[str] = field(default_factory=list)
    """Positions after the turn in which something that was taken cannot be held."""


def victim_of(state: State, region: int) -> int | None:
    """The opponent whose active race holds a region."""
    for seat in range(int(state.setup.players)):
        active = int(state.active[seat])
        if seat != state.seat and active >= 0 and int(state.regions[active]) >> region & 1:
            return seat
    return None


def is_held(state: State, seat: int, taken: list[tuple[int, int]]) -> bool:
    """Whether a player keeps what they took: the former owners have too few tokens free to take it back."""
    return all(
        int(state.held_by(seat)) >> region & 1
        and free_tokens(state, int(state.active[victim])) < state.cost(region)
        for region, victim in taken
    )


def costs_nothing(game: Game, region: int) -> bool:
    """Whether taking this region brings coins, without the die or an attack."""
    state = game.state
    if victim_of(state, region) is not None or conquest.price(state, region) > state.hand[state.race]:
        return False
    trial = game.clone()
    trial.apply((decisions.CONQUER << 6) | region)
    return trial.score_preview().total > game.score_preview().total


@cache
def turns_of_gentle_players(players: int, seed: int) -> list[Turn]:
    """The turns of the gentle players in a game of several kinds of players."""
    game = new_game(players, seed=seed)
    names = [OPPONENTS[(seat + seed) % len(OPPONENTS)] if seat else "gentle" for seat in range(players)]
    agents = [agent_named(name, seed) for name in names]
    turns: list[Turn] = []
    while (seat := game.to_move) is not None:
        state, now, is_own = game.state, game.turn, game.state.seat == seat
        if is_own and state.phase in (decisions.PICK, decisions.READY) and not state.has_acted:
            turn = Turn()
        action = agents[seat].choose(game.clone())
        phase, bit = action >> 6, action & 63
        if names[seat] == "gentle" and is_own:
            if phase == decisions.CONQUER and bit == decisions.DONE:
                regions = [answer & 63 for answer in game.legal() if answer & 63 < decisions.DONE]
                if any(costs_nothing(game, region) for region in regions):
                    turn.missed.append(game.to_text())
            is_attack = phase in (decisions.CONQUER, decisions.DRAGON, decisions.SUBSTITUTE)
            victim = victim_of(state, bit) if is_attack and bit < decisions.DONE else None
            if victim is not None:
                turn.taken.append((bit, victim))
        mover = int(state.seat)
        game.apply(action)
        if names[mover] == "gentle" and game.turn != now:
            turns.append(turn)
            if not is_held(game.state, mover, turn.taken):
                turn.lost.append(game.to_text())
    return turns


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_it_never_stops_while_a_coin_costs_nothing(players: int, seed: int) -> None:
    assert [position for turn in turns_of_gentle_players(players, seed) for position in turn.missed] == []


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_it_attacks_nothing_that_it_cannot_hold(players: int, seed: int) -> None:
    """At the end of its turn, those it attacked have too few tokens free to take the region back."""
    assert [position for turn in turns_of_gentle_players(players, seed) for position in turn.lost] == []


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_it_takes_one_region_from_a_player_in_a_turn(players: int, seed: int) -> None:
    for turn in turns_of_gentle_players(players, seed):
        victims = [victim for _, victim in turn.taken]
        assert len(victims) == len(set(victims))


def test_it_does_attack() -> None:
    """So the tests above are about something."""
    turns = [turn for players, seed in GAMES for turn in turns_of_gentle_players(players, seed)]
    assert sum(len(turn.taken) for turn in turns) > len(GAMES)


def record(players: int, seed: int, agent_seed: int, *, is_forgetful: bool = False) -> list[int]:
    """The actions of a game among gentle players; forgetful ones are new in every turn."""
    game = new_game(players, seed=seed)
    agents = [GentleAgent(agent_seed + seat) for seat in range(players)]
    turn = game.turn
    while (seat := game.to_move) is not None:
        if is_forgetful and game.turn != turn:
            turn, agents = game.turn, [GentleAgent(agent_seed + seat) for seat in range(players)]
        game.apply(agents[seat].choose(game.clone()))
    return game.history


@pytest.mark.parametrize("players", [2, 5])
def test_the_same_seed_decides_the_same_way_whatever_was_remembered(players: int) -> None:
    assert record(players, 1, 7) == record(players, 1, 7) == record(players, 1, 7, is_forgetful=True)
    assert record(players, 1, 7) != record(players, 1, 8)


def test_it_overlooks_as_often_as_is_said() -> None:
    generator = Generator(1)
    noticed = [notice("abc", Weakness(50, 0), generator) for _ in range(1000)]
    for letter, share in (("a", 0.5), ("b", 0.25), ("c", 0.25)):
        assert noticed.count(letter) / 1000 == pytest.approx(share, abs=0.05)
    assert {notice("abc", Weakness(0, 0), generator) for _ in range(100)} == {"a"}


SPENT = """
    map 2-players
    game-turn 4
    tribes -
    Ann Commando Ratmen : 2, 3, 4, 5 {tokens}
    Bob Hill Orcs : 18 4, 17 3, 12 3
    turn Ann ready
"""


def test_it_declines_later_than_is_best_but_not_too_late() -> None:
    """A spent race declines; of those for which declining would be better, some with more tokens go on."""

    def declines(agent: GentleAgent | LevelAgent) -> list[bool]:
        games = [scenario(SPENT.format(tokens=tokens)).game for tokens in range(1, 9)]
        return [game.text_of(agent.choose(game.clone())) == "decline" for game in games]

    best, gentle = declines(LevelAgent(0, Errors())), declines(GentleAgent(0))
    assert gentle[0]
    assert sum(gentle) < sum(best)
    assert all(best[tokens] for tokens in range(8) if gentle[tokens])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("beginner", BEGINNERS)
def test_a_beginner_plays_legal_whole_games(beginner: str, players: int) -> None:
    for number in range(3):
        agents = (beginner, *["gentle"] * (players - 1))
        result = play(Match(number, 3, players, agents, Options(), is_checked=True))
        assert result.violation == ""
        assert result.coins[0] > 0


def test_beginners_are_no_opponents_to_choose() -> None:
    assert not set(BEGINNERS) & {*AGENTS, *LEVELS}


def test_beginners_win_about_every_other_game() -> None:
    """A glance; docs/strength.md has the measure."""
    for beginner in BEGINNERS:
        wins = 0
        for number in range(60):
            agents = (beginner, "gentle") if number % 2 else ("gentle", beginner)
            result = play(Match(number, 3, 2, agents, Options()))
            wins += result.places[agents.index(beginner)] == 1
        assert 15 < wins < 45, beginner
