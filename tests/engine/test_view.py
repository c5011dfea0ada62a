"""The view: other players' coins are hidden until the end, and nothing else is told by hidden totals."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from elbowroom.engine.game import Game, new_game
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import rule, scenario
from tests.sizes import long

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.engine.view import View


def games(players: int, options: Options | None = None) -> Iterator[Game]:
    """Every third state of a few seeded games, chance decisions included."""
    for seed in range(2):
        game, choices = new_game(players, options=options), Random(seed)
        while not game.is_over:
            for _ in range(3):
                if not game.is_over:
                    game.apply(choices.choice(game.legal()))
            yield game


def shown(view: View) -> list[int | None]:
    """The coins a viewer sees, by seat."""
    return [player.coins for player in view.players]


@rule("SCO-5", "RUL-36")
@pytest.mark.parametrize("players", [2, 5])
def test_a_player_sees_his_own_coins_only_and_a_spectator_none(players: int) -> None:
    """Other players' totals are not displayed before the end."""
    for game in games(players):
        coins = [int(number) for number in game.state.coins]
        for viewer in [None, *range(players)]:
            found = shown(game.view(viewer))
            if game.is_over:
                assert found == coins
            else:
                assert found == [number if seat == viewer else None for seat, number in enumerate(coins)]


@rule("RUL-36")
def test_with_open_coins_everyone_sees_all() -> None:
    for game in games(3, Options(open_coins=True)):
        coins = [int(number) for number in game.state.coins]
        assert [shown(game.view(viewer)) for viewer in (None, 0, 1, 2)] == [coins] * 4


@rule("SCO-5")
@pytest.mark.parametrize("players", [2, *long(3)])
def test_states_that_differ_in_hidden_coins_alone_look_the_same(players: int) -> None:
    """Equal views, equal legal actions with equal explanations: nothing leaks what others own."""
    for game in games(players):
        if game.is_over:
            continue
        for viewer in [None, *range(players)]:
            other = game.clone()
            for seat in range(players):
                if seat != viewer:
                    other.state.coins[seat] += 1 + seat
            again = Game.from_text(other.to_text())
            assert again.view(viewer) == other.view(viewer) == game.view(viewer)
            if viewer is not None and game.to_move in (viewer, -1):
                assert again.legal_actions() == game.legal_actions()
                assert again.score_preview() == game.score_preview()


def test_a_view_is_that_of_a_seat_at_the_table() -> None:
    game = new_game(2)
    for seat in (-1, 2, 100):
        with pytest.raises(Refused) as caught:
            game.view(seat)
        assert caught.value.code == "unknown_player"


def test_the_view_tells_what_lies_on_the_table() -> None:
    given = scenario("""
        map       valley
        first     Bob
        game-turn 4
        Ann       Heroic Trolls, 2 in hand : cliff 2 + lair + hero, dell 1 + lair
        Ann       Ghouls, in decline : fen 3
        Bob       Bivouacking Elves : field 1 + 2 encampment
        peace     Ann spares Bob
        column    Hill Orcs 3 | Flying Humans
        returned  wizards
        discards  stout
        turn      Ann conquer, race trolls, non-empty 2
    """)
    view = given.view("Ann")
    assert (view.map, view.game_turn, view.game_turns, view.first_player, view.seat) == (
        "valley",
        4,
        10,
        1,
        0,
    )
    assert (view.to_move, view.phase, view.acting_race, view.is_over) == (0, "conquer", "trolls", False)
    assert (view.die, view.target, view.placing, view.non_empty_conquests) == (None, None, None, 2)
    cliff, grove = view.regions[2], view.regions[7]
    assert (cliff.number, cliff.label, cliff.tokens, cliff.race, cliff.owner) == (3, "cliff", 2, "trolls", 0)
    assert cliff.markers == {"lair": 1, "hero": 1}
    assert (grove.lost_tribe, grove.race, grove.owner, grove.tokens) == (True, None, None, 0)
    assert view.regions[9].markers == {"encampment": 2}
    assert (view.regions[10].in_decline, view.regions[2].in_decline) == (True, False)
    active = view.players[0].active
    assert active is not None
    assert (active.race, active.power, active.regions, active.hand) == ("trolls", "heroic", (3, 6), 2)
    assert [race.race for race in view.players[0].declined] == ["ghouls"]
    assert [(combo.race, combo.power, combo.coins, combo.price, combo.tokens) for combo in view.column] == [
        ("orcs", "hill", 3, 0, 9),
        ("humans", "flying", 0, 1, 10),
    ]
    assert (view.returned_banners, view.discarded_badges) == (("wizards",), ("stout",))
    assert not {"orcs", "humans", "trolls", "wizards"} & set(view.unrevealed_banners)
    assert (view.peace, view.tray["trolls"], view.tray["orcs"]) == (((0, 1),), 5, 10)


def test_nobody_is_to_move_while_chance_decides_or_after_the_end() -> None:
    first = scenario("players Ann Bob\nturn Ann first_player").view()
    assert (first.to_move, first.first_player) == (None, None)
    die = scenario("map four-regions\nAnn Hill Orcs, 1 in hand : bog\nBob\nturn Ann die, target cave").view()
    assert (die.to_move, die.target) == (None, 2)
    over = scenario("players Ann Bob\ngame-turn 10\nturn Ann over").view()
    assert (over.to_move, over.is_over, shown(over)) == (None, True, [5, 5])


def test_the_victim_is_to_move_when_he_withdraws() -> None:
    given = scenario("""
        map  four-regions
        Ann  Hill Orcs, 2 withdrawn : moor, bog
        Bob  Swamp Elves : cave 2
        turn Bob withdraw, race orcs, left 2
    """)
    view = given.view()
    assert (view.seat, view.to_move, view.left) == (1, 0, 2)
    assert replace(view, to_move=1) != view


def test_what_is_being_placed_is_named() -> None:
    given = scenario("map four-regions\nAnn Fortified Orcs : bog\nBob\nturn Ann fortify, marker fortress")
    assert given.view().placing == "fortress"
