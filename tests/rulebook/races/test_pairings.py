"""Banners and badges together: where two benefits meet, in one combo, in one player's races, or in battle."""

from __future__ import annotations

import pytest

from tests.scenario import box, rule, scenario

RACES = [race.id for race in box().races]


@rule("ORC-1", "PIL-1", "GEN-5")
def test_pillaging_orcs_are_paid_twice_for_a_non_empty_region() -> None:
    """Both benefits apply: 2 coins for each non-empty region conquered."""
    given = scenario("""
        map   valley
        Ann   Pillaging Orcs, 8 in hand : field 1   <- to move
        Bob   Forest Elves              : down 1
    """)
    after = given.play("conquer dell", "conquer down", "conquer fen")
    parts = [(part.source, part.coins) for part in after.game.score_preview().parts]
    assert parts == [("regions", 4), ("non_empty_conquest", 2), ("non_empty_conquest", 2)]
    assert after.play("end", "redeploy field:6").coins("Ann") == 13


@rule("SPI-1", "SPI-2", "GHO-1", "RUL-31")
def test_spirit_ghouls_decline_beside_an_earlier_race_and_keep_all_tokens() -> None:
    """The Spirit badge stays with them; the earlier race in decline stays on the map and both score."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline        : shore 1, wood 1
        Ann   Spirit Ghouls             : fen 3, down 2   <- to move
        Bob   Forest Orcs               : beach 1
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit ghouls in decline", "ratmen in decline"]
    assert after.region("fen") == "Ann 3"
    assert after.region("shore") == "Ann 1"
    assert after.coins("Ann") == 9
    assert "spirit" not in after.view().discarded_badges


@rule("SPI-3", "GHO-2")
def test_spirit_ghouls_stay_and_conquer_when_a_third_race_declines() -> None:
    """The other race in decline is removed; the Ghouls go on conquering."""
    given = scenario("""
        map     valley
        column  Hill Elves | Swamp Giants | Wealthy Humans | Stout Wizards | Berserk Trolls | Merchant Dwarves
        Ann     Ratmen, in decline            : shore 1
        Ann     Spirit Ghouls, in decline     : fen 3
        Ann     Flying Skeletons              : peak 2
        Bob     Forest Orcs                   : beach 1
        turn    Ann ready, race ghouls
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit ghouls in decline", "skeletons in decline"]
    assert after.region("shore") == "empty"
    assert after.region("fen") == "Ann 3"
    later = after.play(
        "expand", "end", "pick 1", "banner amazons", "badge pillaging", "expand", "conquer field"
    )
    assert later.region("field") == "Ann 2"
    assert later.race("ghouls").regions == (10, 11)


@rule("SPI-4", "RUL-50", "RUL-31", "RUL-14")
def test_spirit_ghouls_leave_the_map_only_by_conquest_and_their_badge_is_discarded_then() -> None:
    """The last Ghoul falls to the owner's own active race, and the Spirit badge goes to the discards."""
    given = scenario("""
        map   valley
        Ann   Spirit Ghouls, in decline : fen 1
        Ann   Hill Ratmen, 3 in hand    : down 1   <- to move
        Bob   Forest Orcs               : beach 1
    """)
    after = given.play("conquer fen")
    assert after.races("Ann") == ["hill ratmen"]
    assert after.view().discarded_badges == ("spirit",)
    assert after.tray("ghouls") == 10


@rule("STO-1", "RUL-5", "AMA-3")
def test_stout_amazons_score_and_decline_with_the_four_in_the_tray() -> None:
    """After the turn and its scoring they may decline at once; the four off the map go to the tray."""
    given = scenario("""
        map   valley
        Ann   Stout Amazons, 7 in hand  : fen 1, down 1   <- to move
        Bob   Forest Orcs               : beach 1
    """)
    scored = given.play("conquer field", "end", "redeploy field:1 fen:3 down:1")
    assert scored.phase == "retire"
    assert scored.coins("Ann") == 8
    assert scored.hand("amazons") == 4
    after = scored.play("decline")
    assert after.races("Ann") == ["amazons in decline"]
    assert after.tray("amazons") == 12
    assert after.hand("amazons") == 0
    assert after.region("fen") == "Ann 1"
    assert after.coins("Ann") == 8  # not scored again
    assert scored.play("stay").races("Ann") == ["stout amazons"]


@rule("RUL-21", "GIA-1", "UND-1", "UND-3")
def test_underworld_giants_find_caverns_beside_their_cavern_mountain() -> None:
    """Caverns are adjacent for all conquest purposes, the Giants' discount included."""
    given = scenario("""
        map   valley                        # caverns: wood, peak (a mountain), fen
        Ann   Underworld Giants, 5 in hand : peak 1   <- to move
        Bob   Forest Orcs                  : fen 3, field 2
    """)
    assert given.cost_parts("fen") == {"base": 2, "tokens": 3, "giants": -1, "underworld": -1}
    assert given.cost("wood") == 1
    assert given.cost("field") == 3  # beside the mountain above ground
    assert given.play("conquer fen").region("fen") == "Ann 3"


