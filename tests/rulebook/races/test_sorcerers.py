"""Sorcerers: they replace an opponent's lone token by one of their own."""

from __future__ import annotations

import pytest

from tests.scenario import rule, scenario


@rule("CMP-7", "RUL-9")
def test_the_banner_of_the_sorcerers_gives_five_tokens() -> None:
    """5 tokens and those of the badge come to hand; the box has 18."""
    given = scenario("""
        map      valley
        players  Ann Bob
        column   Hill Sorcerers
    """)
    after = given.play("pick 1")
    assert after.hand("sorcerers") == 9
    assert after.tray("sorcerers") == 9


@rule("SOR-1", "SOR-8", "RUL-3")
def test_a_sorcerer_from_the_tray_replaces_a_lone_token() -> None:
    """A token from the tray conquers, none in hand is needed; the replaced token goes to its tray."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Orcs               : fen 1, shore 1
        turn  Ann conquer, acted
    """)
    after = given.play("substitute fen")
    assert after.region("fen") == "Ann 1"
    assert after.tray("sorcerers") == 16
    assert after.hand("sorcerers") == 0
    assert after.tray("orcs") == 9
    assert after.race("orcs").withdrawn == 0
    assert after.race("orcs").regions == (2,)


@rule("SOR-1")
def test_one_substitution_for_each_opponent_and_turn() -> None:
    """Once per turn and per opponent."""
    given = scenario("""
        map   valley-3
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Orcs               : fen 1, down 1
        Cid   Swamp Elves               : grove 1, peak 1
        turn  Ann conquer, acted
    """)
    assert "substitute" in given.legal
    once = given.play("substitute fen")
    assert once.refusal("substitute down") == "already_substituted"
    twice = once.play("substitute grove")
    assert twice.region("grove") == "Ann 1"
    assert "substitute" not in twice.legal
    later = scenario(twice.game.to_text()).play("end", "expand", "end", "expand", "end", "expand")
    assert later.to_move == "Ann"
    assert later.play("substitute down").region("down") == "Ann 1"


@rule("SOR-2")
def test_a_token_in_decline_cannot_be_replaced() -> None:
    """The replaced token must belong to an active race."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Elves, in decline         : down 1
        Bob   Forest Orcs               : fen 1
        turn  Ann conquer, acted
    """)
    assert given.refusal("substitute down") == "not_substitutable"
    assert given.play("substitute").legal == ["substitute fen"]


@rule("SOR-2")
def test_a_lone_ghoul_in_decline_cannot_be_replaced() -> None:
    """Ghouls who conquer in decline are not an active race."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Ghouls, in decline        : down 1
        Bob   Forest Orcs               : shore 1
        turn  Ann conquer, acted
    """)
    assert "substitute" not in given.legal


@rule("SOR-3")
def test_two_tokens_together_cannot_be_replaced() -> None:
    """The token must be the only race token in its region."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Orcs               : down 2
        turn  Ann conquer, acted
    """)
    assert "substitute" not in given.legal


@rule("SOR-1", "SOR-2")
def test_lost_tribes_and_own_tokens_are_not_replaced() -> None:
    """An opponent's token is replaced, not a Lost Tribe and not the player's own."""
    given = scenario("""
        map   valley                    # lost tribes in dell and grove
        Ann   Ratmen, in decline        : fen 1
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Orcs               : shore 1
        turn  Ann conquer, acted
    """)
    assert "substitute" not in given.legal


@rule("SOR-4", "RUL-17")
@pytest.mark.parametrize(
    ("region", "defence"),
    [
        ("down", "Hill Trolls : down 1 + lair"),
        ("down", "Fortified Elves : down 1 + fortress"),
        ("peak", "Hill Elves : peak 1"),
    ],
)
def test_lair_fortress_and_mountain_do_not_protect_a_lone_token(region: str, defence: str) -> None:
    """They do not keep the token from being alone, and lair and Fortress go."""
    given = scenario(f"""
        map   valley
        Ann   Forest Sorcerers          : field 1
        Bob   {defence}
        turn  Ann conquer, acted
    """)
    assert given.play("substitute").legal == [f"substitute {region}"]
    assert given.play(f"substitute {region}").region(region) == "Ann 1"


