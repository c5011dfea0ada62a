"""Elves: they lose no token when a region falls."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_elves_gives_six_tokens() -> None:
    """6 tokens and those of the badge come to hand; the box has 11."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Elves
    """)
    after = given.play("pick 1")
    assert after.hand("elves") == 10
    assert after.tray("elves") == 1


@rule("ELF-1", "ELF-2")
def test_no_elf_is_lost_and_all_go_to_other_elf_regions_at_the_end_of_the_attackers_turn() -> None:
    """The Elf player keeps all tokens of a lost region and redeploys them when the attacker is done."""
    given = scenario("""
        map   valley
        Ann   Hill Elves                : shore 1, peak 1, fen 3
        Bob   Forest Orcs, 9 in hand    : grove 1   <- to move
    """)
    taken = given.play("conquer fen")
    assert taken.region("fen") == "Bob 5"
    assert taken.race("elves").withdrawn == 3
    assert taken.tray("elves") == 6
    assert taken.to_move == "Bob"  # their turn goes on first
    ended = taken.play("end", "redeploy grove:5 fen:5")
    assert ended.to_move == "Ann"
    assert ended.phase == "withdraw"
    after = ended.play("withdraw shore:2 peak:1")
    assert after.region("shore") == "Ann 3"
    assert after.region("peak") == "Ann 2"


@rule("ELF-1")
def test_a_lone_elf_is_saved_too() -> None:
    """A single active Elf is not discarded."""
    given = scenario("""
        map   valley
        Ann   Hill Elves                : peak 1, fen 1
        Bob   Forest Orcs, 4 in hand    : grove 1   <- to move
    """)
    after = given.play("conquer fen", "end", "redeploy fen:4")
    assert after.region("peak") == "Ann 2"
    assert after.tray("elves") == 9


@rule("ELF-1", "LOS-5")
def test_elves_without_a_region_wait_in_hand_in_full_number() -> None:
    """With no Elf region left the tokens are kept in hand, and enter by a first conquest."""
    given = scenario("""
        map   valley
        Ann   Hill Elves                : fen 3
        Bob   Forest Orcs, 6 in hand    : grove 1   <- to move
    """)
    after = given.play("conquer fen", "end", "redeploy fen:6")
    assert after.to_move == "Ann"
    assert after.hand("elves") == 3
    entering = after.play("expand")
    assert entering.reasons("field") == ["not_border"]
    assert entering.reasons("down") == []


@rule("ELF-1", "GEN-6")
def test_an_elf_in_decline_is_lost() -> None:
    """Elves in decline have lost the benefit."""
    given = scenario("""
        map   valley
        Ann   Elves, in decline         : peak 1, fen 1
        Bob   Forest Orcs, 4 in hand    : grove 1   <- to move
    """)
    after = given.play("conquer fen")
    assert after.tray("elves") == 10
    assert after.race("elves").withdrawn == 0


@rule("ELF-3", "SOR-8")
def test_an_elf_replaced_by_a_sorcerer_is_lost() -> None:
    """The Elves' benefit does not save a token that a Sorcerer replaces."""
    given = scenario("""
        map   valley
        Ann   Hill Elves                : peak 1, fen 1
        Bob   Forest Sorcerers          : grove 1
        turn  Bob conquer, acted
    """)
    after = given.play("substitute fen")
    assert after.region("fen") == "Bob 1"
    assert after.tray("elves") == 10
    assert after.race("elves").withdrawn == 0