@rule("RUL-21")
def test_a_cavern_that_is_no_mountain_gives_underworld_giants_only_the_cavern_discount() -> None:
    """The Giants' own discount still needs a mountain they hold."""
    given = scenario("""
        map   valley
        Ann   Underworld Giants, 5 in hand : wood 1   <- to move
        Bob   Forest Orcs                  : fen 2
    """)
    assert given.cost("peak") == 2
    assert given.cost("fen") == 3
    assert given.play("conquer peak").cost("fen") == 2


@rule("RUL-17", "DIP-3")
def test_the_diplomats_ally_may_not_replace_his_tokens() -> None:
    """A substitution is an attack: forbidden to the ally, but not against their race in decline or others."""
    given = scenario("""
        map    valley-3
        peace  Ann spares Bob
        Ann    Hill Sorcerers           : field 1
        Bob    Diplomat Orcs            : fen 1, down 1
        Cid    Forest Elves             : grove 1
        turn   Ann conquer, acted
    """)
    assert given.refusal("substitute fen") == "peace"
    assert given.play("substitute").legal == ["substitute grove"]


@rule("RUL-17", "DIP-2")
def test_diplomat_sorcerers_may_not_ally_with_whom_they_replaced() -> None:
    """A substitution is an attack on an active race."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Sorcerers        : field 1
        Bob   Hill Orcs                 : fen 1, down 1
        Cid   Forest Elves              : grove 1
        turn  Ann conquer, acted
    """)
    naming = given.play("substitute fen", "end")
    assert naming.phase == "ally"
    assert naming.legal == ["ally 3", "done"]
    assert naming.refusal("ally Bob") == "not_an_ally"


@rule("DIP-6", "GHO-5", "DIP-3")
def test_the_peace_binds_the_allys_active_race_and_not_his_ghouls_in_decline() -> None:
    """Named an ally, Ann spares the Diplomat with her Ratmen; her Ghouls in decline may attack them."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3
        Ann   Hill Ratmen               : peak 6
        Bob   Diplomat Orcs, 1 in hand  : down 1   <- to move
    """)
    named = given.play("end", "ally Ann")
    assert named.view().acting_race == "ghouls"
    ghouls = named.play("expand")
    assert ghouls.attempts() == ["grove", "down"]
    assert ghouls.play("conquer down", "die 2", "redeploy fen:2 down:1").region("down") == "Ann 1"
    assert ghouls.play("end", "expand").refusal("conquer down") == "peace"


@rule("RUL-22", "DIP-2")
def test_an_attack_by_the_diplomats_own_ghouls_does_not_hinder_his_peace() -> None:
    """Only attacks by the race that holds the badge count."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 4 in hand : fen 1
        Ann   Diplomat Ratmen               : beach 2
        Bob   Hill Orcs                     : down 1, shore 2
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer down", "end", "redeploy fen:4", "expand", "end")
    assert after.phase == "ally"
    assert after.legal == ["ally 2", "done"]


@rule("RUL-14", "DIP-2")
def test_an_attack_on_ghouls_in_decline_does_not_hinder_the_peace() -> None:
    """Only attacks on the opponent's active race count; the Ghouls still withdraw."""
    given = scenario("""
        map   valley
        Ann   Diplomat Ratmen, 5 in hand    : field 1   <- to move
        Bob   Ghouls, in decline            : down 2, shore 1
        Bob   Hill Orcs                     : grove 2
    """)
    after = given.play("conquer down", "end", "redeploy field:5")
    assert after.legal == ["ally 2", "done"]
    assert after.play("done").region("shore") == "Bob 2"


@rule("RUL-30", "SOR-6", "FLY-2")
def test_flying_sorcerers_replace_tokens_anywhere_once_they_are_on_the_map() -> None:
    """They need no adjacency, but at least one Sorcerer on the map."""
    given = scenario("""
        map   valley
        Ann   Flying Sorcerers          : fen 1
        Bob   Seafaring Orcs            : sea 1, shore 1
        turn  Ann conquer, acted
    """)
    assert given.play("substitute").legal == ["substitute shore"]  # seas excluded
    assert given.play("substitute shore").region("shore") == "Ann 1"
    outside = scenario("""
        map   valley
        Ann   Flying Sorcerers, 9 in hand           <- to move
        Bob   Hill Orcs                 : shore 1
    """)
    assert "substitute" not in outside.legal
    assert "shore" in outside.targets()


