"""Troop redeployment."""

from __future__ import annotations

from tests.scenario import rule, scenario

THREE_REGIONS = """
    map   valley
    Ann   Forest Orcs               : shore 3, grove 3, peak 3       <- to move
    Bob   Hill Ratmen               : fen 1
"""


@rule("RED-1", "RED-2")
def test_tokens_move_freely_between_regions_far_apart() -> None:
    """The player may move their race's tokens freely between its regions, adjacent or not."""
    given = scenario(THREE_REGIONS)
    ended = given.play("expand", "end")
    assert ended.phase == "redeploy"
    after = ended.play("redeploy peak:7")
    assert [after.region(r) for r in ("shore", "grove", "peak")] == ["Ann 1", "Ann 1", "Ann 7"]
    other = ended.play("redeploy shore:2 grove:5 peak:2")
    assert [other.region(r) for r in ("shore", "grove", "peak")] == ["Ann 2", "Ann 5", "Ann 2"]


@rule("RED-1")
def test_redeployment_comes_after_the_conquests() -> None:
    """The tokens move when the player's conquests for the turn have ended, not before."""
    given = scenario(THREE_REGIONS)
    readied = given.play("expand")
    assert readied.refusal("redeploy peak:7") == "unknown_verb"
    ended = readied.play("conquer wood", "end")
    assert ended.refusal("conquer dell") == "unknown_verb"


@rule("RED-1")
def test_tokens_of_this_turns_conquests_move_too() -> None:
    """Tokens used for a conquest may leave again, down to the last one."""
    ended = scenario(THREE_REGIONS).play("expand", "conquer wood", "end")
    after = ended.play("redeploy peak:6 wood:1")
    assert after.region("wood") == "Ann 1"
    assert after.region("peak") == "Ann 6"


@rule("RED-1")
def test_tokens_stay_within_their_race() -> None:
    """Tokens move between the regions that race holds, not to a race in decline."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs               : shore 3, grove 3       <- to move
        Ann   Elves, in decline         : peak 1
        Bob   Hill Ratmen               : fen 1
    """)
    ended = given.play("expand", "end")
    assert ended.refusal("redeploy peak:5") == "not_your_region"
    assert ended.refusal("redeploy fen:5") == "not_your_region"
    assert ended.legal == ["deploy shore", "deploy grove"]


@rule("RED-3")
def test_one_token_stays_in_each_region() -> None:
    """At least 1 token must stay in each of the player's regions."""
    ended = scenario(THREE_REGIONS).play("expand", "end")
    assert ended.refusal("redeploy shore:0 peak:8") == "redeploy_leaves_one"
    after = ended.play("redeploy peak:7")
    assert after.region("shore") == "Ann 1"
    assert after.coins("Ann") == 5 + 3 + 1  # Three regions, one of them a forest.


@rule("RED-1", "RED-3")
def test_no_token_is_left_over_or_added() -> None:
    """All tokens of the race stand in its regions after the redeployment."""
    ended = scenario(THREE_REGIONS).play("expand", "end")
    assert ended.refusal("redeploy peak:6") == "wrong_sum"
    assert ended.refusal("redeploy peak:8") == "wrong_sum"
    after = ended.play("redeploy shore:3 grove:3 peak:3")
    assert after.hand("orcs") == 0
    assert sum(r.tokens for r in after.view().regions if r.owner == 0) == 9


@rule("RED-1")
def test_redeployment_comes_before_scoring() -> None:
    """The turn is conquests, redeployment, scoring."""
    ended = scenario(THREE_REGIONS).play("expand", "end")
    assert ended.coins("Ann") == 5
    after = ended.play("redeploy peak:7")
    assert after.codes()[-2:] == ["scored", "turn_began"]
