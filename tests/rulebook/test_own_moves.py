"""What own races and powers may do that nobody in the box can: a second wave, paying, striking, a toll."""

from __future__ import annotations

import pytest

from elbowroom.engine.events import Picked
from elbowroom.rules.content import Content
from elbowroom.rules.refusals import Refused
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


# Striking.

STRIKE = 'may = ["strike"]\nstrike'


@rule("RUL-82")
def test_a_strike_takes_tokens_out_of_a_region_beside_an_own_one() -> None:
    """Two of three tokens in the cave are lost; the hill is too far away."""
    given = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 1 in hand : moor 1    <- to move
        Bob   Forest Elves : cave 3, hill 2
        """,
        with_race(f"{STRIKE}.tokens = 2"),
    )
    assert given.play("strike").legal == ["strike cave"]
    after = given.play("strike cave")
    assert (after.phase, after.region("cave")) == ("conquer", "Bob 1")
    assert after.tray("elves") == given.tray("elves") + 2  # also of a race that loses none
    assert after.codes() == ["struck"]
    assert after.refusal("strike cave") == "done_this_turn"
    assert given.play("strike").refusal("strike hill") == "not_adjacent"


@rule("RUL-82", "RUL-13")
def test_a_region_without_tokens_is_empty_and_its_markers_go() -> None:
    """The lair of the Trolls goes, the encampment waits to be put back; nothing was conquered."""
    content = with_race(f"{STRIKE} = {{ tokens = 3, uses.turn = 2 }}\ncoins.conquest.active = 5")
    trolls = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 1 in hand : moor 1    <- to move
        Bob   Hill Trolls : cave 1 + lair
        """,
        content,
    )
    after = trolls.play("strike cave")
    assert (after.region("cave"), after.race("trolls").regions) == ("empty", ())
    assert "gnomes conquest" not in after.preview()
    camps = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 1 in hand : moor 1    <- to move
        Bob   Bivouacking Orcs : cave 2 + 2 encampment, bog 1
        """,
        content,
    )
    assert camps.play("strike cave").race("orcs").displaced == 2


@rule("RUL-82", "DEC-9")
def test_a_race_in_decline_can_be_struck_off_the_map() -> None:
    """With its last token it leaves for good."""
    given = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 1 in hand : moor 1    <- to move
        Bob   Ratmen, in decline : cave 1
        Bob   Hill Elves : hill 1
        """,
        with_race(f"{STRIKE}.tokens = 1"),
    )
    after = given.play("strike cave")
    assert after.races("Bob") == ["hill elves"]
    assert "vanished" in after.codes()


@rule("RUL-82", "RUL-70")
def test_fewer_than_a_garrison_withdraw_from_a_strike() -> None:
    """Three stood in the cave and one is lost: the two others cannot hold it and go to the hill."""
    content = with_both("garrison.least = 3", f"{STRIKE}.tokens = 1")
    given = scenario(
        "map four-regions\nAnn Odd Orcs, 1 in hand : moor 1 <- to move\nBob Swamp Gnomes : cave 3, hill 3\n",
        content,
    )
    struck = given.play("strike cave")
    assert (struck.region("cave"), struck.race("gnomes").withdrawn) == ("empty", 2)
    assert struck.play("end").region("hill") == "Bob 5"


@rule("RUL-82")
def test_strikes_are_limited_by_turn_game_and_opponent() -> None:
    """Three a turn, two at each opponent, four in the game; all is told in the position."""
    content = with_race(f"{STRIKE} = {{ tokens = 1, uses = {{ turn = 3, game = 4, opponent = 2 }} }}")
    given = scenario(
        """
        map   valley-3
        tribes -
        Ann   Swamp Gnomes, 1 in hand : field 1    <- to move
        Bob   Forest Elves : dell 9
        Cat   Hill Orcs : down 9
        """,
        content,
    )
    twice = given.play("strike dell", "strike dell")
    assert twice.play("strike").legal == ["strike down"]
    assert twice.play("strike").refusal("strike dell") == "not_there"
    thrice = twice.play("strike down")
    assert "strikes Bob 2" in thrice.game.to_text()
    assert "3 strikes" in thrice.game.to_text()
    assert thrice.refusal("strike down") == "done_this_turn"
    text = "map valley-3\ntribes -\nAnn Swamp Gnomes, {} strikes, 1 in hand : field 1 <- to move\n"
    others = "Bob Forest Elves : dell 9\nCat Hill Orcs : down 9\n"
    last = scenario(text.format(3) + others, content).play("strike dell")
    assert last.refusal("strike dell") == "done_this_game"
    assert scenario(text.format(4) + others, content).refusal("strike dell") == "done_this_game"
    assert "strike" not in scenario(text.format(4) + others, content).legal
    with pytest.raises(Refused):
        scenario(text.format(12) + others, content)