@rule("SOR-5", "BIV-3", "BIV-2")
def test_an_encampment_keeps_a_token_from_being_alone_but_not_from_being_conquered() -> None:
    """The token is safe from the substitution; conquest takes 2, 1 for the token and 1 for the camp."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers, 4 in hand : field 1   <- to move
        Bob   Bivouacking Orcs          : down 1 + encampment, shore 1
    """)
    assert "substitute" not in given.legal
    assert given.cost("down") == 4
    assert given.play("conquer down").region("down") == "Ann 4"


@rule("SOR-1", "SOR-5", "GEN-5")
def test_bivouacking_sorcerers_encamp_where_they_replaced_a_token() -> None:
    """A region taken by substitution is theirs to camp in."""
    given = scenario("""
        map   valley
        Ann   Bivouacking Sorcerers     : field 1
        Bob   Hill Orcs                 : down 1, shore 1
        turn  Ann conquer, acted
    """)
    after = given.play("substitute down", "end", "encamp down:3")
    assert after.region("down") == "Ann 1 + 3 encampment"
    assert after.cost("down") == 6


@rule("TRO-2", "FTF-3", "FTF-2", "GEN-5")
def test_fortified_trolls_defend_with_lair_and_fortress() -> None:
    """Both markers stand in one region, both defend, and the Fortress pays."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Trolls          : cave 2 + lair, moor 1 + lair
        Bob   Hill Orcs                 : bog 5
        turn  Ann conquer, acted
    """)
    built = given.play("end", "redeploy moor:2", "fortify cave")
    assert built.region("cave") == "Ann 1 + lair + fortress"
    assert built.coins("Ann") == 8
    assert built.cost_parts("cave") == {"base": 2, "tokens": 1, "marker_lair": 1, "marker_fortress": 1}


@rule("TRO-3", "FTF-4", "FTF-5")
def test_fortified_trolls_in_decline_keep_both_markers_and_lose_the_coin() -> None:
    """Lair and Fortress stay and defend; the Fortress pays nothing on the turn of decline."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Trolls          : cave 2 + lair + fortress, moor 1 + lair   <- to move
        Bob   Hill Orcs                 : bog 5
    """)
    after = given.play("decline")
    assert after.region("cave") == "Ann 1 + lair + fortress"
    assert after.coins("Ann") == 7
    assert after.cost("cave") == 5


@rule("TRO-5", "FTF-7")
def test_both_markers_of_fortified_trolls_go_when_the_region_falls() -> None:
    """Neither lair nor Fortress passes to the conqueror."""
    given = scenario("""
        map   four-regions
        Ann   Trolls, in decline        : cave 1 + lair + fortress, moor 1 + lair
        Bob   Hill Orcs, 6 in hand      : bog 1   <- to move
    """)
    after = given.play("conquer cave")
    assert after.region("cave") == "Bob 5"
    assert after.region("moor") == "Ann 1 + lair"


@rule("RUL-41", "RUL-1", "LOS-8")
def test_the_own_lair_and_fortress_count_when_the_own_trolls_in_decline_are_conquered() -> None:
    """The own token does not add to the cost, its lair and Fortress do; both go."""
    given = scenario("""
        map   four-regions
        Ann   Trolls, in decline        : cave 1 + lair + fortress, moor 1 + lair
        Ann   Hill Ratmen, 6 in hand    : bog 1   <- to move
        Bob   Forest Orcs               : hill 1
    """)
    assert given.cost("cave") == 4
    after = given.play("conquer cave")
    assert after.region("cave") == "Ann 4"
    assert after.tray("trolls") == 9


@rule("HAL-4", "HER-1", "HER-2", "HER-3")
def test_heroic_halflings_may_have_four_immune_regions() -> None:
    """Holes and Heroes protect side by side; a Hero may stand beside a hole."""
    given = scenario("""
        map   valley
        Ann   Heroic Halflings, 2 placed, 2 in hand : grove 1 + hole, field 1 + hole, fen 1, down 1
        Bob   Swamp Orcs                            : wood 9
        turn  Ann conquer, acted
    """)
    guarded = given.play("end", "redeploy fen:2 down:2", "station fen down")
    assert guarded.region("grove") == "Ann 1 + hole"
    assert guarded.region("fen") == "Ann 2 + hero"
    reasons = [guarded.reasons(name) for name in ("grove", "field", "fen", "down")]
    assert all("immune" in found for found in reasons)
    doubled = given.play("end", "redeploy fen:2 down:2", "station grove field")
    assert doubled.region("grove") == "Ann 1 + hole + hero"
    assert "immune" not in doubled.reasons("fen")


@rule("HAL-5", "HER-4")
def test_heroic_halflings_lose_holes_and_heroes_in_decline() -> None:
    """All four immune regions lie open."""
    given = scenario("""
        map   valley
        Ann   Heroic Halflings, 2 placed : grove 1 + hole, field 2 + hole + hero, fen 1 + hero   <- to move
        Bob   Swamp Orcs                 : wood 6
    """)
    after = given.play("decline")
    assert [after.region(name) for name in ("grove", "field", "fen")] == ["Ann 1"] * 3
    assert after.play("expand", "conquer grove").region("grove") == "Bob 3"


