"""What only invented races and powers bring about: shared markers, kept badges, several that conquer."""

from __future__ import annotations

from elbowroom.rules.content import Content, add_content
from tests.scenario import box, rule, scenario


def with_race(traits: str, tokens_of: str = "skeletons") -> Content:
    text = f'[race.gnomes]\ntokens = 6\ntokens_of = "{tokens_of}"\n{traits}\n'
    return add_content(box(), text, "gnomes.toml")


@rule("RUL-52")
def test_a_dragon_attack_uses_up_the_berserk_roll() -> None:
    """A roll waits for the next conquest; the dragon's attack is one."""
    dragon = """
may = ["attack with the dragon"]
marker = { name = "dragon", immune = true, count = 1, placed = "dragon attack" }
"""
    given = scenario(
        """
        map   valley
        tribes -
        Ann   Berserk Gnomes, 5 in hand : wood 1
        Bob   Hill Orcs : down 1
        turn  Ann conquer, acted, die 3
        """,
        with_race(dragon),
    )
    assert given.cost("field") == 1  # 2 - 3, at least 1
    after = given.play("dragon shore")
    assert after.view().die is None
    assert after.cost("cliff") == 3
    assert "roll" in after.legal


def with_power(traits: str) -> Content:
    return add_content(box(), f"[power.odd]\ntokens = 4\n{traits}\n", "odd.toml")


@rule("RUL-53")
def test_a_badge_that_does_something_in_decline_stays_until_its_race_leaves() -> None:
    """It goes on paying, and is discarded with the race."""
    content = with_power('coins.hill = 1\nin_decline.keeps = ["coins"]')
    given = scenario(
        """
        map  four-regions
        Ann  Odd Orcs : cave 1
        Bob  Forest Elves, 5 in hand : moor 1
        turn Ann ready
        """,
        content,
    )
    declined = given.play("decline")
    assert declined.coins("Ann") == given.coins("Ann") + 2  # the region and the hill
    assert declined.races("Ann") == ["odd orcs in decline"]
    assert "odd" not in declined.view().discarded_badges
    fallen = declined.play("expand", "conquer cave")
    assert "odd" in fallen.view().discarded_badges


@rule("RUL-54")
def test_entries_that_use_the_same_marker_share_its_pieces() -> None:
    """Five fortresses of a race in decline leave one for an invented race, and its badge adds none."""
    fortress = 'marker = { name = "fortress", defence = 1, count = 6, placed = "one per turn" }'
    given = scenario(
        """
        map  valley
        tribes -
        Ann  Orcs, in decline : wood 1 + fortress, shore 1 + fortress, fen 1 + fortress, field 1 + fortress
        Ann  Hill Elves : down 1
        Bob  Fortified Gnomes, 2 in hand : beach 1 + fortress, peak 1
        turn Bob conquer, acted
        """,
        with_race(fortress),
    )
    first = given.play("end", "redeploy beach:3")
    assert first.phase == "fortify"
    built = first.play("fortify peak")
    assert built.region("peak") == "Bob 1 + fortress"
    assert built.to_move == "Ann"  # asked once, not for banner and badge each
    again = built.play("expand", "end", "expand", "end", "redeploy beach:3")
    assert again.to_move == "Ann"  # the sixth was the last


@rule("RUL-55")
def test_a_region_conquered_without_a_marker_left_gets_none_later() -> None:
    """One flag for two regions: the second stays without, even when the first is given up."""
    flag = 'marker = { name = "flag", defence = 1, count = 1, placed = "every region" }'
    given = scenario(
        """
        map  four-regions
        Ann  Hill Gnomes, 6 in hand : moor 1 + flag
        Bob  Forest Elves : hill 1
        turn Ann conquer, acted
        """,
        with_race(flag),
    )
    after = given.play("conquer cave", "end", "redeploy cave:6")
    assert after.region("cave") == "Ann 6"
    later = after.play("expand", "end", "abandon moor", "expand", "end")
    assert later.region("cave") == "Ann 7"


@rule("RUL-56")
def test_coins_for_conquests_and_the_first_turn_end_with_decline() -> None:
    """Coins for regions and for every turn are kept."""
    coins = "coins.hill = 1\ncoins.turn = 1\ncoins.non_empty_conquest = 5\ncoins.first_turn = 5"
    given = scenario(
        """
        map  four-regions
        Ann  Gnomes, in decline : cave 1
        Ann  Seafaring Orcs, 5 in hand : moor 1
        Bob  Forest Elves : bog 1
        turn Ann conquer, acted, first turn, non-empty 2
        """,
        with_race(coins + '\nin_decline.keeps = ["coins"]'),
    )
    declined = {source: coins for source, coins in given.preview().items() if source.startswith("gnomes")}
    assert declined == {"gnomes regions": 1, "gnomes hill": 1, "gnomes turn": 1}


@rule("RUL-57")
def test_several_conquering_races_in_decline_act_in_the_order_of_the_box() -> None:
    """Ghouls come before the gnomes, who took the skeletons' place, and both before the active race."""
    content = with_race('in_decline.keeps = ["tokens", "conquest"]\nin_decline.counts = false')
    given = scenario(
        """
        map  four-regions
        Ann  Gnomes, in decline : cave 2
        Ann  Ghouls, in decline : bog 2
        Ann  Hill Amazons, 4 in hand : moor 1
        Bob  Forest Elves : hill 1
        turn Ann ready, race ghouls
        """,
        content,
    )
    first = given.play("expand", "end")
    assert first.view().acting_race == "gnomes"
    second = first.play("expand", "end")
    assert second.view().acting_race == "amazons"


@rule("RUL-58")
def test_a_race_that_keeps_tokens_without_conquest_withdraws_and_leaves_with_its_last_region() -> None:
    """The rest of a lost region goes to another; with none left the banner returns."""
    content = with_race('in_decline.keeps = ["tokens"]')
    given = scenario(
        """
        map  four-regions
        Ann  Gnomes, in decline : cave 3, hill 1
        Bob  Forest Elves, 9 in hand : bog 1    <- to move
        """,
        content,
    )
    one = given.play("conquer cave", "end", "redeploy bog:5 cave:5")
    assert one.region("hill") == "Ann 3"  # two of three withdrew
    both = given.play("conquer cave", "conquer hill", "end", "redeploy bog:8")
    assert both.races("Ann") == []
    assert both.tray("gnomes") == 20
