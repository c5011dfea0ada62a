"""Picking a combo."""

from __future__ import annotations

import pytest

from elbowroom.engine.game import Game
from elbowroom.rules.content import base_content
from tests.scenario import Scenario, rule, scenario

COLUMN = "Flying Trolls | Hill Elves | Merchant Skeletons | Forest Humans 2 | Swamp Orcs | Commando Giants 1"


def to_pick(coins: int = 5, column: str = COLUMN) -> Scenario:
    """Ann is about to pick a combo."""
    return scenario(f"""
        map     four-regions
        coins   Ann {coins}, Bob 5
        column  {column}
        Ann     <- to move
        Bob
    """)


@rule("PCK-1", "PCK-3")
@pytest.mark.parametrize(
    ("place", "combo"),
    [
        (1, "flying trolls"),
        (2, "hill elves"),
        (3, "merchant skeletons"),
        (4, "forest humans"),
        (5, "swamp orcs"),
        (6, "commando giants"),
    ],
)
def test_any_of_the_six_visible_combos_may_be_picked(place: int, combo: str) -> None:
    """The player picks one of the six visible combos; the six positions cost 0, 1, 2, 3, 4 and 5."""
    given = to_pick()
    assert given.legal == [f"pick {n}" for n in range(1, 7)]
    assert [shown.price for shown in given.view().column] == [0, 1, 2, 3, 4, 5]
    after = given.play(f"pick {place}")
    assert after.races("Ann") == [combo]
    gained = {4: 2, 6: 1}.get(place, 0)
    assert after.coins("Ann") == 5 - (place - 1) + gained


@rule("PCK-1")
def test_there_is_no_seventh_combo() -> None:
    """Only the six visible combos can be picked."""
    assert to_pick(coins=50).refusal("pick 7") == "number_out_of_range"


@rule("PCK-2")
def test_the_top_combo_is_free() -> None:
    """The top combo of the column is free."""
    after = to_pick(coins=0).play("pick 1")
    assert after.races("Ann") == ["flying trolls"]
    assert after.coins("Ann") == 0


@rule("PCK-4", "PCK-11")
def test_the_price_is_laid_on_the_combos_above() -> None:
    """The price is paid by laying 1 of the player's own coins on each combo above the chosen one."""
    after = to_pick().play("pick 3")
    assert after.coins("Ann") == 3
    assert after.column() == [
        "flying trolls 1",
        "hill elves 1",
        "forest humans 2",
        "swamp orcs",
        "commando giants 1",
    ]


@rule("PCK-4")
def test_coins_pile_up_on_a_combo() -> None:
    """A coin is laid on each combo above, beside those that lie there already."""
    after = to_pick().play("pick 6")
    assert after.column()[3] == "forest humans 3"
    assert after.column()[4] == "swamp orcs 1"


@rule("PCK-5", "PCK-6")
def test_coins_on_the_chosen_combo_are_taken_and_the_price_paid_all_the_same() -> None:
    """Coins lying on the chosen combo become the player's; that does not excuse them from paying."""
    after = to_pick().play("pick 4")
    assert after.coins("Ann") == 5 - 3 + 2
    assert after.column()[:3] == ["flying trolls 1", "hill elves 1", "merchant skeletons 1"]
    assert after.coins("Bob") == 5


@rule("PCK-7")
def test_the_combo_lies_face_up_in_front_of_the_player() -> None:
    """The player lays the chosen combo face up in front of them, for everyone to see."""
    after = to_pick().play("pick 2")
    shown = after.view("Bob").players[0].active
    assert shown is not None
    assert (shown.race, shown.power, shown.in_decline) == ("elves", "hill", False)


@rule("PCK-8", "GEN-3", "GEN-4")
@pytest.mark.parametrize(("place", "tokens"), [(1, 5 + 5), (2, 6 + 4), (3, 6 + 2), (4, 5 + 4), (6, 6 + 4)])
def test_the_tokens_are_the_sum_of_banner_and_badge(place: int, tokens: int) -> None:
    """The player takes as many tokens of that race as the banner number plus the badge number."""
    given = to_pick()
    race = given.view().column[place - 1].race
    before = given.tray(race)
    after = given.play(f"pick {place}")
    assert given.view().column[place - 1].tokens == tokens
    assert after.hand(race) == tokens
    assert after.tray(race) == before - tokens


