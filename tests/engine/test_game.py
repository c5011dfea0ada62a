"""A game as a Python object: how it shows itself, compares, copies, travels and goes back."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

import elbowroom
from elbowroom import CHANCE, Game, Options, Refused, Turn, action_id, add_content, base_content, new_game
from elbowroom.engine.chance import Dealer

OWN = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n'


def played(game: Game, decisions: int, seed: int = 1) -> Game:
    """The game after so many seeded random decisions."""
    choices = Random(seed)
    for _ in range(decisions):
        if not game.is_over:
            game.apply(choices.choice(game.legal()))
    return game


def test_its_repr_tells_map_turn_player_and_decision() -> None:
    game = new_game(3, seed=7, names=["Ann", "Bob", "Cid"])
    name = game.names[game.to_move or 0]
    assert repr(game) == f"<Game on 3-players, game turn 1 of 10: {name} to decide pick>"
    assert repr(new_game(2)) == "<Game on 2-players, game turn 1 of 10: chance to decide first_player>"
    assert repr(played(new_game(2, seed=1), 2000)) == "<Game on 2-players, game turn 10 of 10: over>"


def test_its_str_is_the_position() -> None:
    game = played(new_game(2, seed=3), 20)
    assert str(game) == game.to_text()
    assert Game.from_text(str(game)) == game


def test_games_are_equal_by_content_and_position_not_by_the_way_there() -> None:
    game = new_game(2, seed=3)
    other = Game.from_text(game.to_text())
    assert game == other
    assert game.history != other.history
    assert game != played(new_game(2, seed=3), 1)
    assert game != "a game"
    assert new_game(2) == new_game(2, options=Options())
    assert new_game(2) != new_game(2, options=Options(open_coins=True))
    assert new_game(2) != new_game(2, content=add_content(base_content(), OWN, "own.toml"))
    assert new_game(2) != new_game(2, rules_version=1)
    with pytest.raises(TypeError, match="to_text"):
        hash(game)


@pytest.mark.parametrize(
    "way",
    [copy.copy, copy.deepcopy, Game.copy, lambda game: pickle.loads(pickle.dumps(game))],  # noqa: S301
)
@pytest.mark.parametrize("players", [2, 5])
def test_a_copy_is_independent_and_meets_the_same_luck(way: object, players: int) -> None:
    assert callable(way)
    game = played(new_game(players, seed=5), 60)
    again = way(game)
    assert again == game
    assert again.history == game.history
    before = game.to_text()
    ended = played(again, 2000)
    assert game.to_text() == before
    assert ended == played(game, 2000)
    assert ended.history == game.history


def test_a_clone_has_no_dealer_and_no_past() -> None:
    game = played(new_game(2, seed=5), 30)
    clone = game.clone()
    assert clone == game
    assert clone.history == []
    with pytest.raises(Refused) as caught:
        clone.undo()
    assert caught.value.code == "undo_of_a_clone"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_undo_takes_back_a_decision_with_the_chance_that_followed(players: int) -> None:
    game, positions = new_game(players, seed=8), []
    choices = Random(2)
    while not game.is_over:
        positions.append((game.to_text(), game.history[:]))
        game.apply(choices.choice(game.legal()))
    end = game.copy()
    for text, history in reversed(positions):
        game.undo()
        assert (game.to_text(), game.history) == (text, history)
    with pytest.raises(Refused) as caught:
        game.undo()
    assert caught.value.code == "nothing_to_undo"
    choices = Random(2)
    while not game.is_over:
        game.apply(choices.choice(game.legal()))
    assert game == end, "the dealer drew the same luck again"


def test_undo_without_a_dealer_and_from_a_position() -> None:
    game = new_game(2)
    while game.to_move == CHANCE:
        game.apply(game.legal()[0])
    chance = game.to_text()
    game.apply("pick 1")
    game.apply(game.legal()[0])  # chance fills the column
    game.undo()
    assert game.to_text() == chance
    with pytest.raises(Refused):
        game.undo()
    opened = Game.from_text(chance)
    opened.apply("pick 2")
    opened.undo()
    assert opened.to_text() == chance


def test_which_turn_it_is() -> None:
    assert new_game(2).turn == Turn(0, None)
    game = new_game(2, seed=1, options={"first_player": 1})
    assert game.turn == (1, 1)
    while game.turn == (1, 1):
        game.apply(game.legal()[-1])
    assert game.turn == Turn(game_turn=1, seat=0)


def test_options_may_be_a_dict() -> None:
    game = new_game(2, options={"open_coins": True, "left_out": ["orcs"]})
    assert game.setup.options == Options(open_coins=True, left_out=("orcs",))
    with pytest.raises(Refused) as caught:
        new_game(2, options={"open_coin": True})
    assert caught.value.code == "unknown_option"
    assert "open_coins" in str(caught.value)


def test_action_ids_have_helpers() -> None:
    action = action_id(6, 3)
    assert (elbowroom.phase_of(action), elbowroom.bit_of(action)) == ("conquer", 3)
    with pytest.raises(Refused):
        elbowroom.phase_of(action_id(30, 0))


def test_the_package_lists_its_api_and_every_name_is_there() -> None:
    assert set(elbowroom.__all__) <= set(dir(elbowroom))
    for name in elbowroom.__all__:
        assert getattr(elbowroom, name) is not None
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = elbowroom.nothing_like_it


def test_public_functions_classes_and_methods_have_docstrings_also_compiled() -> None:
    public = [getattr(elbowroom, name) for name in elbowroom.__all__]
    documented = [thing for thing in public if callable(thing) and hasattr(thing, "__name__")]
    bare = [thing.__name__ for thing in documented if not thing.__doc__]
    assert bare == []
    for kind in (Game, Dealer):
        members = [name for name in vars(kind) if not name.startswith("_")]
        methods = [name for name in members if callable(getattr(kind, name)) or name in ("to_move", "turn")]
        assert [name for name in methods if not getattr(kind, name).__doc__] == []
        assert len(methods) > 3
