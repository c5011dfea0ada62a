"""The cached plan: it is followed within its turn, and dropped when the game goes another way."""

from __future__ import annotations

from elbowroom.agents.cached_plan import CachedPlan, with_phases
from elbowroom.engine import decisions, turn
from elbowroom.engine.state import State
from tests.scenario import scenario

CONQUEST = """
    map   four-regions                     # moor - cave - bog - hill
    Ann   Flying Elves
    Bob   Hill Orcs, 9 in hand : bog 1     <- to move
"""
MOOR, CAVE, BOG, HILL = range(4)


def conquering() -> State:
    return scenario(CONQUEST).game.state


def test_a_plan_is_followed_step_by_step() -> None:
    state, plan = conquering(), CachedPlan()
    assert plan.start_turn(state)
    assert plan.next_bit(state) is None, "nothing is planned yet"
    first = plan.keep(state, [HILL, CAVE, decisions.DONE])
    assert first == HILL
    for bit in (CAVE, decisions.DONE):
        turn.apply(state, first)
        assert not plan.start_turn(state), "it is still the same turn"
        assert plan.next_bit(state) == bit
        first = bit
    assert plan.next_bit(state) is None, "the plan is at its end"


def test_a_step_that_is_no_longer_legal_drops_the_whole_plan() -> None:
    state, plan = conquering(), CachedPlan()
    plan.keep(state, [HILL, CAVE, MOOR])
    turn.apply(state, CAVE)  # another conquest than planned: the cave is no target any more
    assert plan.next_bit(state) is None
    assert plan.next_bit(state) is None, "the moor is legal, but was planned for another course of the turn"


def test_a_step_of_another_decision_is_not_played() -> None:
    """The same bit may be legal, and mean something else."""
    state, plan = conquering(), CachedPlan()
    plan.keep(state, [HILL, CAVE, decisions.DONE])
    turn.apply(state, HILL)
    turn.apply(state, decisions.DONE)
    assert state.phase == decisions.REDEPLOY
    assert int(state.legal) >> HILL & 1
    plan._steps = [(decisions.CONQUER, HILL)]
    assert plan.next_bit(state) is None


def test_a_plan_is_dropped_when_another_turn_begins() -> None:
    state, plan = conquering(), CachedPlan()
    plan.start_turn(state)
    plan.keep(state, [HILL, CAVE])
    later = state.clone()
    later.game_turn += 1
    assert plan.start_turn(later)
    assert plan.next_bit(later) is None


def test_each_step_knows_its_phase_and_the_state_is_not_changed() -> None:
    state = scenario("""
        map     four-regions
        column  Hill Orcs | Forest Elves | Swamp Humans
        Ann     <- to move
        Bob
    """).game.state
    assert with_phases(state, [0, MOOR, decisions.DONE]) == [
        (decisions.PICK, 0),
        (decisions.CONQUER, MOOR),
        (decisions.CONQUER, decisions.DONE),
    ]
    assert state.phase == decisions.PICK
