"""The ladder of computer players, and the four weaknesses that people name in such players."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from elbowroom.agents import AGENTS, LEVELS, agent_named
from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.features import FEATURE_COUNT, feature_scales, turns_left, write_features
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.weights import SHIPPED_FILE, network_of, read_weights, shipped_weights, tuned_weights
from elbowroom.arena.match import Match, play
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.invariants import check_state
from elbowroom.rules.bits import vec
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import has_words
from tests.scenario import box, scenario

WORK = Budget(work=600)
THINKERS = [PlannerAgent, ExpertAgent]


def chosen(agent: Agent, text: str) -> str:
    """The text of what an agent does in a position."""
    game = scenario(text).game
    return game.text_of(agent.choose(game.clone(), WORK))


def turn_of(agent: Agent, game: Game) -> int:
    """Let an agent play its turn to the end; the coins it scored."""
    seat = game.to_move
    assert seat is not None
    before = int(game.state.coins[seat])
    turn = (int(game.state.game_turn), int(game.state.seat))
    while not game.is_over and (int(game.state.game_turn), int(game.state.seat)) == turn:
        game.apply(agent.choose(game.clone(), WORK) if game.to_move == seat else game.legal()[0])
    return int(game.state.coins[seat]) - before


@pytest.mark.parametrize("name", [*AGENTS, *LEVELS])
@pytest.mark.parametrize("players", [2, 5])
def test_every_agent_always_answers_legally(name: str, players: int) -> None:
    game = new_game(players, seed=players)
    agents = [agent_named(name, seat) for seat in range(players)]
    for _ in range(60):
        if game.is_over:
            break
        seat = game.to_move
        assert seat is not None
        action = agents[seat].choose(game.clone(), Budget(work=120))
        assert action in game.legal()
        game.apply(action)
        check_state(game.state)


def test_each_step_of_the_ladder_beats_the_one_below() -> None:
    """Both sides of a pair meet the same luck; the full measure is in docs/strength.md."""
    for better, worse, games in (
        ("gentle", "random", 10),
        ("greedy", "gentle", 20),
        ("planner", "greedy", 12),
    ):
        wins = 0
        for number in range(games):
            agents = (better, worse) if number % 2 else (worse, better)
            result = play(Match(number, 3, 2, agents, Options()))
            wins += result.places[agents.index(better)] == 1
        assert wins > games / 2


def test_an_unknown_agent_gets_the_nearest_name() -> None:
    with pytest.raises(Refused, match="Did you mean planner"):
        agent_named("planer", 1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_has_a_name_and_says_what_to_expect(level: str) -> None:
    assert has_words(f"web_level_{level}")
    assert has_words(f"web_level_{level}_text")


@pytest.mark.parametrize("budget", [{"seconds": 0.0}, {"work": 0}, {"work": -3}])
def test_a_budget_of_nothing_is_refused(budget: dict[str, int]) -> None:
    with pytest.raises(Refused) as caught:
        Budget(**budget)
    assert caught.value.code == "budget"


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"weights": {"hidden": 3}}',
        '{"hidden": 1, "first": [1], "bias": [], "second": [], "offset": 0}',
    ],
)
def test_damaged_weights_are_refused(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(damage, encoding="utf-8")
    with pytest.raises(Refused) as caught:
        read_weights(str(file))
    assert caught.value.code in ("weights_unreadable", "weights_damaged")
    assert "weights.json" in caught.value.refusal.reason


def test_the_shipped_weights_are_small_and_tell_where_they_come_from() -> None:
    file = Path(SHIPPED_FILE)
    assert file.stat().st_size < 2_000_000
    made = json.loads(file.read_text(encoding="utf-8"))["provenance"]
    assert made["made_by"] == "elbowroom train"
    assert made["features"] == FEATURE_COUNT
    assert len(made["generations"]) == made["course"]["generations"]


def test_the_expected_leads_of_two_players_are_opposite() -> None:
    game = new_game(2, seed=5)
    for weights in (tuned_weights(), shipped_weights()):
        network = network_of(weights)
        assert network.expected_lead(game.state, 0) == pytest.approx(-network.expected_lead(game.state, 1))


def test_nothing_is_to_come_when_the_game_is_over() -> None:
    game = new_game(2, seed=6)
    while not game.is_over:
        game.apply(game.legal()[-1])
    assert network_of(shipped_weights()).coming_coins(game.state, 0) == 0


def test_turns_left_count_down() -> None:
    game = new_game(2, seed=1, options=Options(first_player=0))
    assert (turns_left(game.state, 0), turns_left(game.state, 1)) == (10, 10)
    turn_of(GreedyAgent(0), game)
    assert (turns_left(game.state, 0), turns_left(game.state, 1)) == (9, 10)


def test_features_of_invented_content_are_finite() -> None:
    game = scenario(
        "map valley\nAnn Hill Orcs : dell 2\nBob Flying Elves, 3 in hand : down 1 <- to move"
    ).game
    out = vec[float]([0.0] * FEATURE_COUNT)
    write_features(game.state, 0, out, FEATURE_COUNT)
    assert all(-50 < value / scale < 50 for value, scale in zip(out, feature_scales(), strict=True))
    assert all(value == int(value) for value in out)


def test_a_judgement_does_not_depend_on_those_before() -> None:
    """A network remembers the features it has seen last, and adds up what has changed."""
    game, seen = new_game(4, seed=5), network_of(shipped_weights())
    agent = GreedyAgent(0)
    while not game.is_over:
        game.apply(agent.choose(game.clone()))
        assert seen.final_coins(game.state) == network_of(shipped_weights()).final_coins(game.state)


def test_the_same_work_gives_the_same_decisions() -> None:
    def record() -> list[int]:
        game = new_game(3, seed=2)
        agents = [ExpertAgent(seat) for seat in range(3)]
        for _ in range(25):
            seat = game.to_move
            assert seat is not None
            game.apply(agents[seat].choose(game.clone(), Budget(work=300)))
        return game.history

    assert record() == record()


def test_a_plan_is_never_needed() -> None:
    """A new agent for every decision: the process may be killed between two of them."""
    game = new_game(2, seed=4)
    for _ in range(40):
        if game.is_over:
            break
        game.apply(PlannerAgent(0).choose(game.clone(), Budget(work=80)))
    assert game.state.game_turn > 1


@pytest.mark.parametrize("agent", THINKERS)
def test_combo_choice_coins_on_a_combo_are_seen(agent: type[PlannerAgent]) -> None:
    """Of two combos that are alike, the one with seven coins on it is taken."""
    assert (
        chosen(
            agent(0),
            "map 2-players\ncolumn Swamp Humans | Forest Humans 7 | Hill Orcs\nAnn <- to move\nBob".replace(
                "Forest Humans", "Forest Wizards"
            ),
        )
        == "pick 2"
    )


@pytest.mark.parametrize("agent", THINKERS)
def test_combo_choice_numbers_count(agent: type[PlannerAgent]) -> None:
    """Thirteen Ratmen are worth more than five Dwarves who would have to be paid for."""
    text = "map 2-players\ncolumn Mounted Ratmen | Merchant Dwarves | Swamp Orcs\nAnn <- to move\nBob"
    assert chosen(agent(0), text) == "pick 1"


@pytest.mark.parametrize("agent", THINKERS)
def test_decline_timing_a_spent_race_declines(agent: type[PlannerAgent]) -> None:
    """Eight regions, one token each, six turns to go: time for a new race."""
    text = """
        map 2-players
        game-turn 4
        tribes -
        Ann Commando Ratmen : 2, 3, 4, 5, 7, 9, 10
        Bob Hill Orcs : 18 4, 17 3, 12 3
        turn Ann ready
    """
    assert chosen(agent(0), text) == "decline"


@pytest.mark.parametrize("agent", THINKERS)
def test_decline_timing_nobody_declines_in_the_last_turn(agent: type[PlannerAgent]) -> None:
    text = """
        map 2-players
        game-turn 10
        tribes -
        Ann Forest Humans : 2, 3, 4 4
        Bob Hill Orcs : 18 4, 17 3
        turn Ann ready
    """
    assert chosen(agent(0), text) != "decline"


@pytest.mark.parametrize("agent", THINKERS)
def test_decline_timing_a_race_that_has_hardly_begun_goes_on(agent: type[PlannerAgent]) -> None:
    """One region would go on paying, and ten tokens are spare."""
    text = """
        map 2-players
        game-turn 2
        tribes -
        Ann Mounted Ratmen : 3 11
        Bob Hill Orcs : 18 4, 17 3
        turn Ann ready
    """
    assert chosen(agent(0), text) != "decline"


@pytest.mark.parametrize("agent", THINKERS)
def test_entry_point_leads_to_what_pays(agent: type[PlannerAgent]) -> None:
    """Dwarves go where the mines are: at least as many coins as the greedy player gets at once, less one."""
    text = "map 2-players\nAnn Mounted Dwarves, 8 in hand\nBob\nturn Ann conquer, acted, first turn"
    ours = turn_of(agent(0), scenario(text).game)
    assert ours >= turn_of(GreedyAgent(0), scenario(text).game) - 1


@pytest.mark.parametrize("agent", THINKERS)
def test_immune_regions_do_not_stop_the_attack(agent: type[PlannerAgent]) -> None:
    """Heroes stand in the way; it goes round them instead of giving up."""
    text = """
        map valley
        tribes -
        Ann Forest Giants, 6 in hand : wood 1
        Bob Heroic Humans : shore 1 + hero, dell 1 + hero, grove 1
        turn Ann conquer, acted
    """
    game = scenario(text).game
    before = int(game.state.regions[game.state.race]).bit_count()
    turn_of(agent(0), game)
    giants = game.setup.race_ids.index("giants")
    assert int(game.state.regions[giants]).bit_count() > before


@pytest.mark.parametrize("agent", [*THINKERS, GreedyAgent])
def test_hints_have_expected_coins_and_reasons(agent: type[PlannerAgent]) -> None:
    game = scenario(
        "map 2-players\nAnn Forest Humans, 9 in hand : 3 1\nBob Hill Orcs : 18 4 <- to move", box()
    ).game
    options = agent(0).explain(game.clone(), WORK)
    assert options
    assert all(game.parse(option.texts[0]) for option in options)
    assert all(option.reasons for option in options)
    assert options[0].coins >= 0
    leads = [option.lead for option in options]
    assert leads == sorted(leads, reverse=True)


def test_the_chances_to_win_are_shared_and_follow_the_coins() -> None:
    network = network_of(shipped_weights())
    game = new_game(3, seed=5)
    chances = network.win_chances(game.state)
    assert sum(chances) == pytest.approx(1)
    finals = network.final_coins(game.state)
    assert sorted(range(3), key=lambda seat: chances[seat]) == sorted(range(3), key=lambda seat: finals[seat])
