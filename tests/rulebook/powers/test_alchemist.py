"""Alchemist: two coins at the end of each turn."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Alchemist Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("ALC-1")
def test_two_bonus_coins_are_paid_at_the_end_of_each_turn() -> None:
    """The player gets 2 bonus coins at the end of each of their turns, not of the others' turns."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Alchemist Orcs  : moor 1, cave 1    <- to move
        Bob    Seafaring Elves : hill 1
    """)
    assert given.preview() == {"orcs regions": 2, "orcs turn": 2}
    after = given.play("expand", "end")
    assert after.coins("Ann") == 5 + 2 + 2
    after = after.play("expand", "end")
    assert after.coins("Ann") == 9
    assert after.coins("Bob") == 5 + 1
    assert after.play("expand", "end").coins("Ann") == 9 + 2 + 2


@rule("ALC-1", "DEC-14")
def test_nothing_is_paid_from_the_turn_of_decline_on() -> None:
    """The bonus is paid while the race is active."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Alchemist Orcs  : moor 1, cave 1    <- to move
        Bob    Seafaring Elves : hill 1
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 5 + 2
    after = after.play("expand", "end", "pick 1", "banner ratmen", "badge wealthy", "end")
    assert after.coins("Ann") == 7 + 2


@rule("RUL-33")
def test_an_alchemist_without_a_region_is_paid_too() -> None:
    """The bonus asks for an active race, not for a region."""
    waiting = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Alchemist Orcs, 3 in hand           <- to move
        Bob    Seafaring Elves : hill 1
    """)
    assert waiting.play("end").coins("Ann") == 5 + 2
    wiped_out = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Alchemist Orcs                      <- to move
        Bob    Seafaring Elves : hill 1
    """)
    assert wiped_out.play("expand", "end").coins("Ann") == 5 + 2


@rule("RUL-33", "ALC-1")
def test_the_alchemist_pays_even_without_a_region() -> None:
    """Two coins a turn while the race is active, wherever its tokens are."""
    given = scenario("""
        map   four-regions
        Ann   Alchemist Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 2
    assert given.play("decline").coins("Ann") == 5
