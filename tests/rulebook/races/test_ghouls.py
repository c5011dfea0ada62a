"""Ghouls: in decline they all stay, and go on conquering."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_ghouls_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 10."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Ghouls
    """)
    after = given.play("pick 1")
    assert after.hand("ghouls") == 9
    assert after.tray("ghouls") == 1


@rule("GHO-1")
def test_all_ghouls_stay_on_the_map_when_they_decline() -> None:
    """In decline all their tokens stay, not one for each region."""
    given = scenario("""
        map   valley
        Ann   Hill Ghouls               : fen 4, down 3   <- to move
        Bob   Forest Orcs               : shore 1
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["ghouls in decline"]
    assert after.region("fen") == "Ann 4"
    assert after.region("down") == "Ann 3"
    assert after.tray("ghouls") == 3
    assert after.cost("fen") == 6


@rule("RUL-43", "GHO-1")
def test_ghouls_in_hand_go_to_the_tray_when_they_decline() -> None:
    """Only tokens on the map stay."""
    given = scenario("""
        map   valley
        Ann   Hill Ghouls, 2 in hand    : fen 4
        Bob   Forest Orcs               : shore 1
        turn  Ann ready
    """)
    after = given.play("decline")
    assert after.tray("ghouls") == 6
    assert after.hand("ghouls") == 0
    assert after.region("fen") == "Ann 4"


@rule("GHO-2", "DEC-11")
def test_ghouls_conquer_from_the_turn_after_their_decline() -> None:
    """On the turns after their decline, not on that turn, Ghouls conquer as active tokens do."""
    given = scenario("""
        map     valley
        column  Hill Ratmen | Swamp Elves | Wealthy Humans | Stout Giants | Spirit Trolls | Merchant Dwarves
        Ann     Commando Ghouls         : fen 4   <- to move
        Bob     Forest Orcs             : shore 1
    """)
    declined = given.play("decline")
    assert declined.to_move == "Bob"
    picked = declined.play("expand", "end", "pick 1", "banner wizards", "badge pillaging")
    assert picked.to_move == "Ann"
    assert picked.view().acting_race == "ghouls"
    readied = picked.play("expand")
    assert readied.hand("ghouls") == 3
    after = readied.play("conquer field")
    assert after.region("field") == "Ann 2"  # without the badge they once had
    assert after.hand("ghouls") == 1


@rule("GHO-3", "RUL-47")
def test_ghouls_in_decline_act_before_the_active_race() -> None:
    """Their conquests come at the start of the turn, before any conquest of the active race."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3
        Ann   Hill Ratmen               : beach 4
        Bob   Forest Orcs               : shore 2
        turn  Bob ready
    """)
    ghouls = given.play("expand", "end")
    assert ghouls.to_move == "Ann"
    assert ghouls.view().acting_race == "ghouls"
    assert ghouls.play("expand").reasons("peak") == ["not_adjacent"]  # next to the Ratmen only
    ratmen = ghouls.play("expand", "conquer down", "end", "redeploy fen:2")
    assert ratmen.view().acting_race == "ratmen"
    done = ratmen.play("expand", "conquer dell", "end", "redeploy dell:3")
    assert done.to_move == "Bob"


@rule("GHO-3")
def test_ghouls_in_decline_do_not_act_after_the_active_race() -> None:
    """Once the active race conquers, the Ghouls' time is over for the turn."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3
        Ann   Hill Ratmen, 4 in hand    : beach 1   <- to move
        Bob   Forest Orcs               : shore 2
    """)
    assert given.refusal("conquer down") == "not_adjacent"
    assert given.play("conquer peak", "end", "redeploy peak:4").to_move == "Bob"


@rule("GHO-4", "RUL-1")
def test_ghouls_in_decline_may_attack_the_own_active_race() -> None:
    """The own active tokens do not add to the cost."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand : fen 1
        Ann   Hill Ratmen                   : down 3
        Bob   Forest Orcs                   : shore 2
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.cost("down") == 2
    after = given.play("conquer down")
    assert after.race("ghouls").regions == (11, 12)
    assert after.race("ratmen").regions == ()


@rule("GHO-5", "DIP-6")
def test_ghouls_in_decline_are_not_bound_by_a_peace() -> None:
    """The Diplomat's ally may not attack them, but the ally's Ghouls in decline may."""
    given = scenario("""
        map    valley
        peace  Ann spares Bob
        Ann    Ghouls, in decline           : fen 4
        Ann    Hill Ratmen                  : peak 5
        Bob    Diplomat Orcs                : down 1, shore 1
        turn   Ann ready, race ghouls
    """)
    ghouls = given.play("expand")
    assert ghouls.reasons("down") == []
    assert ghouls.play("conquer down").region("down") == "Ann 3"
    ratmen = ghouls.play("end", "expand")
    assert ratmen.view().acting_race == "ratmen"
    assert ratmen.refusal("conquer down") == "peace"


@rule("RUL-14")
def test_ghouls_in_decline_roll_their_own_final_attempt_and_redeploy() -> None:
    """Short of tokens they may try with the die, and then move their tokens."""
    given = scenario("""
        map   valley                        # a lost tribe in grove
        Ann   Ghouls, in decline, 2 in hand : fen 1, down 1
        Ann   Hill Ratmen                   : beach 3
        Bob   Forest Orcs                   : shore 2
        turn  Ann conquer, race ghouls, acted
    """)
    assert "grove" in given.attempts()
    rolled = given.play("conquer grove", "die 1")
    assert rolled.phase == "redeploy"
    after = rolled.play("redeploy grove:1 fen:2 down:1")
    assert after.region("grove") == "Ann 1"
    assert after.region("fen") == "Ann 2"
    assert after.view().acting_race == "ratmen"
    failed = given.play("conquer grove", "die 0", "redeploy down:3")
    assert failed.region("grove") == "lost tribe"
    assert failed.region("down") == "Ann 3"
    assert "expand" in failed.legal  # the active race still has its conquests


@rule("RUL-14")
def test_ghouls_in_decline_may_abandon_regions() -> None:
    """They ready their troops like an active race."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 2, down 1
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs               : shore 2
        turn  Ann ready, race ghouls
    """)
    after = given.play("abandon down", "expand")
    assert after.region("down") == "empty"
    assert after.hand("ghouls") == 2


