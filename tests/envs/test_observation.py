"""Observations and the space of actions: every number is what the schema says, from the viewer's seat."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elbowroom.engine import decisions
from elbowroom.engine.actions import decisions_of, text_of
from elbowroom.engine.chance import Generator
from elbowroom.engine.game import CHANCE, Game, new_game
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.observation_schema import ObservationSchema, board_of, schema_of
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused

PLAYERS = (2, 3, 4, 5)
OWN_RACE = """
[race.gnomes]
name = "Gnomes"
tokens = 6
tokens_of = "ratmen"
coins.mine = 2
"""


def walk(game: Game, seed: int, decisions: int) -> None:
    """Play so many random decisions."""
    generator = Generator(seed)
    for _ in range(decisions):
        if game.is_over:
            return
        legal = game.legal()
        game.apply(legal[int(generator.below(len(legal)))])


def expected(game: Game, schema: ObservationSchema, viewer: int) -> np.ndarray:
    """The same observation, built block by block from what the view shows."""
    view, setup = game.view(viewer), game.setup
    seats = [(viewer + step) % schema.players for step in range(schema.players)]
    seen: dict[str, dict[str, int]] = {block.name: dict.fromkeys(block.labels, 0) for block in schema.blocks}
    for region in view.regions:
        seen["regions: tokens"][region.label] = region.tokens
        seen["regions: lost tribe"][region.label] = int(region.lost_tribe)
        if region.owner is not None:
            how = "in decline" if region.in_decline else "active"
            seen[f"regions: player {seats.index(region.owner)} {how}"][region.label] = 1
        for name, count in region.markers.items():
            for layer in range(count):
                seen[f"regions: {name}" + (f" {layer + 1}" if layer else "")][region.label] = 1
    if view.target is not None:
        seen["regions: target"][setup.board.labels[view.target - 1]] = 1
    for number, seat in enumerate(seats):
        player = view.players[seat]
        tallies = seen[f"player {number} tallies"]
        tallies["coins"] = player.coins or 0
        if player.active is not None:
            seen[f"player {number} race"][player.active.race] = 1
            if player.active.power is not None:
                seen[f"player {number} power"][player.active.power] = 1
            tallies["hand"] = player.active.hand
        for race in player.declined:
            seen[f"player {number} declined races"][race.race] = 1
            if race.power is not None:
                seen[f"player {number} declined powers"][race.power] = 1
            tallies["hand of races in decline"] += race.hand
        for race in (*player.declined, *([player.active] if player.active else [])):
            tallies["withdrawn"] += race.withdrawn
            tallies["displaced"] += race.displaced
            tallies["markers placed"] += int(game.state.placed[setup.race_ids.index(race.race)])
    for slot, combo in enumerate(view.column, start=1):
        seen[f"column {slot} race"][combo.race] = 1
        seen[f"column {slot} power"][combo.power] = 1
        seen["column coins"][f"column {slot}"] = combo.coins
    for name, ids in (
        ("banners", view.unrevealed_banners),
        ("badges", view.unrevealed_badges),
        ("discards", view.discarded_badges),
    ):
        seen[name].update(dict.fromkeys(ids, 1))
    for place, race_id in enumerate(view.returned_banners, start=1):
        seen["returned"][race_id] = place
    seen["tray"].update(view.tray)
    if game.state.revealed >= 0:
        seen["revealed"][setup.race_ids[game.state.revealed]] = 1
    seen["phase"][view.phase] = 1
    seen["turn"][f"player {seats.index(view.seat)}"] = 1
    if view.to_move is not None:
        seen["decides"][f"player {seats.index(view.to_move)}"] = 1
    if view.first_player is not None:
        seen["first player"][f"player {seats.index(view.first_player)}"] = 1
    if view.acting_race is not None:
        seen["acting race"][view.acting_race] = 1
    state = game.state
    seen["flags"] = {
        "acted": int(state.has_acted),
        "first turn": int(state.is_first_turn),
        **{row.once: int(state.done_once) >> row.number & 1 for row in decisions_of(setup) if row.once},
    }
    for seat in range(schema.players):
        seen["attacked"][f"player {seats.index(seat)}"] = int(state.attacked) >> seat & 1
        seen["substituted"][f"player {seats.index(seat)}"] = int(state.substituted) >> seat & 1
    if state.kind >= 0:
        seen["placing"][setup.kind_names[state.kind]] = 1
    for ally, seat in view.peace:
        seen[f"player {seats.index(ally)} spares"][f"player {seats.index(seat)}"] = 1
    seen["clock"] = {
        "game turn": view.game_turn,
        "game turns left": view.game_turns - view.game_turn,
        "die + 1": 0 if view.die is None else view.die + 1,
        "left to place": view.left,
        "non-empty conquests": view.non_empty_conquests,
    }
    values = [min(value, 255) for block in schema.blocks for value in seen[block.name].values()]
    return np.array(values, dtype=np.uint8)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_number_is_what_the_schema_says(players: int) -> None:
    """Compared with the view, along whole games and for every viewer; one observer looks at all of it."""
    for seed in range(3):
        game = new_game(players)
        observer, schema = ArrayObserver(game.setup), schema_of(game.setup)
        generator = Generator(seed + 10 * players)
        while not game.is_over:
            viewer = int(generator.below(players))
            assert (observer.observation(game.state, viewer) == expected(game, schema, viewer)).all()
            legal = game.legal()
            game.apply(legal[int(generator.below(len(legal)))])
        for viewer in range(players):
            assert (observer.observation(game.state, viewer) == expected(game, schema, viewer)).all()


def test_invented_content_is_seen_too() -> None:
    game = new_game(3, content=add_content(base_content(), OWN_RACE, "own.toml"))
    walk(game, 5, 400)
    schema = schema_of(game.setup)
    assert "gnomes" in schema.block("tray").labels
    assert (ArrayObserver(game.setup).observation(game.state, 1) == expected(game, schema, 1)).all()


def test_content_with_a_decision_of_its_own_is_refused_in_words() -> None:
    """There are no numbers yet that would show a second wave; the traits without decisions are seen."""
    wave = f'{OWN_RACE}may = ["second wave"]\n'
    setup = new_game(2, content=add_content(base_content(), wave, "wave.toml")).setup
    with pytest.raises(Refused, match="second wave") as caught:
        schema_of(setup)
    assert caught.value.code == "no_observation"


def test_with_open_coins_all_totals_are_shown() -> None:
    game = new_game(2, options=Options(open_coins=True))
    walk(game, 3, 200)
    schema = schema_of(game.setup)
    place = schema.block("player 1 tallies").place
    assert ArrayObserver(game.setup).observation(game.state, 0)[place][-1] == game.state.coins[1] > 0


@pytest.mark.parametrize("players", PLAYERS)
def test_the_mask_allows_exactly_what_is_legal(players: int) -> None:
    game = new_game(players)
    observer, space = ArrayObserver(game.setup), action_space(game.setup)
    generator = Generator(players)
    while not game.is_over:
        legal = game.legal()
        allowed = [space.ids[index] for index in np.flatnonzero(observer.mask(game.state))]
        assert allowed == ([] if game.to_move == CHANCE else legal)
        game.apply(legal[int(generator.below(len(legal)))])
    assert not observer.mask(game.state).any()


@pytest.mark.parametrize("players", PLAYERS)
def test_the_space_has_a_text_and_a_label_for_every_index(players: int) -> None:
    setup = new_game(players).setup
    space = action_space(setup)
    assert list(space.ids) == sorted(set(space.ids))
    assert all(action >> 6 > decisions.DIE for action in space.ids)
    assert [text_of(setup, action) for action in space.ids] == list(space.texts)
    assert len(set(space.labels)) == space.size
    assert all(space.index_of[action] == index for index, action in enumerate(space.ids))
    with pytest.raises(Refused):
        space.id_of(space.size)


def test_the_shapes_that_trained_agents_rely_on_stay() -> None:
    """A change here needs a new version of the observation or the space."""
    sizes = {players: new_game(players).setup for players in PLAYERS}
    found = {players: (schema_of(setup).size, action_space(setup).size) for players, setup in sizes.items()}
    assert found == {2: (906, 273), 3: (1169, 351), 4: (1504, 451), 5: (1877, 551)}
    assert {schema_of(setup).version for setup in sizes.values()} == {1}


def test_the_schema_says_where_everything_stands() -> None:
    schema = schema_of(new_game(4).setup)
    offset = 0
    for block in schema.blocks:
        assert block.offset == offset
        assert block.meaning
        offset += len(block.labels)
    assert offset == schema.size == len(schema.labels) == len(set(schema.labels)) == len(schema.most)
    assert schema.blocks[: len(schema.planes)] == schema.planes
    assert json.loads(json.dumps(schema.as_json()))["size"] == schema.size


def test_what_never_changes_is_told_once() -> None:
    setup = new_game(2).setup
    board = board_of(setup)
    near = np.array(board["neighbours"])
    assert (near == near.T).all()
    assert near.sum() > 0
    assert (np.array(board["terrain"]).sum(axis=0) == 1).all()


def test_the_published_name_of_the_schema_module_still_works() -> None:
    from elbowroom.envs import schema

    assert schema.schema_of is schema_of
    assert schema.board_of is board_of
