"""Reads what a race or a special power does from a parsed TOML table, and names everything that is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeGuard

from elbowroom.rules import terms
from elbowroom.rules.refusals import Refusal
from elbowroom.rules.trait_keys import CONDITIONAL, TraitKey, trait_key
from elbowroom.rules.traits import (
    Amounts,
    Beyond,
    Each,
    Marker,
    Pay,
    Price,
    Recruits,
    Strike,
    Traits,
    nearest,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

SHARED_KEYS: Final = (
    "name",
    "text",
    "emblem",
    "replaces",
    "tokens",
    "coins",
    "discount",
    "ignores",
    "reach",
    "enters",
    "links",
    "leaps",
    "starts_from",
    "losses",
    "kills",
    "attacker_loses",
    "takes",
    "defence",
    "immune",
    "garrison",
    "redeploys",
    "abandons",
    "recruits",
    "attack_only",
    "marker",
    "may",
    "passed_costs",
    "pay",
    "strike",
    "in_decline",
)
RACE_KEYS: Final = (*SHARED_KEYS, "colour", "tokens_in_box", "tokens_of")
MARKER_KEYS: Final = (
    "name",
    "count",
    "placed",
    "defence",
    "immune",
    "per_region",
    "company",
    "where",
    "guards",
)
RECRUIT_KEYS: Final = (
    "non_empty",
    "turn",
    "held",
    "conquest",
    "killed",
    "declined_races",
    "at",
    "for",
)


class Reader:
    """Reads one entry and collects every problem instead of stopping at the first."""

    def __init__(self, source: str, entry: str) -> None:
        """Remember where the words stand, for the error."""
        self.source = source
        self.entry = entry
        self.problems: list[Refusal] = []
        self.conditions: list[tuple[str, str]] = []
        """By key: when its number counts."""

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
        if isinstance(value, dict):
            self.complain("number_not_table", path + key)
            return default
        if value == "":
            self.complain("no_number", path + key)
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.complain("not_a_number", path + key, value=value)
            return default
        if not low <= value <= high:
            self.complain("out_of_range", path + key, value=value, low=low, high=high)
            return default
        return value

    def name(self, value: object, key: str) -> TypeGuard[str]:
        """Whether this is a text that can be a name."""
        if isinstance(value, str) and value.strip():
            return True
        if isinstance(value, str):
            self.complain("no_name", key)
        else:
            self.complain("bad_name", key, value=value)
        return False

    def limited(self, table: dict[str, Any], key: str, default: int, path: str = "") -> int:
        """A whole number within the limits of its row in `TRAIT_KEYS`."""
        row = trait_key(path + key)
        return self.number(table, key, default, row.low, row.high, path)

    def optional(self, table: dict[str, Any], key: str, absent: int, path: str = "") -> int:
        """The same, or what stands for its absence, which may lie outside the limits."""
        if key not in table:
            return absent
        return self.limited(table, key, trait_key(path + key).low, path)

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

    def word(self, table: dict[str, Any], key: str, known: tuple[str, ...], path: str = "") -> str:
        """One word of a closed list; the first one if the key is absent."""
        value = table.get(key, known[0])
        if value not in known:
            self.unknown(path + key, value, known)
            return known[0]
        return str(value)

    def amounts(
        self, table: object, path: str, known: tuple[str, ...], key: str, tables: tuple[str, ...] = ()
    ) -> Amounts:
        """Numbers by word, such as coins by place; `key` is their row in `TRAIT_KEYS`.

        `tables` are other words that are known there; they are read elsewhere.
        """
        if not isinstance(table, dict):
            self.complain("not_a_table", path, value=table)
            return ()
        for word in table:
            if word not in known:
                self.unknown(path, word, (*known, *tables))
        row = trait_key(key)
        return tuple((word, self._amount(table, word, row, f"{path}.")) for word in known if word in table)

    def _amount(self, table: dict[str, Any], word: str, row: TraitKey, path: str) -> int:
        """A number that is not 0, or `{ n, when }`: the condition is kept beside it."""
        value, low, high = table[word], row.low, row.high
        if isinstance(value, dict) and row.value == CONDITIONAL:
            path, word, table = f"{path}{word}.", "n", value
            self.keys(value, ("n", "when"), path)
            for needed in ("n", "when"):
                if needed not in value:
                    self.complain("missing", path + needed)
            self._condition(value, path)
        number = self.number(table, word, 1, low, high, path)
        if number == 0:
            self.complain("out_of_range", path + word, value=0, low=low, high=high)
        return number

    def _condition(self, table: dict[str, Any], path: str) -> None:
        """Keep the condition of a table, if it has one, beside what the table says."""
        if "when" not in table:
            return
        when = table["when"]
        if isinstance(when, str) and terms.read_condition(when):
            self.conditions.append((path.removesuffix("."), when))
        elif isinstance(when, str) and (word := terms.regions_of_condition(when)):
            self._regions_of_condition(word, f"{path}when")
        else:
            self.unknown(f"{path}when", when, terms.CONDITIONS)

    def _regions_of_condition(self, word: str, key: str) -> None:
        """Say what is wrong with the number of regions in a condition."""
        if word == "N":
            self.complain("no_number", key)
        elif word.removeprefix("-").isdecimal():
            self.complain("out_of_range", key, value=word, low=1, high=terms.MAX_CONDITION_REGIONS)
        else:
            self.complain("not_a_number", key, value=word)

    def table(self, table: dict[str, Any], key: str, path: str = "") -> dict[str, Any]:
        """A sub-table, empty if absent."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.complain("not_a_table", path + key, value=value)
            return {}
        return value

    def flag(self, table: dict[str, Any], key: str, *, default: bool, path: str = "") -> bool:
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

    def pair(
        self, table: dict[str, Any], key: str, keys: tuple[str, str], path: str
    ) -> tuple[int, int] | None:
        """Two numbers that go together, such as `{ less = 1, most = 2 }`; None if the key is absent.

        They may have a condition, `when`, which is kept beside them.
        """
        if key not in table:
            return None
        data = self.table(table, key, path)
        path = f"{path}{key}."
        self.keys(data, (*keys, "when"), path)
        for each in keys:
            if each not in data:
                self.complain("missing", path + each)
        self._condition(data, path)
        first, second = (self.limited(data, each, trait_key(path + each).low, path) for each in keys)
        return first, second


