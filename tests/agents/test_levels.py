"""The levels easy, normal and hard: each beats the one below, errs as is said, and decides by its seed."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest

from elbowroom.agents import LEVELS, agent_named, agent_versions
from elbowroom.agents.level import EASY, HARD, NORMAL, Errors, LevelAgent
from elbowroom.agents.turn_search import TurnPlan
from elbowroom.agents.versions import VERSIONS, computer_comments
from elbowroom.arena.match import Match, play
from elbowroom.engine import decisions
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record
from elbowroom.rules.bits import bits_of
from elbowroom.rules.options import Options
from tests.scenario import scenario

SPENT = """
    map 2-players
    game-turn 4
    tribes -
    Ann Commando Ratmen : 2, 3, 4, 5 {tokens}
    Bob Hill Orcs : 18 4, 17 3, 12 3
    turn Ann ready
"""


def wins(better: str, worse: str, games: int) -> int:
    """How many games of two the better one wins."""
    won = 0
    for number in range(games):
        agents = (better, worse) if number % 2 else (worse, better)
        result = play(Match(number, 5, 2, agents, Options(), deal=number // 2))
        won += result.places[agents.index(better)] == 1
    return won


@pytest.mark.parametrize(
    ("worse", "better", "games"),
    [("gentle", "easy", 24), ("easy", "normal", 24), ("normal", "hard", 16)],
)
def test_each_level_beats_the_one_below(worse: str, better: str, games: int) -> None:
    """A glance; `tools/tune_levels.py` measures all steps, also that of the expert (docs/strength.md)."""
    assert wins(better, worse, games) > games / 2


def test_the_higher_the_level_the_smaller_the_errors() -> None:
    for higher, lower in pairwise((HARD, NORMAL, EASY)):
        assert higher.temperature < lower.temperature
        assert higher.overlooked_percent < lower.overlooked_percent
        assert higher.late_decline < lower.late_decline


def record(name: str, players: int, seed: int, *, is_forgetful: bool = False) -> list[int]:
    """The first actions of a game; forgetful players are new in every turn."""
    game = new_game(players, seed=3)
    agents = [agent_named(name, seed + seat) for seat in range(players)]
    turn = game.turn
    while game.state.game_turn < 4:
        if is_forgetful and game.turn != turn:
            turn, agents = game.turn, [agent_named(name, seed + seat) for seat in range(players)]
        seat = game.to_move
        assert seat is not None
        game.apply(agents[seat].choose(game.clone()))
    return game.history


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_the_same_seed_decides_the_same_way_whatever_was_remembered(name: str, players: int) -> None:
    assert record(name, players, 7) == record(name, players, 7)
    assert record(name, players, 7) == record(name, players, 7, is_forgetful=True)
    assert any(record(name, players, 7) != record(name, players, seed) for seed in (11, 15, 19))


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("name", ["easy", "normal", "hard"])
def test_a_level_plays_legal_games(name: str, players: int) -> None:
    """Games of 2 and 5 players: `test_agents`; own races and powers: `test_own_moves`, `test_honesty`."""
    result = play(Match(0, 3, players, (name, *["greedy"] * (players - 1)), Options(), is_checked=True))
    assert result.violation == ""


def conquests_of_a_turn(agent: LevelAgent, game: Game, errors: Errors, seed: int) -> tuple[int, int]:
    """Play a turn, with a new agent for every decision; what was overlooked, and what was conquered."""
    seat, now = game.to_move, game.turn
    overlooked, taken = agent.overlooked(game.state), 0
    while game.turn == now and not game.is_over:
        to_move, phase = game.to_move, game.state.phase
        assert to_move is not None
        if to_move != seat:
            game.apply(game.legal()[0])
            continue
        fresh = LevelAgent(seed, errors)
        assert fresh.overlooked(game.state) == overlooked
        action = fresh.choose(game.clone())
        bit = action & 63
        if phase in (decisions.CONQUER, decisions.DRAGON, decisions.SUBSTITUTE) and bit < decisions.DONE:
            taken |= 1 << bit
        game.apply(action)
    return overlooked, taken


def test_what_is_overlooked_is_overlooked_for_the_whole_turn() -> None:
    """Also by an agent that remembers nothing of the turn, after a roll of the die, and when picking."""
    errors, game, conquered = Errors(overlooked_percent=40, work=60), new_game(2, seed=8), 0
    while not game.is_over:
        seed = 5
        overlooked, taken = conquests_of_a_turn(LevelAgent(seed, errors), game, errors, seed)
        assert not overlooked & taken
        conquered += len(bits_of(taken))
    assert conquered > 20


def test_regions_are_overlooked_as_often_as_is_said() -> None:
    game = new_game(2, seed=1)
    size = int(game.setup.board.size)
    for percent in (0, 20, 60):
        masks = [
            LevelAgent(seed, Errors(overlooked_percent=percent)).overlooked(game.state) for seed in range(200)
        ]
        assert sum(len(bits_of(mask)) for mask in masks) / (200 * size) == pytest.approx(
            percent / 100, abs=0.03
        )


def test_a_turn_that_is_worth_less_by_the_temperature_is_chosen_less_often_by_e() -> None:
    game = new_game(2, seed=1)
    counts: Counter[int] = Counter()
    for seed in range(1500):
        agent = LevelAgent(seed, Errors(temperature=3.0))
        plans = [TurnPlan(game.state, [number], 10.0 - 3.0 * number) for number in range(2)]
        counts[agent.chosen(game.state, plans).bits[0]] += 1
    assert counts[0] / counts[1] == pytest.approx(math.e, rel=0.15)
    faultless = LevelAgent(0, Errors())
    assert faultless.chosen(
        game.state, [TurnPlan(game.state, [number], number) for number in range(9)]
    ).bits == [8]


def declines(late_decline: float) -> list[bool]:
    """Whether a race with more and more tokens is put in decline."""
    games = [scenario(SPENT.format(tokens=tokens)).game for tokens in range(1, 9)]
    agent = LevelAgent(0, Errors(late_decline=late_decline))
    return [game.text_of(agent.choose(game.clone())) == "decline" for game in games]


def test_a_late_decline_must_promise_more() -> None:
    counts = [sum(declines(coins)) for coins in (0.0, 5.0, 1000.0)]
    assert counts[0] > counts[1] > counts[2] == 0


def test_regions_are_abandoned_only_for_a_clear_gain() -> None:
    """A slip of the temperature does not empty the map."""
    turns = set()
    for seed in range(8):
        game = new_game(2, seed=seed)
        agents = [LevelAgent(seed, Errors(temperature=4.0)), agent_named("greedy", seed)]
        while (seat := game.to_move) is not None:
            chosen = game.text_of(agents[seat].choose(game.clone()))
            if seat == 0 and chosen.startswith("abandon"):
                turns.add((seed, game.turn))
            game.apply(chosen)
    assert len(turns) < 10


def test_advice_has_no_errors() -> None:
    game = new_game(2, seed=2)
    options = [LevelAgent(seed, errors).explain(game.clone()) for seed in (1, 2) for errors in (EASY, NORMAL)]
    assert all(option == options[0] for option in options)
    assert options[0]


def test_a_record_says_which_version_of_whom_played() -> None:
    result = play(Match(0, 3, 2, ("easy", "greedy"), Options(), keeps_record=True))
    game = read_record(result.record)
    lines = result.record.splitlines()
    assert lines[1:3] == [
        f"# computer {game.names[0]} easy version {VERSIONS['easy']}",
        f"# computer {game.names[1]} greedy version 1",
    ]
    bare = "\n".join([lines[0], *lines[3:]]) + "\n"
    assert read_record(bare).to_text() == game.to_text()


def test_what_does_not_come_with_the_program_has_no_version() -> None:
    names = ["easy", "expert-1", "mine:First", "expert:weights.json"]
    assert agent_versions(names) == {"easy": VERSIONS["easy"], "expert-1": 1}
    assert computer_comments(["P1", "P2"], ["mine:First", None], {}) == ["# computer P1 mine:First"]
    assert agent_versions(LEVELS).keys() == LEVELS.keys()
