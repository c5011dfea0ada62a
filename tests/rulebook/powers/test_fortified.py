"""Fortified: one fortress a turn, up to six."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_three_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Fortified Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 3


@rule("FTF-1", "RUL-12")
def test_once_per_turn_he_may_place_one_fortress_in_a_region_he_holds() -> None:
    """During redeployment, one and no more; the next turn they may place another."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs, 2 in hand : moor 1    <- to move
        Bob  Hill Elves : hill 1
    """)
    conquered = given.play("conquer cave")
    assert conquered.region("cave") == "Ann 2"
    building = conquered.play("end", "redeploy moor:2 cave:1")
    assert building.phase == "fortify"
    assert building.legal == ["fortify moor", "fortify cave", "done"]
    assert building.refusal("fortify hill") == "not_your_region"
    after = building.play("fortify cave")
    assert after.region("cave") == "Ann 1 + fortress"
    assert after.region("moor") == "Ann 2"
    assert after.to_move == "Bob"
    again = after.play("expand", "end", "expand", "end", "redeploy moor:2 cave:1")
    assert again.play("fortify moor").region("moor") == "Ann 2 + fortress"


@rule("FTF-1", "RUL-12")
def test_placing_a_fortress_is_optional() -> None:
    """They may do without."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Fortified Orcs : moor 1             <- to move
        Bob    Hill Elves : hill 1
    """)
    after = given.play("expand", "end", "done")
    assert after.region("moor") == "Ann 1"
    assert after.coins("Ann") == 6


@rule("FTF-1", "RUL-11")
def test_no_fortress_is_placed_in_decline() -> None:
    """Only while the race is active: Ghouls in decline build none, and keep what they have."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Ghouls : moor 4 + fortress  <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("decline")
    assert after.to_move == "Bob"
    assert after.region("moor") == "Ann 4 + fortress"
    after = after.play("expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand", "conquer cave")
    after = after.play("end", "redeploy moor:2 cave:2")
    assert after.view().acting_race == "amazons"
    assert after.region("moor") == "Ann 2 + fortress"


@rule("FTF-2")
def test_each_fortress_gives_one_bonus_coin() -> None:
    """Those that stand and the one placed this turn are paid."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Fortified Orcs : moor 1 + fortress, cave 1 + fortress, bog 1    <- to move
        Bob    Hill Elves : hill 1
    """)
    assert given.preview() == {"orcs regions": 3, "orcs fortress": 2}
    assert given.play("expand", "end", "done").coins("Ann") == 5 + 3 + 2
    assert given.play("expand", "end", "fortify bog").coins("Ann") == 5 + 3 + 3


@rule("FTF-3", "CON-3")
def test_a_fortress_adds_one_to_the_defence() -> None:
    """Like one more race token."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs : cave 1 + fortress
        Bob  Forest Elves, 5 in hand : bog 1       <- to move
    """)
    assert given.cost("cave") == 4
    assert given.cost_parts("cave") == {"base": 2, "tokens": 1, "marker_fortress": 1}


@rule("FTF-3", "SOR-4")
def test_a_fortress_does_not_save_a_lone_token_from_sorcerers() -> None:
    """A fortress is no company for a token; it is gone with the region."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs : cave 1 + fortress, moor 1
        Bob  Forest Sorcerers, 1 in hand : bog 1   <- to move
    """)
    assert given.play("substitute cave").region("cave") == "Bob 1"


@rule("FTF-4", "FTF-5")
def test_in_decline_a_fortress_defends_and_pays_no_more() -> None:
    """The defence stays; the coin is not paid, the turn of decline included."""
    given = scenario("""
        map    four-regions
        coins  Ann 5, Bob 5
        Ann    Fortified Orcs : cave 2 + fortress, moor 1 + fortress    <- to move
        Bob    Hill Elves : bog 5
    """)
    after = given.play("decline")
    assert after.coins("Ann") == 5 + 2
    assert after.region("cave") == "Ann 1 + fortress"
    assert after.region("moor") == "Ann 1 + fortress"
    assert after.view().discarded_badges == ("fortified",)
    after = after.play("expand")
    assert after.cost("cave") == 4
    after = after.play("end", "pick 2", "banner ratmen", "badge wealthy", "end")
    assert after.coins("Ann") == 7 - 1 + 2  # one coin paid for the new combo


