"""Reasons: what an agent says for an option is true, belongs to that option, and tells no secret."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.agents.agent import Budget, Option
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.hint_reasons import REASON_TYPES, BringsCoins, FreesTokens, HintReason, LeavesTokens
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.reason_finder import shared_reasons, within_reach
from elbowroom.agents.turn_search import TurnPlan
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.bits import bits_of
from elbowroom.rules.words import has_words
from tests.scenario import scenario

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent
    from elbowroom.engine.state import State

WORK = Budget(work=400)


def options(text: str, agent: Agent | None = None) -> dict[str, dict[str, dict[str, Any]]]:
    """The options in a position by their text, each with its reasons by their codes."""
    game = scenario(text).game
    found = (agent or PlannerAgent(0)).explain(game.clone(), WORK)
    return {
        ", ".join(option.texts): {reason.code: msgspec.structs.asdict(reason) for reason in option.reasons}
        for option in found
    }


def test_a_combo_is_told_by_price_coins_and_tokens_and_what_it_might_take() -> None:
    found = options("""
        map     four-regions
        column  Hill Orcs | Forest Elves 2 | Swamp Humans
        Ann     <- to move
        Bob
    """)
    assert {"free", "gets", "would_take"} <= found["pick 1"].keys()
    assert "lying" not in found["pick 1"]
    assert found["pick 2"]["price"] == {"coins": 1}
    assert found["pick 2"]["lying"] == {"coins": 2}
    assert found["pick 2"]["gets"] == {"tokens": 10}


def test_a_conquest_tells_what_the_region_itself_brings_and_whom_it_drives_out() -> None:
    found = options("""
        map   four-regions                        # moor - cave - bog - hill
        Ann   Flying Elves : cave 2
        Bob   Underworld Tritons, 9 in hand : bog 1   <- to move
    """)
    hill, cave = found["conquer hill"], found["conquer cave"]
    assert hill["brings"] == {"coins": 1}
    assert "drives_out" not in hill
    assert cave["drives_out"] == {"seat": 0, "race": "elves", "tokens": 2}
    assert hill["leaves"] == {"tokens": 7}, "2 of 9 tokens take it"


def test_a_region_that_pays_more_tells_from_what() -> None:
    found = options("""
        map   four-regions
        Ann   Forest Trolls : cave 2 + lair
        Bob   Hill Orcs, 9 in hand : bog 1        <- to move
    """)
    assert found["conquer hill"]["brings_with"] == {"coins": 2, "sources": (("regions", 1), ("hill", 1))}
    cave = found["conquer cave"]["brings_with"]
    assert cave["coins"] == 3
    assert dict(cave["sources"]) == {"regions": 1, "non_empty_conquest": 1, "hill": 1}


def test_a_plan_goes_on_to_regions_that_come_after_the_first() -> None:
    found = options("""
        map   four-regions
        Ann   Forest Trolls
        Bob   Hill Orcs, 9 in hand : bog 1        <- to move
    """)
    for text, reasons in found.items():
        places = reasons.get("then", {}).get("places", ())
        assert len(set(places)) == len(places)
        assert text not in [f"conquer {place}" for place in places]
    assert any("then" in reasons for reasons in found.values())


def test_an_attempt_is_told_as_a_chance_and_not_as_a_gain() -> None:
    found = options("""
        map   four-regions
        Ann   Forest Trolls : cave 2 + lair
        Bob   Swamp Tritons, 3 in hand : bog 1    <- to move
    """)
    attempt = found["conquer cave"]
    assert attempt["if_it_succeeds"]["coins"] == 1
    assert 0 < attempt["if_it_succeeds"]["chance"] < 1
    assert "last_conquest" in attempt
    assert "brings" not in attempt


def test_decline_and_expansion_are_told_by_what_they_leave_and_free() -> None:
    found = options("""
        map        2-players
        game-turn  4
        Ann        Forest Humans : 3 1, 4 1, 9 1, 10 1   <- to move
        Bob        Hill Orcs : 18 4
    """)
    assert found["decline"]["declines"] == {"regions": 4}
    assert "frees" in found["expand"]


def test_a_token_that_is_put_down_tells_what_an_attacker_pays_then() -> None:
    (found,) = options("""
        map    four-regions
        Ann    Hill Trolls : cave 2
        Bob    Forest Orcs, 2 in hand : bog 1, hill 1
        turn   Bob redeploy, left 2
    """).values()
    strengthens = found["strengthens"]
    assert strengthens["tokens"] > strengthens["before"]


def test_what_is_true_of_all_options_is_shared_and_of_a_single_one_nothing() -> None:
    same, other = BringsCoins(coins=1), LeavesTokens(tokens=2)
    one, two = Option(("a",), (), 1, 0.0, (same, other)), Option(("b",), (), 1, 0.0, (same,))
    assert shared_reasons([one, two]) == (same,)
    assert shared_reasons([one]) == shared_reasons([]) == ()


def test_every_reason_has_a_code_of_its_own_and_a_sentence() -> None:
    codes = [str(kind.__struct_config__.tag) for kind in REASON_TYPES]
    assert len(set(codes)) == len(codes)
    for code in codes:
        assert has_words(f"hint_{code}"), code


@pytest.mark.parametrize("agent", [PlannerAgent, ExpertAgent, GreedyAgent])
def test_every_decision_of_a_game_can_be_explained(agent: type[PlannerAgent]) -> None:
    game = new_game(3, seed=5)
    player = GreedyAgent(0)
    for _ in range(120):
        if game.is_over:
            break
        before = game.to_text()
        found = agent(0).explain(game.clone(), Budget(work=100))
        assert found
        for option in found:
            trial = game.clone()
            for text in option.texts:
                trial.apply(text)
        assert [option.lead for option in found] == sorted((option.lead for option in found), reverse=True)
        assert game.to_text() == before
        game.apply(player.choose(game.clone()))


def expert_advice(game: Game) -> list[tuple[tuple[str, ...], float, tuple[HintReason, ...]]]:
    """All that the expert says about a position."""
    found = ExpertAgent(0).explain(game, WORK)
    return [(option.texts, option.lead, option.reasons) for option in found]


def with_coins(coins: int, options: str = "") -> Game:
    """A position in which Bob decides, and Ann has so many coins."""
    return scenario(f"""
        map    2-players
        {options}
        coins  Ann {coins}, Bob 8
        Ann    Hill Orcs : 18 4
        Bob    Forest Humans, 9 in hand : 3 1     <- to move
    """).game


def test_advice_does_not_depend_on_what_others_hide() -> None:
    poor, rich = with_coins(0), with_coins(40)
    assert expert_advice(poor.seen_by(1)) == expert_advice(rich.seen_by(1))
    assert expert_advice(poor) != expert_advice(rich), "who knows the coins says something else"


def test_who_advises_knows_the_coins_of_the_one_who_asks_and_those_that_lie_open() -> None:
    assert list(with_coins(40).seen_by(1).state.coins) == [8, 8]
    assert list(with_coins(40).seen_by(0).state.coins) == [40, 40]
    assert list(with_coins(40, "options open_coins").seen_by(1).state.coins) == [40, 8]


def test_what_an_adviser_knows_is_a_copy() -> None:
    game = with_coins(40)
    game.seen_by(1)
    assert list(game.state.coins) == [40, 8]


def reached(text: str, name: str = "Bob") -> set[int]:
    """The regions that others can attack, told to this player."""
    game = scenario(text).game
    return {region + 1 for region in bits_of(within_reach(game.state, game.names.index(name)))}


BESIDE_FOUR = {3, 5, 9, 10}
"""The land next to region 4 on the map for two."""


def test_tunnels_reach_every_cavern() -> None:
    found = reached("""
        map  2-players
        Ann  Underworld Elves : 4 2
        Bob  Forest Humans, 9 in hand : 14 1     <- to move
    """)
    assert found == BESIDE_FOUR | {6, 15, 18}


def test_a_region_at_the_other_end_of_a_tunnel_is_not_called_sheltered() -> None:
    position = """
        map  2-players
        Ann  {power} Elves : 4 2
        Bob  Forest Humans, 9 in hand : 14 1     <- to move
    """
    for power, is_sheltered in (("Underworld", False), ("Hill", True)):
        found = options(position.format(power=power))
        assert ("sheltered" in found["conquer 15"]) is is_sheltered, power
        assert ("stands" in found["conquer 15"]) is not is_sheltered, power


def test_a_race_that_flies_reaches_all_land_and_one_that_sails_the_lake() -> None:
    position = """
        map  2-players
        Ann  {power} Elves : 3 2
        Bob  Forest Humans, 9 in hand : 14 1     <- to move
    """
    land = bits_of(int(scenario(position.format(power="Hill")).game.setup.board.land))
    assert reached(position.format(power="Hill")) == {2, 4, 7, 9}
    assert reached(position.format(power="Seafaring")) == {2, 4, 7, 8, 9}
    assert reached(position.format(power="Flying")) == {region + 1 for region in land} - {3}


def test_a_race_in_decline_reaches_something_only_if_it_goes_on_conquering() -> None:
    position = """
        map  2-players
        Ann  Hill Orcs : 18 2
        Ann  {race}, in decline : 4 1
        Bob  Forest Humans, 9 in hand : 14 1     <- to move
    """
    assert reached(position.format(race="Ghouls")) >= BESIDE_FOUR
    assert not reached(position.format(race="Elves")) & BESIDE_FOUR


def test_who_has_to_pick_reaches_what_any_combo_in_the_column_can_enter() -> None:
    position = """
        map     2-players
        column  {first} | Swamp Humans
        Ann
        Bob     Forest Elves, 9 in hand : 14 1     <- to move
    """
    board = scenario(position.format(first="Hill Orcs")).game.setup.board
    border, land = int(board.border), int(board.land)
    assert reached(position.format(first="Hill Orcs")) == {region + 1 for region in bits_of(border)}
    for first in ("Flying Orcs", "Hill Halflings"):
        assert reached(position.format(first=first)) == {region + 1 for region in bits_of(land)}, first


@pytest.mark.parametrize("seed", range(6))
def test_no_race_begins_its_turn_with_a_conquest_out_of_reach(seed: int) -> None:
    """Whoever gives up no region takes nothing first of which another was told that it is sheltered."""
    game, chance = new_game(3, seed=seed), random.Random(seed)
    turn, begun, reachable = (-1, -1), set[int](), dict[int, int]()
    while not game.is_over:
        state = game.state
        now = (int(state.game_turn), int(state.seat))
        if now != turn:
            turn, begun = now, set()
            reachable = {seat: within_reach(state, seat) for seat in range(3) if seat != state.seat}
        if game.phase == "conquer" and int(state.race) not in begun:
            begun.add(int(state.race))
            first = int(state.legal) & (1 << int(game.setup.board.size)) - 1
            assert all(first & ~mask == 0 for mask in reachable.values()), game.to_text()
        kept = [action.text for action in game.legal_actions() if not action.text.startswith("abandon")]
        game.apply(chance.choice(kept))


ENTERS_ELSEWHERE = """
    map        2-players
    game-turn  5
    Ann        Pillaging Skeletons : 3 2, 4 2
    Bob        Forest Humans : 15 1, 16 1, 17 1, 20 1, 21 1
    turn       Ann ready
