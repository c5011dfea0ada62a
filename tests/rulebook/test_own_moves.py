"""What own races and powers may decide that nobody in the box can: a second wave, paying for a conquest."""

from __future__ import annotations

from elbowroom.rules.content import Content
from tests.rulebook.test_own_traits import with_power, with_race
from tests.scenario import rule, scenario

WAVE = 'may = ["second wave"]'


def with_both(race: str, power: str) -> Content:
    """The box with Gnomes and the power Odd."""
    return with_power(power, with_race(race))


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
    content = with_both(WAVE, WAVE)
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


# Paying for a conquest.


@rule("RUL-81")
def test_a_conquest_costs_fewer_tokens_for_a_coin() -> None:
    """The cave costs five tokens; Ann pays a coin and takes it with three."""
    given = scenario(
        """
        map   four-regions
        coins Ann 4, Bob 0
        Ann   Swamp Gnomes, 4 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 3
        """,
        with_race("pay = { coins = 1, discount = 2 }"),
    )
    assert given.play("pay").legal == ["pay cave"]
    after = given.play("pay cave")
    assert (after.region("cave"), after.hand("gnomes"), after.coins("Ann")) == ("Ann 3", 1, 3)
    assert after.codes()[0] == "paid"
    assert after.refusal("pay bog") == "done_this_turn"


@rule("RUL-81")
def test_tokens_that_pay_leave_the_hand_for_the_tray() -> None:
    """Two of five tokens are the price, and the three others take the cave, which costs six."""
    given = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 5 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 4
        """,
        with_race("pay = { tokens = 2, discount = 3, times = 2 }"),
    )
    after = given.play("pay cave")
    assert (after.region("cave"), after.hand("gnomes"), after.tray("gnomes")) == ("Ann 3", 0, 16 - 4)
    assert "paid 1" in after.game.to_text()
    short = scenario(given.game.to_text().replace("5 in hand", "4 in hand"), given.game.setup.content)
    assert short.refusal("pay cave") == "not_there"  # two pay, and two are too few for three


@rule("RUL-81")
def test_a_turn_has_only_so_many_payments() -> None:
    """Two conquests are paid for, the third is not."""
    given = scenario(
        """
        map   four-regions
        coins Ann 9, Bob 0
        Ann   Swamp Gnomes, 9 in hand : moor 1    <- to move
        Bob   Forest Orcs
        """,
        with_race("pay = { coins = 2, discount = 1, times = 2 }"),
    )
    twice = given.play("pay cave", "pay bog")
    assert (twice.coins("Ann"), twice.hand("gnomes")) == (5, 7)
    assert "pay" not in twice.legal
    assert twice.refusal("pay hill") == "done_this_turn"


@rule("RUL-81", "RUL-32")
def test_nobody_pays_for_nothing_or_without_the_coins() -> None:
    """What costs one token gets no cheaper; the bog is out of reach; Elves cannot pay."""
    content = with_race("discount.hill = 1\npay = { coins = 3, discount = 5 }")
    text = """
        map   four-regions
        coins Ann {}, Bob 0
        Ann   Swamp Gnomes, {} in hand : moor 1    <- to move
        Bob   Forest Orcs : bog 1
    """
    rich = scenario(text.format(3, 2), content)
    assert rich.cost("cave") == 1
    assert "pay" not in rich.legal
    assert rich.refusal("pay") == "nowhere_possible"
    assert rich.refusal("pay cave") == "not_there"
    poor = scenario(text.format(2, 2), content)
    assert poor.refusal("pay cave") == "cannot_pay"
    plain = scenario(text.format(3, 2).replace("Gnomes", "Elves"), content)
    assert plain.refusal("pay cave") == "not_given"


@rule("RUL-81", "RUL-24")
def test_a_roll_that_waits_counts_with_a_payment_and_a_garrison_stays() -> None:
    """Five less one of the die and two of the coin are two; a garrison of three is needed all the same."""
    text = """
        map   four-regions
        Ann   Berserk Gnomes, 3 in hand : moor {}
        Bob   Forest Orcs : cave 3
        turn  Ann conquer, acted, die 1
    """
    pays = "pay = { coins = 1, discount = 2 }"
    assert scenario(text.format(1), with_race(pays)).play("pay cave").region("cave") == "Ann 2"
    garrison = scenario(text.format(3), with_race(f"{pays}\ngarrison.least = 3"))
    assert garrison.play("pay cave").region("cave") == "Ann 3"


@rule("RUL-81")
def test_of_banner_and_badge_the_banners_payment_counts() -> None:
    """Both pay: it is one coin for two tokens, once, as the banner says."""
    banner, badge = "pay = { coins = 1, discount = 2 }", "pay = { coins = 3, discount = 1, times = 5 }"
    given = scenario(
        """
        map   four-regions
        coins Ann 9, Bob 0
        Ann   Odd Gnomes, 4 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 2
        """,
        with_both(banner, badge),
    )
    after = given.play("pay cave")
    assert (after.coins("Ann"), after.region("cave")) == (8, "Ann 2")
    assert after.refusal("pay bog") == "done_this_turn"


@rule("RUL-81", "DIP-3")
def test_a_peace_cannot_be_bought_off() -> None:
    """The ally may not attack, whatever is paid."""
    given = scenario(
        """
        map   four-regions
        peace Bob spares Ann
        Ann   Forest Orcs : cave 1
        Bob   Swamp Gnomes, 9 in hand : moor 1, hill 1    <- to move
        """,
        with_race("pay = { coins = 1, discount = 2 }"),
    )
    assert given.play("pay").legal == ["pay bog"]
    assert given.play("pay").refusal("pay cave") == "peace"
