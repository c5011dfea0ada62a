"""Seafaring: the seas and the lake as three more regions."""

from __future__ import annotations

import pytest

from elbowroom.rules.content import base_content
from elbowroom.rules.terms import WATER_TERRAINS
from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_five_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Seafaring Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 5


@rule("SEA-1")
def test_seas_and_lake_are_conquered_like_empty_regions() -> None:
    """Two tokens, no bonus for a non-empty region, one coin each."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Seafaring Orcs, 4 in hand : beach 1, wood 1     <- to move
        Bob    Hill Elves : fen 1
    """)
    assert given.cost("sea") == 2
    assert given.cost("lake") == 2
    after = given.play("conquer sea", "conquer lake")
    assert after.region("sea") == "Ann 2"
    assert after.region("lake") == "Ann 2"
    assert after.preview() == {"orcs regions": 4}
    after = after.play("end", "redeploy sea:1 beach:3 wood:1 lake:1")
    assert after.coins("Ann") == 5 + 4


@rule("SEA-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_map_has_three_of_them(players: int) -> None:
    """The seas and the lake count as three regions in all."""
    regions = base_content().map_for(players).regions
    assert sum(region.terrain in WATER_TERRAINS for region in regions) == 3


@rule("SEA-1", "FOL-2")
def test_from_the_water_he_may_land_on_any_shore() -> None:
    """A sea they hold is adjacent to all its shores; the other rules of adjacency stay."""
    given = scenario("""
        map  valley
        Ann  Seafaring Orcs, 9 in hand : sea 1                 <- to move
        Bob  Hill Elves : fen 1
    """)
    assert given.targets() == ["shore", "cliff", "beach"]
    assert given.reasons("lake") == ["not_adjacent"]


@rule("RUL-16")
def test_the_first_conquest_may_be_a_sea_at_the_edge_and_not_the_lake() -> None:
    """A sea that touches the edge of the board is open to a race that enters."""
    given = scenario("""
        map  valley
        Ann  Seafaring Orcs, 9 in hand                         <- to move
        Bob  Hill Elves : fen 1
    """)
    assert given.reasons("lake") == ["not_border"]
    assert given.play("conquer sea").region("sea") == "Ann 2"


@rule("RUL-46")
def test_seafaring_halflings_may_enter_on_the_lake() -> None:
    """They may enter anywhere, water included."""
    given = scenario("""
        map  valley
        Ann  Seafaring Halflings, 9 in hand                    <- to move
        Bob  Hill Elves : fen 1
    """)
    assert given.play("conquer lake").region("lake") == "Ann 2 + hole"
    assert given.play("conquer sea").region("sea") == "Ann 2 + hole"


@rule("SEA-2", "SEA-3")
def test_the_water_is_kept_in_decline_and_scored() -> None:
    """One token stays there like in any region, and the regions go on paying."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Seafaring Orcs : sea 3, lake 1, beach 1         <- to move
        Bob    Hill Elves : fen 1
    """)
    after = given.play("decline")
    assert after.region("sea") == "Ann 1"
    assert after.region("lake") == "Ann 1"
    assert after.coins("Ann") == 5 + 3
    after = after.play("expand", "end", "pick 2", "banner ratmen", "badge wealthy", "end")
    assert after.coins("Ann") == 8 - 1 + 3  # one coin paid for the new combo
    assert after.region("sea") == "Ann 1"


@rule("SEA-3", "RUL-49")
def test_water_held_by_a_token_is_paid_for_like_any_region() -> None:
    """A later Seafaring race pays 2 + 1, takes it as non-empty, and the old owner scores it no more."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Elves, in decline : sea 1, fen 1
        Bob    Seafaring Orcs, 3 in hand : beach 1             <- to move
    """)
    assert given.cost("sea") == 3
    after = given.play("conquer sea")
    assert after.region("sea") == "Bob 3"
    assert after.preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}
    after = after.play("end", "redeploy sea:1 beach:3", "pick 2", "banner ratmen", "badge wealthy")
    assert after.preview() == {"elves regions": 1}


