"""Whole turns: races in decline that act first, replies of all opponents, and where the tokens go."""

from __future__ import annotations

import pytest

from elbowroom.agents.network import Network
from elbowroom.agents.placement import placement_bit
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.turn_search import fill_column, finish_turn, search_turn
from elbowroom.agents.weights import first_weights, network_of, shipped_weights
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
from elbowroom.engine.state import State
from elbowroom.rules.bits import bits_of
from tests.scenario import scenario

NETWORK = network_of(shipped_weights())
LASTING = network_of(first_weights())
"""The network of the first expert, which stays as it is: for what is found in one position and not in all."""

GHOULS_AND_RATMEN = """
    map   valley
    Ann   Ghouls, in decline : fen 4
    Ann   Hill Ratmen        : beach 6
    Bob   Forest Orcs        : shore 1
    turn  Bob ready
"""


PLACES = {
    "fortress": """
        map   valley
        game-turn 5
        Ann   Fortified Orcs : wood, field 3   <- to move
        Bob   Hill Giants    : dell 4, cliff 6
    """,
    "encampments": """
        map   valley
        game-turn 3
        Ann   Bivouacking Orcs : grove 2, shore   <- to move
        Bob   Mounted Ratmen   : dell 6, fen 5
    """,
    "heroes": """
        map   valley
        game-turn 5
        Ann   Heroic Orcs    : dell 3, beach 2, field 2   <- to move
        Bob   Mounted Ratmen : grove 6, fen 4
    """,
    "ally": """
        map   valley-3
        game-turn 5
        Ann   Diplomat Orcs  : grove 3, field   <- to move
        Bob   Mounted Ratmen : wood 2, dell 5
        Cid   Hill Giants    : cliff 2, down 6
    """,
}
LAYOUTS = {
    "fortress": "wood:1 field:3",
    "encampments": "grove:2 shore:1",
    "heroes": "dell:3 beach:2 field:2",
    "ally": "grove:3 field:1",
}
"""The tokens are left as they stand."""


def judge(network: Network = NETWORK) -> ReplyJudge:
    return ReplyJudge(network, 3, 120)


def at_placing(what: str) -> State:
    """The decision where these pieces go, or who becomes the ally."""
    state = scenario(PLACES[what]).play("expand", "end", f"redeploy {LAYOUTS[what]}").game.state
    assert state.phase in (decisions.FORTIFY, decisions.ENCAMP, decisions.STATION, decisions.ALLY)
    return state


def usual_places(state: State) -> list[int]:
    """The answers of the placement policy."""
    trial, answers = state.clone(), []
    while trial.phase == state.phase:
        answers.append(int(placement_bit(trial)))
        turn.apply(trial, answers[-1])
    return answers


def lead_of_places(state: State, answers: list[int], network: Network) -> float:
    """The lead after the replies if these answers are given and the rest of the turn is as usual."""
    after = state.clone()
    for bit in answers:
        turn.apply(after, bit)
    finish_turn(after, state.seat, network)
    return judge(network).lead(after, int(state.seat))


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


def test_replies_of_all_opponents_count() -> None:
    """Bob has nothing left to do, so it is Cid, the second to reply, who takes regions of Ann."""
    state = scenario("""
        map   valley-3
        Ann   Hill Humans    : dell, down, shore
        Bob   Forest Orcs    : grove
        Cid   Mounted Ratmen : fen 9
        turn  Bob conquer, acted
    """).game.state
    assert bits_of(int(state.legal)) == [decisions.DONE]
    [(after_bob, _)] = turn_endings(state, [decisions.DONE], LASTING, 3, 120)
    assert after_bob.held_by(0) == state.held_by(0)
    found = judge(LASTING)
    lead = found.lead(state, 0)
    assert int(found.lost) != 0
    assert int(found.lost) & ~int(state.held_by(0)) == 0
    assert lead < LASTING.expected_lead(after_bob, 0) - 2, "what Cid takes costs coins"
    assert lead == pytest.approx(judge(LASTING).lead(after_bob, 0))


def test_what_the_first_of_two_opponents_takes_is_lost_too() -> None:
    """Now it is Cid who has next to nothing."""
    state = scenario("""
        map   valley-3
        Ann   Hill Humans    : dell, down, shore
        Bob   Mounted Ratmen : fen 9   <- to move
        Cid   Forest Orcs    : grove
    """).game.state
    reply = whole_turns(state, LASTING, 3, 120)[0].bits
    endings = turn_endings(state, reply, LASTING, 3, 120)
    after_bob, _ = max(endings, key=lambda ending: ending[1])
    taken = int(state.held_by(0)) & ~int(after_bob.held_by(0))
    assert taken != 0
    found = judge(LASTING)
    found.lead(state, 0)
    assert int(found.lost) & taken == taken


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


@pytest.mark.parametrize("what", PLACES)
def test_places_are_chosen_by_what_follows(what: str) -> None:
    """Here other answers than those of the placement policy bring half a coin more."""
    state = at_placing(what)
    usual = usual_places(state)
    answers, lead = choose_places(state, judge(LASTING), 100, 10**6)
    assert answers != usual
    assert lead > lead_of_places(state, usual, LASTING) + 0.5
    assert lead == pytest.approx(lead_of_places(state, answers, LASTING))


@pytest.mark.parametrize("what", PLACES)
def test_places_are_never_worse_than_the_usual_ones(what: str) -> None:
    state = at_placing(what)
    answers, lead = choose_places(state, judge(), 100, 10**6)
    assert lead >= lead_of_places(state, usual_places(state), NETWORK)
    assert lead == pytest.approx(lead_of_places(state, answers, NETWORK))


@pytest.mark.parametrize("what", PLACES)
def test_where_nothing_else_may_be_judged_places_are_the_usual_ones(what: str) -> None:
    state = at_placing(what)
    for most, work in ((1, 10**6), (100, 0)):
        answers, lead = choose_places(state, judge(LASTING), most, work)
        assert answers == usual_places(state)
        assert lead == pytest.approx(lead_of_places(state, answers, LASTING))