@rule("RUL-82")
def test_a_new_combo_begins_with_all_its_strikes() -> None:
    """Those of an earlier race of the player are not counted."""
    limited = f"{STRIKE} = {{ tokens = 1, uses.game = 1 }}"
    given = scenario(
        """
        map    four-regions
        column Odd Ratmen | Hill Trolls | Wealthy Wizards | Merchant Orcs | Mounted Humans | Spirit Giants
        Ann    Swamp Gnomes, 1 strikes : moor 1    <- to move
        Bob    Forest Elves : cave 5
        """,
        with_both(limited, limited),
    )
    assert "1 strikes" in given.game.to_text()
    assert "strikes" not in given.play("decline", "expand", "end", "pick 1").game.to_text()


@rule("RUL-82", "RUL-32")
def test_a_strike_may_have_a_price() -> None:
    """Coins, or tokens from the hand."""
    text = """
        map   four-regions
        coins Ann {}, Bob 0
        Ann   Swamp Gnomes, {} in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 3
    """
    coins = with_race(f"{STRIKE} = {{ tokens = 1, pay.coins = 2 }}")
    paid = scenario(text.format(3, 1), coins).play("strike cave")
    assert (paid.coins("Ann"), paid.codes()) == (1, ["paid", "struck"])
    assert scenario(text.format(1, 1), coins).refusal("strike cave") == "cannot_pay"
    tokens = with_race(f"{STRIKE} = {{ tokens = 2, pay.tokens = 3 }}")
    given = scenario(text.format(0, 3), tokens).play("strike cave")
    assert (given.hand("gnomes"), given.tray("gnomes"), given.region("cave")) == (0, 15, "Bob 1")


@rule("RUL-82", "DIP-2", "DIP-3", "RUL-75")
def test_a_strike_is_an_attack_that_peace_and_immunity_forbid() -> None:
    """Who was struck is no ally; a region at peace, an immune one or an own one is not struck."""
    content = with_both(STRIKE + ".tokens = 1", 'immune = ["hill"]')
    given = scenario(
        """
        map   four-regions
        Ann   Diplomat Gnomes, 1 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 3
        """,
        content,
    )
    assert given.play("end").phase == "ally"
    assert given.play("strike cave", "end").phase != "ally"
    peace = scenario(given.game.to_text().replace("tribes", "peace Ann spares Bob\ntribes"), content)
    assert "strike" not in peace.legal
    odd = "map four-regions\nAnn Swamp Gnomes, 1 in hand : moor 1 <- to move\nBob Odd Orcs : cave 3\n"
    assert "strike" not in scenario(odd, content).legal
    own = "Ann Ratmen, in decline : cave 1\nAnn Swamp Gnomes, 1 in hand : moor 1 <- to move\nBob\n"
    assert scenario(f"map four-regions\n{own}", content).refusal("strike cave") == "not_there"


