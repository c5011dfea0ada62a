"""Humans: a coin for each farmland."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_humans_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 10."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Humans
    """)
    after = given.play("pick 1")
    assert after.hand("humans") == 9
    assert after.tray("humans") == 1


@rule("HUM-1")
def test_each_farmland_the_humans_hold_pays_a_coin() -> None:
    """Every farmland they hold pays, other terrain does not."""
    given = scenario("""
        map   valley                    # farmland: shore, field
        Ann   Forest Humans, 1 in hand  : shore 1, cliff 1, field 1   <- to move
        Bob   Hill Orcs                 : fen 1
    """)
    assert given.preview() == {"humans regions": 3, "humans farmland": 2}
    assert given.play("end", "redeploy cliff:2").coins("Ann") == 10


@rule("HUM-1")
def test_farmland_held_by_others_pays_nothing() -> None:
    """Only farmland held by the Humans counts, not that of the same player's race in decline."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline        : shore 1
        Ann   Forest Humans, 1 in hand  : cliff 1   <- to move
        Bob   Hill Orcs                 : field 1
    """)
    assert given.preview() == {"humans regions": 1, "ratmen regions": 1}


@rule("HUM-1", "SCO-4")
def test_humans_in_decline_are_not_paid_for_farmland() -> None:
    """The benefit ends with the decline, on that turn already."""
    given = scenario("""
        map   valley
        Ann   Forest Humans             : shore 2, field 1   <- to move
        Bob   Hill Orcs                 : fen 1
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 7
    assert after.region("shore") == "Ann 1"
