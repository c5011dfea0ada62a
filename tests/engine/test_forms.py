"""Forms of decisions: whatever a form allows is legal, and its suggestion can be sent as it is."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from elbowroom.engine.conquest import exposed
from elbowroom.engine.forms import ChoiceForm, Form, SpreadForm
from elbowroom.engine.game import Game, new_game
from tests.scenario import scenario

if TYPE_CHECKING:
    from elbowroom.engine.events import Event

PLAYERS = (2, 3, 4, 5)


def answer(game: Game, form: Form, values: tuple[int, ...]) -> list[str]:
    """The texts that a client sends: counts for each region of a spread, or the regions of a choice."""
    labels = game.setup.board.labels
    if isinstance(form, ChoiceForm):
        chosen = " ".join(labels[region - 1] for region in sorted(values))
        texts = [f"{form.verb} {chosen}"] if values else [form.none] if form.none else []
        return [*texts, form.then] if form.then else texts
    counts = [
        (labels[region - 1], value + (standing if form.says_totals else 0))
        for region, value, standing in zip(form.regions, values, form.standing, strict=True)
    ]
    if not any(values) and form.none is not None:
        return [form.none]
    return [f"{form.verb} " + " ".join(f"{label}:{count}" for label, count in counts if count)]


def drawn(form: Form, generator: random.Random) -> tuple[int, ...]:
    """An answer that the form allows."""
    if isinstance(form, ChoiceForm):
        return tuple(generator.sample(form.regions, generator.randint(form.min, form.max)))
    added = [0] * len(form.regions)
    pieces = form.pieces if form.must_place_all else generator.randint(0, form.pieces)
    for _ in range(pieces):
        fitting = [index for index, count in enumerate(added) if count < form.room[index]]
        if fitting:
            added[generator.choice(fitting)] += 1
    return tuple(added)


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_that_a_form_allows_can_be_played(players: int) -> None:
    generator = random.Random(players)
    kinds = set()
    for seed in range(4):
        game = new_game(players, seed=seed)
        lately: list[Event] = []
        while not game.is_over:
            form = game.form(lately)
            if form is None:
                lately = game.apply_with_events(generator.choice(game.legal()))
                continue
            kinds.add(game.phase)
            suggested = game.clone()
            for text in answer(game, form, form.suggestion):
                suggested.apply(text)
            lately = []
            for text in answer(game, form, drawn(form, generator)):
                lately += game.apply_with_events(text)
    assert {"ready", "redeploy", "withdraw"} <= kinds


def test_a_redeployment_is_suggested_as_things_stood_before() -> None:
    given = scenario("""
        map   2-players
        Ann   Hill Orcs : 3 4, 4 1, 9 2        <- to move
        Bob   Forest Giants : 20 3
        turn  Ann conquer, acted
    """)
    events = given.game.apply_with_events("end")
    form = given.game.form(events)
    assert isinstance(form, SpreadForm)
    assert form.regions == (3, 4, 9)
    assert form.before == form.suggestion == (3, 0, 1)
    assert form.says_totals
    assert form.must_place_all


def test_new_tokens_are_suggested_where_opponents_could_attack() -> None:
    """Region 9 lies inside; who has a race on the map that cannot reach it does not threaten it."""
    given = scenario("""
        map   2-players
        Ann   Hill Orcs, 3 in hand : 3 1, 4 1, 9 1        <- to move
        Bob   Forest Giants : 20 3
        turn  Ann redeploy, race orcs, left 3
    """)
    form = given.game.form()
    assert isinstance(form, SpreadForm)
    assert form.before == ()
    neighbours = {3, 4, 9} & {
        region + 1 for region in range(23) if given.game.setup.board.neighbours[19] >> region & 1
    }
    assert set(form.exposed) == neighbours


def test_peace_and_immunity_keep_regions_from_being_exposed() -> None:
    """DIP-3, CON-13: whoever may not attack is no reason to strengthen a region."""
    state = scenario("""
        map   2-players
        Ann   Dragon Master Orcs : 10 1 + dragon, 11 1
        Bob   Forest Giants : 15 3        <- to move
    """).game.state
    assert exposed(state, 0) >> 10 & 1
    assert not exposed(state, 0) >> 9 & 1
    state.peace |= 1 << (8 * 1 + 0)
    assert not exposed(state, 0) >> 10 & 1


def test_a_decision_of_one_action_has_no_form() -> None:
    assert new_game(2, seed=1).form() is None
