"""Every sentence shown to a person comes from a catalogue in content/locales.

A message is a text with `{parameters}`, or several texts of which the first is said whose conditions hold:
`paid=0` compares the parameter itself, `paidPlural=one` the plural category of the number, `paid=*` is always
true. The browser client reads the same files (web/src/words/message.ts); that both read them alike is shown
by tests/fixtures/messages.json.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from elbowroom.content import read_text

LANGUAGE = "en"


class MissingMessageError(LookupError):
    """A message that the catalogue of a language lacks, or one that cannot be filled in."""

    def __init__(self, key: str, language: str, parameter: str = "") -> None:
        super().__init__(key, language, parameter)
        self.key = key
        self.language = language
        self.parameter = parameter

    def __str__(self) -> str:
        """What is missing where."""
        catalogue_name = f"The catalogue content/locales/{self.language}.json"
        if self.parameter:
            return f"{catalogue_name} asks for {self.parameter} in {self.key}, which was not given."
        return f"{catalogue_name} has no message {self.key}."


@cache
def catalogue(language: str = LANGUAGE) -> dict[str, Any]:
    """The messages of one language, by key."""
    return cast("dict[str, Any]", json.loads(read_text("locales", f"{language}.json")))


def has_words(key: str, language: str = LANGUAGE) -> bool:
    """Whether the catalogue knows this message."""
    return key in catalogue(language)


def say(key: str, /, **params: object) -> str:
    """The message with its parameters filled in."""
    message = catalogue().get(key)
    if message is None:
        raise MissingMessageError(key, LANGUAGE)
    try:
        return filled(message, params)
    except KeyError as error:
        raise MissingMessageError(key, LANGUAGE, str(error.args[0])) from error


def region_name(map_id: str, number: int, label: str) -> str:
    """What a region is called in a sentence: `Heron Fen (21)`, or by its label alone if it has no name.

    Regions of the box have names in the catalogues. A region of another map is called by its label, which is
    its number unless its author gave it one.
    """
    key = region_key(map_id, number)
    return say("region_named", name=say(key), region=label) if has_words(key) else unnamed_region(label)


def region_title(map_id: str, number: int, label: str) -> str:
    """The same where a sentence begins."""
    if has_words(region_key(map_id, number)):
        return region_name(map_id, number, label)
    return say("region_unnamed_first", region=label)


def unnamed_region(label: object) -> str:
    """A region without a name, in a sentence."""
    return say("region_unnamed", region=label)


def region_key(map_id: str, number: int) -> str:
    """The key of a region's name."""
    return f"region_{map_id.replace('-', '_')}_{number}"


def filled(message: Any, params: dict[str, object]) -> str:  # noqa: ANN401 - as it was read from JSON
    """A message as it stands in a catalogue, with its parameters filled in."""
    text = message if isinstance(message, str) else _variant(message[0], params)
    return text.format_map(_Shown(params))


def _variant(message: dict[str, Any], params: dict[str, object]) -> str:
    """The first text whose conditions, such as `paid=0, gainedPlural=one`, all hold."""
    for conditions, text in message["match"].items():
        wanted = (condition.split("=") for condition in conditions.split(", "))
        if all(value in ("*", _category(selector, params)) for selector, value in wanted):
            return str(text)
    raise KeyError(", ".join(message["selectors"]))


def _category(selector: str, params: dict[str, object]) -> str:
    """What a selector says of its parameter: the value, or the plural category."""
    if not selector.endswith("Plural"):
        return str(params[selector])
    return "one" if params[selector.removesuffix("Plural")] in (1, -1) else "other"


class _Shown(dict[str, object]):
    """Parameters as people read them: lists joined by commas, problems each on its line."""

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        if isinstance(value, (list, tuple)):
            return ("\n" if key == "problems" else ", ").join(str(item) for item in value)
        return value
