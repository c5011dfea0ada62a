"""Files that want too much: huge numbers, other kinds of values, thousands of entries, turns without end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import MAX_PROBLEMS, Refused
from elbowroom.rules.trait_keys import CONDITIONAL, NUMBER, TRAIT_KEYS, WORDS, TraitKey
from tests.invented import content_of, play_checked

if TYPE_CHECKING:
    from collections.abc import Sequence

NUMBERS = [row for row in TRAIT_KEYS if row.value in (NUMBER, CONDITIONAL) and "MARKER" not in row.key]
HUGE = (10**30, -(10**30), 2**63, -(2**63) - 1, 2**31, 255)
OTHER_KINDS = ("1.5", "nan", "inf", '"not this"', "[]", "[[1]]", "2026-01-01", "{ a = { b = { c = 1 } } }")


def line_of(row: TraitKey, value: object) -> str:
    """A line that gives a key this value."""
    key = row.key.replace("PLACE", "hill").replace("WHO", "tribe")
    if key.startswith("marker."):
        others = {"name": '"totem"', "placed": '"one per turn"', "count": "1"} | {key[7:]: str(value)}
        return f"marker = {{ {', '.join(f'{name} = {word}' for name, word in others.items())} }}"
    return f"{key} = {value}"


def refused(text: str) -> list[str]:
    """The problems for which a file is refused, in words."""
    with pytest.raises(Refused) as caught:
        add_content(base_content(), text, "hostile.toml")
    assert caught.value.code == "content"
    problems = caught.value.params["problems"]
    assert isinstance(problems, list)
    return [str(problem) for problem in problems]


@pytest.mark.parametrize("row", NUMBERS, ids=[row.key for row in NUMBERS])
def test_every_number_has_its_limits(row: TraitKey) -> None:
    key = row.key.replace("PLACE", "hill").replace("WHO", "tribe")
    for number in (*HUGE, row.high + 1, row.low - 1):
        problems = refused(f"[power.big]\ntokens = 1\n{line_of(row, number)}\n")
        assert any(f"big, {key}: {number} " in problem for problem in problems), problems


@pytest.mark.parametrize("row", TRAIT_KEYS, ids=[row.key for row in TRAIT_KEYS])
def test_a_value_of_another_kind_is_refused_in_words(row: TraitKey) -> None:
    for value in OTHER_KINDS:
        if value == "[]" and row.value == WORDS:
            continue  # an empty list says nothing, and is none
        assert refused(f"[power.odd]\ntokens = 1\n{line_of(row, value)}\n")


@pytest.mark.parametrize("key", ["emblem", "emblem.symbol", "emblem.shape", "colour"])
def test_a_look_of_another_kind_is_refused_in_words(key: str) -> None:
    for value in OTHER_KINDS:
        assert refused(f'[race.odd]\ntokens = 1\ntokens_of = "ratmen"\n{key} = {value}\n')


def names(count: int) -> Sequence[str]:
    """So many different ids."""
    return [f"p{chr(97 + n // 676 % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}" for n in range(count)]


def test_of_thousands_of_entries_it_is_said_once_that_they_are_too_many() -> None:
    (powers,) = refused("".join(f"[power.{name}]\ntokens = 1\n" for name in names(4000)))
    assert "at most 40 badges" in powers
    (races,) = refused("".join(f"[race.{name}]\ntokens = 1\ntokens_in_box = 9\n" for name in names(4000)))
    assert "at most 40 banners" in races


def test_of_thousands_of_mistakes_some_are_told() -> None:
    unknown = "".join(f"{name} = 1\n" for name in names(4000))
    assert len(refused(f"[power.odd]\ntokens = 1\n{unknown}")) == MAX_PROBLEMS
    words = ", ".join(f'"{name}"' for name in names(4000))
    assert len(refused(f"[power.odd]\ntokens = 1\nmay = [{words}]\n")) == MAX_PROBLEMS
    marker = '{ name = "a", count = 1, placed = "one per turn" }'
    assert len(refused(f"[power.odd]\ntokens = 1\nmarker = [{', '.join([marker] * 2000)}]\n")) == 2


STRONGEST = """
rulebook = false

[race.gnomes]
tokens = 12
tokens_in_box = 20
may = ["second wave", "strike", "substitute", "roll before every conquest", "decline after scoring"]
strike = { tokens = 3, uses = { turn = 5, game = 9, opponent = 5 } }
pay = { coins = 1, discount = 5, times = 5 }
recruits = { turn = 3, held.region = 3, declined_races = 3, at = "start" }
discount.region = 3
losses = -1
kills = 3
passed_costs = 5

[power.odd]
tokens = 7
may = ["second wave", "strike", "make peace"]
strike = { tokens = 1, uses.turn = 5, pay.tokens = 1 }
pay = { tokens = 1, discount = 5, times = 5 }
recruits = { non_empty = 1, killed = 3, conquest.region = 3 }
garrison.least = 2
attacker_loses = 3
takes = { victim = 5, attacker = 5 }
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_strongest_file_there_can_be_makes_games_that_end(seed: int) -> None:
    """Recruits, losses, second waves and strikes together do not feed each other for ever."""
    assert play_checked(content_of(STRONGEST), seed, players=2 + seed, closely=400).is_over
