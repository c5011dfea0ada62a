"""Pillaging: one coin for each non-empty region conquered."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Pillaging Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("PIL-1", "GEN-8")
def test_each_non_empty_region_conquered_this_turn_gives_one_bonus_coin() -> None:
    """A lost tribe, an active token and a token in decline count."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Pillaging Dwarves, 8 in hand           <- to move
        Bob    Trolls, in decline : fen 1
        Bob    Hill Elves : shore 1
    """)
    assert given.preview() == {}
    after = given.play("conquer grove")
    assert after.preview() == {"dwarves regions": 1, "dwarves non_empty_conquest": 1}
    after = after.play("conquer fen")
    assert after.preview() == {"dwarves regions": 2, "dwarves non_empty_conquest": 2}
    after = after.play("conquer down")
    assert after.preview()["dwarves non_empty_conquest"] == 2
    assert after.play("end", "redeploy grove:1 fen:1 down:6").coins("Ann") == 5 + 3 + 2 + 1  # and a mine
    elves = scenario("""
        map    valley
        Ann    Pillaging Trolls, 3 in hand : beach 1 + lair, cliff 1 + lair    <- to move
        Bob    Hill Elves : shore 1
    """)
    assert elves.play("conquer shore").preview() == {"trolls regions": 3, "trolls non_empty_conquest": 1}


@rule("PIL-1", "GEN-9", "RUL-45")
def test_an_empty_mountain_gives_nothing() -> None:
    """A mountain without lost tribe and tokens is empty."""
    given = scenario("""
        map  valley
        Ann  Pillaging Trolls, 5 in hand               <- to move
        Bob  Hill Elves : shore 1
    """)
    assert given.play("conquer peak").preview() == {"trolls regions": 1}


@rule("PIL-1")
def test_only_regions_conquered_this_turn_are_paid() -> None:
    """On the next turn the same region gives its coin and no bonus."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Pillaging Trolls, 3 in hand : moor 1 + lair    <- to move
        Bob    Hill Giants : cave 1, hill 1
    """)
    after = given.play("conquer cave", "end", "redeploy moor:1 cave:3")
    assert after.coins("Ann") == 5 + 2 + 1
    after = after.play("expand", "end", "expand", "end", "redeploy moor:1 cave:3")
    assert after.coins("Ann") == 8 + 2


@rule("PIL-1", "GEN-5")
def test_pillaging_orcs_are_paid_by_banner_and_badge() -> None:
    """The benefits of both cumulate."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Pillaging Orcs, 3 in hand : moor 1      <- to move
        Bob    Hill Giants : cave 1, hill 1
    """)
    after = given.play("conquer cave", "end", "redeploy moor:1 cave:3")
    assert after.coins("Ann") == 5 + 2 + 1 + 1


@rule("RUL-2")
def test_his_own_token_in_decline_makes_a_region_non_empty() -> None:
    """Conquering a region of their own race in decline is a non-empty conquest."""
    given = scenario("""
        map  four-regions
        Ann  Giants, in decline : cave 1, hill 1
        Ann  Pillaging Trolls, 3 in hand : moor 1 + lair    <- to move
        Bob
    """)
    after = given.play("conquer cave")
    assert after.preview() == {"giants regions": 1, "trolls regions": 2, "trolls non_empty_conquest": 1}


@rule("PIL-1", "GEN-11")
def test_what_his_ghouls_in_decline_conquer_is_not_paid() -> None:
    """Only the race that holds the badge pillages."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 3 in hand : moor 1
        Ann   Pillaging Trolls : bog 1 + lair
        Bob   Hill Giants : cave 1, hill 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer cave", "end", "redeploy moor:1 cave:3", "expand")
    assert after.preview() == {"ghouls regions": 2, "trolls regions": 1}
