"""Rulings 18 to 34: the order of a turn's end, own races against each other, and the special moves."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("RUL-18", "SKE-3")
def test_recruits_come_before_the_redeployment() -> None:
    """New Skeletons are deployed together with the others."""
    given = scenario("""
        map   four-regions
        Ann   Forest Skeletons          : moor 1, cave 1
        Bob
        turn  Ann conquer, acted, non-empty 2
    """)
    asked = given.play("end")
    assert asked.codes() == ["recruited"]
    assert asked.phase == "redeploy"
    assert asked.play("redeploy moor:2 cave:1").region("moor") == "Ann 2"


@rule("RUL-18", "RUL-5")
def test_encampments_are_placed_before_the_amazons_leave() -> None:
    """Redeployment, then Encampments, then the Amazons come off."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Amazons, 3 in hand : moor 1, cave 1  <- to move
        Bob
        turn  Ann conquer, acted
    """)
    camping = given.play("end")
    assert camping.phase == "encamp"
    leaving = camping.play("encamp moor:5")
    assert leaving.phase == "give_up"
    assert leaving.play("leave cave").to_move == "Bob"


@rule("RUL-18", "RUL-5")
def test_a_fortress_is_built_before_the_amazons_leave() -> None:
    """Redeployment, then the Fortress, then the Amazons come off."""
    given = scenario("""
        map   four-regions
        Ann   Fortified Amazons, 3 in hand : moor 1, cave 1
        Bob
        turn  Ann conquer, acted
    """)
    building = given.play("end")
    assert building.phase == "fortify"
    assert building.play("fortify moor").phase == "give_up"


@rule("RUL-18", "RUL-5")
def test_heroes_are_placed_after_the_amazons_have_left() -> None:
    """A Hero cannot be sent to a region that is given up."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Amazons, 3 in hand : moor 1, cave 1, bog 1, hill 1
        Bob
        turn  Ann conquer, acted
    """)
    leaving = given.play("end")
    assert leaving.phase == "give_up"
    stationing = leaving.play("leave moor")
    assert stationing.phase == "station"
    assert stationing.refusal("station moor") == "not_your_region"
    assert stationing.coins("Ann") == 5  # scoring comes after the Heroes
    after = stationing.play("station cave bog")
    assert after.coins("Ann") == 5 + 3


@rule("RUL-18", "DIP-1")
def test_the_diplomat_names_an_ally_after_scoring_and_before_the_victims_withdraw() -> None:
    """Scoring, then the peace, then the victims."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Orcs, 6 in hand  : shore 1       <- to move
        Bob   Forest Elves              : wood 2, dell 1, peak 1
        Cid
    """)
    asked = given.play("conquer wood", "end", "redeploy shore:1 wood:6")
    assert asked.phase == "ally"
    assert asked.coins("Ann") == 5 + 3  # two regions, and one conquest for the Orcs
    assert asked.race("elves").withdrawn == 2
    assert asked.play("ally Cid").phase == "withdraw"


@rule("RUL-18", "STO-1")
def test_the_stout_may_decline_after_scoring_and_before_the_victims_withdraw() -> None:
    """Scoring, then the decline, then the victims."""
    given = scenario("""
        map   four-regions
        Ann   Stout Orcs, 6 in hand     : hill 1        <- to move
        Bob   Forest Elves              : bog 3, cave 1, moor 1
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:6")
    assert asked.phase == "retire"
    assert asked.coins("Ann") == 5 + 3
    declined = asked.play("decline")
    assert declined.phase == "withdraw"
    assert declined.races("Ann") == ["orcs in decline"]
    assert declined.coins("Ann") == 5 + 3
    after = declined.play("withdraw cave:1 moor:2")
    assert after.to_move == "Bob"
    assert after.phase == "ready"


