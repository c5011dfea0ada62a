"""What own races and powers may decide that nobody in the box can: a second wave of conquests."""

from __future__ import annotations

from tests.rulebook.test_own_traits import with_power, with_race
from tests.scenario import rule, scenario

WAVE = 'may = ["second wave"]'


@rule("RUL-80")
def test_a_second_wave_takes_the_tokens_in_hand_once_more() -> None:
    """Three stand in the moor after the conquests: two of them take the cave, then the turn goes on."""
    given = scenario(
        """
        map   four-regions
        Ann   Hill Gnomes, 2 in hand : moor 3    <- to move
        Bob   Forest Orcs
        """,
        with_race(WAVE),
    )
    asked = given.play("end")
    assert (asked.phase, asked.legal) == ("wave", ["done", "wave"])
    second = asked.play("wave")
    assert (second.phase, second.hand("gnomes"), second.region("moor")) == ("conquer", 4, "Ann 1")
    assert "second_wave" in second.codes()
    after = second.play("conquer cave", "conquer bog")
    assert (after.hand("gnomes"), after.region("bog")) == (0, "Ann 2")
    assert asked.play("done").to_move == "Bob"  # all tokens stay in the moor


@rule("RUL-80")
def test_there_is_one_second_wave_a_turn_and_none_without_tokens_to_take() -> None:
    """Banner and badge together bring one; who has one token in each region is not asked."""
    content = with_power(WAVE, with_race(WAVE))
    text = "map four-regions\nAnn Odd Gnomes, {} in hand : moor 3 <- to move\nBob Forest Orcs\n"
    made = scenario(text.format(2), content).play("conquer cave", "end", "wave")
    assert "second wave made" in made.game.to_text()
    assert made.play("conquer bog", "end").phase == "redeploy"
    lone = "map four-regions\nAnn Odd Gnomes, 1 in hand : moor 1 <- to move\nBob Forest Orcs\n"
    assert scenario(lone, content).play("end").to_move == "Bob"
    plain = scenario(text.format(2).replace("Odd Gnomes", "Hill Orcs").replace("Forest Orcs", ""), content)
    assert plain.play("end").to_move == "Bob"


@rule("RUL-80", "RUL-24", "FIN-4")
def test_no_second_wave_follows_a_final_attempt_or_a_roll_that_waits() -> None:
    """The die ends the conquests, whatever it shows."""
    text = "map four-regions\nAnn {} Gnomes, 1 in hand : moor 3 <- to move\nBob Forest Orcs\n"
    failed = scenario(text.format("Hill"), with_race(WAVE)).play("conquer cave", "die 0")
    assert failed.to_move == "Bob"
    rolled = scenario(text.format("Berserk"), with_race(WAVE)).play("roll", "die 0")
    assert rolled.play("end").to_move == "Bob"


@rule("RUL-80", "RUL-70", "RUL-64")
def test_a_second_wave_leaves_garrisons_and_brings_no_recruits() -> None:
    """Two stay in each region; the recruit of the turn comes on readying alone."""
    content = with_race(f'{WAVE}\ngarrison.least = 2\nrecruits = {{ turn = 1, at = "start" }}')
    given = scenario("map four-regions\nAnn Hill Gnomes : moor 5 <- to move\nBob Forest Orcs\n", content)
    ready = given.play("expand")
    assert ready.hand("gnomes") == 4
    second = ready.play("conquer cave", "end")
    assert second.phase == "redeploy"  # the two in each region are the garrison
    more = scenario(
        "map four-regions\nAnn Hill Gnomes, 1 in hand : moor 4 <- to move\nBob Forest Orcs\n", content
    )
    wave = more.play("end", "wave")
    assert (wave.hand("gnomes"), wave.region("moor")) == (3, "Ann 2")


@rule("RUL-80", "GEN-6")
def test_a_race_in_decline_makes_no_second_wave() -> None:
    """Even one that goes on conquering."""
    given = scenario(
        """
        map   four-regions
        Ann   Gnomes, in decline, 2 in hand : moor 3
        Ann   Hill Orcs : hill 1
        Bob   Swamp Elves
        turn  Ann conquer, race gnomes, acted
        """,
        with_race(f'{WAVE}\nin_decline.keeps = ["conquest"]'),
    )
    assert given.play("end").phase != "wave"