def read_markers(reader: Reader, table: dict[str, Any]) -> tuple[Marker, ...]:
    """The markers of an entry: none, one, or a list of two."""
    value = table.get("marker", [])
    if not isinstance(value, list):
        value = [reader.table(table, "marker")]
    if len(value) > terms.MAX_ENTRY_MARKERS:
        reader.complain("too_many_markers", "marker", most=terms.MAX_ENTRY_MARKERS)
    markers: list[Marker] = []
    for data in value[: terms.MAX_ENTRY_MARKERS]:
        if not isinstance(data, dict):
            reader.complain("not_a_table", "marker", value=data)
            continue
        marker = _read_marker(reader, data)
        if marker is None:
            continue
        if any(other.name == marker.name or other.placed == marker.placed for other in markers):
            reader.complain("markers_alike", "marker")
        else:
            markers.append(marker)
    return tuple(markers)


def _read_marker(reader: Reader, data: dict[str, Any]) -> Marker | None:
    reader.keys(data, MARKER_KEYS, "marker.")
    name, placed = data.get("name"), data.get("placed")
    taken = (*terms.PLACES, *terms.MOMENTS, *terms.COIN_TABLES)
    if not reader.name(name, "marker.name"):
        return None
    if not name.isidentifier() or name != name.lower() or name in taken:
        reader.complain("bad_name", "marker.name", value=name)
        return None
    if placed not in terms.PLACED:
        reader.unknown("marker.placed", placed, terms.PLACED)
        return None
    per_region = reader.limited(data, "per_region", 1, "marker.")
    if per_region > 1 and placed != "redeployment":
        reader.complain("stacks_only_in_redeployment", "marker.per_region")
    most = 1 if placed == "dragon attack" else trait_key("marker.count").high
    return Marker(
        name=name,
        count=reader.number(data, "count", 1, trait_key("marker.count").low, most, "marker."),
        placed=placed,
        defence=reader.limited(data, "defence", 0, "marker."),
        immune=reader.flag(data, "immune", default=False, path="marker."),
        per_region=per_region,
        company=reader.flag(data, "company", default=False, path="marker."),
        where=reader.words(data, "where", terms.PLACES, "marker."),
        guards=reader.optional(data, "guards", 0, "marker."),
    )


