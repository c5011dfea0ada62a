"""Ghouls: in decline they all stay, and go on conquering."""

from __future__ import annotations

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
    """The Diplomat's ally may not attack him, but the ally's Ghouls in decline may."""
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