@rule("PCK-9")
def test_no_further_tokens_come_on_later_turns() -> None:
    """These are the only tokens they get for that race."""
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs                 : moor 3, cave 1       <- to move
        Bob   Forest Elves              : hill 1
    """)
    before = given.tray("orcs")
    readied = given.play("expand")
    assert readied.hand("orcs") == 2
    after = readied.play("conquer bog", "end")
    assert after.tray("orcs") == before


@rule("PCK-10")
def test_sorcerers_cannot_convert_without_a_token_in_the_tray() -> None:
    """A player with all 18 Sorcerers on the board cannot convert until one is free again."""
    text = """
        map   four-regions
        Ann   Flying Sorcerers, 1 in hand : moor {moor}, cave 1       <- to move
        Bob   Forest Elves                : bog 1
    """
    full = scenario(text.format(moor=16))
    assert full.tray("sorcerers") == 0
    assert full.refusal("substitute bog") == "tray_empty"
    assert "substitute" not in full.legal
    assert "substitute" in scenario(text.format(moor=15)).legal


@rule("PCK-10")
def test_skeletons_recruit_only_what_the_tray_holds() -> None:
    """A benefit that grants extra tokens is limited to the tokens physically left in the tray."""
    given = scenario("""
        map   four-regions
        Ann   Commando Skeletons, 5 in hand : moor 15       <- to move
        Bob   Forest Elves                  : cave 1, bog 1, hill 1
    """)
    assert given.tray("skeletons") == 0
    after = given.play("conquer cave", "conquer bog", "end", "redeploy moor:18")
    assert after.region("moor") == "Ann 18"
    assert "recruited" not in after.codes()


@rule("PCK-11")
def test_combos_below_the_gap_move_up_with_their_coins() -> None:
    """Every combo below the gap moves up one place together with the coins on it."""
    after = to_pick().play("pick 1")
    assert after.column() == [
        "hill elves",
        "merchant skeletons",
        "forest humans 2",
        "swamp orcs",
        "commando giants 1",
    ]
    assert [shown.price for shown in after.view().column] == [0, 1, 2, 3, 4]


@rule("PCK-12")
def test_a_new_combo_becomes_visible_from_the_top_of_the_stacks() -> None:
    """A new combo from the top of the stacks becomes visible, so that six are visible again."""
    picked = to_pick().play("pick 5")
    assert picked.to_move == "chance"
    assert sorted(picked.legal) == sorted(f"banner {race}" for race in picked.view().unrevealed_banners)
    assert "banner orcs" not in picked.legal
    after = picked.play("banner ratmen", "badge stout")
    assert after.column()[-1] == "stout ratmen"
    assert len(after.column()) == 6
    assert after.to_move == "Ann"
    assert "ratmen" not in after.view().unrevealed_banners
    assert "stout" not in after.view().unrevealed_badges


FIVE_PLAYERS = """
    map     valley-5
    column  {column}
    Ann     Spirit Dwarves, in decline  : shore 1
    Ann     Amazons, in decline         : cliff 1
    Bob     Hill Elves                  : beach 2
    Bob     Giants, in decline          : wood 1
    Cid     Forest Halflings            : dell 2
    Cid     Humans, in decline          : grove 1
    Dee     Swamp Orcs                  : peak 2
    Dee     Ratmen, in decline          : field 1
    Eve     Stout Skeletons             : fen 2
    Eve     Sorcerers, in decline       : down 1
    Ann     <- to move
"""
LAST_BANNERS = "Flying Ghouls | Mounted Tritons | Heroic Trolls | Wealthy Wizards"


@rule("PCK-13")
def test_fewer_than_six_combos_show_when_the_banners_run_out() -> None:
    """Fewer than six combos may be visible only when too few banners or badges remain."""
    given = scenario(FIVE_PLAYERS.format(column=LAST_BANNERS))
    assert given.view().unrevealed_banners == ()
    assert given.legal == ["pick 1", "pick 2", "pick 3", "pick 4"]
    after = given.play("pick 2")
    assert after.to_move == "Ann"
    assert after.phase == "conquer"
    assert after.column() == ["flying ghouls 1", "heroic trolls", "wealthy wizards"]


@rule("PCK-14")
def test_the_discarded_badges_form_a_new_stack() -> None:
    """When the badge stack runs out, the discarded badges are shuffled to form a new badge stack."""
    shown = {"flying", "hill", "merchant", "forest", "swamp", "commando"}
    rest = sorted({power.id for power in base_content().powers} - shown)
    given = scenario(f"""
        map      four-regions
        column   {COLUMN}
        badges   -
        discards {" ".join(rest)}
        Ann      <- to move
        Bob
    """)
    drawn = given.play("pick 1", "banner ratmen")
    assert sorted(drawn.legal) == [f"badge {badge}" for badge in rest]
    after = drawn.play("badge stout")
    assert after.column()[-1] == "stout ratmen"
    assert after.view().discarded_badges == ()
    assert len(after.view().unrevealed_badges) == len(rest) - 1


@rule("PCK-14")
def test_discarded_badges_wait_until_the_stack_has_run_out() -> None:
    """The discarded badges come back only when the badge stack runs out."""
    shown = {"flying", "hill", "merchant", "forest", "swamp", "commando"}
    rest = sorted({power.id for power in base_content().powers} - shown - {"stout"})
    given = scenario(f"""
        map      four-regions
        column   {COLUMN}
        badges   stout
        discards {" ".join(rest)}
        Ann      <- to move
        Bob
    """)
    drawn = given.play("pick 1", "banner ratmen")
    assert drawn.legal == ["badge stout"]
    assert list(drawn.play("badge stout").view().discarded_badges) == rest


@rule("PCK-15", "RUL-32")
def test_the_price_must_be_paid_with_his_own_coins() -> None:
    """A player must be able to pay the price with their own coins, not with those they are about to take."""
    given = to_pick(coins=2)
    assert given.legal == ["pick 1", "pick 2", "pick 3"]
    assert given.refusal("pick 4") == "too_few_coins"  # Three are due; the two on it come afterwards.
    assert to_pick(coins=3).play("pick 4").coins("Ann") == 2


@rule("PCK-15", "RUL-32")
def test_the_last_coin_may_be_spent() -> None:
    """The top combo is free, so a choice always exists."""
    assert to_pick(coins=0).legal == ["pick 1"]
    assert to_pick(coins=1).play("pick 2").coins("Ann") == 0


def with_an_empty_stack_of_badges(discarded: list[str]) -> Scenario:
    """Bob's turn begins; the column has a gap, no banner is left, all other badges are discarded."""
    lines = FIVE_PLAYERS.format(column=LAST_BANNERS).replace("    Ann     <- to move\n", "")
    stacks = f"    badges  -\n    discards {' '.join(discarded)}\n    turn    Bob ready\n"
    return scenario(lines + stacks)


