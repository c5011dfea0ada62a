"""Whole turns: races in decline that act first, replies of all opponents, and where the tokens go."""

from __future__ import annotations

from elbowroom.agents.turn_search import fill_column, search_turn
from elbowroom.agents.weights import network_of, shipped_weights
from elbowroom.agents.whole_turn import (
    ReplyJudge,
    answers_of,
    choose_places,
    improve_layout,
    placed,
    usual_layout,
    whole_turns,
)
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id
from elbowroom.engine.game import Game, new_game
from tests.scenario import scenario

NETWORK = network_of(shipped_weights())

GHOULS_AND_RATMEN = """
    map   valley
    Ann   Ghouls, in decline : fen 4
    Ann   Hill Ratmen        : beach 6
    Bob   Forest Orcs        : shore 1
    turn  Bob ready
"""


def judge() -> ReplyJudge:
    return ReplyJudge(NETWORK, 3, 120)


def at_redeployment(seed: int, players: int) -> Game:
    """A game in which somebody has tokens to redeploy."""
    game = new_game(players, seed=seed)
    while game.phase != "redeploy":
        bit = whole_turns(game.state, NETWORK, 3, 60)[0].bits[0]
        game.apply(action_id(int(game.state.phase), bit))
    return game


def test_a_race_in_decline_conquers_and_then_the_active_race() -> None:
    """GHO-3: both races act in one turn, and the plan is for both."""
    state = scenario(GHOULS_AND_RATMEN).play("expand", "end").game.state
    ghouls, ratmen = (state.setup.race_ids.index(name) for name in ("ghouls", "ratmen"))
    both = []
    for plan in whole_turns(state, NETWORK, 6, 800):
        trial = state.clone()
        conquerors = set()
        for bit in plan.bits:
            assert int(trial.legal) >> bit & 1, "every answer of a plan is legal"
            if trial.phase == decisions.CONQUER and bit < decisions.DONE:
                conquerors.add(int(trial.race))
            turn.apply(trial, bit)
            fill_column(trial)
        if conquerors == {ghouls, ratmen}:
            both.append(plan)
    assert both


def test_without_such_a_race_plans_are_those_of_the_search() -> None:
    state = new_game(2, seed=3).state
    whole = [plan.bits for plan in whole_turns(state, NETWORK, 3, 100)]
    assert whole == [plan.bits for plan in search_turn(state, NETWORK, 3, 100)]


def test_what_replies_take_is_known() -> None:
    """Lone tokens beside nine attackers fall."""
    game = scenario("""
        map   valley
        Ann   Hill Humans    : dell 1, down 1, shore 1
        Bob   Mounted Ratmen : fen 9   <- to move
    """).game
    found = judge()
    found.lead(game.state, 0)
    held = int(game.state.held_by(0))
    assert int(found.lost) != 0
    assert int(found.lost) & ~held == 0


def test_a_layout_places_all_tokens_and_is_not_worse_than_the_usual_one() -> None:
    for seed, players in ((1, 2), (2, 3), (5, 2)):
        state = at_redeployment(seed, players).state
        usual = answers_of(state, usual_layout(state, NETWORK))
        best = improve_layout(state, judge(), 20, 10**6)[0]
        after = placed(state, best.bits)
        assert after.phase != decisions.REDEPLOY or after.race != state.race
        assert best.value >= judge().lead_of_layout(state, usual)
        assert best.bits == sorted(best.bits)


def test_the_same_position_has_the_same_layout() -> None:
    state = at_redeployment(1, 2).state
    first, second = (
        [(layout.bits, layout.value) for layout in improve_layout(state, judge(), 15, 10**6)]
        for _ in range(2)
    )
    assert first == second
    assert len(first) > 1


def test_markers_are_placed_legally() -> None:
    state = (
        scenario("""
        map   valley
        Ann   Fortified Orcs : dell 3, down 2   <- to move
        Bob   Mounted Ratmen : fen 6
    """)
        .play("expand", "end", "redeploy dell:3 down:2")
        .game.state
    )
    assert state.phase == decisions.FORTIFY
    answers, _ = choose_places(state, judge(), 10, 10**6)
    trial = state.clone()
    for bit in answers:
        assert int(trial.legal) >> bit & 1
        turn.apply(trial, bit)
    assert trial.phase != decisions.FORTIFY
