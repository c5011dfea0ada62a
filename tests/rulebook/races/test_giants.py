"""Giants: regions beside a mountain they hold are cheaper."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_giants_gives_six_tokens() -> None:
    """6 tokens and those of the badge come to hand; the box has 11."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Giants
    """)
    after = given.play("pick 1")
    assert after.hand("giants") == 10
    assert after.tray("giants") == 1


@rule("GIA-1")
def test_a_region_beside_a_mountain_of_the_giants_costs_one_less() -> None:
    """Giants pay 1 token less for a region adjacent to a mountain region they hold."""
    given = scenario("""
        map   valley
        Ann   Hill Giants, 5 in hand    : peak 1   <- to move
        Bob   Forest Orcs               : field 2
    """)
    assert given.cost("beach") == 1
    assert given.cost("down") == 1
    assert given.cost("dell") == 2  # 2, + 1 lost tribe, - 1
    assert given.cost_parts("field") == {"base": 2, "tokens": 2, "giants": -1}
    after = given.play("conquer field")
    assert after.region("field") == "Ann 3"
    assert after.hand("giants") == 2
    assert after.cost("grove") == 3  # beside field, not beside the mountain


@rule("GIA-1")
def test_a_mountain_the_giants_do_not_hold_makes_nothing_cheaper() -> None:
    """Neither a mountain itself nor the neighbours of a mountain held by nobody or others are cheaper."""
    given = scenario("""
        map   valley
        Ann   Hill Giants, 5 in hand    : beach 1   <- to move
        Bob   Forest Orcs               : cliff 1
    """)
    assert given.cost("peak") == 3
    assert given.cost("cliff") == 4
    assert given.cost("dell") == 3


@rule("GIA-1")
def test_two_mountains_beside_a_region_are_one_token_only() -> None:
    """The benefit is 1 token, however many mountains lie beside the region."""
    given = scenario("""
        map   valley
        Ann   Hill Giants, 5 in hand    : cliff 1, peak 1   <- to move
        Bob   Forest Orcs               : dell 2
    """)
    assert given.cost("dell") == 3
    assert given.cost("beach") == 1


@rule("GIA-1")
def test_the_benefit_counts_in_the_final_attempt() -> None:
    """At most three tokens short, after the discount."""
    given = scenario("""
        map   valley
        Ann   Hill Giants, 1 in hand    : peak 1   <- to move
        Bob   Forest Orcs               : field 3, down 4
    """)
    assert given.attempts() == ["dell", "field"]  # 2 and 4; down costs 5
    assert given.reasons("down") == ["too_few_tokens"]
    assert given.play("conquer field", "die 3").region("field") == "Ann 1"


@rule("GIA-2", "CON-12")
def test_at_least_one_giant_is_needed() -> None:
    """Whatever makes a region cheaper, one token is needed."""
    given = scenario("""
        map   valley
        Ann   Commando Giants, 1 in hand : peak 1   <- to move
        Bob   Forest Orcs                : shore 1
    """)
    assert given.cost("beach") == 1
    assert given.cost_parts("beach") == {"base": 2, "giants": -1, "commando": -1, "minimum": 1}
    none_left = given.play("conquer beach")
    assert none_left.region("beach") == "Ann 1"
    assert none_left.refusal("conquer down") == "too_few_tokens"


@rule("RUL-21", "UND-3", "GIA-1")
def test_a_cavern_of_the_underworld_giants_mountain_makes_every_cavern_cheaper() -> None:
    """Caverns are adjacent for all conquest purposes, the Giants' discount included."""
    given = scenario("""
        map   valley
        Ann   Underworld Giants, 5 in hand  : peak 1        <- to move
        Bob   Forest Elves                  : fen 2
    """)
    assert given.cost_parts("fen") == {"base": 2, "tokens": 2, "giants": -1, "underworld": -1}
    elsewhere = scenario("""
        map   valley
        Ann   Underworld Giants, 5 in hand  : wood 1        <- to move
        Bob   Forest Elves                  : fen 2
    """)
    assert elsewhere.cost_parts("fen") == {"base": 2, "tokens": 2, "underworld": -1}
