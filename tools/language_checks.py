"""What can be checked of a language without reading it: the checks of `make language`, which are tests, too.

A check takes a language and yields what it found. What is wrong must be mended; what is suspicious may be
right, and somebody should look at it. Checks need no code for a new language: letters, quotation marks,
terms, forbidden words and exceptions of a language are in tools/languages/xx.toml.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, Final

from elbowroom.rules.piece_names import COUNTED
from elbowroom.rules.words import BASE, catalogue, filled

FOLDER: Final = Path(__file__).parent / "languages"
SIGNS: Final = "…–’×·−\u00a0\u00ad\u202f"  # noqa: RUF001 - these are meant
"""Signs that any language may use."""
NUMBERS: Final = (0, 1, 2, 11, 21)
"""Numbers of every plural category in any of the languages."""
INFLECTED: Final = ("race", "by", "combo")
"""Parameters that are names with forms."""
TO_SELECT_BY: Final = {
    "id": ("race", "combo"),
    "form": ("race", "name"),
    "seam": ("race",),
    "marker_id": ("marker",),
}
"""Parameters that come along with others, for languages that need them."""
NEXT_TO_A_NUMBER: Final = re.compile(
    r"event_\w+|prompt_conquer|terminal_held\w*|trait_tokens_of|hint_drives_out"
)
"""Messages, besides those of the browser, whose race is counted; which events are is shown by saying them."""
TWO_BLANKS: Final = ("terminal_legend_price",)
"""Texts that stand in columns."""
RULES: Final = re.compile(r"rules_(?!search_).*|(race|power)_\w+_text|lesson_.*")
"""Texts that tell the rules: numbers and terms count."""
DATA: Final = re.compile(r"rules_search_.*|piece_forms|alphabet|command_.*")
"""Messages that are lists of words, not texts."""
TERMS: Final = {
    "token": r"\btokens?\b",
    "coin": r"\bcoins?\b",
    "region": r"\bregions?\b",
    "race": r"\braces?\b",
    "power": r"\bspecial powers?\b",
    "combo": r"\bcombos?\b",
    "decline": r"\bdeclined?\b",
    "conquer": r"\bconque(?:r|st)",
    "redeploy": r"\bredeploy",
    "abandon": r"\babandon",
    "die": r"\bdie\b(?! and)",
    "lost tribe": r"\blost tribes?\b",
    "mountain": r"\bmountains?\b",
    "lake": r"\blakes?\b",
    "sea": r"\bseas?\b",
    "hero": r"\bhero(?:es)?\b",
    "dragon": r"\bdragons?\b",
    "fortress": r"\bfortress",
    "encampment": r"\bencampments?\b",
    "lair": r"\blairs?\b",
    "hole": r"\bhole.in.the.ground|\bholes in the ground",
}
"""Terms of the game as English writes them; the file of a language has its stems of the same."""


@dataclass(frozen=True)
class Finding:
    """Something about a message."""

    key: str
    what: str
    is_wrong: bool = True


@dataclass(frozen=True)
class Group:
    """A note for those who write a language: where messages are seen, and how long they may be."""

    keys: re.Pattern[str]
    seen: str
    max_letters: int | None = None


@dataclass(frozen=True)
class Language:
    """A language as it is checked: its words, those of English, and what is known of its spelling."""

    code: str
    words: dict[str, Any]
    english: dict[str, Any]
    spelling: dict[str, Any] = field(default_factory=dict)

    @property
    def common(self) -> list[str]:
        """The keys that both have, in the order of English."""
        return [key for key in self.english if key in self.words]

    def excused(self, check: str) -> set[str]:
        """The keys that a check leaves out in this language; the file says why."""
        return set(self.spelling.get("excused", {}).get(check, {}))


Check = Callable[[Language], Iterator[Finding]]
CHECKS: Final[list[Check]] = []


def check(function: Check) -> Check:
    """Run this for every language."""
    CHECKS.append(function)
    return function


def language(code: str) -> Language:
    """A language whose catalogue is there."""
    file = FOLDER / f"{code}.toml"
    spelling = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return Language(code, catalogue(code), catalogue(BASE), spelling)


@cache
def groups() -> tuple[Group, ...]:
    """The notes for those who write a language; the first that fits a key is the key's."""
    notes = tomllib.loads((FOLDER / "notes.toml").read_text(encoding="utf-8"))
    return tuple(
        Group(re.compile(note["keys"]), note["seen"], note.get("max_letters")) for note in notes["group"]
    )


def group(key: str) -> Group | None:
    """The note for a key."""
    return next((each for each in groups() if each.keys.fullmatch(key)), None)


def texts(message: Any) -> list[str]:
    """Everything that a message may say."""
    return [message] if isinstance(message, str) else list(message[0]["match"].values())


def shown_in(text: str) -> set[str]:
    """The parameters that a text shows; `{Race}` shows `race`."""
    names = {name for _, name, *_ in Formatter().parse(text) if name is not None}
    return {name[0].lower() + name[1:] for name in names}


