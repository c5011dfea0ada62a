"""What an own race, power or map will do, told in words before anybody plays with it."""

from __future__ import annotations

import pytest

from elbowroom.rules import terms
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.description import describe, describe_map
from elbowroom.rules.piece_names import place_name
from elbowroom.rules.words import say


def described(lines: str) -> list[str]:
    """The sentences for a power with these keys, without the one on its tokens."""
    content = add_content(base_content(), "[power.rowdy]\ntokens = 4\n" + lines, "own.toml")
    return describe(content.power("rowdy"))[1:]


def test_everything_in_the_box_is_described() -> None:
    content = base_content()
    for entry in (*content.races, *content.powers):
        lines = describe(entry)
        assert len(lines) >= 2
        assert all(line.endswith(".") and "{" not in line for line in lines)


def test_races_and_powers_are_told_as_such() -> None:
    content = base_content()
    assert describe(content.race("ratmen")) == [
        "The banner gives 8 tokens; the badge adds its number.",
        "It has no benefit; its number of tokens is its strength.",
    ]
    assert describe(content.power("commando")) == [
        "The badge adds 4 tokens to the banner's number.",
        "Every region costs 1 token less, but at least 1.",
    ]


def test_a_borrowing_race_says_so() -> None:
    text = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n'
    content = add_content(base_content(), text, "own.toml")
    assert describe(content.race("gnomes"))[1] == (
        "It plays with the tokens of Ratmen (13 in the box), whose banner stays out."
    )


@pytest.mark.parametrize("word", [*terms.PLACES, *terms.MOMENTS])
def test_coins_from_every_source_are_told(word: str) -> None:
    (line,) = described(f"coins.{word} = 2")
    assert line.startswith("2 bonus coins")


@pytest.mark.parametrize("word", terms.PLACES)
def test_discounts_in_every_place_are_told(word: str) -> None:
    (line,) = described(f"discount.{word} = 2")
    assert "2 tokens less" in line
    (beside,) = described(f"discount.beside.{word} = 1")
    kind = "any" if word == "region" else place_name(word)
    assert f"next to a held region of kind “{kind}”" in beside


@pytest.mark.parametrize(
    "line",
    [
        'coins.hill = { n = 1, when = "even turn" }',
        'coins.beyond = { regions = 3, each = 1, when = "even turn" }',
        'discount.each.conquest = { less = 1, most = 2, when = "even turn" }',
        'discount.each.neighbour = { less = 1, most = 2, when = "even turn" }',
    ],
)
def test_a_condition_is_told_after_what_it_belongs_to(line: str) -> None:
    _, condition = described(line)
    assert condition == "That counts only in even game turns."


@pytest.mark.parametrize("word", terms.REACHES)
def test_every_reach_is_told(word: str) -> None:
    assert len(described(f'reach = ["{word}"]')) == 1


@pytest.mark.parametrize("verb", terms.VERBS)
def test_every_verb_is_told(verb: str) -> None:
    marker = 'marker = { name = "wyrm", count = 1, placed = "dragon attack" }' if "dragon" in verb else ""
    strike = "strike.tokens = 1" if verb == "strike" else ""
    assert len(described(f'may = ["{verb}"]\n{marker}{strike}')) == (2 if marker else 1)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("pay = { coins = 1, discount = 2 }", ["Once per turn", "1 coin"]),
        (
            "pay = { tokens = 2, discount = 1, times = 3 }",
            ["Up to 3 times per turn", "2 tokens from the hand"],
        ),
        ('may = ["strike"]\nstrike = { tokens = 2, uses.game = 4 }', ["2 tokens there are lost", "4 times"]),
        (
            'may = ["strike"]\nstrike = { tokens = 1, uses.opponent = 1 }',
            ["1 token there is", "each opponent at most once"],
        ),
        ('may = ["strike"]\nstrike = { tokens = 1, pay.coins = 3 }', ["1 token there is lost", "3 coins"]),
    ],
)
def test_what_is_paid_for_is_told_with_its_price_and_limits(lines: str, told: list[str]) -> None:
    for sentence, words in zip(described(lines), told, strict=True):
        assert words in sentence


@pytest.mark.parametrize("word", terms.KEPT)
def test_everything_kept_in_decline_is_told(word: str) -> None:
    (line,) = described(f'in_decline.keeps = ["{word}"]')
    assert line.startswith("In decline")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('enters = "anywhere"', "may enter the map in any region"),
        ("losses = 0", "loses no token"),
        ("recruits = 3", "for every 3 non-empty regions"),
        ("attack_only = 1", "1 more token serves for conquest only"),
        ("recruits = 1", "for every non-empty region conquered"),
        ("in_decline.counts = false", "does not count toward the limit"),
        ("defence.region = 1", "Its regions of kind “any” cost 1 token more."),
        ("discount.active = 1", "Regions of kind “with an active race” cost 1 token less, but at least 1."),
        ("coins.conquest.tribe = 2", "for each region of kind “with a lost tribe” conquered"),
        ("recruits.conquest.declined = 1", "for every region of kind “with a race in decline” conquered"),
        ("discount.empty = 1", "Regions of kind “empty” cost"),
        ("kills = 2", "loses 2 tokens, but no more than are there."),
        ("kills = 0", "An active race that loses a region to it loses no token."),
        ("kills = { tokens = 0, once = true }", "loses a first region to it loses no token there."),
        ("passed_costs = 2", "lays 2 coins on it."),
        ("passed_costs = 0", "pays nothing for it."),
    ],
)
def test_the_other_keys_are_told(lines: str, told: str) -> None:
    (line,) = described(lines)
    assert told in line


@pytest.mark.parametrize("word", terms.WATER_TERRAINS)
def test_linked_water_is_told_to_need_a_way_onto_it(word: str) -> None:
    """RUL-72: only those who may enter water can use the link; the other part of the combo may allow it."""
    needs = "That counts only if it may conquer seas and the lake."
    assert described(f'links = ["{word}"]')[1:] == [needs]
    assert needs not in described(f'links = ["{word}"]\nreach = ["water"]')
    assert len(described('links = ["mine"]')) == 1


@pytest.mark.parametrize("placed", [word for word in terms.PLACED if word != "dragon attack"])
def test_markers_are_told_with_their_numbers(placed: str) -> None:
    lines = described(
        f'coins.totem = 2\nmarker = {{ name = "totem", count = 3, placed = "{placed}", defence = 2, '
        "immune = true, company = true }"
    )
    where = say(f"web_piece_placed_{placed.replace(' ', '_')}")
    assert lines == [
        "2 bonus coins for each marker “totem” it has on the map.",
        f"It has 3 markers “totem”, placed: {where}; at most 1 in a region.",
        "Each marker “totem” adds 2 to the cost of its region.",
        "A marker “totem” makes its region immune to enemies.",
        "A marker “totem” keeps a lone token from being replaced.",
    ]


def test_a_map_is_told_in_a_sentence() -> None:
    assert describe_map(base_content().map("2-players")) == [
        "The map 2-players is for 2 players. Game turns: 10; regions: 23, of them land: 20; lost tribes: 9."
    ]