@rule("RUL-18", "RUL-14", "DEC-8")
def test_own_ghouls_driven_out_are_gone_if_the_stout_then_decline() -> None:
    """The decline comes before the withdrawal, and takes the earlier race with its tokens."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : bog 3, cave 1, moor 1
        Ann   Stout Orcs, 3 in hand     : hill 1        <- to move
        Bob
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:3")
    assert asked.race("ghouls").withdrawn == 2
    assert asked.play("stay").phase == "withdraw"
    after = asked.play("decline")
    assert after.races("Ann") == ["orcs in decline"]
    assert after.tray("ghouls") == 10
    assert after.to_move == "Bob"


@rule("RUL-18", "END-3", "LOS-3")
def test_victims_of_the_last_turn_withdraw_before_the_game_ends() -> None:
    """Their tokens are on the map again when a tie is broken."""
    given = scenario("""
        map       four-regions
        game-turn 10
        first     Ann
        Ann       Forest Elves          : bog 3, cave 1, moor 1
        Bob       Swamp Orcs, 5 in hand : hill 1        <- to move
    """)
    asked = given.play("conquer bog", "end", "redeploy hill:1 bog:5")
    assert (asked.to_move, asked.phase) == ("Ann", "withdraw")
    after = asked.play("withdraw moor:3")
    assert after.to_move == "nobody"
    assert {place.seat: place.tokens for place in after.game.ranking()} == {0: 5, 1: 6}


@rule("RUL-18", "RUL-38", "LOS-3")
def test_victims_withdraw_clockwise_from_the_player_whose_turn_it_was() -> None:
    """After Bob's turn Cid withdraws before Ann."""
    given = scenario("""
        map   valley-3
        tribes -
        Ann   Forest Elves              : shore 2, cliff 1, beach 1
        Bob   Hill Orcs, 8 in hand      : wood 1        <- to move
        Cid   Swamp Humans              : grove 2, field 1, down 1
    """)
    first = given.play("conquer shore", "conquer grove", "end", "redeploy wood:7")
    assert (first.phase, first.to_move) == ("withdraw", "Cid")
    second = first.play("withdraw down")
    assert (second.phase, second.to_move) == ("withdraw", "Ann")
    after = second.play("withdraw cliff:2")
    assert (after.phase, after.to_move) == ("ready", "Cid")


@rule("RUL-19", "GHO-4", "LOS-2")
def test_the_own_active_race_hit_by_own_ghouls_loses_one_token_and_fights_on_with_the_rest() -> None:
    """The rest is back in hand and usable in the same turn."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 2 in hand : moor 1
        Ann   Forest Orcs                   : cave 4, bog 1
        Bob   Swamp Elves
        turn  Ann conquer, race ghouls, acted
    """)
    hit = given.play("conquer cave")
    assert hit.hand("orcs") == 3
    assert hit.tray("orcs") == 10 - 5 + 1
    active = hit.play("end", "redeploy moor:1 cave:2", "expand")
    assert active.view().acting_race == "orcs"
    assert active.play("conquer hill").region("hill") == "Ann 2"


@rule("RUL-19", "FST-6")
def test_an_active_race_that_lost_everything_to_own_ghouls_enters_again() -> None:
    """Its next conquest in that turn is a first conquest."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Ghouls, in decline, 2 in hand : wood 1
        Ann   Forest Orcs                   : dell 4
        Bob   Swamp Elves
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer dell", "end", "redeploy wood:1 dell:2", "expand")
    assert after.hand("orcs") == 3
    assert after.reasons("field") == ["not_border"]
    assert "down" in after.targets()


@rule("RUL-20")
@pytest.mark.parametrize(("race", "marker"), [("Trolls", "lair"), ("Ratmen", "fortress")])
def test_lair_and_fortress_of_a_vanished_race_go_with_it(race: str, marker: str) -> None:
    """When the race leaves the map, nothing of it stays."""
    given = scenario(f"""
        map   four-regions
        Ann   {race}, in decline        : moor 1 + {marker}
        Ann   Forest Orcs               : hill 1        <- to move
        Bob
    """)
    assert given.play("decline").region("moor") == "empty"


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


@rule("RUL-22", "GEN-11", "DIP-2")
def test_an_attack_by_the_diplomats_own_ghouls_does_not_count() -> None:
    """Only attacks by the race that holds the badge count."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 4 in hand : cave 1
        Ann   Diplomat Orcs                 : moor 1
        Bob   Forest Elves                  : bog 2, hill 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer bog", "end", "redeploy cave:1 bog:4", "expand", "end")
    assert after.phase == "ally"
    assert after.play("ally Bob").view().peace == ((1, 0),)


