"""Final conquest and the reinforcement die."""

from __future__ import annotations

import pytest

from elbowroom.engine.events import Conquered
from tests.scenario import rule, scenario

# Ann in the cave: the moor costs her 2 + 2, the bog 2 + 1, the hill is out of reach.
ATTEMPT = """
    map   four-regions
    Ann   Forest Orcs, {hand} in hand    : cave 1       <- to move
    Bob   Hill Ratmen                    : moor 2, bog 1, hill 1
"""


@rule("FIN-1")
def test_a_player_with_too_few_tokens_may_make_a_final_attempt() -> None:
    """A player with an unused token, but too few to take another region, may make one final attempt."""
    given = scenario(ATTEMPT.format(hand=1))
    assert given.targets() == []
    assert given.attempts() == ["moor", "bog"]
    assert given.play("conquer bog").phase == "die"


@rule("FIN-1", "CON-9")
def test_without_an_unused_token_there_is_no_attempt() -> None:
    """The final attempt takes at least 1 unused token."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs               : cave 1, bog 1       <- to move
        Bob
    """)
    readied = given.play("expand")
    assert readied.legal == ["end"]
    assert readied.refusal("conquer moor") == "too_few_tokens"


@rule("FIN-1")
def test_the_attempt_is_optional() -> None:
    """A player may make an attempt, and may as well end their conquests."""
    given = scenario(ATTEMPT.format(hand=1))
    after = given.play("end")
    assert after.region("cave") == "Ann 2"
    assert "rolled" not in after.codes()


@rule("FIN-1", "RUL-27")
def test_a_region_he_can_afford_is_taken_without_the_die() -> None:
    """The die is for regions they are short of, not a way to save tokens."""
    given = scenario(ATTEMPT.format(hand=3))
    assert given.targets() == ["bog"]
    assert given.attempts() == ["moor"]
    after = given.play("conquer bog")
    assert after.phase == "conquer"
    assert after.region("bog") == "Ann 3"
    assert given.refusal("roll") == "cannot_roll"


@rule("FIN-2")
@pytest.mark.parametrize(("tokens", "possible"), [(1, True), (2, True), (3, False)])
def test_the_target_is_at_most_three_tokens_short(tokens: int, possible: bool) -> None:
    """The target must be a region for which they are at most 3 tokens short."""
    given = scenario(f"""
        map   four-regions
        Ann   Forest Orcs, 1 in hand    : cave 1       <- to move
        Bob   Hill Ratmen               : bog {tokens}
    """)
    assert ("bog" in given.attempts()) is possible
    if not possible:
        assert given.refusal("conquer bog") == "too_few_tokens"


@rule("FIN-2")
def test_the_price_itself_may_be_above_three() -> None:
    """It is the shortfall that may not exceed 3, not the price of the region."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 4 in hand    : cave 1       <- to move
        Bob   Hill Ratmen               : bog 5
    """)
    assert given.cost("bog") == 7
    after = given.play("conquer bog", "die 3", "redeploy bog:4")
    assert after.region("bog") == "Ann 4"


@rule("FIN-2", "RUL-27")
def test_reductions_count_before_the_shortfall() -> None:
    """They are 1 to 3 tokens short after all discounts."""
    given = scenario("""
        map   four-regions
        Ann   Commando Orcs, 1 in hand    : cave 1       <- to move
        Bob   Hill Ratmen                 : bog 3, moor 4
    """)
    assert given.attempts() == ["bog"]  # 2 + 3 - 1 is three short, 2 + 4 - 1 is four short.
    assert given.play("conquer bog", "die 3").region("bog") == "Ann 1"


@rule("FIN-2", "RUL-27")
def test_the_target_must_be_one_he_may_conquer() -> None:
    """The final attempt is possible only on a legal target."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 1 in hand    : wood 1       <- to move
        Bob   Heroic Ratmen             : shore 1 + hero, fen 1
    """)
    assert given.refusal("conquer lake") == "water"
    assert given.refusal("conquer fen") == "not_adjacent"
    assert given.refusal("conquer shore") == "immune"
    assert given.attempts() == ["cliff", "dell", "grove"]