@rule("RUL-82", "RUL-21")
def test_a_strike_needs_no_token_in_hand_and_reaches_through_tunnels() -> None:
    """Caverns are adjacent to each other for an Underworld race."""
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Underworld Gnomes : fen 1
        Bob   Hill Orcs : wood 3, shore 2
        turn  Ann conquer, acted
        """,
        with_race(f"{STRIKE}.tokens = 1"),
    )
    assert given.play("strike").legal == ["strike wood"]


@rule("RUL-82")
def test_of_banner_and_badge_the_banners_strike_counts() -> None:
    """Two tokens, once a turn."""
    given = scenario(
        "map four-regions\nAnn Odd Gnomes, 1 in hand : moor 1 <- to move\nBob Hill Orcs : cave 5\n",
        with_both(f"{STRIKE}.tokens = 2", f"{STRIKE} = {{ tokens = 1, uses.turn = 5 }}"),
    )
    after = given.play("strike cave")
    assert after.region("cave") == "Bob 3"
    assert after.refusal("strike cave") == "done_this_turn"


@rule("RUL-81", "RUL-82", "GEN-6")
def test_a_race_in_decline_neither_pays_nor_strikes() -> None:
    """Even one that goes on conquering."""
    given = scenario(
        """
        map   four-regions
        coins Ann 9, Bob 0
        Ann   Gnomes, in decline, 2 in hand : moor 3
        Ann   Hill Ratmen : hill 1
        Bob   Swamp Elves : cave 3
        turn  Ann conquer, race gnomes, acted
        """,
        with_race(
            f'{STRIKE}.tokens = 1\npay = {{ coins = 1, discount = 5 }}\nin_decline.keeps = ["conquest"]'
        ),
    )
    assert given.refusal("strike cave") == "not_given"
    assert given.refusal("pay cave") == "not_given"


@rule("RUL-81", "RUL-82")
@pytest.mark.parametrize(
    "detail", ["paid 2", "strikes Bob 2", "strikes Ann 1", "strikes Bob 1, strikes Cat 1"]
)
def test_a_position_in_which_more_was_paid_or_struck_than_may_be_is_refused(detail: str) -> None:
    """One payment and one strike a turn; nobody strikes at their own regions."""
    content = with_race(f"{STRIKE}.tokens = 1\npay = {{ coins = 1, discount = 1 }}")
    text = "map valley-3\nAnn Hill Gnomes, 1 in hand : field 1\nBob Swamp Elves : dell 3\nCat Forest Orcs\n"
    with pytest.raises(Refused) as caught:
        scenario(f"{text}turn Ann conquer, acted, {detail}\n", content)
    assert caught.value.params["code"] == "bad_turn"
    done = scenario(f"{text}turn Ann conquer, acted, paid 1, strikes Bob 1\n", content)
    assert done.refusal("strike dell") == "done_this_turn"
    with pytest.raises(Refused):
        scenario(f"{text.replace('1 in hand', '1 strikes, 1 in hand')}turn Ann conquer, acted\n", content)


@rule("RUL-82", "RUL-64")
def test_tokens_lost_to_a_strike_count_as_killed() -> None:
    """Two recruits come for two tokens."""
    given = scenario(
        """
        map   four-regions
        Ann   Swamp Gnomes, 1 in hand : moor 1    <- to move
        Bob   Forest Orcs : cave 3
        """,
        with_race(f"{STRIKE}.tokens = 2\nrecruits.killed = 1"),
    )
    assert given.play("strike cave", "end").region("moor") == "Ann 4"


# Passing over a combo.

COLUMN = "Odd Ratmen | Hill Gnomes | Wealthy Wizards | Merchant Orcs | Mounted Humans | Spirit Giants"


@rule("RUL-83", "PCK-3")
def test_passing_over_a_combo_may_cost_more() -> None:
    """Three coins are laid on the Ratmen and none on the Gnomes; the Wizards cost what lies above them."""
    content = with_both("passed_costs = 0", "passed_costs = 3")
    given = scenario(f"map four-regions\ncolumn {COLUMN}\ncoins Ann 5, Bob 5\nAnn <- to move\nBob\n", content)
    assert [combo.price for combo in given.view().column] == [0, 3, 3, 4, 5, 6]
    assert given.legal == ["pick 1", "pick 2", "pick 3", "pick 4", "pick 5"]
    assert given.refusal("pick 6") == "too_few_coins"
    after = given.play("pick 3")
    assert after.coins("Ann") == 2
    assert after.column()[:2] == ["odd ratmen 3", "hill gnomes"]
    picked = next(event for event in after.events if isinstance(event, Picked))
    assert (picked.paid, picked.gained) == (3, 0)


@rule("RUL-83")
def test_of_banner_and_badge_the_higher_price_of_passing_counts() -> None:
    """Two on the banner, four on the badge."""
    content = with_both("passed_costs = 2", "passed_costs = 4")
    column = COLUMN.replace("Odd Ratmen | Hill Gnomes", "Odd Gnomes | Hill Ratmen")
    given = scenario(f"map four-regions\ncolumn {column}\nAnn <- to move\nBob\n", content)
    assert given.view().column[1].price == 4