@rule("RUL-23")
def test_the_diplomat_may_make_peace_with_the_only_opponent() -> None:
    """Peace with two players is legal, and it binds."""
    given = scenario("""
        map   four-regions
        Ann   Diplomat Orcs             : cave 1        <- to move
        Bob   Forest Elves              : bog 6
    """)
    after = given.play("expand", "end", "ally Bob", "expand")
    assert after.to_move == "Bob"
    assert after.reasons("cave") == ["peace"]


def berserk(hand: int, tokens: int) -> str:
    """Ann's Berserk Orcs, with so many tokens in hand, before the bog that Bob holds with so many."""
    return f"""
        map   four-regions
        Ann   Berserk Orcs, {hand} in hand  : hill 1
        Bob   Forest Elves                  : bog {tokens}
        turn  Ann conquer, acted
    """


@rule("RUL-24", "BER-1", "BER-2", "BER-3")
def test_a_berserk_roll_is_optional_before_each_conquest() -> None:
    """He may conquer without a roll, or roll first and pay less."""
    given = scenario(berserk(6, 1))
    assert given.cost("bog") == 3
    assert {"conquer bog", "roll"} <= set(given.legal)
    rolled = given.play("roll", "die 2")
    assert rolled.cost("bog") == 1
    assert "roll" not in rolled.legal
    after = rolled.play("conquer bog")
    assert after.hand("orcs") == 5
    assert after.cost("cave") == 2  # the roll is used up
    assert "roll" in after.legal


@rule("RUL-24", "BER-4")
def test_a_berserk_roll_needs_a_token_in_hand_and_never_makes_a_region_free() -> None:
    """At least one token is needed, whatever the die shows."""
    assert scenario(berserk(0, 1)).legal == ["end"]
    assert scenario(berserk(1, 1)).play("roll", "die 3").cost("bog") == 1


@rule("RUL-24", "BER-5")
def test_a_berserk_who_cannot_use_his_roll_ends_his_conquests() -> None:
    """After a roll he conquers at the lower cost, or his conquests end; there is no second roll."""
    rolled = scenario(berserk(1, 3)).play("roll", "die 1")
    assert rolled.legal == ["end"]
    assert rolled.refusal("roll") == "no_roll"


@rule("RUL-24")
def test_the_berserk_have_no_ordinary_final_attempt() -> None:
    """To choose a region first and roll afterwards is not for them."""
    given = scenario(berserk(2, 1))
    assert given.attempts() == []
    assert given.refusal("conquer bog") == "too_few_tokens"


@rule("RUL-24")
def test_a_substitution_does_not_use_up_the_berserk_roll() -> None:
    """The die still counts for the conquest that follows."""
    given = scenario("""
        map   four-regions
        Ann   Berserk Sorcerers, 2 in hand  : hill 1
        Bob   Forest Elves                  : bog 1, cave 3
        turn  Ann conquer, acted
    """)
    rolled = given.play("roll", "die 3", "substitute bog")
    assert rolled.cost("cave") == 2
    assert rolled.refusal("roll") == "no_roll"
    after = rolled.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.cost("moor") == 2


@rule("RUL-25", "EXP-4", "GEN-10")
def test_an_abandoned_region_may_be_conquered_again_and_is_then_empty() -> None:
    """It gives the Orcs no bonus, for nobody holds it."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob
    """)
    after = given.play("abandon moor", "expand", "conquer moor")
    assert after.region("moor") == "Ann 2"
    assert after.preview() == {"orcs regions": 2}