@rule("SOR-5", "BIV-3")
def test_an_encampment_protects_a_lone_token() -> None:
    """A token with an Encampment is not alone."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Bivouacking Orcs          : fen 1, down 1 + encampment
        turn  Ann conquer, acted
    """)
    assert given.play("substitute").legal == ["substitute fen"]


@rule("SOR-6")
def test_the_region_must_be_adjacent_to_the_sorcerers() -> None:
    """The substitution reaches regions next to those they hold, and not from nowhere."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : field 1
        Bob   Forest Orcs               : shore 1, down 1
        turn  Ann conquer, acted
    """)
    assert given.refusal("substitute shore") == "not_adjacent"
    assert given.play("substitute").legal == ["substitute down"]
    outside = scenario("""
        map   valley
        Ann   Hill Sorcerers, 9 in hand             <- to move
        Bob   Forest Orcs               : shore 1, down 1
    """)
    assert "substitute" not in outside.legal


@rule("SOR-7", "PCK-10")
def test_an_empty_tray_allows_no_substitution() -> None:
    """With all 18 Sorcerers in play there is no token to replace with."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers, 17 in hand : field 1   <- to move
        Bob   Forest Orcs                : down 1
    """)
    assert given.tray("sorcerers") == 0
    assert "substitute" not in given.legal
    one_free = scenario("""
        map   valley
        Ann   Hill Sorcerers, 16 in hand : field 1   <- to move
        Bob   Forest Orcs                : down 1
    """)
    assert one_free.play("substitute down").tray("sorcerers") == 0


@rule("SOR-9", "GEN-14")
@pytest.mark.parametrize(
    "defence",
    [
        "Hill Halflings, 2 placed : down 1 + hole",
        "Heroic Elves : down 1 + hero",
        "Dragon Master Elves : down 1 + dragon",
    ],
)
def test_immune_regions_are_safe_from_substitution(defence: str) -> None:
    """A hole, a Hero or the Dragon protects a lone token."""
    given = scenario(f"""
        map   valley
        Ann   Forest Sorcerers          : field 1
        Bob   {defence}
        turn  Ann conquer, acted
    """)
    assert "substitute" not in given.legal


@rule("RUL-3")
def test_no_substitution_once_the_conquests_have_ended() -> None:
    """After the final attempt, even a failed one, or after ending, it is too late."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers, 1 in hand : field 1, grove 1   <- to move
        Bob   Forest Orcs               : down 1
    """)
    assert "substitute" in given.legal
    failed = given.play("conquer dell", "die 0")
    assert failed.phase == "redeploy"
    assert failed.refusal("substitute down") == "unknown_verb"
    assert given.play("end").refusal("substitute down") == "unknown_verb"


@rule("SOR-1", "RUL-17")
def test_a_substitution_is_a_conquest_that_can_be_built_on() -> None:
    """The region is conquered: it leads on to the next ones and counts as non-empty."""
    given = scenario("""
        map   valley
        Ann   Pillaging Sorcerers, 2 in hand : field 1   <- to move
        Bob   Forest Orcs                    : peak 1
    """)
    assert given.reasons("beach") == ["not_adjacent"]
    after = given.play("substitute peak", "conquer beach")
    assert after.region("beach") == "Ann 2"
    assert after.preview() == {"sorcerers regions": 3, "sorcerers non_empty_conquest": 1}


@rule("SOR-1", "GEN-6")
def test_sorcerers_in_decline_replace_nobody() -> None:
    """The benefit ends with the decline, and one token stays in each region."""
    given = scenario("""
        map   valley
        Ann   Sorcerers, in decline     : field 1
        Ann   Hill Ratmen, 1 in hand    : cliff 1   <- to move
        Bob   Forest Orcs               : down 1, beach 1
    """)
    assert "substitute" not in given.legal


@rule("SOR-1", "SEA-4")
def test_a_lone_token_at_sea_is_out_of_reach() -> None:
    """Only a Seafaring race may hold the sea, so nobody else is put there."""
    given = scenario("""
        map   valley
        Ann   Hill Sorcerers            : shore 1
        Bob   Seafaring Orcs            : sea 1
        turn  Ann conquer, acted
    """)
    assert "substitute" not in given.legal


