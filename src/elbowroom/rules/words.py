"""Every sentence shown to a person comes from a catalogue in content/locales.

A message is a text with `{parameters}`, or several texts of which the first is said whose conditions hold:
`paid=0` compares the parameter itself, `paidPlural=one` the plural category of the number, `paid=*` is always
true. `{Race}` is the parameter `race` with a capital letter, for the beginning of a sentence. The browser
client reads the same files (web/src/words/message.ts); that both read them alike is shown by
tests/fixtures/messages.json.

Which language is spoken is a context variable, so each request and each session has its own; what a language
lacks is said in English.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final, cast
from unicodedata import normalize

from elbowroom.content import read_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

BASE: Final = "en"
"""The language in which every message is there."""

_SPOKEN: Final[ContextVar[str]] = ContextVar("language", default=BASE)

_ONE_BY_LAST_DIGIT: Final = frozenset({"is"})
"""Languages in which *one* is every number that ends in 1 but not in 11; elsewhere it is 1 alone (CLDR)."""


_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of the scripts that are written from right to left."""
_ISOLATE: Final = "\u2068"
_END_OF_ISOLATE: Final = "\u2069"
_ISOLATED: Final = re.compile(f"{_ISOLATE}[^{_END_OF_ISOLATE}]*{_END_OF_ISOLATE}")


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


def catalogue(language: str = BASE) -> dict[str, Any]:
    """The messages of one language, by key, as they stand in its file."""
    return _read(language)


@cache
def _read(language: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(read_text("locales", f"{language}.json")))


def has_words(key: str) -> bool:
    """Whether there is such a message."""
    return key in catalogue()


def spoken() -> str:
    """The language that is spoken here and now."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language within the block, in this thread or task alone."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def say(key: str, /, *, language: str | None = None, **params: object) -> str:
    """The message with its parameters filled in, in the language that is spoken if no other is named."""
    return told(key, params, language)


def told(key: str, params: Mapping[str, object], language: str | None = None) -> str:
    """The same with parameters that were put together elsewhere."""
    code = language or spoken()
    if key not in catalogue(code):
        code = BASE
    message = catalogue(code).get(key)
    if message is None:
        raise MissingMessageError(key, code)
    try:
        return filled(message, params, code)
    except KeyError as error:
        raise MissingMessageError(key, code, str(error.args[0])) from error


def listed(items: Sequence[str]) -> str:
    """Several things as one lists them: Ann, Bob and Cid."""
    *others, last = items or [""]
    return say("list_last", others=others, last=last) if others else last


def in_order(names: Iterable[str]) -> list[str]:
    """Names in the order of the language's alphabet; a letter that is not in it stands at its plain one."""
    alphabet = say("alphabet")

    def place(letter: str) -> int:
        known = alphabet.find(letter)
        return known if known >= 0 else alphabet.find(normalize("NFD", letter)[0])

    return sorted(names, key=lambda name: [place(letter) for letter in name.lower()])


def percent(chance: float) -> str:
    """A chance as people say it."""
    return say("percent", number=round(100 * chance))


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


def plural_category(count: object, language: str) -> str:
    """`one` or `other`, as CLDR has it for whole numbers."""
    number = abs(count) if isinstance(count, (int, float)) else 0
    if language in _ONE_BY_LAST_DIGIT:
        return "one" if number % 10 == 1 and number % 100 != 11 else "other"
    return "one" if number == 1 else "other"


def capital(text: str) -> str:
    """A text as a sentence begins with it."""
    return text[:1].upper() + text[1:]


def isolated(text: str) -> str:
    """A text that does not disturb the order of the sentence around it.

    Names may be written from right to left: then the words beside them would change places on the screen.
    """
    if _RIGHT_TO_LEFT.search(_ISOLATED.sub("", text)):
        return f"{_ISOLATE}{text}{_END_OF_ISOLATE}"
    return text


def filled(message: Any, params: Mapping[str, object], language: str = BASE) -> str:  # noqa: ANN401 - from JSON
    """A message as it stands in the catalogue of a language, with its parameters filled in."""
    text = message if isinstance(message, str) else _variant(message[0], params, language)
    return text.format_map(_Shown(params))


def _variant(message: dict[str, Any], params: Mapping[str, object], language: str) -> str:
    """The first text whose conditions, such as `paid=0, gainedPlural=one`, all hold."""
    for conditions, text in message["match"].items():
        wanted = (condition.split("=") for condition in conditions.split(", "))
        if all(value in ("*", _category(selector, params, language)) for selector, value in wanted):
            return str(text)
    raise KeyError(", ".join(message["selectors"]))


def _category(selector: str, params: Mapping[str, object], language: str) -> str:
    """What a selector says of its parameter: the value, or the plural category."""
    if not selector.endswith("Plural"):
        return str(params[selector])
    return plural_category(params[selector.removesuffix("Plural")], language)


class _Shown(dict[str, object]):
    """Parameters as people read them: lists joined by commas, problems each on its line."""

    def __getitem__(self, key: str) -> str:
        name = key[0].lower() + key[1:]
        value = super().__getitem__(name)
        if isinstance(value, (list, tuple)):
            text = ("\n" if name == "problems" else ", ").join(isolated(str(item)) for item in value)
        else:
            text = str(value)
        return isolated(text if name == key else capital(text))