@rule("RUL-25")
def test_regions_are_abandoned_only_before_the_first_conquest_or_roll() -> None:
    """Once troops are readied and conquest begins, nothing can be abandoned."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob
    """)
    assert "abandon moor" in given.legal
    assert given.play("expand").refusal("abandon moor") == "unknown_verb"
    assert given.play("expand", "conquer bog").refusal("abandon moor") == "unknown_verb"
    rolled = scenario("""
        map   four-regions
        Ann   Berserk Orcs              : moor 3, cave 2    <- to move
        Bob
    """).play("expand", "roll", "die 0")
    assert rolled.refusal("abandon moor") == "unknown_verb"


@rule("RUL-26", "DEC-1")
def test_declining_is_the_first_and_only_act_of_a_turn() -> None:
    """Not after troops are readied, not after a region is abandoned."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : moor 3, cave 2    <- to move
        Bob   Hill Elves                : hill 1
    """)
    assert "decline" in given.legal
    assert given.play("abandon moor").refusal("decline") == "decline_too_late"
    assert given.play("expand").refusal("decline") == "unknown_verb"
    assert given.play("decline").to_move == "Bob"


@rule("RUL-26", "GHO-1")
def test_ghouls_decline_as_they_stand() -> None:
    """Nothing is readied or moved on the way into decline."""
    given = scenario("""
        map   four-regions
        Ann   Forest Ghouls             : moor 4, cave 2, bog 1    <- to move
        Bob
    """)
    after = given.play("decline")
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["Ann 4", "Ann 2", "Ann 1"]


@rule("RUL-26")
def test_declining_is_offered_before_the_own_ghouls_move_and_not_after() -> None:
    """A Ghoul move of that turn rules a decline out."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 2
        Ann   Hill Orcs                 : hill 2
        Bob
        turn  Ann ready, race ghouls
    """)
    declined = given.play("decline")
    assert declined.races("Ann") == ["orcs in decline"]
    assert declined.region("moor") == "empty"
    moved = given.play("expand", "end")
    assert moved.view().acting_race == "orcs"
    assert moved.refusal("decline") == "decline_too_late"


@rule("RUL-26", "RUL-47")
def test_no_decline_on_the_turn_the_combo_was_picked() -> None:
    """Neither before the first conquest nor before the own Ghouls act."""
    given = scenario("""
        map    four-regions
        column Hill Orcs | Forest Elves | Swamp Humans | Flying Trolls | Berserk Giants | Stout Ratmen
        Ann    Ghouls, in decline       : moor 2        <- to move
        Bob
    """)
    picked = given.play("pick 1", "banner amazons", "badge heroic")
    assert (picked.phase, picked.view().acting_race) == ("ready", "ghouls")
    assert picked.refusal("decline") == "decline_too_late"
    entering = picked.play("expand", "end")
    assert (entering.phase, entering.view().acting_race) == ("conquer", "orcs")
    assert entering.refusal("decline") == "unknown_verb"