@rule("RUL-14")
def test_ghouls_in_decline_without_a_region_enter_by_a_first_conquest() -> None:
    """With tokens in hand and no region, a border region comes first."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs               : shore 2
        turn  Ann ready, race ghouls
    """)
    entering = given.play("expand")
    assert entering.reasons("field") == ["not_border"]
    assert entering.play("conquer down").region("down") == "Ann 2"


@rule("RUL-14")
def test_ghouls_in_decline_withdraw_like_an_active_race() -> None:
    """Attacked, they lose one token, and the rest goes to their other regions."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3, down 1, peak 1
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs, 5 in hand    : grove 1   <- to move
    """)
    taken = given.play("conquer fen", "end", "redeploy fen:5")
    assert taken.to_move == "Ann"
    assert taken.phase == "withdraw"
    assert taken.tray("ghouls") == 6
    after = taken.play("withdraw peak:2")
    assert after.region("peak") == "Ann 3"
    assert after.region("beach") == "Ann 3"


@rule("RUL-14")
def test_ghouls_in_decline_who_lose_their_last_region_wait_in_hand() -> None:
    """Tokens left over are not gone with the last region; the last single token is."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs, 5 in hand    : grove 1   <- to move
    """)
    after = given.play("conquer fen", "end", "redeploy fen:5")
    assert after.races("Ann") == ["hill ratmen", "ghouls in decline"]
    assert after.hand("ghouls") == 2
    assert after.view().acting_race == "ghouls"
    alone = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 1
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs, 5 in hand    : grove 1   <- to move
    """)
    assert alone.play("conquer fen").races("Ann") == ["hill ratmen"]


@rule("RUL-26")
def test_the_active_race_cannot_decline_after_the_ghouls_moved() -> None:
    """Declining is the turn's first and only act."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3, down 1
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs               : shore 2
        turn  Ann ready, race ghouls
    """)
    assert "decline" in given.legal
    assert given.play("abandon down").refusal("decline") == "decline_too_late"
    moved = given.play("expand", "end", "redeploy fen:3")
    assert moved.view().acting_race == "ratmen"
    assert moved.refusal("decline") == "decline_too_late"


@rule("DEC-8", "GHO-1")
def test_ghouls_in_decline_leave_when_the_next_race_declines() -> None:
    """They are the earlier race in decline like any other; all their tokens go back to the tray."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline        : fen 3, down 2
        Ann   Hill Ratmen               : beach 3
        Bob   Forest Orcs               : shore 2
        turn  Ann ready, race ghouls
    """)
    after = given.play("decline")
    assert after.races("Ann") == ["ratmen in decline"]
    assert after.tray("ghouls") == 10
    assert after.region("fen") == "empty"
    assert after.coins("Ann") == 6


@rule("GEN-11", "RUL-22")
def test_what_ghouls_in_decline_conquer_counts_for_no_badge() -> None:
    """The badge beside the Ghouls speaks of the tokens of its own race."""
    given = scenario("""
        map   valley
        Ann   Ghouls, in decline, 3 in hand : fen 1
        Ann   Pillaging Orcs, 1 in hand     : beach 1
        Bob   Forest Ratmen                 : down 1
        turn  Ann conquer, race ghouls, acted
    """)
    after = given.play("conquer down", "end", "redeploy fen:3", "expand")
    assert after.view().acting_race == "orcs"
    assert after.preview() == {"ghouls regions": 2, "orcs regions": 1}


@rule("RUL-11", "SEA-2", "SEA-3")
def test_declined_ghouls_keep_the_seas_they_hold_and_take_no_new_ones() -> None:
    """The badge is gone, but what they hold at sea stays theirs and scores."""
    given = scenario("""
        map   valley
        coins Ann 0, Bob 0
        Ann   Seafaring Ghouls          : sea 2, wood 4     <- to move
        Bob
    """)
    declined = given.play("decline")
    assert declined.coins("Ann") == 2
    assert declined.region("sea") == "Ann 2"
    acting = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : sea 1, wood 1
        Ann   Hill Orcs                     : down 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert "lake" not in acting.targets()
    assert acting.reasons("lake") == ["water"]
    assert "beach" in acting.targets()  # from the sea they still hold


@rule("RUL-11")
@pytest.mark.parametrize("power", ["Commando", "Underworld", "Mounted"])
def test_declined_ghouls_have_no_discount(power: str) -> None:
    """The badge's discount ends with the decline."""
    active = scenario(f"""
        map   four-regions
        Ann   {power} Ghouls, 6 in hand     : bog 1     <- to move
        Bob
    """)
    declined = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 6 in hand : bog 1
        Ann   Swamp Orcs
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert active.cost("cave") == 1  # a hill with a cavern
    assert declined.cost("cave") == 2


