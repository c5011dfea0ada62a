"""Flying: any region of the map but seas and lakes."""

from __future__ import annotations

from tests.scenario import box, rule, scenario

LAND = ["shore", "cliff", "beach", "wood", "dell", "grove", "peak", "field", "fen", "down"]


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Flying Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("FLY-1", "FST-8")
def test_a_flying_race_may_enter_at_any_region() -> None:
    """Any region of the map, not only a border region."""
    given = scenario("""
        map  valley
        Ann  Flying Orcs, 9 in hand             <- to move
        Bob
    """)
    assert given.targets() == LAND
    assert box().power("flying").traits.reach == ("anywhere",)
    assert given.play("conquer field").region("field") == "Ann 2"


@rule("FLY-1", "SEA-4")
def test_seas_and_lakes_are_excepted() -> None:
    """Neither a sea nor a lake can be conquered in flight."""
    given = scenario("""
        map  valley
        Ann  Flying Orcs, 9 in hand : wood 1    <- to move
        Bob
    """)
    assert given.reasons("sea") == ["water"]
    assert given.refusal("conquer lake") == "water"


@rule("FLY-2", "FOL-3")
def test_a_conquest_need_not_be_adjacent() -> None:
    """From one corner of the map to the other, whoever holds the region."""
    given = scenario("""
        map  valley
        Ann  Flying Orcs, 6 in hand : shore 1   <- to move
        Bob  Hill Elves : down 2
    """)
    assert given.targets() == [label for label in LAND if label != "shore"]
    assert given.cost("down") == 4
    assert given.play("conquer down").region("down") == "Ann 4"


@rule("FLY-2")
def test_the_final_attempt_need_not_be_adjacent_either() -> None:
    """A last token may be tried on any region of the map."""
    given = scenario("""
        map  valley
        Ann  Flying Orcs, 1 in hand : shore 1   <- to move
        Bob  Hill Elves : down 2
    """)
    assert given.attempts() == [label for label in LAND if label != "shore"]
    assert given.play("conquer fen", "die 1").region("fen") == "Ann 1"


@rule("RUL-30")
def test_flying_sorcerers_replace_a_token_anywhere_once_they_are_on_the_map() -> None:
    """A substitution needs no adjacency, but at least one Sorcerer on the map."""
    landed = scenario("""
        map  valley
        Ann  Flying Sorcerers, 1 in hand : shore 1   <- to move
        Bob  Hill Elves : down 1
    """)
    assert landed.play("substitute down").region("down") == "Ann 1"
    waiting = scenario("""
        map  valley
        Ann  Flying Sorcerers, 1 in hand             <- to move
        Bob  Hill Elves : down 1
    """)
    assert "substitute" not in waiting.legal


@rule("RUL-11")
def test_ghouls_in_decline_fly_no_more() -> None:
    """The badge is gone with the decline."""
    given = scenario("""
        map  four-regions
        Ann  Flying Ghouls : moor 5                  <- to move
        Bob  Hill Elves : hill 1
    """)
    assert given.play("expand").targets() == ["cave", "bog", "hill"]
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.targets() == ["cave"]
