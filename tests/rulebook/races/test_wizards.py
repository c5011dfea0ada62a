"""Wizards: a coin for each source of magic."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_wizards_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 10."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Wizards
    """)
    after = given.play("pick 1")
    assert after.hand("wizards") == 9
    assert after.tray("wizards") == 1


@rule("WIZ-1")
def test_each_magic_region_the_wizards_hold_pays_a_coin() -> None:
    """Every magic region they hold pays, others do not."""
    given = scenario("""
        map   valley                    # magic: beach, grove
        Ann   Hill Wizards, 1 in hand   : cliff 1, beach 1, grove 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    assert given.preview() == {"wizards regions": 3, "wizards magic": 2}
    assert given.play("end", "redeploy cliff:2").coins("Ann") == 10


@rule("WIZ-1")
def test_magic_held_by_others_pays_nothing() -> None:
    """Only magic held by the Wizards counts, not that of the same player's race in decline."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline        : beach 1
        Ann   Hill Wizards, 1 in hand   : cliff 1   <- to move
        Bob   Forest Orcs               : grove 1
    """)
    assert given.preview() == {"wizards regions": 1, "ratmen regions": 1}


@rule("WIZ-1", "SCO-4")
def test_wizards_in_decline_are_not_paid_for_magic() -> None:
    """The benefit ends with the decline, on that turn already."""
    given = scenario("""
        map   valley
        Ann   Hill Wizards              : beach 2, grove 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 7
    assert after.region("beach") == "Ann 1"
