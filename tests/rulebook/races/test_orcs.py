"""Orcs: a coin for each non-empty region they conquered this turn."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_orcs_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 10."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Orcs
    """)
    after = given.play("pick 1")
    assert after.hand("orcs") == 9
    assert after.tray("orcs") == 1


@rule("ORC-1")
def test_each_non_empty_region_conquered_pays_a_coin() -> None:
    """A Lost Tribe, an active token and a token in decline make a region non-empty."""
    given = scenario("""
        map   valley
        Ann   Swamp Orcs, 9 in hand     : field 1   <- to move
        Bob   Ratmen, in decline        : grove 1
        Bob   Forest Elves              : down 1
    """)
    tribe = given.play("conquer dell")
    assert tribe.preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}
    declined = tribe.play("conquer grove")
    assert declined.preview() == {"orcs regions": 3, "orcs non_empty_conquest": 2}
    active = declined.play("conquer down")
    assert active.preview() == {"orcs regions": 4, "orcs non_empty_conquest": 3}
    assert active.play("end", "redeploy field:7").coins("Ann") == 12


@rule("ORC-1", "RUL-45")
def test_empty_regions_pay_the_orcs_nothing() -> None:
    """An empty region and an empty mountain are not non-empty."""
    given = scenario("""
        map   valley
        Ann   Hill Orcs, 8 in hand      : beach 1   <- to move
        Bob   Forest Elves              : shore 1
    """)
    after = given.play("conquer peak", "conquer field")
    assert after.preview() == {"orcs regions": 3}


@rule("ORC-1", "RUL-2")
def test_the_own_token_in_decline_makes_a_region_non_empty() -> None:
    """Conquering a region of the own race in decline pays too."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline        : field 1, fen 1
        Ann   Hill Orcs, 4 in hand      : peak 1   <- to move
        Bob   Forest Elves              : shore 1
    """)
    after = given.play("conquer field")
    assert after.preview() == {"orcs regions": 2, "ratmen regions": 1, "orcs non_empty_conquest": 1}


@rule("ORC-1")
def test_the_conquests_of_an_earlier_turn_pay_no_more() -> None:
    """Only regions conquered this turn count."""
    given = scenario("""
        map   valley
        Ann   Swamp Orcs, 3 in hand     : field 1   <- to move
        Bob   Forest Ratmen             : shore 1
    """)
    first = given.play("conquer dell", "end", "redeploy dell:3")
    assert first.coins("Ann") == 8  # 2 regions and the tribe
    second = first.play("expand", "end", "expand", "end", "redeploy dell:3")
    assert second.to_move == "Bob"
    assert second.coins("Ann") == 10


@rule("ORC-1", "SCO-4")
def test_orcs_in_decline_are_paid_for_regions_only() -> None:
    """In decline the benefit has ended."""
    given = scenario("""
        map   valley
        Ann   Orcs, in decline          : down 1
        Ann   Hill Ratmen, 3 in hand    : field 1   <- to move
        Bob   Forest Elves              : shore 1
    """)
    after = given.play("conquer dell")
    assert after.preview() == {"orcs regions": 1, "ratmen regions": 2, "ratmen hill": 1}