"""


def test_regions_are_abandoned_in_one_step_that_names_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elbowroom.agents.options.MIN_GAIN_OF_ABANDONING", -100.0)
    game = scenario(ENTERS_ELSEWHERE).game
    (found,) = [option for option in PlannerAgent(0).explain(game.clone(), WORK) if option.regions]
    assert (found.texts, found.regions) == (("abandon 3 4", "expand"), (3, 4))
    for text in found.texts:
        game.apply(text)
    assert game.phase == "conquer"
    assert found.reasons[0] == FreesTokens(4)


@pytest.mark.parametrize(("gain", "is_told"), [(1.5, False), (2.5, True)])
def test_abandoning_is_advised_only_if_it_promises_clearly_more(
    gain: float, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lead(_: ExpertAgent, state: State, plan: TurnPlan, samples: int) -> float:
        del samples
        return gain if plan.bits[0] in bits_of(int(state.regions[state.race])) else 0.0

    monkeypatch.setattr(ExpertAgent, "_lead_ahead", lead)
    found = ExpertAgent(0).explain(scenario(ENTERS_ELSEWHERE).game, WORK)
    assert (found[0].texts == ("abandon 3 4", "expand")) is is_told
    assert sum(bool(option.regions) for option in found) == is_told


def test_a_special_attack_is_one_step_with_its_region() -> None:
    found = options("""
        map   four-regions
        Ann   Flying Elves : cave 3
        Bob   Dragon Master Tritons, 4 in hand : bog 1   <- to move
    """)
    assert any(text.startswith("dragon, dragon ") for text in found)


def test_all_options_of_the_expert_are_judged_by_the_same_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that are played on no further: else to give up everything might look best."""
    monkeypatch.setattr(ExpertAgent, "_lead_ahead", lambda *_: -100.0)
    game = scenario("""
        map  2-players
        Ann  Hill Ratmen : 7 3, 12 2, 13 2, 14 2, 19 2
        Bob  Forest Giants : 3 2, 4 2, 10 2
        turn Ann ready
    """).game
    found = ExpertAgent(0).explain(game.clone(), WORK)
    assert {option.texts for option in found} == {("expand",), ("decline",)}
    assert {option.lead for option in found} == {-100.0}