@rule("FTF-6")
def test_a_fortress_is_removed_when_its_owner_abandons_the_region() -> None:
    """The region is empty then, and the fortress may be built elsewhere."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs : cave 1 + fortress, moor 1    <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("abandon cave", "expand")
    assert after.region("cave") == "empty"
    assert after.cost("cave") == 2


@rule("FTF-7")
def test_a_fortress_is_removed_when_an_enemy_conquers_the_region() -> None:
    """It helps neither the conqueror nor their purse."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs : cave 1 + fortress, moor 1
        Bob  Hill Elves, 5 in hand : bog 1         <- to move
    """)
    after = given.play("conquer cave")
    assert after.region("cave") == "Bob 4"
    after = after.play("end", "redeploy bog:2 cave:4", "expand")
    assert after.preview() == {"orcs regions": 1}


@rule("FTF-8")
def test_a_region_holds_at_most_one_fortress() -> None:
    """Where one stands no second is placed; where all have one, none is."""
    given = scenario("""
        map  four-regions
        Ann  Fortified Orcs : moor 1 + fortress, cave 1    <- to move
        Bob  Hill Elves : hill 1
    """)
    building = given.play("expand", "end")
    assert building.legal == ["fortify cave", "done"]
    assert building.refusal("fortify moor") == "not_possible_here"
    full = building.play("fortify cave", "expand", "end", "expand", "end")
    assert full.to_move == "Bob"


@rule("FTF-9", "CMP-12")
def test_at_most_six_fortresses_are_on_the_map() -> None:
    """The sixth may be placed, a seventh may not."""
    given = scenario("""
        map  valley
        Ann  Fortified Ratmen : shore 1 + fortress, cliff 1 + fortress, beach 1 + fortress,\
             wood 1 + fortress, dell 1 + fortress, peak 1, field 1    <- to move
        Bob  Hill Elves : fen 1
    """)
    building = given.play("expand", "end")
    assert building.phase == "fortify"
    sixth = building.play("fortify peak")
    assert sixth.region("peak") == "Ann 1 + fortress"
    later = sixth.play("expand", "end")
    assert later.preview()["ratmen fortress"] == 6
    assert later.play("expand", "end").to_move == "Bob"  # no seventh: nothing to decide


@rule("FTF-9")
def test_fortresses_of_a_race_in_decline_count_toward_the_six() -> None:
    """Six on the map in all, whoever built them."""
    given = scenario("""
        map  valley
        Ann  Orcs, in decline : shore 1 + fortress, cliff 1 + fortress, beach 1 + fortress,\
             wood 1 + fortress, dell 1 + fortress, peak 1 + fortress
        Bob  Fortified Elves : fen 1                       <- to move
    """)
    assert given.play("expand", "end").to_move == "Ann"


@rule("RUL-20")
def test_the_fortresses_of_a_vanished_race_are_removed() -> None:
    """When a later decline removes the race, its fortresses go with it."""
    given = scenario("""
        map  four-regions
        Ann  Orcs, in decline : moor 1 + fortress, cave 1 + fortress
        Ann  Swamp Elves : bog 1                           <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    after = given.play("decline")
    assert after.region("moor") == "empty"
    assert after.region("cave") == "empty"


@rule("RUL-41")
def test_his_own_fortress_counts_in_the_cost_and_is_removed() -> None:
    """When their active race takes a region of their race in decline, the fortress defends it."""
    given = scenario("""
        map  four-regions
        Ann  Orcs, in decline : moor 1, cave 1 + fortress
        Ann  Swamp Elves, 4 in hand : bog 1                <- to move
        Bob  Hill Trolls : hill 1 + lair
    """)
    assert given.cost("cave") == 3
    assert given.play("conquer cave").region("cave") == "Ann 3"


@rule("RUL-48")
def test_amazons_who_empty_a_region_lose_its_fortress() -> None:
    """When the four tokens leave and a region is given up, its fortress is removed."""
    given = scenario("""
        map    valley
        coins  Ann 5, Bob 5
        Ann    Fortified Amazons : shore 1, cliff 1, beach 1, wood 1, peak 1 + fortress    <- to move
        Bob    Hill Elves : fen 1
    """)
    leaving = given.play("expand", "end", "done")
    after = leaving.play("leave cliff", "leave beach", "leave wood", "leave peak")
    assert after.region("peak") == "empty"
    assert after.coins("Ann") == 5 + 1


@rule("RUL-12", "FTF-1")
def test_one_fortress_a_turn_is_offered_during_redeployment_and_may_be_declined() -> None:
    """Not while conquering; after the tokens are redeployed, one at most, or none."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Orcs, 2 in hand : moor 1, cave 1    <- to move
        Bob
    """)
    assert given.refusal("fortify moor") == "unknown_verb"
    asked = given.play("end", "redeploy moor:3 cave:1")
    assert asked.phase == "fortify"
    assert asked.preview() == {"orcs regions": 2}  # before scoring
    built = asked.play("fortify cave")
    assert built.to_move == "Bob"
    assert built.region("cave") == "Ann 1 + fortress"
    assert built.coins("Ann") == 5 + 3
    none = asked.play("done")
    assert none.to_move == "Bob"
    assert none.coins("Ann") == 5 + 2