def selected_by(message: Any) -> set[str]:
    """The parameters by which a message selects its variant."""
    selectors = [] if isinstance(message, str) else message[0]["selectors"]
    return {selector.removesuffix("Plural") for selector in selectors}


def asked_for(message: Any) -> set[str]:
    """The parameters that a message cannot do without."""
    return selected_by(message).union(*map(shown_in, texts(message)))


def common_name(name: str, words: dict[str, Any]) -> str:
    """A parameter without the form that this language asks for: `race_dative` is `race`."""
    forms = {*words["piece_forms"].split(), COUNTED}
    for piece in INFLECTED:
        if name.startswith(f"{piece}_") and name.removeprefix(f"{piece}_") in forms:
            return piece
    return name


@check
def keys(own: Language) -> Iterator[Finding]:
    """The same messages as English."""
    yield from (Finding(key, "is missing") for key in own.english if key not in own.words)
    yield from (Finding(key, "is no message of English") for key in own.words if key not in own.english)


@check
def parameters(own: Language) -> Iterator[Finding]:
    """The same parameters as English; names count in any form that the language has."""
    for key in own.common:
        english = {common_name(name, own.english) for name in asked_for(own.english[key])}
        ours = {common_name(name, own.words) for name in asked_for(own.words[key])}
        along = {name for name, others in TO_SELECT_BY.items() if english.intersection(others)}
        if lacking := english - along - ours:
            yield Finding(key, f"does not show {', '.join(sorted(lacking))}")
        if strange := ours - along - english:
            yield Finding(key, f"asks for {', '.join(sorted(strange))}, which it does not get")


@check
def forms(own: Language) -> Iterator[Finding]:
    """Forms only where they are given: a refusal names races as the notation does, and few messages count."""
    for key in own.common:
        asked = asked_for(own.words[key])
        if key.startswith("refusal_") and {common_name(name, own.words) for name in asked} != asked:
            yield Finding(key, "a refusal has no forms of names")
        is_counted = key.startswith("web_") or NEXT_TO_A_NUMBER.fullmatch(key)
        if not is_counted and {f"{piece}_{COUNTED}" for piece in INFLECTED} & asked:
            yield Finding(key, f"counts no tokens, so it has no race_{COUNTED}")


@check
def variants(own: Language) -> Iterator[Finding]:
    """A variant for every plural category of the language, and for values that no variant names."""
    for key, message in own.words.items():
        if isinstance(message, str):
            continue
        conditions = [condition.split("=") for each in message[0]["match"] for condition in each.split(", ")]
        values: dict[str, set[object]] = {name: set(NUMBERS) for name in selected_by(message)}
        for selector, value in conditions:
            if not selector.endswith("Plural") and not value.isdigit():
                values[selector] |= {value, "something else"}
        shown = dict.fromkeys(asked_for(message), "")
        for each in product(*values.values()):
            try:
                filled(message, shown | dict(zip(values, each, strict=True)), own.code)
            except KeyError:
                yield Finding(key, f"has no variant for {dict(zip(values, each, strict=True))}")


@check
def ones(own: Language) -> Iterator[Finding]:
    """In Icelandic *one* is 21, too: what says no number, as "the coin", stands under the value 1."""
    for key, message in own.words.items():
        for conditions, text in {} if isinstance(message, str) else message[0]["match"].items():
            for part in conditions.split(", "):
                name = part.removesuffix("Plural=one")
                if name != part and name not in shown_in(text):
                    yield Finding(key, f"the variant one does not say {{{name}}}")


@check
def numbers(own: Language) -> Iterator[Finding]:
    """Rules have the digits of the English text."""
    for key in own.common:
        if RULES.fullmatch(key) and key not in own.excused("numbers"):
            english, ours = (
                Counter(re.findall(r"\d+", " ".join(texts(words[key])))) for words in (own.english, own.words)
            )
            if english != ours:
                yield Finding(key, f"has other numbers: {sorted(ours)} instead of {sorted(english)}")


@check
def letters(own: Language) -> Iterator[Finding]:
    """Only letters and quotation marks of the language."""
    quotes = own.spelling.get("quotes", "")
    known = {*own.words["alphabet"], *own.words["alphabet"].upper(), *own.spelling.get("letters", "")}
    for key in own.common:
        if DATA.fullmatch(key):
            continue
        # What English has from elsewhere, such as the name of a font's author, stays.
        from_english = {*"".join(texts(own.english[key]))} - {*"“”"}
        strange = {sign for text in texts(own.words[key]) for sign in text if ord(sign) > 126}
        if strange := strange - known - {*quotes, *SIGNS, *from_english}:
            yield Finding(key, f"has {' '.join(sorted(strange))}", is_wrong=bool(own.spelling))


@check
def quotation(own: Language) -> Iterator[Finding]:
    """Quotation marks come in pairs, the opening one first."""
    opening, closing = own.spelling.get("quotes", "“”")
    for key in own.common:
        for text in texts(own.words[key]):
            counts = text.count(opening), text.count(closing)
            is_right = (
                counts[0] % 2 == 0
                if opening == closing
                else counts[0] == counts[1] and text.find(opening) <= text.find(closing)
            )
            if not is_right:
                yield Finding(key, f"quotation marks are no pairs of {opening}{closing}")


