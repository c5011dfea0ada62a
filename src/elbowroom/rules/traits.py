"""Traits: what a race or a special power does, as a player writes it down.

Both kinds of entry use the same keys. This module holds the records and reads them from a parsed TOML table;
it knows no race and no power by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from elbowroom.rules import terms
from elbowroom.rules.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

Amounts = tuple[tuple[str, int], ...]

MAX_TOKENS_IN_BOX: Final = 20
MAX_COINS: Final = 10
MAX_DISCOUNT: Final = 3
MAX_MARKERS: Final = 10
MAX_DEFENCE: Final = 3


@dataclass(frozen=True)
class Marker:
    """A piece that stands in a region beside the tokens: a lair, a fortress, a hero."""

    name: str
    count: int
    placed: str
    defence: int = 0
    immune: bool = False
    per_region: int = 1
    company: bool = False


@dataclass(frozen=True)
class Traits:
    """What one banner or badge does."""

    tokens: int
    coins: Amounts = ()
    discount: Amounts = ()
    beside: Amounts = ()
    reach: tuple[str, ...] = ()
    enters: str = "border"
    losses: int = 1
    recruits: int = 0
    attack_only: int = 0
    marker: Marker | None = None
    may: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    counts_in_decline: bool = True


@dataclass(frozen=True)
class Entry:
    """A race or a special power: its id, its name and texts, and what it does."""

    id: str
    name: str
    traits: Traits
    text: tuple[tuple[str, str], ...] = ()
    tokens_in_box: int = 0
    tokens_of: str = ""


SHARED_KEYS: Final = (
    "name",
    "text",
    "tokens",
    "coins",
    "discount",
    "reach",
    "enters",
    "losses",
    "recruits",
    "attack_only",
    "marker",
    "may",
    "in_decline",
)
RACE_KEYS: Final = (*SHARED_KEYS, "tokens_in_box", "tokens_of")
MARKER_KEYS: Final = ("name", "count", "placed", "defence", "immune", "per_region", "company")


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word closest to this one, or nothing."""
    close = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return close[0] if close else ""


