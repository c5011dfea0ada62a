"""Scoring victory coins."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("SCO-1")
def test_each_region_of_the_active_race_gives_a_coin() -> None:
    """At the end of his turn the player takes 1 coin for each region held by his active race."""
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
    """He also takes the bonus coins that his active race and special power grant."""
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
    """He also takes 1 coin for each region held by his in-decline tokens."""
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
    scored = next(event for event in given.play("expand", "end").events if event.code == "scored")
    assert scored.params["coins"] == 2
    assert scored.params["parts"] == [("ratmen", "regions", 1, "ratmen"), ("ratmen", "hill", 1, "hill")]


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
