"""Enemy losses and withdrawal."""

from __future__ import annotations

from tests.scenario import rule, scenario

ATTACK = """
    map   valley
    Ann   Commando Orcs, 8 in hand    : cliff 1       <- to move
    Bob   Forest Ratmen               : dell 4, fen 1, grove 1
"""


@rule("LOS-1", "LOS-2")
def test_the_defender_takes_his_tokens_back_and_loses_one() -> None:
    """The defender at once takes all of those tokens back in hand and returns 1 of them to the tray."""
    given = scenario(ATTACK)
    before = given.tray("ratmen")
    after = given.play("conquer dell")
    assert after.region("dell") == "Ann 5"
    assert after.tray("ratmen") == before + 1
    assert after.race("ratmen").withdrawn == 3
    assert after.region("fen") == "Bob 1"
    assert after.region("grove") == "Bob 1"


@rule("LOS-3")
def test_the_defender_redeploys_as_the_last_action_of_the_attackers_turn() -> None:
    """The defender redeploys the rest to any regions still held by that race, last in the attacker's turn."""
    given = scenario(ATTACK)
    ended = given.play("conquer dell", "end", "redeploy cliff:4 dell:5")
    assert "scored" in ended.codes()
    assert ended.to_move == "Bob"
    assert ended.phase == "withdraw"
    assert ended.view().seat == 0  # It is still Ann's turn.
    after = ended.play("withdraw grove:1 fen:2")
    assert after.region("fen") == "Bob 3"
    assert after.region("grove") == "Bob 2"
    assert after.codes()[-1] == "turn_began"
    assert after.to_move == "Bob"
    assert after.phase == "ready"


@rule("LOS-3")
def test_withdrawn_tokens_do_not_defend_before_the_end_of_the_turn() -> None:
    """Tokens in the defender's hand come back only as the last action of the attacker's turn."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 9 in hand    : wood 1       <- to move
        Bob   Forest Ratmen               : dell 4, grove 1
    """)
    after = given.play("conquer dell")
    assert after.cost("grove") == 2 + 1 - 1
    both = after.play("conquer grove")
    assert both.race("ratmen").withdrawn == 3
    assert both.tray("ratmen") == given.tray("ratmen") + 2


@rule("LOS-3")
def test_every_withdrawn_token_must_be_placed_in_regions_of_that_race() -> None:
    """The defender redeploys the rest to regions still held by that race, and only there."""
    ended = scenario(ATTACK).play("conquer dell", "end", "redeploy cliff:4 dell:5")
    assert ended.legal == ["withdraw grove", "withdraw fen"]
    assert ended.refusal("withdraw dell:3") == "not_your_region"
    assert ended.refusal("withdraw fen:2") == "wrong_sum"
    assert ended.refusal("withdraw fen:4") == "wrong_sum"


@rule("LOS-3")
def test_withdrawn_tokens_do_not_join_another_race_of_the_player() -> None:
    """The tokens go to regions still held by that race, not to the player's race in decline."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 8 in hand    : cliff 1       <- to move
        Bob   Forest Ratmen               : dell 4
        Bob   Elves, in decline           : fen 1
    """)
    after = given.play("conquer dell", "end", "redeploy cliff:4 dell:5")
    assert after.region("fen") == "Bob 1"
    assert after.hand("ratmen") == 3


@rule("LOS-4")
def test_withdrawal_needs_no_adjacency() -> None:
    """The regions used need not be adjacent to the lost region or to each other."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 6 in hand    : cliff 1       <- to move
        Bob   Forest Ratmen               : shore 4, fen 1, peak 1
    """)
    ended = given.play("conquer shore", "end", "redeploy cliff:2 shore:5")
    after = ended.play("withdraw peak:1 fen:2")
    assert (after.region("peak"), after.region("fen")) == ("Bob 2", "Bob 3")


@rule("LOS-4")
def test_a_single_region_left_takes_the_rest() -> None:
    """With one region left there is nothing to choose."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 6 in hand    : cliff 1       <- to move
        Bob   Forest Ratmen               : shore 4, fen 1
    """)
    after = given.play("conquer shore", "end", "redeploy cliff:2 shore:5")
    assert after.region("fen") == "Bob 4"
    assert after.phase == "ready"