def _read_recruits(reader: Reader, table: dict[str, Any]) -> Recruits | None:
    """A table, or a number N: one token for every N non-empty regions."""
    if "recruits" not in table:
        return None
    if not isinstance(table["recruits"], dict):
        return Recruits(non_empty=reader.limited(table, "recruits", 1))
    data, path = table["recruits"], "recruits."
    reader.keys(data, RECRUIT_KEYS, path)
    counts = {
        key: reader.limited(data, key, 1, path) if key in data else 0
        for key in ("non_empty", "turn", "killed", "declined_races")
    }
    held = reader.amounts(
        reader.table(data, "held", path), "recruits.held", terms.PLACES, "recruits.held.PLACE"
    )
    conquest = reader.amounts(
        reader.table(data, "conquest", path),
        "recruits.conquest",
        (*terms.OCCUPANTS, *terms.PLACES),
        "recruits.conquest.WHO",
    )
    at_start = reader.word(data, "at", terms.RECRUITED_AT, path) == "start"
    for_attack = reader.word(data, "for", terms.RECRUITED_FOR, path) == "attack"
    if not held and not conquest and not any(counts.values()):
        reader.complain("missing", "recruits.turn")
    if at_start and (conquest or counts["non_empty"] or counts["killed"]):
        reader.complain("recruits_at_start", "recruits.at")
    if for_attack and not at_start:
        reader.complain("recruits_for_attack", "recruits.for")
    return Recruits(held=held, conquest=conquest, at_start=at_start, for_attack=for_attack, **counts)


def _read_kills(reader: Reader, table: dict[str, Any]) -> tuple[int | None, bool]:
    """A number, or a table with the number and whether it counts once for each victim and turn."""
    if "kills" not in table:
        return None, False
    if not isinstance(table["kills"], dict):
        return reader.limited(table, "kills", 1), False
    data = table["kills"]
    reader.keys(data, ("tokens", "once"), "kills.")
    if "tokens" not in data:
        reader.complain("missing", "kills.tokens")
    once = reader.flag(data, "once", default=False, path="kills.")
    return reader.limited(data, "tokens", 1, "kills."), once


def _read_price(reader: Reader, data: dict[str, Any], path: str) -> Price:
    """Coins or tokens, one of the two."""
    if ("coins" in data) == ("tokens" in data):
        reader.complain("one_price", f"{path}coins")
    return Price(*(reader.optional(data, key, 0, path) for key in ("coins", "tokens")))


def _read_pay(reader: Reader, table: dict[str, Any]) -> Pay | None:
    if "pay" not in table:
        return None
    data = reader.table(table, "pay")
    reader.keys(data, ("coins", "tokens", "discount", "times"), "pay.")
    if "discount" not in data:
        reader.complain("missing", "pay.discount")
    discount, times = (reader.limited(data, key, 1, "pay.") for key in ("discount", "times"))
    return Pay(_read_price(reader, data, "pay."), discount, times)


def _read_strike(reader: Reader, table: dict[str, Any], may: tuple[str, ...]) -> Strike | None:
    if ("strike" in table) != ("strike" in may):
        reader.complain("strike_needs_both", "strike")
    if "strike" not in table:
        return None
    data = reader.table(table, "strike")
    reader.keys(data, ("tokens", "uses", "pay"), "strike.")
    if "tokens" not in data:
        reader.complain("missing", "strike.tokens")
    uses, pay = reader.table(data, "uses", "strike."), reader.table(data, "pay", "strike.")
    reader.keys(uses, ("turn", "game", "opponent"), "strike.uses.")
    reader.keys(pay, ("coins", "tokens"), "strike.pay.")
    return Strike(
        tokens=reader.limited(data, "tokens", 1, "strike."),
        turn=reader.limited(uses, "turn", 1, "strike.uses."),
        game=reader.optional(uses, "game", 0, "strike.uses."),
        opponent=reader.optional(uses, "opponent", 0, "strike.uses."),
        price=_read_price(reader, pay, "strike.pay.") if "pay" in data else Price(),
    )