@rule("HAL-6", "RUL-28")
def test_a_hero_of_an_abandoned_hole_returns_to_its_owner() -> None:
    """The hole is gone for good, the Hero is stationed anew."""
    given = scenario("""
        map   valley
        Ann   Heroic Halflings, 2 placed : field 2 + hole + hero, fen 1 + hole, down 1 + hero   <- to move
        Bob   Swamp Orcs                 : wood 1
    """)
    after = given.play("abandon field", "expand", "end", "redeploy fen:3")
    assert after.region("field") == "empty"
    assert after.region("fen") == "Ann 3 + hole + hero"
    assert after.region("down") == "Ann 1 + hero"


@rule("RUL-46", "RUL-34", "HAL-1")
def test_seafaring_halflings_may_enter_on_the_lake_or_a_sea_and_dig_there() -> None:
    """They may enter on any water, and the first region ever conquered gets its hole."""
    given = scenario("""
        map   valley
        Ann   Seafaring Halflings, 11 in hand       <- to move
        Bob   Hill Orcs                 : wood 1
    """)
    assert given.cost("lake") == 2
    after = given.play("conquer lake")
    assert after.region("lake") == "Ann 2 + hole"
    assert after.reasons("grove") == []
    assert given.play("conquer sea").region("sea") == "Ann 2 + hole"


@rule("RUL-16")
def test_other_seafaring_races_may_not_enter_on_the_lake() -> None:
    """Only the entrance anywhere opens the lake as a first conquest."""
    given = scenario("""
        map   valley
        Ann   Seafaring Ratmen, 11 in hand          <- to move
        Bob   Hill Orcs                 : wood 1
    """)
    assert given.reasons("lake") == ["not_border"]
    assert given.reasons("sea") == []


@rule("DRA-1", "SOR-1", "GEN-5")
def test_dragon_master_sorcerers_use_dragon_and_substitution_against_the_same_opponent() -> None:
    """Two benefits, each once a turn; the substitution does not move the Dragon nor use it up."""
    given = scenario("""
        map   valley
        Ann   Dragon Master Sorcerers, 1 in hand : field 1   <- to move
        Bob   Hill Orcs                          : fen 1, down 4, peak 1
    """)
    replaced = given.play("substitute fen")
    assert replaced.region("fen") == "Ann 1"
    assert "dragon" in replaced.legal
    after = replaced.play("dragon down")
    assert after.region("down") == "Ann 1 + dragon"
    assert after.hand("sorcerers") == 0
    assert after.tray("orcs") == 6  # 4, + the one replaced, + the one lost
    assert "substitute" not in after.legal
    assert "dragon" not in after.legal
    assert given.play("dragon down", "substitute fen").region("fen") == "Ann 1"


@rule("DRA-1", "RUL-3")
def test_dragon_master_sorcerers_without_a_token_in_hand_may_only_substitute() -> None:
    """The Dragon needs a token in hand, the substitution does not."""
    given = scenario("""
        map   valley
        Ann   Dragon Master Sorcerers   : field 1
        Bob   Hill Orcs                 : fen 1, down 1
        turn  Ann conquer, acted
    """)
    assert given.legal == ["end", "substitute"]


@rule("BER-3", "SKE-1", "RUL-24")
def test_berserk_skeletons_are_paid_for_non_empty_regions_taken_with_the_die() -> None:
    """Each conquest may be rolled for; two non-empty ones bring a new Skeleton."""
    given = scenario("""
        map   valley
        Ann   Berserk Skeletons, 3 in hand : field 1   <- to move
        Bob   Hill Orcs                    : fen 1
    """)
    first = given.play("roll", "die 2", "conquer dell")
    assert first.region("dell") == "Ann 1"
    second = first.play("roll", "die 1", "conquer fen")
    assert second.region("fen") == "Ann 2"
    after = second.play("end")
    assert after.tray("skeletons") == 15  # 16, - 1 new
    assert after.play("redeploy field:3").region("field") == "Ann 3"


@rule("RUL-24", "SKE-1")
def test_berserk_skeletons_recruit_after_a_roll_that_did_not_suffice() -> None:
    """The roll that fails ends the conquests, not the redeployment."""
    given = scenario("""
        map   valley
        Ann   Berserk Skeletons, 1 in hand : field 1, fen 1
        Bob   Hill Orcs                    : shore 1
        turn  Ann conquer, acted, non-empty 2
    """)
    rolled = given.play("roll", "die 0")
    assert rolled.legal == ["end"]
    assert rolled.play("end", "redeploy field:3 fen:1").tray("skeletons") == 16