@rule("LOS-5", "FST-6")
def test_a_defender_without_a_region_keeps_the_tokens_in_hand() -> None:
    """A defender with no region left keeps the tokens in hand and brings them in as a first conquest."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 8 in hand    : cliff 1       <- to move
        Bob   Forest Ratmen               : dell 4
    """)
    after = given.play("conquer dell", "end", "redeploy cliff:4 dell:5")
    assert after.to_move == "Bob"
    assert after.phase == "ready"
    assert after.hand("ratmen") == 3
    entering = after.play("expand")
    assert entering.hand("ratmen") == 3
    assert entering.reasons("wood") == ["not_border"]
    assert entering.play("conquer fen").region("fen") == "Bob 2"


@rule("LOS-6")
def test_a_lone_defending_token_is_lost() -> None:
    """When a region defended by a single token is conquered, that token goes back to the tray."""
    given = scenario("""
        map   four-regions
        Ann   Commando Orcs, 2 in hand    : cave 1       <- to move
        Bob   Forest Ratmen               : bog 1, hill 1
    """)
    after = given.play("conquer bog")
    assert after.tray("ratmen") == given.tray("ratmen") + 1
    assert after.race("ratmen").withdrawn == 0
    ended = after.play("end", "redeploy bog:2")
    assert ended.phase == "ready"
    assert ended.region("hill") == "Bob 1"


@rule("LOS-6", "LOS-7", "GEN-6")
def test_a_token_in_decline_is_lost_even_an_elf() -> None:
    """A lone token of a race in decline is discarded and goes back to the tray."""
    given = scenario("""
        map   four-regions
        Ann   Commando Orcs, 2 in hand    : cave 1       <- to move
        Bob   Elves, in decline           : bog 1, hill 1
    """)
    after = given.play("conquer bog")
    assert after.tray("elves") == given.tray("elves") + 1
    assert after.race("elves").regions == (4,)
    assert after.race("elves").withdrawn == 0


@rule("LOS-6", "LOS-7")
def test_a_conquered_lost_tribe_is_gone_for_good() -> None:
    """A conquered Lost Tribe token is discarded; it does not come back when the region is abandoned."""
    given = scenario("""
        map   valley
        Ann   Commando Orcs, 5 in hand    : cliff 1       <- to move
        Bob   Forest Ratmen               : fen 1
    """)
    conquered = given.play("conquer dell")
    assert conquered.codes() == ["tribe_removed", "conquered"]
    after = conquered.play("end", "redeploy dell:5", "expand", "end", "abandon dell", "expand")
    assert after.region("dell") == "empty"
    assert after.cost("dell") == 1  # 2, - 1 for the commando.


@rule("LOS-8", "RUL-1", "DEC-10")
def test_a_player_may_conquer_his_own_region_in_decline() -> None:
    """A player may conquer a region held by their own in-decline token; that token is lost."""
    given = scenario("""
        map   four-regions
        Ann   Commando Orcs, 5 in hand    : cave 1       <- to move
        Ann   Elves, in decline           : bog 1, hill 1
        Bob   Forest Ratmen               : moor 1
    """)
    after = given.play("conquer bog")
    assert after.region("bog") == "Ann 1"
    assert after.race("orcs").regions == (2, 3)
    assert after.tray("elves") == given.tray("elves") + 1
    gone = after.play("conquer hill")
    assert gone.races("Ann") == ["commando orcs"]
    assert gone.view().returned_banners == ("elves",)


@rule("LOS-9", "CON-4")
def test_a_mountain_defends_its_new_owner() -> None:
    """A Mountain marker is never moved or removed, and defends the new owner of its region."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 5 in hand      : shore 1       <- to move
        Bob   Hill Ratmen                 : cliff 1, dell 6
    """)
    assert given.cost("cliff") == 4
    after = given.play("conquer cliff", "end", "redeploy cliff:5", "expand")
    assert after.to_move == "Bob"
    assert after.region("cliff") == "Ann 5"
    assert after.cost_parts("cliff") == {"base": 2, "mountain": 1, "tokens": 5}


