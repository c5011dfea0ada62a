"""Skeletons: a new token for every two non-empty regions conquered."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_skeletons_gives_six_tokens() -> None:
    """6 tokens and those of the badge come to hand; the box has 20."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Merchant Skeletons
    """)
    after = given.play("pick 1")
    assert after.hand("skeletons") == 8
    assert after.tray("skeletons") == 12


@rule("SKE-1", "SKE-3")
def test_two_non_empty_regions_bring_a_new_skeleton_in_the_same_redeployment() -> None:
    """For every two non-empty regions conquered this turn a token comes from the tray and is deployed."""
    given = scenario("""
        map   valley
        Ann   Hill Skeletons, 6 in hand : field 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    conquered = given.play("conquer dell", "conquer fen")
    assert conquered.hand("skeletons") == 0
    recruited = conquered.play("end")
    assert recruited.tray("skeletons") == 12
    assert recruited.phase == "redeploy"
    after = recruited.play("redeploy field:6 dell:1 fen:1")
    assert after.region("field") == "Ann 6"  # 7 before, 8 now
    assert after.to_move == "Bob"


@pytest.mark.parametrize(("conquests", "recruits"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
@rule("SKE-1", "SKE-2")
def test_an_odd_region_brings_nothing(conquests: int, recruits: int) -> None:
    """One for every two, and nothing for the odd one."""
    given = scenario(f"""
        map   valley
        Ann   Hill Skeletons, 2 in hand : field 1, fen 1
        Bob   Forest Orcs               : shore 1
        turn  Ann conquer, acted, non-empty {conquests}
    """)
    after = given.play("end")
    assert after.tray("skeletons") == 16 - recruits
    assert after.hand("skeletons") == 2 + recruits


@rule("SKE-1")
def test_empty_regions_bring_no_skeletons() -> None:
    """Only non-empty regions count, and a mountain alone does not make one."""
    given = scenario("""
        map   valley
        Ann   Hill Skeletons, 7 in hand : beach 1   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("conquer peak", "conquer down", "conquer field", "end")
    assert after.tray("skeletons") == 12
    assert "recruited" not in after.codes()


@rule("SKE-1", "RUL-2")
def test_lost_tribes_and_own_tokens_in_decline_count() -> None:
    """Any Lost Tribe token or race token makes a region non-empty."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline        : field 1
        Ann   Hill Skeletons, 5 in hand : peak 1   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("conquer dell", "conquer field", "end")
    assert after.tray("skeletons") == 13


@rule("SKE-4", "PCK-10")
def test_an_empty_tray_gives_no_skeletons() -> None:
    """If the tray has too few Skeletons, only those are received."""
    none = scenario("""
        map   valley
        Ann   Hill Skeletons, 18 in hand : field 1, fen 1
        Bob   Forest Orcs                : shore 1
        turn  Ann conquer, acted, non-empty 4
    """)
    after = none.play("end")
    assert after.tray("skeletons") == 0
    assert after.hand("skeletons") == 18
    one = scenario("""
        map   valley
        Ann   Hill Skeletons, 17 in hand : field 1, fen 1
        Bob   Forest Orcs                : shore 1
        turn  Ann conquer, acted, non-empty 4
    """)
    assert one.play("end").hand("skeletons") == 18


@rule("SKE-1", "GEN-6")
def test_skeletons_in_decline_bring_no_new_ones() -> None:
    """The conquests of the next race bring the Skeletons in decline nothing."""
    given = scenario("""
        map   valley
        Ann   Skeletons, in decline     : down 1
        Ann   Hill Ratmen, 6 in hand    : field 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    after = given.play("conquer dell", "conquer fen", "end")
    assert after.tray("skeletons") == 19
    assert after.region("down") == "Ann 1"