@rule("RUL-24", "SOR-1")
def test_berserk_sorcerers_do_not_use_up_a_roll_with_a_substitution() -> None:
    """The die lies until the next conquest that it pays for."""
    given = scenario("""
        map   valley
        Ann   Berserk Sorcerers, 1 in hand : field 1   <- to move
        Bob   Hill Orcs                    : fen 1, shore 1
    """)
    rolled = given.play("roll", "die 3")
    assert rolled.cost("dell") == 1
    replaced = rolled.play("substitute fen")
    assert replaced.cost("dell") == 1
    assert replaced.play("conquer dell").region("dell") == "Ann 1"


@rule("RUL-48", "RUL-5")
def test_encampments_of_a_region_the_amazons_empty_go_aside() -> None:
    """Camps do not hold a region; they are placed anew in the next redeployment."""
    given = scenario("""
        map   valley
        Ann   Bivouacking Amazons, 3 in hand : fen 1, down 1
        Bob   Hill Orcs                      : shore 1
        turn  Ann conquer, acted
    """)
    after = given.play("end", "encamp fen:3 down:2", "leave fen")
    assert after.region("fen") == "empty"
    assert after.region("down") == "Ann 1 + 2 encampment"
    assert after.hand("amazons") == 4
    assert after.to_move == "Bob"
    later = after.play("expand", "end", "expand", "conquer field", "conquer fen", "end")
    assert later.phase == "encamp"
    assert later.view().left == 5


@rule("RUL-48", "RUL-5", "FTF-2")
def test_a_fortress_of_a_region_the_amazons_empty_is_removed() -> None:
    """The Fortress goes with the region, pays nothing, and can be built again."""
    given = scenario("""
        map   valley
        Ann   Fortified Amazons, 3 in hand : fen 1, down 1 + fortress
        Bob   Hill Orcs                    : shore 1
        turn  Ann conquer, acted
    """)
    built = given.play("end", "fortify fen")
    emptied = built.play("leave fen")
    assert emptied.region("fen") == "empty"
    assert emptied.region("down") == "Ann 1 + fortress"
    assert emptied.coins("Ann") == 7  # down, and its Fortress
    assert emptied.cost("fen") == 2


@rule("RUL-19", "GHO-4", "GHO-3")
def test_the_own_active_race_hit_by_own_ghouls_fights_on_with_the_rest() -> None:
    """One token is lost, the rest comes back in hand and is used in the same turn."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand : fen 1
        Ann   Hill Ratmen                   : down 4, peak 1
        Bob   Forest Orcs                   : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    taken = given.play("conquer down")
    assert taken.region("down") == "Ann 2"
    assert taken.hand("ratmen") == 3
    assert taken.tray("ratmen") == 9
    ratmen = taken.play("end", "redeploy fen:3", "expand")
    assert ratmen.hand("ratmen") == 3
    assert ratmen.play("conquer beach").region("beach") == "Ann 2"


@rule("RUL-19", "FST-6")
def test_the_own_active_race_that_lost_everything_enters_by_a_first_conquest() -> None:
    """Without a region left, the rest of the active race starts at the border in the same turn."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand : fen 1
        Ann   Hill Ratmen                   : field 4
        Bob   Forest Orcs                   : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    ratmen = given.play("conquer field", "end", "redeploy fen:3", "expand")
    assert ratmen.hand("ratmen") == 3
    assert ratmen.reasons("wood") == ["not_border"]
    assert ratmen.play("conquer down").region("down") == "Ann 2"


@rule("RUL-19", "RUL-13")
def test_own_ghouls_may_wipe_out_the_own_lone_token() -> None:
    """The single token is lost, and the active race ends its turn with nothing."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand : fen 1
        Ann   Hill Ratmen                   : field 1
        Bob   Forest Orcs                   : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    ratmen = given.play("conquer field", "end", "redeploy fen:3")
    assert ratmen.tray("ratmen") == 13
    assert ratmen.races("Ann") == ["hill ratmen", "ghouls in decline"]
    assert ratmen.refusal("decline") == "decline_too_late"
    after = ratmen.play("expand", "end")
    assert after.to_move == "Bob"
    assert after.coins("Ann") == 7


@rule("RUL-42", "RUL-34")
def test_own_ghouls_may_take_the_own_hole() -> None:
    """Immunity is against enemies; the hole is gone and not replaced."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand   : fen 1
        Ann   Hill Halflings, 2 placed        : down 4 + hole, peak 1 + hole
        Bob   Forest Orcs                     : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("down") == 2
    taken = given.play("conquer down")
    assert taken.region("down") == "Ann 2"
    assert taken.hand("halflings") == 3
    after = taken.play("end", "redeploy fen:3", "expand", "conquer beach")
    assert after.region("beach") == "Ann 2"


