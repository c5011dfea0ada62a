"""Wealthy: seven coins, once."""

from __future__ import annotations

from tests.scenario import rule, scenario

COLUMN = "Wealthy Orcs | Flying Humans | Hill Ratmen | Merchant Elves | Swamp Wizards | Forest Tritons"


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Wealthy Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("WEA-1")
def test_seven_bonus_coins_are_paid_at_the_end_of_the_first_turn() -> None:
    """Not at the pick, but with the scoring of the first turn."""
    given = scenario(f"""
        map     four-regions
        coins   Ann 5, Bob 5
        column  {COLUMN}
        Ann     <- to move
        Bob     Seafaring Giants : hill 1
    """)
    picked = given.play("pick 1", "banner amazons", "badge alchemist")
    assert picked.coins("Ann") == 5
    conquered = picked.play("conquer moor", "conquer cave")
    assert conquered.preview() == {"orcs regions": 2, "orcs first_turn": 7}
    after = conquered.play("end", "redeploy moor:5 cave:4")
    assert after.coins("Ann") == 5 + 2 + 7


@rule("WEA-2")
def test_they_are_paid_once_only() -> None:
    """The second turn and the decline bring nothing more."""
    given = scenario(f"""
        map     four-regions
        coins   Ann 5, Bob 5
        column  {COLUMN}
        Ann     <- to move
        Bob     Seafaring Giants : hill 1
    """)
    second = given.play("pick 1", "banner amazons", "badge alchemist", "conquer moor", "end", "expand", "end")
    assert second.coins("Ann") == 5 + 1 + 7
    assert second.preview() == {"orcs regions": 1}
    assert second.play("expand", "end").coins("Ann") == 13 + 1
    assert second.play("decline").coins("Ann") == 13 + 1


@rule("WEA-1")
def test_a_wealthy_race_that_stays_off_the_map_is_paid_too() -> None:
    """The bonus is for the first turn, not for regions."""
    given = scenario(f"""
        map     four-regions
        coins   Ann 5, Bob 5
        column  {COLUMN}
        Ann     <- to move
        Bob     Seafaring Giants : hill 1
    """)
    after = given.play("pick 1", "banner amazons", "badge alchemist", "end")
    assert after.coins("Ann") == 5 + 7


@rule("WEA-1")
def test_a_later_race_of_a_player_has_a_first_turn_of_its_own() -> None:
    """The bonus belongs to the first turn with this combo, not to the first turn of the game."""
    given = scenario(f"""
        map        four-regions
        game-turn  6
        coins      Ann 5, Bob 5
        column     {COLUMN}
        Ann        Dwarves, in decline : moor 1       <- to move
        Bob        Seafaring Giants : hill 1
    """)
    after = given.play("pick 1", "banner amazons", "badge alchemist", "conquer cave", "end")
    assert after.coins("Ann") == 5 + 1 + 1 + 7