@rule("SEA-4", "CON-8")
def test_no_other_race_conquers_water() -> None:
    """Neither a neighbour at the shore, nor the die, nor a race that enters anywhere."""
    given = scenario("""
        map  valley
        Ann  Forest Tritons, 9 in hand : beach 1, wood 1       <- to move
        Bob  Hill Elves : fen 1
    """)
    assert given.reasons("sea") == ["water"]
    assert given.reasons("lake") == ["water"]
    assert given.refusal("conquer sea") == "water"
    halflings = scenario("""
        map  valley
        Ann  Forest Halflings, 1 in hand                       <- to move
        Bob  Hill Elves : fen 1
    """)
    assert "sea" not in halflings.attempts()
    assert "lake" not in halflings.attempts()


@rule("SEA-1", "RUL-11")
def test_ghouls_in_decline_keep_their_seas_and_take_no_new_ones() -> None:
    """What they hold lasts; the badge is gone, so no further water is conquered."""
    given = scenario("""
        map  valley
        Ann  Seafaring Ghouls : sea 4, wood 1                  <- to move
        Bob  Hill Elves : fen 1
    """)
    assert given.play("expand").reasons("lake") == []
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert after.region("sea") == "Ann 1"
    assert after.reasons("lake") == ["water"]
    landed = after.play("conquer beach", "end", "redeploy sea:3 beach:1 wood:1")
    assert landed.region("sea") == "Ann 3"


@rule("LOS-3", "SEA-3")
def test_driven_from_land_the_tokens_may_withdraw_to_the_sea() -> None:
    """A sea is a region of the race like the others."""
    given = scenario("""
        map  valley
        Ann  Seafaring Orcs : sea 1, lake 1, beach 3
        Bob  Hill Elves, 5 in hand : cliff 1                   <- to move
    """)
    after = given.play("conquer beach", "end", "redeploy cliff:3 beach:3", "withdraw sea:1 lake:1")
    assert after.region("sea") == "Ann 2"
    assert after.region("lake") == "Ann 2"


@rule("SEA-1", "FOL-2")
def test_on_land_adjacency_is_as_for_everyone() -> None:
    """The badge opens the water and nothing else."""
    given = scenario("""
        map  valley
        Ann  Seafaring Orcs, 9 in hand : peak 1                <- to move
        Bob  Hill Elves : shore 1
    """)
    assert given.targets() == ["beach", "dell", "field", "down"]


@rule("RUL-16")
def test_a_seafaring_race_may_enter_by_a_sea_at_the_edge_but_not_by_the_lake() -> None:
    """The sea touches the edge of the board, the lake does not."""
    given = scenario("""
        map   valley
        Ann   Seafaring Orcs, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.cost("sea") == 2
    assert "sea" in given.targets()
    assert given.reasons("lake") == ["not_border"]
    assert given.play("conquer sea").region("sea") == "Ann 2"


@rule("RUL-46", "HAL-1")
def test_seafaring_halflings_may_enter_on_the_lake_or_a_sea() -> None:
    """Any region at all, water included."""
    given = scenario("""
        map   valley
        Ann   Seafaring Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.play("conquer lake").region("lake") == "Ann 2 + hole"
    assert given.play("conquer sea").region("sea") == "Ann 2 + hole"
    plain = scenario("""
        map   valley
        Ann   Hill Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert plain.reasons("lake") == ["water"]


@rule("RUL-49", "SEA-1")
def test_water_held_by_a_token_costs_a_seafaring_race_as_any_region_and_is_non_empty() -> None:
    """Two and the tokens there; the bonus for non-empty regions is paid."""
    given = scenario("""
        map   valley
        Ann   Seafaring Orcs, 6 in hand     : wood 1        <- to move
        Bob   Ghouls, in decline            : lake 2
    """)
    assert given.cost("lake") == 4
    after = given.play("conquer lake")
    assert after.preview() == {"orcs regions": 2, "orcs non_empty_conquest": 1}