@rule("RUL-11")
def test_declined_ghouls_do_not_go_by_cavern() -> None:
    """With the badge gone the caverns are no longer adjacent to each other."""
    active = scenario("""
        map   valley
        Ann   Underworld Ghouls, 6 in hand  : wood 1    <- to move
        Bob
    """)
    assert active.reasons("fen") == []
    declined = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : wood 1
        Ann   Swamp Orcs
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert declined.reasons("fen") == ["not_adjacent"]


@rule("RUL-11")
def test_declined_ghouls_do_not_fly() -> None:
    """With the badge gone they need adjacent regions again."""
    flying = scenario("""
        map   valley
        Ann   Flying Ghouls, 6 in hand  : wood 1     <- to move
        Bob
    """)
    assert "down" in flying.targets()
    declined = scenario("""
        map   valley
        Ann   Ghouls, in decline, 6 in hand : wood 1
        Ann   Hill Orcs                     : fen 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert declined.reasons("down") == ["not_adjacent"]


@rule("RUL-11", "FTF-4", "FTF-5", "GHO-1")
def test_the_fortresses_of_declined_ghouls_stay_and_defend_but_pay_nothing() -> None:
    """A Fortress lasts, its coin does not, and no new one is built."""
    given = scenario("""
        map   four-regions
        coins Ann 0, Bob 0
        Ann   Fortified Ghouls          : moor 3 + fortress     <- to move
        Bob   Forest Orcs, 9 in hand    : bog 1
    """)
    after = given.play("decline")
    assert after.region("moor") == "Ann 3 + fortress"
    assert after.coins("Ann") == 1
    assert after.play("expand", "conquer cave").cost("moor") == 2 + 3 + 1
    acting = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 1 + fortress, cave 1
        Ann   Hill Orcs                 : hill 1
        Bob
        turn  Ann conquer, race ghouls, acted
    """)
    assert acting.play("end").phase == "ready"