@rule("FIN-3", "FIN-4")
def test_the_target_is_chosen_before_the_single_roll() -> None:
    """The target must be chosen before the die is rolled; the die is rolled once."""
    given = scenario(ATTEMPT.format(hand=1))
    chosen = given.play("conquer bog")
    assert chosen.view().target == 3
    assert chosen.to_move == "chance"
    assert chosen.legal == ["die 0", "die 1", "die 2", "die 3"]
    after = chosen.play("die 0")
    assert after.codes().count("rolled") == 1
    assert after.phase != "die"
    assert after.region("moor") == "Bob 2"


@rule("FIN-5", "RUL-27")
def test_the_target_need_not_be_the_weakest() -> None:
    """The target need not be the weakest region available, as long as a lucky roll could take it."""
    given = scenario(ATTEMPT.format(hand=1))
    assert given.play("conquer moor", "die 3").region("moor") == "Ann 1"
    with_choice = scenario(ATTEMPT.format(hand=3))
    assert with_choice.targets() == ["bog"]
    assert with_choice.play("conquer moor", "die 1", "redeploy moor:3").region("moor") == "Ann 3"


@rule("FIN-6")
@pytest.mark.parametrize(("die", "falls"), [(0, False), (1, False), (2, True), (3, True)])
def test_the_die_and_the_tokens_must_reach_the_cost(die: int, falls: bool) -> None:
    """The attempt succeeds if the die result plus the remaining tokens reach the conquest cost."""
    given = scenario(ATTEMPT.format(hand=1))
    assert given.cost("bog") == 3
    after = given.play("conquer bog", f"die {die}")
    assert ("Ann" in after.region("bog")) is falls
    assert ("attempt_failed" in after.codes()) is not falls
    assert ("conquered" in after.codes()) is falls


@rule("FIN-7")
def test_on_success_all_remaining_tokens_go_to_the_target() -> None:
    """On success the player places all of their remaining tokens in the target."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 3 in hand    : cave 1       <- to move
        Bob   Hill Ratmen               : bog 4, hill 1
    """)
    after = given.play("conquer bog", "die 3")
    conquered = next(event for event in after.events if isinstance(event, Conquered))
    assert conquered.tokens == 3
    assert after.region("bog").startswith("Ann")
    assert after.tray("ratmen") == given.tray("ratmen") + 1


@rule("FIN-6", "LOS-1", "LOS-2")
def test_a_final_conquest_is_a_conquest_like_any_other() -> None:
    """The defender loses a token and withdraws, and the region counts as conquered."""
    given = scenario("""
        map   four-regions
        Ann   Pillaging Orcs, 1 in hand : cave 1       <- to move
        Bob   Hill Ratmen               : bog 2, hill 1
    """)
    after = given.play("conquer bog", "die 3")
    assert after.coins("Ann") == 5 + 2 + 1 + 1  # Regions, and a bonus each from banner and badge.
    assert after.region("hill") == "Bob 2"


@rule("FIN-8")
def test_on_failure_the_tokens_go_to_a_region_he_holds() -> None:
    """On failure the player places all of their remaining tokens in one region they already hold."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 2 in hand    : moor 1, cave 1       <- to move
        Bob   Hill Ratmen               : bog 2
    """)
    failed = given.play("conquer bog", "die 1")
    assert failed.phase == "redeploy"
    assert failed.refusal("redeploy bog:1 moor:2") == "not_your_region"
    after = failed.play("redeploy moor:3")
    assert after.region("moor") == "Ann 3"
    assert after.region("bog") == "Bob 2"
    assert after.hand("orcs") == 0


@rule("FIN-8")
def test_on_failure_a_single_region_takes_all_tokens() -> None:
    """The remaining tokens are not lost."""
    after = scenario(ATTEMPT.format(hand=1)).play("conquer bog", "die 0")
    assert after.region("cave") == "Ann 2"
    assert after.tray("ratmen") == scenario(ATTEMPT.format(hand=1)).tray("ratmen")


@rule("FIN-8", "RUL-4")
def test_on_failure_without_a_region_the_tokens_stay_in_hand() -> None:
    """With no region held, the tokens stay in hand and the next turn starts with a first conquest."""
    given = scenario("""
        map   valley
        Ann   Forest Orcs, 2 in hand          <- to move
        Bob   Hill Ratmen               : beach 2
    """)
    after = given.play("conquer beach", "die 1")
    assert after.hand("orcs") == 2
    assert after.coins("Ann") == 5
    assert after.to_move == "Bob"
    entering = after.play("expand", "end", "expand")
    assert entering.to_move == "Ann"
    assert entering.hand("orcs") == 2
    assert entering.reasons("wood") == ["not_border"]
    assert entering.play("conquer fen").region("fen") == "Ann 2"