class Reader:
    """Reads one entry and collects every problem instead of stopping at the first."""

    def __init__(self, source: str, entry: str) -> None:
        """Remember where the words stand, for the error."""
        self.source = source
        self.entry = entry
        self.problems: list[Refusal] = []

    def complain(self, code: str, key: str, **params: object) -> None:
        """Note a problem with file, entry and key."""
        where = {"file": self.source, "entry": self.entry, "key": key}
        self.problems.append(Refusal(f"content_{code}", {**where, **params}))

    def unknown(self, key: str, word: object, known: Iterable[str]) -> None:
        """Note a word that is not in the list, with the nearest that is."""
        known = list(known)
        self.complain("unknown_word", key, word=word, nearest=nearest(str(word), known), known=known)

    def number(
        self, table: dict[str, Any], key: str, default: int, low: int, high: int, path: str = ""
    ) -> int:
        """A whole number within its limits."""
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain("not_a_number", path + key, value=value)
            return default
        if not low <= value <= high:
            self.complain("out_of_range", path + key, value=value, low=low, high=high)
            return default
        return value

    def words(
        self, table: dict[str, Any], key: str, known: tuple[str, ...], path: str = ""
    ) -> tuple[str, ...]:
        """A list of words from a closed list."""
        value = table.get(key, [])
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list):
            self.complain("not_a_list", path + key, value=value, known=known)
            return ()
        for word in value:
            if word not in known:
                self.unknown(path + key, word, known)
        return tuple(word for word in known if word in value)

    def amounts(self, table: object, path: str, known: tuple[str, ...], most: int) -> Amounts:
        """Numbers by word, such as coins by place."""
        if not isinstance(table, dict):
            self.complain("not_a_table", path, value=table)
            return ()
        for key in table:
            if key not in known:
                self.unknown(path, key, known)
        present = [key for key in known if key in table]
        return tuple((key, self.number(table, key, 1, 1, most, f"{path}.")) for key in present)

    def table(self, table: dict[str, Any], key: str) -> dict[str, Any]:
        """A sub-table, empty if absent."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.complain("not_a_table", key, value=value)
            return {}
        return value

    def flag(self, table: dict[str, Any], key: str, *, default: bool, path: str) -> bool:
        """Yes or no."""
        value = table.get(key, default)
        if not isinstance(value, bool):
            self.complain("not_a_flag", path + key, value=value)
            return default
        return value

    def keys(self, table: dict[str, Any], known: tuple[str, ...], path: str = "") -> None:
        """Complain about keys nobody knows."""
        for key in table:
            if key not in known:
                self.unknown(f"{path}{key}", key, known)


def read_marker(reader: Reader, table: dict[str, Any]) -> Marker | None:
    """The marker of an entry, if it has one."""
    if "marker" not in table:
        return None
    data = reader.table(table, "marker")
    reader.keys(data, MARKER_KEYS, "marker.")
    name, placed = data.get("name"), data.get("placed")
    taken = (*terms.PLACES, *terms.MOMENTS)
    if not isinstance(name, str) or not name.isidentifier() or name != name.lower() or name in taken:
        reader.complain("bad_name", "marker.name", value=name)
        return None
    if placed not in terms.PLACED:
        reader.unknown("marker.placed", placed, terms.PLACED)
        return None
    per_region = reader.number(data, "per_region", 1, 1, MAX_MARKERS, "marker.")
    if per_region > 1 and placed != "redeployment":
        reader.complain("stacks_only_in_redeployment", "marker.per_region")
    return Marker(
        name=name,
        count=reader.number(data, "count", 1, 1, 1 if placed == "dragon attack" else MAX_MARKERS, "marker."),
        placed=placed,
        defence=reader.number(data, "defence", 0, 0, MAX_DEFENCE, "marker."),
        immune=reader.flag(data, "immune", default=False, path="marker."),
        per_region=per_region,
        company=reader.flag(data, "company", default=False, path="marker."),
    )


def read_traits(reader: Reader, table: dict[str, Any], most_tokens: int) -> Traits:
    """What an entry does, from its keys."""
    marker = read_marker(reader, table)
    own_marker = (marker.name,) if marker else ()
    discount = dict(reader.table(table, "discount"))
    beside = discount.pop("beside", {})
    decline = reader.table(table, "in_decline")
    reader.keys(decline, ("keeps", "counts"), "in_decline.")
    enters = table.get("enters", "border")
    if enters not in ("border", "anywhere"):
        reader.unknown("enters", enters, ("border", "anywhere"))
    if "tokens" not in table:
        reader.complain("missing", "tokens")
    may = reader.words(table, "may", terms.VERBS)
    dragon_marker = marker is not None and marker.placed == "dragon attack"
    if dragon_marker != ("attack with the dragon" in may):
        reader.complain("dragon_needs_both", "may")
    tokens = reader.number(table, "tokens", 0, 0, most_tokens)
    return Traits(
        tokens=tokens,
        coins=reader.amounts(
            reader.table(table, "coins"), "coins", (*terms.PLACES, *own_marker, *terms.MOMENTS), MAX_COINS
        ),
        discount=reader.amounts(discount, "discount", terms.PLACES, MAX_DISCOUNT),
        beside=reader.amounts(beside, "discount.beside", terms.PLACES, MAX_DISCOUNT),
        reach=reader.words(table, "reach", terms.REACHES),
        enters=str(enters),
        losses=reader.number(table, "losses", 1, 0, 1),
        recruits=reader.number(table, "recruits", 0, 1, 10) if "recruits" in table else 0,
        attack_only=reader.number(table, "attack_only", 0, 0, most_tokens - tokens),
        marker=marker,
        may=may,
        keeps=reader.words(decline, "keeps", terms.KEPT, "in_decline."),
        counts_in_decline=reader.flag(decline, "counts", default=True, path="in_decline."),
    )
