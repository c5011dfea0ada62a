"""Scoring victory coins."""

from __future__ import annotations

import pytest

from elbowroom.engine.events import Picked, Scored, ScorePart
from elbowroom.engine.game import new_game
from tests.scenario import Scenario, box, rule, scenario


@rule("SCO-1")
def test_each_region_of_the_active_race_gives_a_coin() -> None:
    """At the end of their turn the player takes 1 coin for each region held by their active race."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 4, cave 1, bog 1       <- to move
        Bob   Hill Elves                : hill 1
    """)
    after = given.play("expand", "end", "redeploy moor:4")
    assert after.coins("Ann") == 5 + 3  # Per region, however many tokens stand there.
    assert after.coins("Bob") == 5


@rule("SCO-1")
def test_regions_conquered_this_turn_count() -> None:
    """Scoring counts the regions held at the end of the turn."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 5       <- to move
        Bob   Hill Elves                : hill 1
    """)
    after = given.play("expand", "conquer cave", "conquer bog", "end", "redeploy moor:3")
    assert after.coins("Ann") == 5 + 3


@rule("SCO-2", "GEN-5")
def test_banner_and_badge_both_pay_their_bonus() -> None:
    """They also take the bonus coins that their active race and special power grant."""
    given = scenario("""
        map   valley
        Ann   Forest Wizards            : grove 1, beach 1, wood 1       <- to move
        Bob   Hill Elves                : fen 1
    """)
    assert given.preview() == {"wizards regions": 3, "wizards magic": 2, "wizards forest": 2}
    assert given.play("expand", "end").coins("Ann") == 5 + 3 + 2 + 2


@rule("SCO-2")
def test_bonuses_for_conquests_count_this_turn_only() -> None:
    """A bonus for non-empty regions conquered this turn is not paid again on the next."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Orcs, 3 in hand : moor 1       <- to move
        Bob   Hill Elves                : cave 1, hill 1
    """)
    after = given.play("conquer cave", "end", "redeploy cave:3")
    assert after.coins("Ann") == 5 + 2 + 1 + 1
    later = after.play("expand", "end", "expand", "end", "redeploy cave:3")
    assert later.coins("Ann") == 9 + 2


@rule("SCO-3")
def test_each_region_in_decline_gives_a_coin() -> None:
    """They also take 1 coin for each region held by their in-decline tokens."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen             : moor 4       <- to move
        Ann   Elves, in decline         : cave 1, bog 1
        Bob   Hill Humans               : hill 1
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 1 + 2


@rule("SCO-3", "SPI-2")
def test_a_spirit_race_in_decline_scores_beside_another() -> None:
    """Two races in decline are both scored."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen               : moor 4       <- to move
        Ann   Elves, in decline           : cave 1
        Ann   Spirit Trolls, in decline   : bog 1 + lair, hill 1 + lair
        Bob   Hill Humans
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 1 + 1 + 2


@rule("SCO-4", "GEN-6")
@pytest.mark.parametrize("race", ["Wizards", "Humans", "Orcs"])
def test_a_race_in_decline_gives_no_bonus(race: str) -> None:
    """An in-decline race gives no race bonus and no power bonus."""
    given = scenario(f"""
        map   valley
        Ann   Commando Ratmen           : fen 4       <- to move
        Ann   {race}, in decline        : shore 1, beach 1, grove 1
        Bob   Hill Elves                : down 1
    """)
    assert given.preview() == {"ratmen regions": 1, f"{race.lower()} regions": 3}
    assert given.play("expand", "end").coins("Ann") == 5 + 1 + 3