@rule("RUL-42", "RUL-28")
def test_own_ghouls_send_the_own_hero_back_to_its_owner() -> None:
    """The Hero of the region returns and is stationed at the end of the turn."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand   : fen 1
        Ann   Heroic Ratmen                   : down 2 + hero, peak 1 + hero, beach 1
        Bob   Forest Orcs                     : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    taken = given.play("conquer down")
    assert taken.region("down") == "Ann 2"
    after = taken.play("end", "redeploy fen:3", "expand", "end", "redeploy peak:2")
    assert after.region("peak") == "Ann 2 + hero"
    assert after.region("beach") == "Ann 1 + hero"


@rule("RUL-42", "RUL-29")
def test_own_ghouls_send_the_own_dragon_back_to_its_owner() -> None:
    """The Dragon of the region returns and may attack in the same turn."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand   : fen 1
        Ann   Dragon Master Ratmen            : down 2 + dragon, peak 1
        Bob   Forest Orcs                     : beach 5
        turn  Ann conquer, race ghouls, acted
    """)
    taken = given.play("conquer down")
    assert taken.region("down") == "Ann 2"
    after = taken.play("end", "redeploy fen:3", "expand", "dragon beach")
    assert after.region("beach") == "Ann 1 + dragon"


@rule("RUL-41", "RUL-19")
def test_the_own_lair_stands_in_the_way_of_own_ghouls() -> None:
    """A lair of the own active Trolls counts in the cost, and goes when the region changes hands."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand   : fen 1
        Ann   Hill Trolls                     : down 2 + lair, peak 1 + lair
        Bob   Forest Orcs                     : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost_parts("down") == {"base": 2, "marker_lair": 1}
    after = given.play("conquer down")
    assert after.region("down") == "Ann 3"
    assert after.region("peak") == "Ann 1 + lair"
    assert after.hand("trolls") == 1


@rule("RUL-41", "BIV-6")
def test_own_encampments_stand_in_the_way_of_own_ghouls_and_come_back() -> None:
    """Camps count in the cost; they are not lost and are placed in the same turn's redeployment."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand   : fen 1
        Ann   Bivouacking Ratmen              : down 2 + 3 encampment, peak 1 + 2 encampment
        Bob   Forest Orcs                     : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("down") == 5
    taken = given.play("conquer down")
    assert taken.region("down") == "Ann 5"
    camping = taken.play("end", "redeploy fen:6", "expand", "end")
    assert camping.phase == "encamp"
    assert camping.view().left == 5


@rule("RUL-41")
def test_the_own_fortress_stands_in_the_way_of_own_ghouls() -> None:
    """A Fortress counts in the cost and is removed."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand   : fen 1
        Ann   Fortified Ratmen                : down 2 + fortress, peak 1
        Bob   Forest Orcs                     : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("down") == 3
    assert given.play("conquer down").region("down") == "Ann 3"


@rule("RUL-14", "RUL-1")
def test_own_ghouls_attacked_by_the_own_active_race_withdraw_at_the_end_of_the_turn() -> None:
    """They lose one token, the rest goes to their other regions; their number adds nothing to the cost."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline            : fen 4, shore 1, wood 1
        Ann   Hill Ratmen, 2 in hand        : down 1   <- to move
        Bob   Forest Orcs                   : beach 1
    """)
    assert given.cost("fen") == 2
    taken = given.play("conquer fen")
    assert taken.region("fen") == "Ann 2"
    assert taken.race("ghouls").withdrawn == 3
    assert taken.tray("ghouls") == 5
    withdrawing = taken.play("end", "redeploy fen:2 down:1")
    assert withdrawing.phase == "withdraw"
    assert withdrawing.to_move == "Ann"
    after = withdrawing.play("withdraw shore:1 wood:2")
    assert after.region("wood") == "Ann 3"
    assert after.to_move == "Bob"


@rule("RUL-1", "RUL-42")
def test_with_own_tokens_defending_the_ghouls_pay_for_the_own_active_race() -> None:
    """The table option makes each own token add 1."""
    given = scenario("""
        map      valley
        options  own_tokens_defend
        Ann      Ghouls, in decline, 5 in hand : fen 1
        Ann      Hill Halflings, 2 placed      : down 3 + hole
        Bob      Forest Orcs                   : shore 1
        turn     Ann conquer, race ghouls, acted
    """)
    assert given.cost("down") == 5
    assert given.play("conquer down").region("down") == "Ann 5"


