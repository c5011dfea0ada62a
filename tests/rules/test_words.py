"""The catalogue: every sentence the program may say is there, is used, and gets the words it asks for."""

from __future__ import annotations

import ast
import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

import elbowroom
from elbowroom.agents.hint_reasons import REASON_TYPES
from elbowroom.content import read_text
from elbowroom.engine.decisions import PHASE_NAMES
from elbowroom.engine.event_text import sentence
from elbowroom.engine.events import EVENT_TYPES
from elbowroom.rules import terms
from elbowroom.rules.content import base_content
from elbowroom.rules.languages import languages
from elbowroom.rules.refusals import Refusal, Refused
from elbowroom.rules.words import (
    MissingMessageError,
    catalogue,
    decimal,
    filled,
    has_words,
    in_order,
    listed,
    percent,
    region_key,
    region_name,
    region_title,
    say,
    speaking,
    spoken,
    told,
)
from tools import language_checks as checks

if TYPE_CHECKING:
    from elbowroom.engine.events import Event
    from elbowroom.rules.maps import Map

SOURCE = Path(elbowroom.__file__).parent
MESSAGES = json.loads((Path(__file__).parents[1] / "fixtures/messages.json").read_text(encoding="utf-8"))
"""Messages with what they say; the browser client has a test over the same ones."""
OF_THE_BROWSER = (
    "web_", "race_", "power_", "region_", "rules_", "lesson_", "terrain_", "symbol_", "place_", "time_ago_",
)  # fmt: skip
"""What the browser says, alone or by way of data; web/ has a check of its own that every one is used."""
MAX_REGION_NAME = 18
"""Letters; more would not fit beside the number on a phone."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, parsed."""
    return {
        file.relative_to(SOURCE).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted(SOURCE.rglob("*.py"))
    }