@rule("RUL-60", "PCK-14")
def test_discarded_badges_are_shuffled_only_when_a_badge_is_needed() -> None:
    """A gap that no banner can fill needs no badge; the badge of the decline that fills it is among them."""
    used = {"flying", "mounted", "heroic", "wealthy", "spirit", "hill", "forest", "swamp", "stout"}
    discarded = sorted({power.id for power in base_content().powers} - used)
    given = with_an_empty_stack_of_badges(discarded)
    expanded = given.play("expand")
    assert list(expanded.view().discarded_badges) == discarded
    assert expanded.view().unrevealed_badges == ()
    declined = given.play("decline")
    assert declined.to_move == "chance"
    assert declined.legal == [f"badge {badge}" for badge in sorted([*discarded, "hill"])]
    assert declined.view().discarded_badges == ()


@rule("RUL-60")
def test_games_that_began_under_the_first_version_of_the_rules_go_on_by_it() -> None:
    """They shuffled the discarded badges as soon as the stack was empty."""
    used = {"flying", "mounted", "heroic", "wealthy", "spirit", "hill", "forest", "swamp", "stout"}
    discarded = sorted({power.id for power in base_content().powers} - used)
    given = with_an_empty_stack_of_badges(discarded).game
    content = given.setup.content
    old = Game.from_text(given.to_text(), content, rules_version=1)
    old.apply("expand")
    assert old.view(None).discarded_badges == ()
    assert list(old.view(None).unrevealed_badges) == discarded


BANNERS = {
    "amazons": 6 + 4,
    "dwarves": 3,
    "elves": 6,
    "ghouls": 5,
    "giants": 6,
    "halflings": 6,
    "humans": 5,
    "orcs": 5,
    "ratmen": 8,
    "skeletons": 6,
    "sorcerers": 5,
    "tritons": 6,
    "trolls": 5,
    "wizards": 5,
}


@rule("RUL-9", "PCK-8")
@pytest.mark.parametrize("race", BANNERS)
def test_every_banner_gives_its_number_of_tokens(race: str) -> None:
    """The number of the banner and that of the badge together are the tokens taken."""
    given = scenario(f"""
        map    four-regions
        column Hill {race}
        Ann    <- to move
        Bob
    """)
    assert given.view().column[0].tokens == BANNERS[race] + 4
    after = given.play("pick 1")
    assert after.race(race).hand == BANNERS[race] + 4


BADGES = {
    "alchemist": 4,
    "berserk": 4,
    "bivouacking": 5,
    "commando": 4,
    "diplomat": 5,
    "dragon_master": 5,
    "flying": 5,
    "forest": 4,
    "fortified": 3,
    "heroic": 5,
    "hill": 4,
    "merchant": 2,
    "mounted": 5,
    "pillaging": 5,
    "seafaring": 5,
    "spirit": 5,
    "stout": 4,
    "swamp": 4,
    "underworld": 5,
    "wealthy": 4,
}


@rule("RUL-9", "PCK-8")
@pytest.mark.parametrize("power", BADGES)
def test_every_badge_gives_its_number_of_tokens(power: str) -> None:
    """The number of the banner and that of the badge together are the tokens taken."""
    given = scenario(f"""
        map    four-regions
        column {power.replace("_", " ")} Orcs
        Ann    <- to move
        Bob
    """)
    assert given.play("pick 1").hand("orcs") == 5 + BADGES[power]