@check
def blanks(own: Language) -> Iterator[Finding]:
    """No two blanks, and before a per cent sign what `percent` has there."""
    blank = own.words["percent"].removeprefix("{number}").removesuffix("%")
    for key in own.common:
        for text in texts(own.words[key]):
            if "  " in text and key not in TWO_BLANKS:
                yield Finding(key, "has two blanks")
            if re.search(rf"(?<![\d}}]{blank})%", text):
                yield Finding(key, "the per cent sign is not written as in `percent`")


@check
def shapes(own: Language) -> Iterator[Finding]:
    """As much code and as many lines as English, and the same end."""
    for key in own.common:
        if key.endswith("_flavour") or DATA.fullmatch(key) or key in own.excused("shapes"):
            continue
        english, ours = (
            {(text.count("`"), text.count("\n"), _end(text)) for text in texts(words[key])}
            for words in (own.english, own.words)
        )
        if english != ours:
            yield Finding(key, "has other code in backticks, other lines or another end than English")


def _end(text: str) -> str:
    """How a text ends: with a sentence, with a colon or dots, or just so."""
    last = text.rstrip()[-1:]
    return "." if last in "!?" else last if last in ".:…" else ""


@check
def terms(own: Language) -> Iterator[Finding]:
    """Where the rules in English have a term of the game, the language has its own."""
    stems = own.spelling.get("terms", {})
    for key in own.common:
        if not RULES.fullmatch(key) or key in own.excused("terms"):
            continue
        english = " ".join(texts(own.english[key]))
        ours = " ".join(texts(own.words[key])).replace("\u00ad", "")
        for term, pattern in TERMS.items():
            is_said = re.search("|".join(stems.get(term, [""])), ours, re.IGNORECASE)
            if re.search(pattern, english, re.IGNORECASE) and not is_said:
                yield Finding(key, f"says nothing of “{term}” ({', '.join(stems[term])})")


@check
def forbidden(own: Language) -> Iterator[Finding]:
    """No word that the language does not want here."""
    for pattern, why in own.spelling.get("forbidden", {}).items():
        for key in own.common:
            if DATA.fullmatch(key) or key in own.excused("forbidden"):
                continue
            for text in texts(own.words[key]):
                if found := re.search(pattern, re.sub(r"`[^`]*`|\{\w+\}", "", text)):
                    yield Finding(key, f"says “{found[0]}”: {why}")


@check
def lengths(own: Language) -> Iterator[Finding]:
    """No longer than there is room for; a parameter counts as one letter."""
    for key in own.common:
        limit = note.max_letters if (note := group(key)) else None
        if limit is None or key in own.excused("lengths"):
            continue
        for text in texts(own.words[key]):
            length = len(re.sub(r"\{\w+\}", "x", text).replace("\u00ad", ""))
            if length > limit:
                yield Finding(key, f"has {length} letters, there is room for {limit}: {text}")


@check
def english_left(own: Language) -> Iterator[Finding]:
    """A sentence that is the same as in English."""
    for key in own.common:
        same = own.words[key] == own.english[key] and isinstance(own.words[key], str)
        words = re.findall(r"[^\W\d]{2,}", re.sub(r"`[^`]*`|\{\w+\}", "", str(own.english[key])))
        if own.code != BASE and same and len(words) > 2 and not DATA.fullmatch(key):
            yield Finding(key, f"is English: {own.words[key]}", is_wrong=False)


@check
def known_spelling(own: Language) -> Iterator[Finding]:
    """Letters, quotation marks and terms can only be checked if they are known."""
    if not own.spelling and own.code != BASE:
        yield Finding(
            f"tools/languages/{own.code}.toml", "is not there: no terms are checked", is_wrong=False
        )
    for term in TERMS if own.spelling and own.code != BASE else ():
        if term not in own.spelling.get("terms", {}):
            yield Finding(f"tools/languages/{own.code}.toml", f"has no stem of “{term}”")


def findings(own: Language) -> dict[str, list[Finding]]:
    """What every check finds, by the first line of what the check is about."""
    found = {(each.__doc__ or "").partition("\n")[0]: list(each(own)) for each in CHECKS}
    return {title: these for title, these in found.items() if these}


def digest(own: Language, key: str) -> str:
    """Stands for a text and the English beside it: if either changes, the text wants to be read again."""
    both = json.dumps([own.english[key], own.words[key]], ensure_ascii=False)
    return hashlib.sha256(both.encode()).hexdigest()[:8]


def read_texts(code: str) -> dict[str, str]:
    """The texts that an independent reader has read, as digests."""
    file = FOLDER / "read" / f"{code}.txt"
    lines = file.read_text(encoding="utf-8").split("\n") if file.exists() else []
    return dict(line.split() for line in lines if line)


def unread(own: Language) -> list[str]:
    """What was written or changed since an independent reader read the language."""
    read = read_texts(own.code)
    texts_to_read = (key for key in own.common if not key.startswith("rules_search_"))
    return [key for key in texts_to_read if read.get(key) != digest(own, key)]