@rule("RUL-42", "RUL-19", "ELF-1")
def test_own_elves_hit_by_own_ghouls_lose_a_token() -> None:
    """The Elves' benefit is against enemies."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 4 in hand : fen 1
        Ann   Hill Elves                    : down 3, field 1
        Bob   Forest Orcs                   : shore 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer down")
    assert after.tray("elves") == 8  # 7, + 1
    assert after.hand("elves") == 2
    alone = given.play("conquer field")
    assert alone.tray("elves") == 8
    assert alone.hand("elves") == 0


@rule("RUL-11", "GEN-6")
def test_ghouls_in_decline_keep_the_seas_they_hold_and_take_no_new_ones() -> None:
    """The badge is gone: no new water, no discount; what they hold they keep."""
    given = scenario("""
        map     valley
        column  Hill Elves | Swamp Giants | Wealthy Humans | Stout Wizards | Berserk Trolls | Merchant Dwarves
        Ann     Seafaring Ghouls        : sea 2, wood 4   <- to move
        Bob     Forest Orcs             : fen 1
    """)
    assert given.play("expand").reasons("lake") == []
    declined = given.play("decline")
    assert declined.coins("Ann") == 7
    ghouls = declined.play("expand", "end", "pick 1", "banner amazons", "badge pillaging", "expand")
    assert ghouls.region("sea") == "Ann 1"
    assert ghouls.reasons("lake") == ["water"]
    assert ghouls.reasons("beach") == []  # next to the sea they hold


@rule("TRI-1", "COM-1", "CON-12", "GEN-5")
@pytest.mark.parametrize(
    ("region", "cost"), [("shore", 1), ("cliff", 1), ("field", 3), ("fen", 1), ("peak", 2)]
)
def test_commando_tritons_pay_two_less_on_the_coast_but_at_least_one(region: str, cost: int) -> None:
    """The discounts add up; a conquest never costs less than 1 token."""
    given = scenario("""
        map   valley
        Ann   Commando Tritons, 9 in hand           <- to move
        Bob   Hill Orcs                 : field 3
    """)
    assert given.cost(region) == cost


@rule("RUL-40", "TRI-1")
def test_a_sea_is_not_coastal_for_seafaring_tritons() -> None:
    """Water itself costs 2, and 1 more for a token there."""
    given = scenario("""
        map   valley
        Ann   Seafaring Tritons, 9 in hand : shore 1   <- to move
        Bob   Hill Orcs                    : fen 1
    """)
    assert given.cost("sea") == 2
    assert given.cost("cliff") == 2


@rule("GIA-1", "MOU-1", "MOU-2", "CON-12")
def test_mounted_giants_ride_down_from_their_mountain_for_two_less() -> None:
    """Hills and farmland beside a mountain they hold are 2 tokens cheaper, others there 1."""
    given = scenario("""
        map   valley
        Ann   Mounted Giants, 5 in hand : peak 1   <- to move
        Bob   Forest Orcs               : field 3, down 1
    """)
    assert given.cost_parts("field") == {"base": 2, "tokens": 3, "giants": -1, "mounted": -1}
    assert given.cost("down") == 1
    assert given.cost("dell") == 1
    assert given.cost("beach") == 1
    assert given.cost("fen") == 2
    assert given.play("conquer field").region("field") == "Ann 3"


@rule("DWA-2", "MER-1", "SCO-4")
def test_merchant_dwarves_in_decline_keep_the_mines_and_lose_the_trade() -> None:
    """The badge pays while active; the mines pay on."""
    given = scenario("""
        map   valley
        Ann   Merchant Dwarves          : cliff 1, beach 2, down 1   <- to move
        Bob   Forest Orcs               : fen 1
    """)
    assert given.preview() == {"dwarves regions": 3, "dwarves mine": 2, "dwarves region": 3}
    after = given.play("decline")
    assert after.coins("Ann") == 10
    assert after.view().discarded_badges == ("merchant",)


@rule("DWA-2", "SPI-2")
def test_spirit_dwarves_pay_for_mines_beside_another_race_in_decline() -> None:
    """Both races in decline score, and the Dwarves their mines."""
    given = scenario("""
        map   valley
        Ann   Spirit Dwarves, in decline : cliff 1, down 1
        Ann   Ratmen, in decline         : field 1
        Ann   Hill Elves, 1 in hand      : shore 1   <- to move
        Bob   Forest Orcs                : fen 1
    """)
    assert given.preview() == {
        "dwarves regions": 2,
        "dwarves mine": 2,
        "elves regions": 1,
        "ratmen regions": 1,
    }


@rule("HAL-6", "HAL-1", "RUL-25", "RUL-34")
def test_halflings_who_abandon_everything_come_back_anywhere_without_holes() -> None:
    """Both holes go with their regions; the new entrance is anywhere, and nothing is dug."""
    given = scenario("""
        map   valley
        Ann   Hill Halflings, 2 placed  : fen 3 + hole, down 2 + hole   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("abandon fen", "abandon down", "expand", "conquer wood")
    assert after.region("fen") == "empty"
    assert after.region("wood") == "Ann 2"
    assert after.hand("halflings") == 3