def _subtable(reader: Reader, table: dict[str, Any], key: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A sub-table with these keys, at least one of them."""
    data = reader.table(table, key)
    reader.keys(data, known, f"{key}.")
    if key in table and not data:
        reader.complain("missing", f"{key}.{known[0]}")
    return data


def read_traits(reader: Reader, table: dict[str, Any], most_tokens: int) -> Traits:
    """What an entry does, from its keys."""
    markers = read_markers(reader, table)
    coins = dict(reader.table(table, "coins"))
    conquest_coins = coins.pop("conquest", {})
    beyond = reader.pair(coins, "beyond", ("regions", "each"), "coins.")
    coins.pop("beyond", None)
    discount = dict(reader.table(table, "discount"))
    beside, each = discount.pop("beside", {}), reader.table(discount, "each", "discount.")
    discount.pop("each", None)
    reader.keys(each, ("conquest", "neighbour"), "discount.each.")
    each_conquest = reader.pair(each, "conquest", ("less", "most"), "discount.each.")
    each_neighbour = reader.pair(each, "neighbour", ("less", "most"), "discount.each.")
    decline = reader.table(table, "in_decline")
    reader.keys(decline, ("keeps", "counts", "immune", "defence"), "in_decline.")
    kills, kills_once = _read_kills(reader, table)
    takes = _subtable(reader, table, "takes", ("victim", "attacker"))
    garrison = _subtable(reader, table, "garrison", ("least", "most"))
    least, most = (
        reader.optional(garrison, "least", 1, "garrison."),
        reader.optional(garrison, "most", 0, "garrison."),
    )
    if most and least > most:
        reader.complain("garrison", "garrison.most", least=least, most=most)
    leaps, starts_from = reader.optional(table, "leaps", 0), reader.words(table, "starts_from", terms.PLACES)
    if starts_from and not leaps:
        reader.complain("missing", "leaps")
    if "tokens" not in table:
        reader.complain("missing", "tokens")
    may = reader.words(table, "may", terms.VERBS)
    dragon_marker = any(marker.placed == "dragon attack" for marker in markers)
    if dragon_marker != ("attack with the dragon" in may):
        reader.complain("dragon_needs_both", "may")
    tokens = reader.number(table, "tokens", 0, 0, most_tokens)
    own_markers = tuple(marker.name for marker in markers)
    return Traits(
        tokens=tokens,
        coins=reader.amounts(
            coins,
            "coins",
            (*terms.PLACES, *own_markers, *terms.MOMENTS),
            "coins.PLACE",
            tables=terms.COIN_TABLES,
        ),
        conquest_coins=reader.amounts(
            conquest_coins, "coins.conquest", (*terms.OCCUPANTS, *terms.PLACES), "coins.conquest.WHO"
        ),
        beyond=Beyond(*beyond) if beyond else None,
        discount=reader.amounts(
            discount,
            "discount",
            (*terms.PLACES, *terms.OCCUPANTS),
            "discount.PLACE",
            tables=terms.DISCOUNT_TABLES,
        ),
        beside=reader.amounts(beside, "discount.beside", terms.PLACES, "discount.beside.PLACE"),
        each_conquest=Each(*each_conquest) if each_conquest else None,
        each_neighbour=Each(*each_neighbour) if each_neighbour else None,
        ignores=reader.words(table, "ignores", terms.PRICE_PARTS),
        reach=reader.words(table, "reach", terms.REACHES),
        enters=reader.word(table, "enters", ("border", "anywhere")),
        links=reader.words(table, "links", (*terms.PLACES, *own_markers)),
        leaps=leaps,
        starts_from=starts_from,
        losses=reader.limited(table, "losses", 1),
        kills=kills,
        kills_once=kills_once,
        attacker_loses=reader.optional(table, "attacker_loses", 0),
        takes_victim=reader.optional(takes, "victim", 0, "takes."),
        takes_attacker=reader.optional(takes, "attacker", 0, "takes."),
        defence=reader.amounts(reader.table(table, "defence"), "defence", terms.PLACES, "defence.PLACE"),
        immune=reader.words(table, "immune", terms.PLACES),
        garrison_least=least,
        garrison_most=most,
        redeploys=reader.flag(table, "redeploys", default=True),
        abandons=reader.word(table, "abandons", terms.ABANDONS),
        recruits=_read_recruits(reader, table),
        attack_only=reader.number(table, "attack_only", 0, 0, most_tokens - tokens),
        markers=markers,
        may=may,
        passed_costs=reader.limited(table, "passed_costs", 1) if "passed_costs" in table else None,
        pay=_read_pay(reader, table),
        strike=_read_strike(reader, table, may),
        keeps=reader.words(decline, "keeps", terms.KEPT, "in_decline."),
        counts_in_decline=reader.flag(decline, "counts", default=True, path="in_decline."),
        immune_in_decline=reader.flag(decline, "immune", default=False, path="in_decline."),
        defence_in_decline=reader.word(decline, "defence", terms.DECLINED_DEFENCE, "in_decline."),
        conditions=tuple(reader.conditions),
    )
