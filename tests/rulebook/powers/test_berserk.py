"""Berserk: the reinforcement die before each conquest."""

from __future__ import annotations

from tests.scenario import rule, scenario


@rule("GEN-4", "RUL-9")
def test_the_badge_gives_four_tokens() -> None:
    """The number on the badge is added to the number on the banner."""
    given = scenario("""
        map     four-regions
        column  Berserk Orcs
        Ann     <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + 4


@rule("BER-1")
def test_the_die_may_be_rolled_before_each_conquest() -> None:
    """Not only before the last conquest: after each one a new roll is possible."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 6 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    first = given.play("roll", "die 1", "conquer moor")
    assert first.region("moor") == "Ann 1"
    assert first.cost("cave") == 2  # the first roll is used up
    second = first.play("roll", "die 1", "conquer cave")
    assert second.region("cave") == "Ann 1"
    third = second.play("roll", "die 1", "conquer bog")
    assert third.region("bog") == "Ann 1"
    assert third.hand("orcs") == 3


@rule("BER-2")
def test_the_die_is_rolled_before_the_region_is_chosen() -> None:
    """After the roll every region they can reach is still open to them."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 3 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    rolling = given.play("roll")
    assert rolling.to_move == "chance"
    assert rolling.legal == ["die 0", "die 1", "die 2", "die 3"]
    assert rolling.view().target is None
    assert rolling.play("die 1").targets() == ["moor", "cave", "bog", "hill"]


@rule("BER-3")
def test_the_result_is_deducted_from_the_tokens_needed() -> None:
    """What the die shows they need not place."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 5 in hand           <- to move
        Bob  Hill Elves : hill 4
    """)
    assert given.cost("hill") == 6
    rolled = given.play("roll", "die 2")
    assert rolled.cost("hill") == 4
    assert rolled.cost_parts("hill") == {"base": 2, "tokens": 4, "die": -2}
    after = rolled.play("conquer hill")
    assert after.region("hill") == "Ann 4"
    assert after.hand("orcs") == 1


@rule("BER-3", "RUL-24")
def test_after_a_roll_he_takes_at_most_what_tokens_and_die_suffice_for() -> None:
    """A region that costs one more than tokens and die together stays out of reach."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 3 in hand           <- to move
        Bob  Hill Elves : hill 3, bog 4
    """)
    rolled = given.play("roll", "die 2")
    assert rolled.targets() == ["moor", "cave", "hill"]
    assert rolled.refusal("conquer bog") == "too_few_tokens"


@rule("BER-4")
def test_at_least_one_token_is_always_needed() -> None:
    """However high the roll, one token is placed, and one is needed to roll at all."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 1 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    rolled = given.play("roll", "die 3")
    assert rolled.cost("moor") == 1
    assert rolled.cost_parts("moor") == {"base": 2, "die": -3, "minimum": 2}
    after = rolled.play("conquer moor")
    assert after.region("moor") == "Ann 1"
    assert after.hand("orcs") == 0
    assert after.refusal("roll") == "no_tokens_in_hand"
    assert after.legal == ["end"]


@rule("BER-5")
def test_a_roll_that_does_not_suffice_was_the_final_attempt() -> None:
    """If the tokens left are not enough, their conquests of the turn are over."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 1 in hand : moor 1  <- to move
        Bob  Hill Elves : hill 1
    """)
    missed = given.play("roll", "die 0")
    assert missed.legal == ["end"]
    after = missed.play("end")
    assert after.region("moor") == "Ann 2"
    assert after.to_move == "Bob"


@rule("RUL-24")
def test_rolling_is_optional() -> None:
    """They may conquer at the full cost without a roll."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 3 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    assert "roll" in given.legal
    assert given.play("conquer cave").region("cave") == "Ann 2"


@rule("RUL-24")
def test_a_roll_of_nothing_is_a_roll() -> None:
    """There is no second roll before the same conquest, and the full cost may still be paid."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 3 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    rolled = given.play("roll", "die 0")
    assert rolled.refusal("roll") == "already_rolled"
    assert rolled.cost("cave") == 2
    assert "roll" in rolled.play("conquer cave").legal


@rule("RUL-24")
def test_there_is_no_ordinary_final_attempt() -> None:
    """They do not choose a region first and roll then."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 1 in hand           <- to move
        Bob  Hill Elves : hill 1
    """)
    assert given.targets() == []
    assert given.attempts() == []
    assert given.refusal("conquer moor") == "too_few_tokens"


@rule("RUL-24")
def test_a_substitution_does_not_use_up_the_roll() -> None:
    """Berserk Sorcerers may replace a token between the roll and the conquest it helps."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Sorcerers, 1 in hand : moor 1   <- to move
        Bob  Hill Elves : cave 1, hill 1
    """)
    after = given.play("roll", "die 1", "substitute cave")
    assert after.region("cave") == "Ann 1"
    assert after.cost("bog") == 1
    assert after.refusal("roll") == "already_rolled"
    assert after.play("conquer bog").hand("sorcerers") == 0


@rule("RUL-11", "RUL-14")
def test_ghouls_in_decline_have_lost_the_badge() -> None:
    """In decline they roll an ordinary final attempt of their own and no other."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Ghouls : moor 2           <- to move
        Bob  Hill Elves : hill 1
    """)
    after = given.play("decline", "expand", "end", "pick 1", "banner ratmen", "badge wealthy", "expand")
    assert after.view().acting_race == "ghouls"
    assert "roll" not in after.legal
    assert after.attempts() == ["cave"]


@rule("RUL-24")
def test_the_badge_gives_no_other_answer_beside_a_lone_enemy_token() -> None:
    """They conquer as everyone does, and may roll first."""
    given = scenario("""
        map  four-regions
        Ann  Berserk Orcs, 5 in hand : moor 1    <- to move
        Bob  Hill Elves : cave 1
    """)
    assert given.legal == ["conquer cave", "end", "roll"]


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
    """They may conquer without a roll, or roll first and pay less."""
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
    """After a roll they conquer at the lower cost, or their conquests end; there is no second roll."""
    rolled = scenario(berserk(1, 3)).play("roll", "die 1")
    assert rolled.legal == ["end"]
    assert rolled.refusal("roll") == "already_rolled"


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
    assert rolled.refusal("roll") == "already_rolled"
    after = rolled.play("conquer cave")
    assert after.region("cave") == "Ann 2"
    assert after.cost("moor") == 2