@rule("SCO-4", "DWA-2")
def test_a_race_that_says_so_gives_its_bonus_in_decline() -> None:
    """An in-decline race gives no bonus unless that race says so: the Dwarves do."""
    given = scenario("""
        map   valley
        Ann   Commando Ratmen           : fen 4       <- to move
        Ann   Dwarves, in decline       : cliff 1, shore 1
        Bob   Hill Elves                : down 1
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 1 + 2 + 1


@rule("SCO-4", "GEN-11")
def test_the_active_badge_does_not_pay_for_regions_in_decline() -> None:
    """The bonus of the active badge counts the regions of its own race only."""
    given = scenario("""
        map   valley
        Ann   Merchant Ratmen           : fen 4       <- to move
        Ann   Elves, in decline         : wood 1, grove 1
        Bob   Hill Humans               : down 1
    """)
    assert given.preview() == {"ratmen regions": 1, "ratmen region": 1, "elves regions": 2}


@rule("SCO-4", "GEN-11")
def test_the_conquests_of_the_active_race_pay_nothing_to_orcs_in_decline() -> None:
    """A bonus for conquests belongs to the race that made them."""
    given = scenario("""
        map   four-regions
        Ann   Commando Ratmen, 4 in hand : moor 1       <- to move
        Ann   Orcs, in decline           : hill 1
        Bob   Forest Elves               : cave 1
    """)
    after = given.play("conquer cave", "end", "redeploy cave:4")
    assert after.coins("Ann") == 5 + 2 + 1


@rule("SCO-5", "RUL-36")
def test_coins_are_hidden_from_the_others() -> None:
    """Players keep the value of their coins hidden from the others throughout the game."""
    text = """
        map     valley-3
        options {option}
        coins   Ann 11, Bob 22, Cid 33
        Ann     Forest Ratmen           : grove 1       <- to move
        Bob     Hill Elves              : fen 1
        Cid     Swamp Orcs              : peak 1
    """
    given = scenario(text.format(option=""))
    assert [player.coins for player in given.view("Bob").players] == [None, 22, None]
    assert [player.coins for player in given.view("Cid").players] == [None, None, 33]
    assert [player.coins for player in given.view().players] == [None, None, None]
    shown = scenario(text.format(option="open_coins"))
    assert [player.coins for player in shown.view("Bob").players] == [11, 22, 33]


@rule("RUL-36")
def test_gains_are_public() -> None:
    """Gains and payments are public events, though the totals are not displayed."""
    given = scenario("""
        map   four-regions
        Ann   Hill Ratmen               : cave 1       <- to move
        Bob   Forest Elves              : bog 1
    """)
    scored = next(event for event in given.play("expand", "end").events if isinstance(event, Scored))
    assert scored.coins == 2
    assert scored.parts == (
        ScorePart("ratmen", "regions", 1, "ratmen"),
        ScorePart("ratmen", "hill", 1, "hill"),
    )


@rule("SCO-6", "END-1")
def test_totals_are_revealed_at_the_end() -> None:
    """Totals are revealed only at the end of the game, to everyone."""
    given = scenario("""
        map       four-regions
        game-turn 10
        coins     Ann 11, Bob 22
        Ann       Forest Ratmen         : moor 1
        Bob       Swamp Elves           : hill 1       <- to move
    """)
    assert [player.coins for player in given.view().players] == [None, None]
    over = given.play("expand", "end")
    assert over.game.is_over
    assert [player.coins for player in over.view().players] == [11, 23]
    assert [player.coins for player in over.view("Ann").players] == [11, 23]


@rule("SCO-1")
def test_a_player_without_regions_scores_nothing() -> None:
    """No region, no coin."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ratmen, 4 in hand       <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert given.play("end").coins("Ann") == 5


@rule("SCO-1")
def test_water_held_is_scored_like_any_region() -> None:
    """The seas and the lake count as regions for those who hold them."""
    given = scenario("""
        map   valley
        Ann   Seafaring Ratmen          : sea 1, lake 1, wood 1       <- to move
        Bob   Hill Elves                : fen 1
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 3


COINS = """
    map      four-regions
    {options}
    game-turn 10
    first    Ann
    coins    Ann 12, Bob 8
    Ann      Forest Orcs               : bog 1
    Bob      Swamp Elves               : hill 1        <- to move
"""


def shown_coins(given: Scenario, viewer: str | None) -> list[int | None]:
    """The totals that a viewer sees, seat by seat."""
    return [player.coins for player in given.view(viewer).players]


@rule("RUL-36", "SCO-5", "SCO-6")
def test_totals_of_others_are_not_displayed_before_the_end() -> None:
    """A player sees their own, a spectator none; at the end everyone sees all."""
    given = scenario(COINS.format(options=""))
    assert shown_coins(given, "Ann") == [12, None]
    assert shown_coins(given, "Bob") == [None, 8]
    assert shown_coins(given, None) == [None, None]
    over = given.play("expand", "end")
    assert over.to_move == "nobody"
    assert shown_coins(over, "Ann") == [12, 9]
    assert shown_coins(over, None) == [12, 9]


@rule("RUL-36")
def test_with_open_coins_everyone_sees_every_total() -> None:
    """The table option `open_coins`."""
    given = scenario(COINS.format(options="options open_coins"))
    assert shown_coins(given, "Ann") == [12, 8]
    assert shown_coins(given, None) == [12, 8]


@rule("RUL-36")
def test_gains_and_payments_are_public_events() -> None:
    """Whoever counts along knows what everyone has."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants 3 | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        coins    Ann 5, Bob 5
        Ann      <- to move
        Bob      Forest Orcs               : bog 1
    """)
    picked = next(event for event in given.play("pick 2").events if isinstance(event, Picked))
    assert (picked.paid, picked.gained) == (1, 3)
    entered = given.play("pick 2", "banner elves", "badge merchant", "conquer moor", "end")
    scored = next(event for event in entered.events if isinstance(event, Scored))
    assert (scored.seat, scored.coins) == (0, 2)  # a region, and it is a swamp


@rule("RUL-36", "SET-12")
def test_the_stash_does_not_run_out() -> None:
    """Coins are paid beyond the 515 of the box."""
    given = scenario("""
        map      four-regions
        coins    Ann 400, Bob 400
        Ann      Swamp Orcs                : bog 1         <- to move
        Bob
    """)
    assert given.play("expand", "end").coins("Ann") == 402


@rule("RUL-36")
def test_the_order_of_unrevealed_banners_and_badges_is_hidden() -> None:
    """Any unrevealed banner may be the next, and the list of them tells no order."""
    game = new_game(2, seed=7)
    view = game.view(None)
    box_order = [race.id for race in box().races]
    assert list(view.unrevealed_banners) == [race for race in box_order if race in view.unrevealed_banners]
    chance = game.clone()
    chance.apply("pick 1")
    legal = [chance.text_of(action) for action in chance.legal()]
    assert legal == [f"banner {race}" for race in view.unrevealed_banners]