@rule("RUL-3")
def test_a_substitution_needs_no_token_in_hand() -> None:
    """The new token comes from the tray, so an empty hand does not hinder it."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers          : bog 1
        Bob   Hill Elves                : cave 1, moor 2
        turn  Ann conquer, acted
    """)
    assert given.hand("sorcerers") == 0
    after = given.play("substitute cave")
    assert after.region("cave") == "Ann 1"
    assert after.hand("sorcerers") == 0
    assert after.tray("sorcerers") == 18 - 2
    assert after.tray("elves") == 11 - 2


@rule("RUL-3", "SOR-3")
def test_a_refused_substitution_is_not_blamed_on_the_hand() -> None:
    """Two tokens are not alone; that, and not the empty hand, is the reason."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers          : cave 1
        Bob   Hill Elves                : bog 1, moor 2
        turn  Ann conquer, acted
    """)
    assert given.play("substitute").legal == ["substitute bog"]
    assert given.refusal("substitute moor") == "not_substitutable"


@rule("RUL-3", "FIN-9")
def test_no_substitution_after_the_final_attempt_or_the_end_of_conquests() -> None:
    """After the final attempt, or after saying so, the turn's conquests are over."""
    given = scenario("""
        map   four-regions
        Ann   Forest Sorcerers, 2 in hand : bog 1, hill 1  <- to move
        Bob   Hill Elves                  : cave 1, moor 2
    """)
    assert "substitute" in given.legal
    rolled = given.play("conquer cave", "die 0")
    assert rolled.phase == "redeploy"
    assert rolled.refusal("substitute cave") == "unknown_verb"
    ended = given.play("end")
    assert ended.phase == "redeploy"
    assert ended.refusal("substitute cave") == "unknown_verb"


@rule("RUL-17", "DIP-3")
def test_the_diplomats_ally_may_not_substitute_his_tokens() -> None:
    """A substitution is an attack, and peace forbids it."""
    text = """
        map   valley-3
        Ann   Hill Sorcerers            : shore 1
        Bob   Diplomat Elves            : wood 1
        Cid   Forest Trolls             : cliff 1 + lair
        turn  Ann conquer, acted
    """
    assert scenario(text).play("substitute").legal == ["substitute cliff", "substitute wood"]
    peace = scenario(text.replace("turn ", "peace Ann spares Bob\n        turn "))
    assert peace.play("substitute").legal == ["substitute cliff"]
    assert peace.refusal("substitute wood") == "peace"


@rule("RUL-17")
def test_a_substitution_is_an_attack_that_the_diplomat_must_answer_for() -> None:
    """The Diplomat cannot make peace with an opponent whose token they replaced."""
    given = scenario("""
        map   valley-3
        Ann   Diplomat Sorcerers        : shore 1
        Bob   Forest Elves              : wood 1
        Cid   Hill Trolls               : down 1 + lair
        turn  Ann conquer, acted
    """)
    after = given.play("substitute wood", "end")
    assert after.legal == ["ally 3", "done"]


@rule("RUL-17")
def test_a_substitution_counts_as_a_non_empty_conquest() -> None:
    """The region held a token just before."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Sorcerers       : bog 1
        Bob   Forest Elves              : cave 1
        turn  Ann conquer, acted
    """)
    after = given.play("substitute cave")
    assert after.preview() == {"sorcerers regions": 2, "sorcerers non_empty_conquest": 1}


@rule("RUL-17", "SOR-4")
@pytest.mark.parametrize(("victim", "marker"), [("Hill Trolls", "lair"), ("Fortified Elves", "fortress")])
def test_a_substitution_removes_lair_and_fortress(victim: str, marker: str) -> None:
    """The region changes hands as in any conquest."""
    given = scenario(f"""
        map   four-regions
        Ann   Forest Sorcerers          : bog 1
        Bob   {victim}                  : cave 1 + {marker}
        turn  Ann conquer, acted
    """)
    assert given.play("substitute cave").region("cave") == "Ann 1"


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