@rule("RUL-26", "STO-1")
def test_the_stout_may_decline_on_the_turn_they_were_picked() -> None:
    """They do so after scoring, as an exception."""
    given = scenario("""
        map   four-regions
        Ann   Stout Orcs, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    asked = given.play("conquer moor", "end")
    assert asked.phase == "retire"
    assert asked.play("decline").races("Ann") == ["orcs in decline"]


@rule("RUL-27", "FIN-2")
def test_a_final_attempt_needs_a_region_one_to_three_tokens_too_dear() -> None:
    """Four short is too much, and a region he can afford is taken without the die."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Forest Orcs, 2 in hand    : dell 1        <- to move
        Bob   Hill Elves                : wood 3, beach 4, peak 1
    """)
    assert given.cost("wood") == 5
    assert given.cost("beach") == 6
    assert set(given.attempts()) == {"wood", "peak", "cliff"}
    assert given.targets() == ["field"]
    assert given.refusal("conquer beach") == "too_few_tokens"


@rule("RUL-27", "FIN-5", "FIN-9")
def test_a_dearer_region_may_be_tried_while_another_is_affordable() -> None:
    """It is his last act, whatever the roll."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 2 in hand    : cave 1        <- to move
        Bob   Hill Elves                : bog 1
    """)
    assert given.targets() == ["moor"]
    after = given.play("conquer bog", "die 0")
    assert after.to_move == "Bob"
    assert after.region("cave") == "Ann 3"


@rule("RUL-27")
def test_the_shortfall_is_reckoned_after_all_discounts() -> None:
    """A Commando reaches one token further with the same hand."""
    plain = """
        map   four-regions
        Ann   {power} Orcs, 1 in hand   : cave 1        <- to move
        Bob   Hill Elves                : bog 3
    """
    assert scenario(plain.format(power="Forest")).attempts() == ["moor"]
    assert scenario(plain.format(power="Commando")).attempts() == ["bog"]  # the moor costs 1 now


@rule("RUL-27", "CON-9")
def test_a_final_attempt_needs_a_token_in_hand() -> None:
    """With an empty hand there is nothing to attempt."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : cave 1
        Bob
        turn  Ann conquer, acted
    """)
    assert given.legal == ["end"]


@rule("RUL-28", "HER-1", "HER-2")
def test_heroes_go_to_different_regions_at_the_end_of_the_turn_and_may_stay() -> None:
    """Both are placed anew, and the same places are allowed."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Orcs               : moor 1 + hero, cave 1 + hero, bog 1   <- to move
        Bob
    """)
    asked = given.play("expand", "end")
    assert asked.phase == "station"
    assert asked.play("station moor").refusal("station moor") == "not_possible_here"
    stayed = asked.play("station moor cave")
    assert [stayed.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1 + hero", "Ann 1 + hero", "Ann 1"]
    moved = asked.play("station cave bog")
    assert [moved.region(r) for r in ("moor", "cave", "bog")] == ["Ann 1", "Ann 1 + hero", "Ann 1 + hero"]


@rule("RUL-28")
def test_heroes_are_placed_as_far_as_there_are_regions() -> None:
    """With one region, one Hero stands and the other waits."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Orcs, 3 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    assert given.play("conquer moor", "end").region("moor") == "Ann 3 + hero"


@rule("RUL-28")
def test_a_hero_of_an_abandoned_region_returns_to_its_owner() -> None:
    """It protects nothing there any more and is placed again at the end of the turn."""
    given = scenario("""
        map   four-regions
        Ann   Heroic Orcs               : moor 1 + hero, cave 1 + hero, bog 1   <- to move
        Bob
    """)
    left = given.play("abandon moor")
    assert left.region("moor") == "empty"
    after = left.play("expand", "end", "redeploy cave:2 bog:1")
    assert [after.region(r) for r in ("moor", "cave", "bog")] == ["empty", "Ann 2 + hero", "Ann 1 + hero"]


@rule("RUL-28", "BIV-1")
def test_placing_each_encampment_is_optional() -> None:
    """He may place some, or none."""
    given = scenario("""
        map   four-regions
        Ann   Bivouacking Orcs          : moor 1 + 3 encampment, cave 1     <- to move
        Bob
    """)
    asked = given.play("expand", "end")
    assert asked.phase == "encamp"
    none = asked.play("done")
    assert (none.region("moor"), none.region("cave"), none.to_move) == ("Ann 1", "Ann 1", "Bob")
    some = asked.play("encamp cave:2")
    assert (some.region("moor"), some.region("cave"), some.to_move) == (
        "Ann 1",
        "Ann 1 + 2 encampment",
        "Bob",
    )


@rule("RUL-29", "DRA-1", "DRA-2")
def test_the_dragon_takes_a_region_with_one_token_whatever_its_defence() -> None:
    """Once a turn, and the Dragon then stands there."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs, 2 in hand : bog 1         <- to move
        Bob   Forest Trolls                 : cave 5 + lair, moor 3 + lair
    """)
    after = given.play("dragon cave")
    assert after.region("cave") == "Ann 1 + dragon"
    assert after.hand("orcs") == 1
    assert "dragon" not in after.legal


