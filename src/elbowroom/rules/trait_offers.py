"""Every trait as a form offers it to people: in which group, with which fields, and an example told in words.

All of it is made from the table of keys (`trait_keys`): a key that is added there is offered at once.
"""

from __future__ import annotations

import tomllib
from dataclasses import MISSING, asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from elbowroom.rules import terms
from elbowroom.rules.content import base_content
from elbowroom.rules.description import Sentence, sentences
from elbowroom.rules.trait_keys import (
    CONDITIONAL,
    MARKER,
    PLACEHOLDERS,
    SHORT_FORMS,
    TRAIT_KEYS,
    WORDS,
    TraitKey,
    ValueKind,
)
from elbowroom.rules.trait_reader import Reader, read_traits
from elbowroom.rules.traits import Entry, Marker

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS: Final = {
    "coins": ("coins", "takes", "passed_costs"),
    "cost": ("discount", "ignores", "pay"),
    "conquest": ("reach", "enters", "links", "leaps", "starts_from", "attack_only"),
    "losses": ("losses", "kills", "attacker_loses"),
    "defence": ("defence", "immune", "garrison", "redeploys", "abandons"),
    "recruits": ("recruits",),
    "marker": ("marker",),
    "special": ("may", "strike"),
    "decline": ("in_decline",),
}
"""The groups in the order in which they are shown, and the keys that belong to each."""
OTHER_GROUP: Final = "special"
"""Where keys go that no group names."""

TABLES: Final = (
    "coins.beyond",
    "discount.each.conquest",
    "discount.each.neighbour",
    "kills",
    "marker",
    "pay",
    "strike",
)
"""Tables whose keys are written together."""
DETAILS: Final = ("recruits.at", "recruits.for")
"""Keys that only say more about the others of their table."""
COMMON: Final = (
    "coins.PLACE",
    "coins.turn",
    "coins.non_empty_conquest",
    "discount.PLACE",
    "enters",
    "losses",
    "recruits.non_empty",
    "marker",
)
"""What a form offers first."""


@dataclass(frozen=True)
class TraitField:
    """One value that people fill in."""

    key: str
    value: ValueKind
    low: int
    high: int
    words: tuple[str, ...]
    """What it may be, or what its items may be; MARKER stands for the names of the entry's markers."""


@dataclass(frozen=True)
class TraitOffer:
    """A trait that people can choose for an entry."""

    key: str
    """PLACE, WHO or MARKER in it stands for a word that people choose."""
    word: str
    """The word of the list that is chosen with it; empty if it is not one word of a list."""
    words: tuple[str, ...]
    """What the PLACE, WHO or MARKER of its key may be."""
    group: str
    is_common: bool
    is_detail: bool
    """Whether it makes sense only beside other keys of its table."""
    is_table: bool
    most: int
    """How many of them an entry may have, or with each word."""
    fields: tuple[TraitField, ...]
    example: dict[str, Any]
    """What is written when it is chosen, by key."""
    beside: dict[str, Any]
    """What must be written, too, if it is not there."""
    sentences: tuple[Sentence, ...]
    """What the example does."""


@cache
def trait_offers() -> tuple[TraitOffer, ...]:
    """All traits, those of a group together."""
    offers = [offer for key in _keys() for offer in _offers(key)]
    order = list(GROUPS)
    return tuple(sorted(offers, key=lambda offer: order.index(offer.group)))


@cache
def box_markers() -> tuple[dict[str, Any], ...]:
    """The markers of the box as they are written in a file."""
    base = base_content()
    markers = {
        marker.name: marker_table(marker)
        for entry in (*base.races, *base.powers)
        for marker in entry.traits.markers
    }
    return tuple(markers.values())


def marker_table(marker: Marker) -> dict[str, Any]:
    """A marker as it is written in a file; what has its usual value is left out."""
    usual = {field.name: field.default for field in fields(Marker) if field.default is not MISSING}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in asdict(marker).items()
        if key not in usual or value != usual[key]
    }