@cache
def literals() -> frozenset[str]:
    """Every string that stands somewhere in the source."""
    return frozenset(
        node.value
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def beginnings() -> frozenset[str]:
    """What stands before the first gap of every f-string: `prompt_` of f"prompt_{phase}"."""
    return frozenset(
        str(node.values[0].value)
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        and len(node.values) > 1
        and isinstance(node.values[0], ast.Constant)
    )


def calls(*names: str) -> list[tuple[str, ast.Call]]:
    """Every call of a function or method of this name whose first argument is a plain string."""
    found = []
    for module, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                if name in names and isinstance(node.args[0].value, str):
                    found.append((module, node))
    return found


def word(node: ast.Call) -> str:
    first = node.args[0]
    assert isinstance(first, ast.Constant)
    return str(first.value)


def given(node: ast.Call) -> set[str] | None:
    """The parameters a call gives, or None if they are put together elsewhere."""
    names = {keyword.arg for keyword in node.keywords}
    for argument in node.args[1:]:
        if not isinstance(argument, ast.Dict) or None in argument.keys:
            return None
        names |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
    return None if None in names else {str(name) for name in names}


def asked_for(key: str, language: str = "en") -> set[str]:
    """The parameters that a message cannot do without."""
    return checks.asked_for(catalogue(language)[key])


def texts_of(key: str, language: str = "en") -> list[str]:
    """Everything that a message may say."""
    return checks.texts(catalogue(language)[key])


def prefixed(module: str, code: str, name: str) -> str:
    """The key of a refusal; `complain` puts the layer's word before the code."""
    if name != "complain":
        return f"refusal_{code}"
    return f"refusal_map_{code}" if module == "rules/maps.py" else f"refusal_content_{code}"


def refusals() -> list[tuple[str, ast.Call]]:
    found = []
    for name in ("Refused", "Refusal", "complain"):
        found += [(prefixed(module, word(node), name), node) for module, node in calls(name)]
    return found


def test_every_refusal_has_its_sentence() -> None:
    keys = {key for key, _ in refusals()}
    assert len(keys) > 120
    assert sorted(key for key in keys if not has_words(key)) == []


def test_every_refusal_gives_the_words_its_sentence_shows() -> None:
    known = {"complain": {"file", "entry", "key"}}
    wrong = []
    for key, node in refusals():
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        names = given(node)
        if name == "complain":
            names = {keyword.arg or "" for keyword in node.keywords} | known["complain"]
        if names is not None and not asked_for(key) <= names | ({"marker_id"} & asked_for(key)):
            wrong.append((key, asked_for(key) - names))
    assert wrong == []


def sample_events(number: int) -> list[Event]:
    """An event of every kind, with this number wherever it counts something."""
    found: list[Event] = []
    values = {"race": "skeletons", "by": "orcs", "power": "flying", "marker": "lair"}
    for kind in EVENT_TYPES:
        fields = {
            field.name: values.get(field.name, () if field.name in ("parts", "taken") else number)
            for field in msgspec.structs.fields(kind)
        }
        fields |= {name: 1 for name in ("seat", "ally", "to", "region") if name in fields}
        found.append(cast("Event", kind(**fields)))
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", [0, 1, 2, 11, 21])
def test_every_event_has_its_sentence_and_gives_its_words(language: str, number: int) -> None:
    with speaking(language):
        for event in sample_events(number):
            text = sentence(event, ["ann", "Bob"])
            assert text.endswith(".")
            assert "{" not in text


def test_there_is_no_sentence_for_other_events() -> None:
    codes = {f"event_{kind.__struct_config__.tag}" for kind in EVENT_TYPES}
    assert codes | {"event_picked_coins"} == {key for key in catalogue() if key.startswith("event_")}


def test_every_reason_of_a_hint_has_its_words_and_gives_what_they_show() -> None:
    said = {word(node) for _, node in calls("say")} & {"hint_best", "hint_behind", "hint_shared"}
    for kind in REASON_TYPES:
        names, key = set(kind.__struct_fields__), f"hint_{kind.__struct_config__.tag}"
        given_too = {"player"} if "seat" in names else set[str]()
        for language in languages():
            asked = {checks.common_name(name, catalogue(language)) for name in asked_for(key, language)}
            assert asked <= names | given_too, (key, language)
        said.add(key)
    assert said == {key for key in catalogue() if key.startswith("hint_")}


def test_every_decision_has_its_prompt() -> None:
    assert {f"prompt_{name}" for name in PHASE_NAMES} == {
        key for key in catalogue() if key.startswith("prompt_")
    }


def test_every_part_of_a_cost_and_every_source_of_coins_has_its_word() -> None:
    parts = {word(node) for _, node in calls("CostPart")}
    assert {f"cost_{part}" for part in parts} == {key for key in catalogue() if key.startswith("cost_")}
    entries = (*base_content().races, *base_content().powers)
    markers = {marker.name for entry in entries for marker in entry.traits.markers}
    assert {f"marker_{name}" for name in markers} == {key for key in catalogue() if key.startswith("marker_")}
    sources = {"regions", *terms.PLACES, *terms.MOMENTS, *terms.COIN_TABLES}
    assert {f"source_{name}" for name in sources} == {key for key in catalogue() if key.startswith("source_")}


def test_every_trait_has_its_sentence() -> None:
    closed = (
        {f"trait_coins_{moment}" for moment in terms.MOMENTS}
        | {f"trait_reach_{reach}" for reach in terms.REACHES}
        | {f"trait_may_{verb.replace(' ', '_')}" for verb in terms.VERBS}
        | {f"trait_keeps_{kept}" for kept in terms.KEPT}
        | {f"trait_ignores_{part}" for part in terms.PRICE_PARTS}
        | {f"trait_when_{when.replace(' N', '').replace(' ', '_')}" for when in terms.CONDITIONS}
        | {f"trait_beyond_{limit}" for limit in terms.BEYOND_RULEBOOK}
        | {f"trait_each_{kind}" for kind in ("conquest", "neighbour")}
        | {f"trait_recruits_{kind}" for kind in ("held", "conquest")}
        | {"trait_coins_region"}
    )
    said = {literal for literal in literals() if literal.startswith("trait_")} - {
        "trait_keeps_",
        "trait_may_",
    }
    said = {literal for literal in said if not literal.endswith("_")}
    assert closed | said == {key for key in catalogue() if key.startswith("trait_")}


def test_whatever_is_said_by_name_is_in_the_catalogue() -> None:
    wrong = []
    for _, node in calls("say"):
        names = given(node)
        if not has_words(word(node)):
            wrong.append((word(node), set[str]()))
        elif names is not None and not asked_for(word(node)) <= names:
            wrong.append((word(node), asked_for(word(node)) - names))
    assert wrong == []


def is_used(key: str) -> bool:
    """Whether the source names the message, or puts its name together from a beginning and a word."""
    if key in literals() or key.startswith(OF_THE_BROWSER):
        return True
    if key.startswith("refusal_"):
        code = key.removeprefix("refusal_")
        ends = {code, code.removeprefix("content_"), code.removeprefix("map_"), code.removeprefix("unknown_")}
        return bool(ends & literals())
    return any(key.startswith(start) and len(start) > 4 for start in beginnings())


def test_every_message_is_used() -> None:
    assert sorted(key for key in catalogue() if not is_used(key)) == []


def test_no_message_is_there_twice() -> None:
    pairs: list[tuple[str, Any]] = json.loads(read_text("locales", "en.json"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("language", languages())
def test_every_message_can_be_said(language: str) -> None:
    """Whatever the words put into its gaps, braces and percent signs included."""
    for key, message in catalogue(language).items():
        shown = set[str]().union(*map(checks.shown_in, texts_of(key, language)))
        params: dict[str, object] = dict.fromkeys(shown, "{x} %s")
        params |= dict.fromkeys(checks.selected_by(message), 3)
        text = told(key, params, language)
        assert text
        assert "{x}" in text or not shown or not isinstance(message, str)


def test_refusals_are_whole_sentences() -> None:
    for key in catalogue():
        if key.startswith("refusal_") and key not in ("refusal_at_line", "refusal_content", "refusal_map"):
            for text in texts_of(key):
                assert text.endswith((".", "{cause}", "`."))
                assert text[0].isupper() or text[0] in "{`"


def test_lists_are_joined_by_commas_and_problems_stand_on_lines() -> None:
    assert say("refusal_same_names", names=["Ann", "Ann"]) == "Two players have the same name: Ann, Ann."
    told = say("refusal_map", file="x", problems=("one.", "two."))
    assert told == "x cannot be played on.\none.\ntwo."


@pytest.mark.parametrize("case", MESSAGES, ids=lambda case: case["says"])
def test_a_message_is_read_as_the_browser_reads_it(case: dict[str, Any]) -> None:
    assert filled(case["message"], case["params"], case.get("language", "en")) == case["text"]


ALPHABETS = json.loads((Path(__file__).parents[1] / "fixtures/alphabets.json").read_text(encoding="utf-8"))
"""Alphabets with names in their order; the browser client has a test over the same ones."""


@pytest.mark.parametrize("case", ALPHABETS, ids=lambda case: case["language"])
def test_names_stand_in_the_order_of_the_alphabet(
    case: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catalogue(), "alphabet", case["alphabet"])
    assert in_order(reversed(case["names"])) == case["names"]
    if case["language"] in languages():
        assert catalogue(case["language"])["alphabet"] == case["alphabet"]


def test_several_things_are_listed_and_chances_written_as_the_language_does() -> None:
    assert [listed(names) for names in ([], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cid"])] == [
        "",
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cid",
    ]
    assert percent(1 / 3) == "33%"
    with speaking("de"):
        assert (listed(["Ann", "Bob"]), percent(0.5)) == ("Ann und Bob", "50\u202f%")


def test_decimals_are_written_as_the_language_does() -> None:
    minus = "\N{MINUS SIGN}"
    assert [decimal(number) for number in (1.26, -0.5, -0.04, 12)] == ["1.3", f"{minus}0.5", "0.0", "12.0"]
    assert [decimal(number, signed=True) for number in (1.26, -0.5, 0.04)] == ["+1.3", f"{minus}0.5", "0.0"]
    with speaking("de"):
        assert decimal(-1234.5) == f"{minus}1234,5"


def test_what_is_said_is_in_the_language_that_is_spoken() -> None:
    assert say("cost_die") == "die"
    with speaking("de"):
        assert (spoken(), say("cost_die"), say("cost_die", language="en")) == ("de", "Würfel", "die")
        with speaking("en"):
            assert say("cost_die") == "die"
        assert say("cost_die") == "Würfel"
    assert (spoken(), say("cost_die", language="de")) == ("en", "Würfel")


def test_every_thread_speaks_its_own_language() -> None:
    with speaking("de"), ThreadPoolExecutor(1) as threads:
        assert (threads.submit(say, "cost_die").result(), say("cost_die")) == ("die", "Würfel")


def test_what_a_language_lacks_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalogue(), "trial", "{n} coins for {Player}")
    assert say("trial", language="de", n=3, player="ann") == "3 coins for Ann"
    with pytest.raises(MissingMessageError, match=r"locales/en\.json asks for n in trial"):
        say("trial", language="de")


def test_a_number_selects_its_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    message = {
        "declarations": ["input n", "local nPlural = n: plural"],
        "selectors": ["nPlural"],
        "match": {"nPlural=one": "one coin", "nPlural=other": "{n} coins"},
    }
    monkeypatch.setitem(catalogue(), "trial", [message])
    assert [say("trial", n=number) for number in (0, 1, 2, -1)] == [
        "0 coins",
        "one coin",
        "2 coins",
        "one coin",
    ]


def test_several_numbers_select_a_variant_together(monkeypatch: pytest.MonkeyPatch) -> None:
    message = {
        "declarations": ["input paid", "input gained", "local paidPlural = paid: plural"],
        "selectors": ["paid", "paidPlural", "gained"],
        "match": {
            "paid=0, paidPlural=*, gained=0": "nothing",
            "paid=0, paidPlural=*, gained=*": "{gained} for free",
            "paid=*, paidPlural=one, gained=*": "{gained} for one coin",
            "paid=*, paidPlural=other, gained=*": "{gained} for {paid} coins",
        },
    }
    monkeypatch.setitem(catalogue(), "trial", [message])
    assert [say("trial", paid=paid, gained=gained) for paid, gained in ((0, 0), (0, 2), (1, 0), (4, 2))] == [
        "nothing",
        "2 for free",
        "0 for one coin",
        "2 for 4 coins",
    ]


def test_a_refusal_offers_the_nearest_word_if_there_is_one() -> None:
    near = Refusal("unknown_race", {"word": "orks", "nearest": "orcs"})
    assert near.reason == "There is no race called orks. Did you mean orcs?"
    assert Refusal("unknown_race", {"word": "x", "nearest": ""}).reason == "There is no race called x."


def test_a_refused_is_an_error_with_code_words_and_sentence() -> None:
    refused = Refused("unknown_race", word="orks")
    assert isinstance(refused, ValueError)
    assert (refused.code, refused.params, str(refused)) == (
        "unknown_race",
        {"word": "orks"},
        "There is no race called orks.",
    )
    assert Refused("at_line", line=3, cause="Why.", code="x").params["code"] == "x"


def test_a_message_that_is_not_there_is_named_with_its_language() -> None:
    assert not has_words("no_such_key")
    with pytest.raises(MissingMessageError, match=r"locales/en\.json has no message no_such_key\."):
        say("no_such_key")


def test_a_parameter_that_is_not_given_is_named_with_its_message() -> None:
    with pytest.raises(MissingMessageError, match=r"locales/en\.json asks for word in did_you_mean"):
        say("did_you_mean")


def region_keys(game_map: Map) -> list[str]:
    """The keys of the names of a map's regions."""
    return [region_key(game_map.id, number) for number, _ in enumerate(game_map.regions, start=1)]


@pytest.mark.parametrize("language", languages())
def test_every_region_of_the_box_has_a_short_name_of_its_own(language: str) -> None:
    words = catalogue(language)
    for game_map in base_content().maps:
        names = [words[key] for key in region_keys(game_map)]
        assert all(0 < len(name) <= MAX_REGION_NAME for name in names), game_map.id
        # Who looks for a region reads the first word: it alone tells the regions of a map apart.
        first = [name.split()[0] for name in names]
        assert len(set(first)) == len(first), game_map.id
    named = {key for key in words if key.startswith("region_") and key[-1].isdigit()}
    assert named == {key for game_map in base_content().maps for key in region_keys(game_map)}
    assert len({words[key] for key in named}) == len(named)


def test_a_region_is_called_by_its_name_and_its_number() -> None:
    assert region_name("2-players", 21, "21") == region_title("2-players", 21, "21") == "Heron Fen (21)"


def test_a_region_of_another_map_is_called_by_its_label() -> None:
    assert region_name("isle", 1, "moor") == "region moor"
    assert region_title("isle", 2, "2") == "Region 2"


def test_no_map_of_the_box_puts_names_in_place_of_numbers() -> None:
    """Notation and records write labels, so they do not change with names or languages."""
    for game_map in base_content().maps:
        numbers = [str(at) for at, _ in enumerate(game_map.regions, start=1)]
        assert [region.label for region in game_map.regions] == numbers