@rule("RUL-29")
@pytest.mark.parametrize(
    ("region", "code"), [("sea", "water"), ("down", "not_adjacent"), ("wood", "immune"), ("beach", "peace")]
)
def test_the_dragons_target_must_otherwise_be_legal(region: str, code: str) -> None:
    """Reach, water, immunity and peace bind the Dragon too."""
    given = scenario("""
        map   valley-3
        peace Ann spares Cid
        Ann   Dragon Master Orcs, 2 in hand : cliff 1       <- to move
        Bob   Heroic Elves                  : wood 1 + hero
        Cid   Diplomat Humans               : beach 1
    """)
    assert given.play("dragon").legal == ["dragon shore", "dragon dell"]
    assert given.refusal(f"dragon {region}") == code


@rule("RUL-29")
def test_the_dragon_may_make_the_first_conquest_at_the_border() -> None:
    """One token is enough to enter."""
    given = scenario("""
        map   valley
        Ann   Dragon Master Orcs, 1 in hand
        Bob   Forest Elves              : grove 7
        turn  Ann conquer, acted, first turn
    """)
    assert given.refusal("dragon wood") == "not_border"
    assert given.play("dragon grove").region("grove") == "Ann 1 + dragon"


@rule("RUL-29", "DRA-3", "DRA-4")
def test_a_dragon_that_is_not_used_stays_where_it_is() -> None:
    """Its region remains immune through the next turns."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs        : cave 1 + dragon   <- to move
        Bob   Forest Elves              : bog 9
    """)
    after = given.play("expand", "end", "expand")
    assert after.region("cave") == "Ann 1 + dragon"
    assert after.reasons("cave") == ["immune"]


@rule("RUL-29")
def test_abandoning_its_region_returns_the_dragon() -> None:
    """It leaves the board and can be used again."""
    given = scenario("""
        map   four-regions
        Ann   Dragon Master Orcs        : cave 2 + dragon, moor 1   <- to move
        Bob
    """)
    after = given.play("abandon cave")
    assert after.region("cave") == "empty"
    assert after.play("expand", "dragon cave").region("cave") == "Ann 1 + dragon"


@rule("RUL-30", "SOR-6", "FLY-2")
def test_flying_sorcerers_substitute_without_adjacency() -> None:
    """Any lone token of the map will do."""
    given = scenario("""
        map   valley
        Ann   Flying Sorcerers          : shore 1
        Bob   Forest Elves              : down 1
        turn  Ann conquer, acted
    """)
    assert given.play("substitute down").region("down") == "Ann 1"
    walking = scenario("""
        map   valley
        Ann   Hill Sorcerers            : shore 1
        Bob   Forest Elves              : down 1
        turn  Ann conquer, acted
    """)
    assert "substitute" not in walking.legal


@rule("RUL-30")
def test_flying_sorcerers_need_a_sorcerer_on_the_map() -> None:
    """Nobody is replaced out of thin air."""
    given = scenario("""
        map   valley
        Ann   Flying Sorcerers, 9 in hand
        Bob   Forest Elves              : down 1
        turn  Ann conquer, acted, first turn
    """)
    assert "substitute" not in given.legal
    assert "substitute" in given.play("conquer shore").legal