@rule("LOS-9")
def test_a_mountain_stays_in_an_abandoned_region() -> None:
    """A Mountain marker is never moved or removed."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs                 : cliff 3, shore 1       <- to move
        Bob   Hill Ratmen                 : fen 1
    """)
    assert given.play("abandon cliff", "expand").cost("cliff") == 3


@rule("LOS-3", "RUL-18")
def test_several_victims_withdraw_clockwise_after_the_scoring() -> None:
    """The victims withdraw, clockwise from the player whose turn it was; then the next player."""
    given = scenario("""
        map   valley-3
        Ann   Hill Giants                 : shore 2, grove 1, down 1
        Bob   Commando Orcs, 9 in hand    : cliff 1       <- to move
        Cid   Forest Ratmen               : beach 2, fen 1, peak 1
    """)
    ended = given.play("conquer shore", "conquer beach", "end", "redeploy cliff:4 shore:3 beach:3")
    assert ended.codes()[-1] == "scored"
    assert ended.to_move == "Cid"
    then = ended.play("withdraw peak:1")
    assert then.to_move == "Ann"
    after = then.play("withdraw grove:1")
    assert after.to_move == "Cid"
    assert after.phase == "ready"


@rule("RUL-38")
def test_the_program_withdraws_for_the_victim_if_the_table_wants_it() -> None:
    """A table option lets the program withdraw tokens automatically to the weakest region."""
    given = scenario("""
        map     valley
        options auto_withdraw
        Ann     Commando Orcs, 8 in hand    : cliff 1       <- to move
        Bob     Forest Ratmen               : dell 4, fen 1, peak 1
    """)
    after = given.play("conquer dell", "end", "redeploy cliff:4 dell:5")
    assert after.phase == "ready"
    assert after.region("fen") == "Bob 3"  # The peak has its mountain.
    assert after.region("peak") == "Bob 2"


WITHDRAWAL = """
    map      valley
    {options}
    tribes   -
    Ann      Forest Orcs, {hand} in hand   : wood 1        <- to move
    Bob      {victim}
"""


@rule("RUL-38", "LOS-3")
def test_the_victim_decides_where_his_tokens_withdraw() -> None:
    """Without the table option they are asked before the next turn begins."""
    given = scenario(WITHDRAWAL.format(options="", hand=6, victim="Hill Humans : shore 4, down 2, field 1"))
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert (after.to_move, after.phase) == ("Bob", "withdraw")
    assert after.play("withdraw down:3").region("down") == "Bob 5"


@rule("RUL-38")
def test_with_auto_withdraw_each_token_goes_to_the_weakest_region() -> None:
    """The program puts them, one by one, where the region is cheapest to conquer."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw", hand=6, victim="Hill Humans : shore 4, down 2, field 1, peak 1"
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert (after.to_move, after.phase) == ("Bob", "ready")
    assert after.region("field") == "Bob 3"
    assert after.region("down") == "Bob 2"
    assert after.region("peak") == "Bob 2"  # the mountain defends too


@rule("RUL-38", "BIV-7")
def test_with_auto_withdraw_encampments_go_to_the_weakest_regions_too() -> None:
    """Tokens first, then the Encampments of the lost region."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw",
            hand=8,
            victim="Bivouacking Humans : shore 2 + 3 encampment, down 1, field 1",
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:8")
    assert (after.to_move, after.phase) == ("Bob", "ready")
    assert after.region("field") == "Bob 2 + encampment"
    assert after.region("down") == "Bob 1 + 2 encampment"


@rule("RUL-38")
def test_with_auto_withdraw_no_token_is_wasted_on_an_immune_region() -> None:
    """A region that nobody can conquer is not the weakest."""
    given = scenario(
        WITHDRAWAL.format(
            options="options auto_withdraw",
            hand=6,
            victim="Heroic Humans : shore 3, dell 1 + hero, grove 1 + hero, down 2, fen 2",
        )
    )
    after = given.play("conquer shore", "end", "redeploy wood:1 shore:6")
    assert after.region("dell") == "Bob 1 + hero"
    assert after.region("fen") == "Bob 3"
    assert after.region("down") == "Bob 3"