@rule("SKE-1", "PIL-1", "RUL-2")
def test_pillaging_skeletons_gain_coins_and_tokens_from_the_same_conquests() -> None:
    """Both benefits count the same non-empty regions, the own race in decline included."""
    given = scenario("""
        map   valley
        Ann   Ratmen, in decline             : field 1
        Ann   Pillaging Skeletons, 5 in hand : peak 1   <- to move
        Bob   Forest Orcs                    : shore 1
    """)
    conquered = given.play("conquer field", "conquer dell")
    assert conquered.preview() == {"skeletons regions": 3, "skeletons non_empty_conquest": 2}
    after = conquered.play("end", "redeploy peak:5")
    assert after.tray("skeletons") == 13
    assert after.coins("Ann") == 10


@rule("ELF-1", "BIV-6", "BIV-7")
def test_bivouacking_elves_lose_neither_tokens_nor_camps() -> None:
    """Tokens and camps of a lost region are all put back at the end of the attacker's turn."""
    given = scenario("""
        map   valley
        Ann   Bivouacking Elves         : fen 2 + 2 encampment, peak 1, down 1
        Bob   Hill Orcs, 6 in hand      : grove 1   <- to move
    """)
    taken = given.play("conquer fen", "end", "redeploy fen:6")
    assert taken.region("fen") == "Bob 6"
    after = taken.play("withdraw down:2", "encamp peak:2")
    assert after.region("down") == "Ann 3"
    assert after.region("peak") == "Ann 1 + 2 encampment"
    assert after.tray("elves") == 7


@rule("SOR-4", "TRO-5", "RUL-17")
def test_sorcerers_replace_a_lone_fortified_troll_for_nothing() -> None:
    """Lair, Fortress and mountain together do not protect, and the markers go."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Fortified Trolls          : peak 1 + lair + fortress, shore 1 + lair
        turn  Ann conquer, acted
    """)
    after = given.play("substitute peak")
    assert after.region("peak") == "Ann 1"
    assert after.tray("trolls") == 9


@rule("AMA-1", "SOR-3")
def test_sorcerers_replace_a_lone_amazon_whatever_her_owner_has_in_hand() -> None:
    """The four off the map do not keep a token company."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Amazons, 4 in hand : fen 1, down 2
        turn  Ann conquer, acted
    """)
    after = given.play("substitute fen")
    assert after.region("fen") == "Ann 1"
    assert after.hand("amazons") == 4
    assert after.tray("amazons") == 9


@pytest.mark.parametrize("race", [race for race in RACES if race != "ghouls"])
@rule("DEC-5", "GEN-6")
def test_all_but_ghouls_leave_one_token_in_each_region_and_conquer_no_more(race: str) -> None:
    """In decline a race neither keeps its spare tokens nor acts; the next race does."""
    others = [other for other in RACES if other != race]
    given = scenario(f"""
        map   valley
        Ann   Hill {race}               : fen 3, down 2   <- to move
        Bob   Forest {others[0]}        : shore 1, beach 1
    """)
    declined = given.play("decline")
    assert declined.race(race).in_decline
    assert declined.tray(race) == box().race(race).tokens_in_box - 2
    later = scenario(f"""
        map   valley
        Ann   {race}, in decline        : fen 1, down 1
        Ann   Hill {others[1]}          : peak 1
        Bob   Forest {others[2]}        : shore 1
        turn  Bob ready
    """).play("expand", "end")
    assert later.to_move == "Ann"
    assert later.view().acting_race == others[1]


@pytest.mark.parametrize("race", [race for race in RACES if race != "elves"])
@rule("LOS-2", "LOS-3")
def test_all_but_elves_lose_one_token_with_a_region(race: str) -> None:
    """One token of the lost region goes back to the tray, the others withdraw."""
    attackers = next(other for other in RACES if other not in ("amazons", race))
    given = scenario(f"""
        map   valley
        Ann   Hill {race}                    : fen 3, down 1
        Bob   Forest {attackers}, 5 in hand  : grove 1   <- to move
    """)
    after = given.play("conquer fen")
    assert after.race(race).withdrawn == 2
    assert after.tray(race) == box().race(race).tokens_in_box - 3


@pytest.mark.parametrize("race", [race for race in RACES if race not in ("halflings", "tritons")])
@rule("FST-1", "CON-1", "CON-4", "CON-6")
def test_all_but_halflings_and_tritons_enter_at_the_border_for_the_plain_cost(race: str) -> None:
    """A first conquest is made in a border region and costs 2, + 1 for a mountain or a Lost Tribe."""
    other = next(other for other in RACES if other != race)
    given = scenario(f"""
        map   valley
        Ann   Hill {race}, 7 in hand         <- to move
        Bob   Forest {other}            : fen 2
    """)
    plain = {"shore": 2, "cliff": 3, "beach": 2, "grove": 3, "peak": 3, "fen": 4, "down": 2}
    assert {region: given.cost(region) for region in given.targets()} == plain