@rule("RUL-31", "DEC-4", "SPI-1")
def test_the_spirit_badge_stays_with_the_declined_race() -> None:
    """Other badges are discarded at once, this one is not."""
    given = scenario("""
        map   four-regions
        Ann   Spirit Elves              : hill 1        <- to move
        Bob
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["spirit elves in decline"]
    assert "spirit" not in after.view().discarded_badges
    assert "spirit" not in after.view().unrevealed_badges


@rule("RUL-31")
def test_the_spirit_badge_is_discarded_when_its_race_leaves_the_map() -> None:
    """With the last token the badge goes to the discards and the banner back to the stack."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 3 in hand    : bog 1         <- to move
        Bob   Spirit Elves, in decline  : hill 1
    """)
    after = given.play("conquer hill")
    assert after.races("Bob") == []
    assert after.view().discarded_badges == ("spirit",)
    assert after.view().returned_banners == ("elves",)


COLUMN = """
    map    four-regions
    column Hill Elves | Forest Orcs 4 | Swamp Humans | Flying Trolls | Berserk Giants | Stout Ratmen
    coins  Ann {coins}, Bob 5
    Ann    <- to move
    Bob
"""


@rule("RUL-32", "PCK-6", "PCK-15")
def test_a_combo_is_paid_with_own_coins_before_those_on_it_are_taken() -> None:
    """Four coins on the second combo do not help a player who has none."""
    broke = scenario(COLUMN.format(coins=0))
    assert broke.refusal("pick 2") == "too_few_coins"
    after = scenario(COLUMN.format(coins=1)).play("pick 2")
    assert after.coins("Ann") == 1 - 1 + 4


@rule("RUL-32", "PCK-2")
def test_the_top_combo_is_free_so_a_choice_always_exists() -> None:
    """A player without coins takes the first."""
    broke = scenario(COLUMN.format(coins=0))
    assert broke.legal == ["pick 1"]
    assert broke.play("pick 1").coins("Ann") == 0


@rule("RUL-33", "ALC-1")
def test_the_alchemist_pays_even_without_a_region() -> None:
    """Two coins a turn while the race is active, wherever its tokens are."""
    given = scenario("""
        map   four-regions
        Ann   Alchemist Orcs
        Bob
        turn  Ann ready
    """)
    assert given.play("expand", "end").coins("Ann") == 5 + 2
    assert given.play("decline").coins("Ann") == 5


@rule("RUL-34", "HAL-2", "HAL-3")
def test_the_first_two_regions_the_halflings_ever_conquer_get_the_holes() -> None:
    """The third gets none."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 9 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    after = given.play("conquer bog", "conquer cave", "conquer moor")
    assert [after.region(r) for r in ("bog", "cave", "moor")] == ["Ann 2 + hole", "Ann 2 + hole", "Ann 2"]


@rule("RUL-34")
def test_the_second_hole_may_come_in_a_later_turn() -> None:
    """What counts is the order of conquests, not the turn."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 4 in hand, 1 placed   : bog 1 + hole      <- to move
        Bob
    """)
    assert given.play("conquer cave").region("cave") == "Ann 2 + hole"


@rule("RUL-34")
@pytest.mark.parametrize(
    ("power", "move"),
    [("Dragon Master", "dragon cave"), ("Commando", "conquer cave"), ("Hill", "conquer cave")],
)
def test_a_hole_comes_however_the_region_is_conquered(power: str, move: str) -> None:
    """Also by the Dragon, and by the final attempt."""
    given = scenario(f"""
        map   four-regions
        Ann   {power} Halflings, 1 in hand
        Bob
        turn  Ann conquer, acted, first turn
    """)
    after = given.play(move)
    if after.to_move == "chance":
        after = after.play("die 1")
    assert "hole" in after.region("cave")


@rule("RUL-34", "HAL-6")
def test_a_hole_is_never_replaced() -> None:
    """The hole of an abandoned region is gone for good, even if the region is taken again."""
    given = scenario("""
        map   four-regions
        Ann   Hill Halflings, 2 placed  : bog 3 + hole, cave 3 + hole       <- to move
        Bob
    """)
    after = given.play("abandon bog", "expand", "conquer bog")
    assert after.region("bog") == "Ann 2"
    assert after.play("conquer moor").region("moor") == "Ann 2"
