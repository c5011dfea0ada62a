"""Looking ahead: the k-th look at any plan meets the same luck, other looks meet another."""

from __future__ import annotations

from elbowroom.agents.look_ahead import look_ahead
from elbowroom.agents.rollout import Met, QuickPlayer
from elbowroom.agents.weights import first_weights, network_of
from elbowroom.engine import decisions, turn
from elbowroom.engine.playout import digest_state
from elbowroom.rules.bits import bits_of
from tests.scenario import Scenario, scenario

PLAYER = QuickPlayer(network_of(first_weights()))


def humans(hand: int) -> Scenario:
    """Humans with so many tokens in hand, in the middle of their conquests."""
    return scenario(f"""
        map   valley
        Ann   Hill Humans, {hand} in hand : dell 1
        Bob   Mounted Ratmen              : fen 4
        turn  Ann conquer, acted
    """)


def leads(given: Scenario, answers: list[int], first: int, count: int, key: int = 5) -> list[float]:
    """What looks at a plan find that was never looked at before."""
    return look_ahead(given.game.state, answers, 0, PLAYER, key, first, count, 2, Met())


def beach_and_field() -> tuple[Scenario, list[list[int]]]:
    """Two plans that conquer the same regions, one in the other order, so that they end alike."""
    given = humans(9)
    beach, field = (given.game.parse(f"conquer {name}")[0] & 63 for name in ("beach", "field"))
    plans = [[beach, field, decisions.DONE], [field, beach, decisions.DONE]]
    ends = set()
    for plan in plans:
        after = given.game.state.clone()
        for bit in plan:
            turn.apply(after, bit)
        ends.add(int(digest_state(after, 1)))
    assert len(ends) == 1
    return given, plans


def test_plans_that_end_alike_promise_the_same_number_by_number() -> None:
    given, (one, other) = beach_and_field()
    assert leads(given, one, 0, 12) == leads(given, one, 0, 12)
    assert leads(given, one, 0, 12) == leads(given, other, 0, 12)


def test_other_numbers_and_other_keys_meet_other_luck() -> None:
    given, (plan, _) = beach_and_field()
    found = leads(given, plan, 0, 12)
    assert len(set(found)) > 3
    assert found[:6] != found[6:]
    assert found[3:8] == leads(given, plan, 3, 5)
    assert found != leads(given, plan, 0, 12, key=6)


def test_plans_that_have_been_met_promise_the_same_as_new_ones() -> None:
    given, (plan, other) = beach_and_field()
    met = Met()
    for answers in (plan, plan, other):
        again = look_ahead(given.game.state, answers, 0, PLAYER, 5, 0, 6, 2, met)
        assert again == leads(given, answers, 0, 6)


def test_final_attempts_on_any_region_meet_the_same_rolls() -> None:
    given = humans(1)
    regions = bits_of(int(given.game.state.legal) & ~(1 << decisions.DONE))
    rolls = []
    for region in regions:
        met = [Met() for _ in range(12)]
        for number, place in enumerate(met):
            look_ahead(given.game.state, [region], 0, PLAYER, 5, number, 1, 1, place)
        rolls.append([next(iter(place.after(region)._after)) for place in met])
    assert len(regions) > 3
    assert all(each == rolls[0] for each in rolls)
    assert set(rolls[0]) == {0, 1, 2, 3}
