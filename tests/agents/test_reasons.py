"""Reasons: what an agent says for an option is true, belongs to that option, and tells no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from elbowroom.agents.agent import Budget, Option, Reason
from elbowroom.agents.expert import ExpertAgent
from elbowroom.agents.greedy import GreedyAgent
from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.reasons import shared
from elbowroom.engine.game import Game, new_game
from tests.scenario import scenario

if TYPE_CHECKING:
    from elbowroom.agents.agent import Agent

WORK = Budget(work=400)


def options(text: str, agent: Agent | None = None) -> dict[str, dict[str, dict[str, object]]]:
    """The options in a position by their text, each with its reasons by their codes."""
    game = scenario(text).game
    found = (agent or PlannerAgent(0)).explain(game.clone(), WORK)
    return {option.text: {reason.code: reason.params for reason in option.reasons} for option in found}


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
    assert found["conquer hill"]["brings_with"] == {"coins": 2, "sources": [["regions", 1], ["hill", 1]]}
    sources = [["regions", 1], ["non_empty_conquest", 1], ["hill", 1]]
    told = found["conquer cave"]["brings_with"]
    assert (told["coins"], sorted(map(str, cast("list[object]", told["sources"])))) == (
        3,
        sorted(map(str, sources)),
    )


def test_a_plan_goes_on_to_regions_that_come_after_the_first() -> None:
    found = options("""
        map   four-regions
        Ann   Forest Trolls
        Bob   Hill Orcs, 9 in hand : bog 1        <- to move
    """)
    for text, reasons in found.items():
        places = reasons.get("then", {}).get("places", [])
        assert isinstance(places, list)
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
    assert 0 < float(str(attempt["if_it_succeeds"]["chance"])) < 1
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
    told = found["strengthens"]
    assert int(str(told["tokens"])) > int(str(told["before"]))


def test_what_is_true_of_all_options_is_shared_and_of_a_single_one_nothing() -> None:
    same, other = Reason("brings", {"coins": 1}), Reason("leaves", {"tokens": 2})
    one, two = Option(1, "a", 1, 0.0, (same, other)), Option(2, "b", 1, 0.0, (same,))
    assert shared([one, two]) == (same,)
    assert shared([one]) == shared([]) == ()


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
        assert {option.action for option in found} <= set(game.legal())
        assert [option.lead for option in found] == sorted((option.lead for option in found), reverse=True)
        assert game.to_text() == before
        game.apply(player.choose(game.clone()))


def test_reasons_do_not_depend_on_what_others_hide() -> None:
    position = """
        map    2-players
        coins  Ann {coins}, Bob 8
        Ann    Hill Orcs : 18 4
        Bob    Forest Humans, 9 in hand : 3 1     <- to move
    """
    told = set()
    for coins in (0, 40):
        game: Game = scenario(position.format(coins=coins)).game
        found = GreedyAgent(0).explain(game.clone(), WORK)
        told.add(tuple((option.text, str(option.reasons)) for option in found))
    assert len(told) == 1
