"""Dwarves: a coin for each mine, in decline too."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_dwarves_gives_three_tokens() -> None:
    """3 tokens and those of the badge come to hand; the box has 8."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Dwarves
    """)
    after = given.play("pick 1")
    assert after.hand("dwarves") == 7
    assert after.tray("dwarves") == 1


@rule("DWA-1")
def test_each_mine_the_dwarves_hold_pays_a_coin() -> None:
    """Mines pay, other regions and the mines of others do not."""
    given = scenario("""
        map   valley                    # mines: cliff, field, down
        Ann   Forest Dwarves, 1 in hand : cliff 1, beach 1, down 1   <- to move
        Bob   Hill Orcs                 : field 1
    """)
    assert given.preview() == {"dwarves regions": 3, "dwarves mine": 2}
    assert given.play("end", "redeploy beach:2").coins("Ann") == 10


@rule("DWA-2", "DEC-14")
def test_mines_pay_on_the_turn_the_dwarves_decline() -> None:
    """The bonus of the mines goes on when the Dwarves go in decline."""
    given = scenario("""
        map   valley
        Ann   Forest Dwarves            : cliff 2, beach 1, down 1   <- to move
        Bob   Hill Orcs                 : field 1
    """)
    assert given.play("decline").coins("Ann") == 10


@rule("DWA-2")
def test_mines_pay_while_the_dwarves_are_in_decline() -> None:
    """Dwarves in decline are paid for their mines, the active race beside them is not."""
    given = scenario("""
        map   valley
        Ann   Dwarves, in decline       : cliff 1, beach 1
        Ann   Hill Ratmen, 3 in hand    : field 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    assert given.preview() == {"dwarves regions": 2, "dwarves mine": 1, "ratmen regions": 1}


@rule("DWA-2", "GEN-6")
def test_the_dwarves_keep_nothing_else_in_decline() -> None:
    """One token stays in each region, and their region costs what it costs."""
    given = scenario("""
        map   valley
        Ann   Forest Dwarves            : field 3, down 1   <- to move
        Bob   Hill Orcs                 : fen 1
    """)
    after = given.play("decline")
    assert after.region("field") == "Ann 1"
    assert after.tray("dwarves") == 6
    assert after.cost("field") == 3