@rule("FIN-9")
@pytest.mark.parametrize("die", [0, 1])
def test_the_conquests_are_over_after_the_roll(die: int) -> None:
    """After the roll the player's conquests for that turn are over, whatever the result."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 3 in hand    : moor 1, cave 1       <- to move
        Ann   Elves, in decline         : hill 1
        Bob   Hill Ratmen               : bog 2
    """)
    after = given.play("conquer bog", f"die {die}")
    assert after.phase == "redeploy"
    assert after.refusal("conquer hill") == "unknown_verb"
    assert after.refusal("roll") == "unknown_verb"


@rule("FIN-9", "RUL-27")
def test_a_failed_attempt_ends_the_turn_though_another_region_was_affordable() -> None:
    """They may try a dearer region, but only as their last act."""
    given = scenario(ATTEMPT.format(hand=3))
    assert given.targets() == ["bog"]
    after = given.play("conquer moor", "die 0")
    assert after.region("cave") == "Ann 4"
    assert after.region("bog") == "Bob 1"
    assert after.to_move == "Bob"


@rule("FIN-1", "RUL-24")
def test_a_berserk_race_has_no_ordinary_final_attempt() -> None:
    """The attempt that names its target first is not available beside the berserk roll."""
    given = scenario("""
        map   four-regions
        Ann   Berserk Orcs, 1 in hand   : cave 1       <- to move
        Bob   Hill Ratmen               : bog 1
    """)
    assert given.attempts() == []
    assert given.refusal("conquer bog") == "too_few_tokens"
    assert "roll" in given.legal


@rule("FIN-7", "RED-1")
def test_tokens_of_a_won_attempt_may_be_redeployed() -> None:
    """Redeployment follows the final conquest."""
    given = scenario("""
        map   four-regions
        Ann   Forest Orcs, 3 in hand    : cave 1       <- to move
        Bob   Hill Ratmen               : bog 2, hill 1
    """)
    after = given.play("conquer bog", "die 1", "redeploy cave:3 bog:1")
    assert (after.region("cave"), after.region("bog")) == ("Ann 3", "Ann 1")


@rule("RUL-4")
def test_after_a_failed_attempt_without_a_region_the_tokens_stay_in_hand() -> None:
    """With no region to go to, the tokens wait in hand and come in by first conquest next turn."""
    given = scenario("""
        map   valley
        tribes -
        Ann   Forest Orcs, 1 in hand    # all she has left
        Bob   Hill Elves                : shore 1
        turn  Ann conquer, acted
    """)
    assert "wood" not in given.attempts()
    after = given.play("conquer beach", "die 0")
    assert after.to_move == "Bob"
    assert after.hand("orcs") == 1
    assert after.coins("Ann") == 5
    again = after.play("expand", "end", "expand")
    assert again.to_move == "Ann"
    assert "beach" in again.attempts()
    assert "wood" not in again.attempts()
    assert again.reasons("wood") == ["not_border"]


@rule("RUL-8")
def test_the_reinforcement_die_shows_nothing_three_times_then_one_two_and_three() -> None:
    """Half of the rolls help nothing; each of 1, 2 and 3 is a sixth."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs, 1 in hand      : cave 1, hill 1   <- to move
        Bob   Forest Elves              : moor 1, bog 2
    """)
    chances = {a.text: a.chance for a in given.game.legal_actions()}
    assert chances["conquer moor"] == pytest.approx(2 / 6)  # two short: 2 or 3
    assert chances["conquer bog"] == pytest.approx(1 / 6)  # three short: 3
    one_short = scenario("""
        map   four-regions
        Ann   Hill Orcs, 1 in hand      : cave 1           <- to move
        Bob
    """)
    chances = {a.text: a.chance for a in one_short.game.legal_actions()}
    assert chances["conquer bog"] == pytest.approx(3 / 6)
    assert sorted(given.game.setup.die) == [0, 0, 0, 1, 2, 3]
    assert given.play("conquer bog").legal == ["die 0", "die 1", "die 2", "die 3"]


@rule("RUL-27", "FIN-2")
def test_a_final_attempt_needs_a_region_one_to_three_tokens_too_dear() -> None:
    """Four short is too much, and a region they can afford is taken without the die."""
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
    """It is their last act, whatever the roll."""
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