@rule("RUL-11", "BIV-8", "HER-4", "DRA-5")
@pytest.mark.parametrize(
    ("power", "marker"), [("Bivouacking", "5 encampment"), ("Heroic", "hero"), ("Dragon Master", "dragon")]
)
def test_encampments_heroes_and_dragon_leave_the_declining_ghouls(power: str, marker: str) -> None:
    """All tokens stay, these markers do not."""
    given = scenario(f"""
        map   four-regions
        Ann   {power} Ghouls            : moor 3 + {marker}     <- to move
        Bob
    """)
    assert given.play("decline").region("moor") == "Ann 3"


GHOULS = """
    map   four-regions
    Ann   Ghouls, in decline            : moor 3, cave 2
    Ann   Hill Orcs                     : hill 2
    Bob   Forest Elves                  : bog 1
    turn  Ann ready, race ghouls
"""


@rule("RUL-14", "GHO-2", "GHO-3")
def test_declined_ghouls_ready_conquer_and_redeploy_before_the_active_race_acts() -> None:
    """They take a whole turn of their own first."""
    given = scenario(GHOULS)
    readied = given.play("expand")
    assert readied.hand("ghouls") == 3
    conquered = readied.play("conquer bog")
    assert conquered.region("bog") == "Ann 3"
    ended = conquered.play("end")
    assert ended.phase == "redeploy"
    moved = ended.play("redeploy moor:3 cave:1 bog:1")
    assert moved.region("moor") == "Ann 3"
    assert moved.view().acting_race == "orcs"
    assert moved.phase == "ready"


@rule("RUL-14")
def test_declined_ghouls_may_abandon_regions() -> None:
    """A region they leave is free, and its tokens are in hand."""
    after = scenario(GHOULS).play("abandon cave")
    assert after.region("cave") == "empty"
    assert after.hand("ghouls") == 2


@rule("RUL-14")
def test_declined_ghouls_roll_a_final_attempt_of_their_own() -> None:
    """Their failed roll ends their conquests, not those of the active race."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline, 1 in hand : cave 1
        Ann   Hill Orcs                     : hill 3
        Bob   Forest Elves                  : bog 2
        turn  Ann conquer, race ghouls, acted
    """)
    assert given.attempts() == ["moor", "bog"]
    after = given.play("conquer bog", "die 2", "expand")
    assert after.view().acting_race == "orcs"
    assert after.play("conquer bog").phase == "die"


@rule("RUL-14", "FST-6")
def test_declined_ghouls_without_a_region_enter_by_first_conquest() -> None:
    """With tokens in hand only, they begin at the border."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Ghouls, in decline, 4 in hand
        Ann   Hill Orcs                 : dell 2
        Bob
        turn  Ann ready, race ghouls
    """)
    entering = given.play("expand")
    assert set(entering.targets()) == {"shore", "cliff", "beach", "grove", "peak", "fen", "down"}


@rule("RUL-14", "LOS-2", "LOS-3")
def test_declined_ghouls_under_attack_lose_one_token_and_withdraw_the_rest() -> None:
    """They fall back like an active race."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 5 in hand    : hill 1        <- to move
        Bob   Ghouls, in decline        : moor 1, cave 1, bog 3
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:5")
    assert after.tray("ghouls") == 10 - 5 + 1
    assert (after.phase, after.to_move) == ("withdraw", "Bob")
    assert after.play("withdraw moor:2").region("moor") == "Bob 3"


@rule("RUL-14")
def test_declined_ghouls_attacked_by_their_owner_lose_one_token_and_withdraw_the_rest() -> None:
    """Whoever attacks them, only one token is lost, and the rest goes back at the end of the turn."""
    given = scenario("""
        map   four-regions
        Ann   Ghouls, in decline        : moor 1, cave 1, bog 3
        Ann   Forest Orcs, 2 in hand    : hill 1        <- to move
        Bob
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:2")
    assert after.tray("ghouls") == 10 - 5 + 1
    assert (after.phase, after.to_move) == ("withdraw", "Ann")
    assert after.play("withdraw cave:2").region("cave") == "Ann 3"


@rule("RUL-14")
def test_declined_ghouls_driven_from_their_last_region_wait_in_hand() -> None:
    """They do not vanish while tokens are left."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 4 in hand    : hill 1        <- to move
        Bob   Ghouls, in decline        : bog 2
    """)
    after = given.play("conquer bog", "end", "redeploy hill:1 bog:4")
    assert after.to_move == "Bob"
    assert after.races("Bob") == ["ghouls in decline"]
    assert after.hand("ghouls") == 1