def _keys() -> Iterator[str]:
    """The keys that are offered: tables in the place of what is in them, and no short forms."""
    seen = set()
    for row in TRAIT_KEYS:
        table = next((table for table in TABLES if row.key.startswith(f"{table}.")), row.key)
        if table not in seen and (table in TABLES or table not in SHORT_FORMS):
            seen.add(table)
            yield table


def _offers(key: str) -> list[TraitOffer]:
    """The ways in which a key is offered: once, or once for each word of its list."""
    rows = [row for row in TRAIT_KEYS if row.key == key or row.key.startswith(f"{key}.")]
    if key in TABLES:
        return [_offer(key, [row for row in rows if row.key != key])]
    (row,) = rows
    if row.value == WORDS and not set(terms.PLACES) <= set(row.words):
        return [_offer(key, rows, word) for word in row.words if word not in _words_beside(key)]
    return [_offer(key, rows)]


def _offer(key: str, rows: list[TraitKey], word: str = "") -> TraitOffer:
    row, first, placeholder = rows[0], key.partition(".")[0], key.rpartition(".")[2]
    example = {key: [word]} if word else _example(row, key)
    needed = _beside_word(word) if word else _flat(tomllib.loads(row.beside))
    path = f"{key}.{word}" if word else next(iter(example))
    return TraitOffer(
        key=key,
        word=word,
        words=(MARKER,) if placeholder == MARKER else PLACEHOLDERS.get(placeholder, ()),
        group=next((group for group, keys in GROUPS.items() if first in keys), OTHER_GROUP),
        is_common=key in COMMON,
        is_detail=key in DETAILS,
        is_table=key in TABLES,
        most=terms.MAX_ENTRY_MARKERS if key == "marker" else 1,
        fields=tuple(TraitField(row.key, row.value, row.low, row.high, row.words) for row in rows),
        example=example,
        beside={other: needed[other] for other in needed if key not in DETAILS or other in DETAILS},
        sentences=tuple(line for line in _told(example | needed) if is_below(line.key, path)),
    )


def is_below(key: str, path: str) -> bool:
    """Whether a key is this one, or one of the table that this one is."""
    return key == path or key.startswith(f"{path}.")


def _example(row: TraitKey, key: str) -> dict[str, Any]:
    """What the example of a row says of a key, without a condition."""
    table, _, last = key.rpartition(".")
    has_word = last == MARKER or last in PLACEHOLDERS
    written = _flat(tomllib.loads(row.example))
    name = next(name for name in written if name.rpartition(".")[0] == table) if has_word else key
    value = written[name]
    return {name: value["n"] if row.value == CONDITIONAL and isinstance(value, dict) else value}


def _words_beside(key: str) -> set[str]:
    """The words of a list that are written with another key, so that they need not be chosen themselves."""
    return {word for row in TRAIT_KEYS for word in tomllib.loads(row.beside).get(key, ())}


def _beside_word(word: str) -> dict[str, Any]:
    """What the word of a list asks for: the dragon's attack a dragon."""
    if word != terms.VERBS[terms.ATTACK_WITH_DRAGON]:
        return {}
    return {"marker": next(marker for marker in box_markers() if marker["placed"] == "dragon attack")}


def _flat(table: dict[str, Any], path: str = "") -> dict[str, Any]:
    """The values of a table by dotted keys; tables that are written as a whole stay tables."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{path}{key}"
        is_whole = not isinstance(value, dict) or name in TABLES or "n" in value
        flat |= {name: value} if is_whole else _flat(value, f"{name}.")
    return flat


def _told(flat: dict[str, Any]) -> list[Sentence]:
    """What an entry with these keys does."""
    table: dict[str, Any] = {"tokens": 0}
    for name, value in flat.items():
        *above, last = name.split(".")
        inner = table
        for key in above:
            inner = inner.setdefault(key, {})
        inner[last] = value
    traits = read_traits(Reader("", ""), table, terms.MAX_FREE_BANNER_TOKENS)
    return sentences(Entry("", "", traits))