@rule("RUL-9")
def test_no_banner_or_badge_is_missing() -> None:
    """Fourteen banners and twenty badges are in the box."""
    assert {race.id for race in base_content().races} == set(BANNERS)
    assert {power.id for power in base_content().powers} == set(BADGES)


PRICED_COLUMN = """
    map    four-regions
    column Hill Elves | Forest Orcs 4 | Swamp Humans | Flying Trolls | Berserk Giants | Stout Ratmen
    coins  Ann {coins}, Bob 5
    Ann    <- to move
    Bob
"""


@rule("RUL-32", "PCK-6", "PCK-15")
def test_a_combo_is_paid_with_own_coins_before_those_on_it_are_taken() -> None:
    """Four coins on the second combo do not help a player who has none."""
    broke = scenario(PRICED_COLUMN.format(coins=0))
    assert broke.refusal("pick 2") == "too_few_coins"
    after = scenario(PRICED_COLUMN.format(coins=1)).play("pick 2")
    assert after.coins("Ann") == 1 - 1 + 4


@rule("RUL-32", "PCK-2")
def test_the_top_combo_is_free_so_a_choice_always_exists() -> None:
    """A player without coins takes the first."""
    broke = scenario(PRICED_COLUMN.format(coins=0))
    assert broke.legal == ["pick 1"]
    assert broke.play("pick 1").coins("Ann") == 0


SHORT_COLUMN = """
    map      four-regions
    options  left_out=amazons,dwarves,ghouls,halflings,sorcerers,tritons,wizards,skeletons
    column   Hill Trolls 2 | Swamp Giants | Flying Ratmen
    {badges}
    Ann      Forest Orcs, 3 in hand    : bog 1         <- to move
    Bob      Elves, in decline         : hill 1
    Bob      Merchant Humans           : moor 1
"""


@rule("RUL-35", "DEC-9", "DEC-10", "PCK-13")
def test_a_returning_banner_fills_the_lowest_empty_slot_if_fewer_than_six_combos_show() -> None:
    """It comes with the next badge, below the combos that lie there."""
    given = scenario(SHORT_COLUMN.format(badges=""))
    after = given.play("conquer hill")
    assert after.to_move == "chance"
    assert "badge heroic" in after.legal
    shown = after.play("badge heroic")
    assert shown.column() == ["hill trolls 2", "swamp giants", "flying ratmen", "heroic elves"]
    assert shown.view().returned_banners == ()
    assert (shown.to_move, shown.phase) == ("Ann", "conquer")


OTHER_BADGES = (
    "alchemist berserk bivouacking commando diplomat dragon_master fortified heroic mounted "
    "pillaging seafaring spirit stout underworld wealthy"
)


@rule("RUL-35", "PCK-14")
def test_the_badge_of_a_returning_banner_comes_from_the_discards_if_the_stack_is_used_up() -> None:
    """The discarded badges are shuffled to form a new stack."""
    given = scenario(SHORT_COLUMN.format(badges=f"badges -\n    discards {OTHER_BADGES}"))
    after = given.play("conquer hill")
    assert after.legal == [f"badge {badge}" for badge in OTHER_BADGES.split()]
    shown = after.play("badge stout")
    assert shown.column()[-1] == "stout elves"
    assert shown.view().discarded_badges == ()


@rule("RUL-35", "DEC-9")
def test_a_returning_banner_goes_under_the_stack_if_six_combos_show() -> None:
    """The column does not change, and the banner comes after all the others."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        Ann      Forest Orcs, 3 in hand    : bog 1         <- to move
        Bob      Elves, in decline         : hill 1
    """)
    after = given.play("conquer hill")
    assert after.column() == given.column()
    assert after.view().returned_banners == ("elves",)
    assert (after.to_move, after.phase) == ("Ann", "conquer")
    drawn = after.play("end", "redeploy bog:2 hill:2", "pick 1")
    assert (drawn.to_move, drawn.phase) == ("chance", "banner")
    assert "banner elves" not in drawn.legal


@rule("RUL-35")
def test_banners_under_the_stack_are_shown_in_the_order_in_which_they_came() -> None:
    """Once the stack itself is used up, the banner that came back first is the next."""
    given = scenario("""
        map      four-regions
        column   Hill Trolls | Swamp Giants | Flying Ratmen | Stout Ghouls | Heroic Dwarves | Spirit Wizards
        banners  -
        returned tritons amazons elves halflings humans skeletons sorcerers
        Ann      <- to move
        Bob      Forest Orcs               : bog 1
    """)
    after = given.play("pick 1")
    assert after.phase == "badge"
    assert after.play("badge diplomat").column()[-1] == "diplomat tritons"
