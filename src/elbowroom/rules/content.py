"""The content loader: what is in the box, and what players add to it, checked before anyone plays with it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b
from typing import Any, Final

from elbowroom.content import names_in, read_text
from elbowroom.rules import terms
from elbowroom.rules.emblems import read_colour, read_emblem
from elbowroom.rules.maps import Map, read_map
from elbowroom.rules.refusals import Refusal, Refused, refuse_all
from elbowroom.rules.trait_reader import RACE_KEYS, SHARED_KEYS, Reader, read_traits
from elbowroom.rules.traits import Entry, nearest

ID: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*")
TABLES: Final = ("race", "power")
FILE_KEYS: Final = (*TABLES, "rulebook")
"""What a file may have at its top: entries, and whether it keeps to the rulebook's limits."""


@dataclass(frozen=True)
class LoosePieces:
    """The loose pieces: die, coins, lost tribes, mountains."""

    die: tuple[int, ...]
    starting_coins: int
    visible_combos: int
    lost_tribes: int
    mountains: int


@dataclass(frozen=True, eq=False)
class Content:
    """Everything a game can be played with; `invented` holds the source of what players added."""

    box: LoosePieces
    races: tuple[Entry, ...]
    powers: tuple[Entry, ...]
    maps: tuple[Map, ...]
    invented: tuple[str, ...] = ()

    def is_same(self, other: Content) -> bool:
        """Whether both hold the same; `==` asks for the very object, which is what caches need."""
        return self is other or (
            (self.box, self.races, self.powers, self.maps)
            == (other.box, other.races, other.powers, other.maps)
        )

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """How it is pickled: the base box is the same object everywhere."""
        if self is base_content():
            return base_content, ()
        return Content, (self.box, self.races, self.powers, self.maps, self.invented)

    def race(self, race_id: str) -> Entry:
        """The race with this id."""
        return _named(self.races, race_id, "race")

    def power(self, power_id: str) -> Entry:
        """The special power with this id."""
        return _named(self.powers, power_id, "power")

    def map(self, map_id: str) -> Map:
        """The map with this id."""
        for game_map in self.maps:
            if game_map.id == map_id:
                return game_map
        known = [game_map.id for game_map in self.maps]
        raise Refused("unknown_map", word=map_id, nearest=nearest(map_id, known), known=known)

    def map_for(self, players: int) -> Map:
        """The map made for this number of players (SET-1)."""
        for game_map in self.maps:
            if game_map.players == players:
                return game_map
        raise Refused("player_count", players=players)


def _named(entries: tuple[Entry, ...], entry_id: str, kind: str) -> Entry:
    for entry in entries:
        if entry.id == entry_id:
            return entry
    known = [entry.id for entry in entries]
    raise Refused(f"unknown_{kind}", word=entry_id, nearest=nearest(entry_id, known), known=known)


def digest(text: str) -> str:
    """A short fingerprint of a text."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


@cache
def base_content() -> Content:
    """The base box."""
    box = tomllib.loads(read_text("base", "box.toml"))
    pieces = LoosePieces(
        tuple(box["die"]),
        box["starting_coins"],
        box["visible_combos"],
        box["lost_tribes"],
        box["mountains"],
    )
    problems: list[Refusal] = []
    races = _entries(_base_table("races.toml"), "races.toml", problems, is_race=True)
    powers = _entries(_base_table("powers.toml"), "powers.toml", problems, is_race=False)
    refuse_all("content", "the box", problems)
    maps = [
        read_map(read_text("base", "maps", name), name, pieces.lost_tribes, pieces.mountains)
        for name in names_in("base", "maps")
    ]
    return Content(pieces, races, powers, tuple(maps))


def _base_table(name: str) -> dict[str, Any]:
    return tomllib.loads(read_text("base", name))


def add_content(content: Content, text: str, source: str, *, is_new: bool = False) -> Content:
    """The content with a player's own races, powers (TOML) or map (JSON) added.

    Of a map that somebody writes now (`is_new`), more is refused than of one that was stored with a game.
    """
    text = _tidy(text, source)
    if text.lstrip().startswith("{"):
        return _add_map(content, text, source, is_new=is_new)
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("content_not_toml", file=source, cause=str(error)) from None
    problems: list[Refusal] = []
    for key in data:
        if key not in FILE_KEYS:
            near = nearest(key, FILE_KEYS)
            problems.append(
                Refusal("content_table", {"file": source, "word": key, "nearest": near or "race"})
            )
    rulebook = data.get("rulebook", True)
    if not isinstance(rulebook, bool):
        problems.append(Refusal("content_rulebook_flag", {"file": source, "value": rulebook}))
    free = rulebook is False
    races = _entries(data.get("race", {}), source, problems, is_race=True, free=free)
    powers = _entries(data.get("power", {}), source, problems, is_race=False, free=free)
    if not problems and not races and not powers:
        problems.append(Refusal("content_empty", {"file": source}))
    grown = replace(content, invented=(*content.invented, text))
    for race in races:
        grown = _add_race(grown, race, source, problems)
    for power in powers:
        grown = _add_power(grown, power, source, problems)
    _check_markers(grown, source, problems)
    _check_combos(grown, source, problems)
    refuse_all("content", source, problems)
    return grown


def _tidy(text: str, source: str) -> str:
    """The text without what a record cannot quote: blanks at the end of lines, other line ends than ours."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Refused("not_text", file=source) from None
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").splitlines()]
    return "\n".join(lines).rstrip("\n") + "\n"


def _add_map(content: Content, text: str, source: str, *, is_new: bool) -> Content:
    box = content.box
    game_map = read_map(text, source, box.lost_tribes, box.mountains, is_new=is_new)
    if any(game_map.id == other.id for other in content.maps):
        raise Refused("map_same_id", file=source, id=game_map.id)
    return replace(content, maps=(*content.maps, game_map), invented=(*content.invented, text))


def _entries(
    data: object, source: str, problems: list[Refusal], *, is_race: bool, free: bool = False
) -> tuple[Entry, ...]:
    if not isinstance(data, dict):
        problems.append(Refusal("content_not_entries", {"file": source}))
        return ()
    most = most_tokens(is_race=is_race, free=free)
    return tuple(_entry(entry_id, table, source, problems, is_race, most) for entry_id, table in data.items())


def most_tokens(*, is_race: bool, free: bool) -> int:
    """The highest number on a banner or a badge; higher ones are for files that leave the rulebook."""
    if free:
        return terms.MAX_FREE_BANNER_TOKENS if is_race else terms.MAX_FREE_BADGE_TOKENS
    return terms.MAX_BANNER_TOKENS if is_race else terms.MAX_BADGE_TOKENS


def _entry(
    entry_id: str, table: object, source: str, problems: list[Refusal], is_race: bool, most: int
) -> Entry:
    reader = Reader(source, entry_id)
    if not isinstance(table, dict):
        reader.complain("not_a_table", entry_id, value=table)
        table = {}
    if not ID.fullmatch(entry_id):
        reader.complain("bad_id", entry_id)
    name = table.get("name", entry_id.replace("_", " ").title())
    reader.name(name, "name")
    text = reader.table(table, "text")
    reader.keys(table, RACE_KEYS if is_race else SHARED_KEYS)
    traits = read_traits(reader, table, most)
    tokens_in_box = reader.number(table, "tokens_in_box", 0, 0, terms.MAX_TOKENS_IN_BOX)
    replaces = reader.flag(table, "replaces", default=False)
    emblem, colour = read_emblem(reader, table), read_colour(reader, table)
    problems.extend(reader.problems)
    return Entry(
        id=entry_id,
        name=str(name),
        traits=traits,
        text=tuple((str(language), str(words)) for language, words in text.items()),
        tokens_in_box=tokens_in_box,
        tokens_of=str(table.get("tokens_of", "")),
        replaces=replaces,
        emblem=emblem,
        colour=colour,
        file=source,
    )


def _add_race(content: Content, race: Entry, source: str, problems: list[Refusal]) -> Content:
    """Put a race into the box: in the place of another one, or beside the others with its own tokens."""
    where: dict[str, object] = {"file": source, "entry": race.id, "key": "tokens_of"}
    if race.replaces:
        return _replace_race(content, race, source, problems)
    if _has_id(content, race, problems):
        return content
    if race.tokens_of and race.tokens_in_box:
        problems.append(Refusal("content_one_source_of_tokens", where))
        return content
    if race.tokens_of:
        return _lend_tokens(content, race, where, problems)
    needed = _tokens_needed(content, race)
    if not race.tokens_in_box:
        enough = [other.id for other in _lenders(content) if other.tokens_in_box >= needed]
        problems.append(Refusal("content_needs_tokens_of", {**where, "needed": needed, "enough": enough}))
    elif race.tokens_in_box < needed:
        params = {**where, "key": "tokens_in_box", "has": race.tokens_in_box, "needed": needed}
        problems.append(Refusal("content_too_few_own_tokens", params))
    elif len(content.races) >= terms.MAX_RACES:
        problems.append(Refusal("content_too_many_races", {"file": source, "most": terms.MAX_RACES}))
    else:
        return replace(content, races=(*content.races, race))
    return content


def _has_id(content: Content, entry: Entry, problems: list[Refusal]) -> bool:
    """Whether there is a piece with this id, in the box or in a file; noted as a problem."""
    base, pieces = base_content(), (*content.races, *content.powers)
    old = next((other for other in pieces if other.id == entry.id), None)
    if old is None:
        return False
    where: dict[str, object] = {"file": entry.file, "entry": entry.id, "key": entry.id}
    if old in base.races or old in base.powers:
        problems.append(Refusal("content_same_id", where))
    else:
        problems.append(Refusal("content_same_id_in_file", {**where, "other_file": old.file}))
    return True


def _tokens_needed(content: Content, race: Entry) -> int:
    """The tokens that the banner and the largest badge ask for."""
    return race.traits.tokens + race.traits.attack_only + _largest_badge(content)


def _largest_badge(content: Content) -> int:
    return max(power.traits.tokens for power in content.powers)


def lenders_for(tokens: int) -> list[Entry]:
    """The races of the box that have enough tokens for a banner with this number."""
    base = base_content()
    return [race for race in base.races if race.tokens_in_box >= tokens + _largest_badge(base)]


def _lenders(content: Content) -> list[Entry]:
    """The races of the box whose tokens nobody has borrowed."""
    base = {race.id for race in base_content().races}
    return [race for race in content.races if race.id in base and not race.tokens_of]


def _lend_tokens(content: Content, race: Entry, where: dict[str, object], problems: list[Refusal]) -> Content:
    """An invented race plays with the tokens of a race whose banner it takes out (BLK-4, BLK-5)."""
    needed, lenders = _tokens_needed(content, race), _lenders(content)
    enough = [other.id for other in lenders if other.tokens_in_box >= needed]
    lender = next((other for other in lenders if other.id == race.tokens_of), None)
    if lender is None:
        borrowed = [other.tokens_of for other in content.races if other.tokens_of]
        if race.tokens_of in borrowed:
            problems.append(Refusal("content_borrowed_twice", {**where, "word": race.tokens_of}))
        else:
            near = nearest(race.tokens_of, [other.id for other in lenders])
            known = [other.id for other in lenders]
            params = {**where, "word": race.tokens_of, "nearest": near, "known": known}
            problems.append(Refusal("content_unknown_word", params))
        return content
    if lender.tokens_in_box < needed:
        params = {**where, "word": lender.id, "has": lender.tokens_in_box, "needed": needed, "enough": enough}
        problems.append(Refusal("content_too_few_tokens", params))
        return content
    borrowing = replace(race, tokens_in_box=lender.tokens_in_box)
    races = tuple(borrowing if other.id == lender.id else other for other in content.races)
    return replace(content, races=races)


def _replace_race(content: Content, race: Entry, source: str, problems: list[Refusal]) -> Content:
    """A race of the box written anew: in its place, with its tokens unless it brings others."""
    old = _replaced(content.races, base_content().races, race, source, problems)
    if old is None:
        return content
    if race.tokens_of:
        where: dict[str, object] = {"file": source, "entry": race.id, "key": "tokens_of"}
        problems.append(Refusal("content_replaces_and_borrows", where))
        return content
    changed = replace(race, tokens_in_box=race.tokens_in_box or old.tokens_in_box)
    needed = _tokens_needed(content, changed)
    if changed.tokens_in_box < min(needed, old.tokens_in_box):
        where = {"file": source, "entry": race.id, "key": "tokens_in_box"}
        params = {**where, "has": changed.tokens_in_box, "needed": needed}
        problems.append(Refusal("content_too_few_own_tokens", params))
        return content
    return replace(content, races=tuple(changed if other is old else other for other in content.races))


def _replaced(
    entries: tuple[Entry, ...], base: tuple[Entry, ...], entry: Entry, source: str, problems: list[Refusal]
) -> Entry | None:
    """The entry of the box that this one takes the place of; noted as a problem if there is none."""
    old = next((other for other in entries if other.id == entry.id), None)
    if old is not None and old in base:
        return old
    known = [other.id for other in base if other in entries]
    where: dict[str, object] = {"file": source, "entry": entry.id, "key": "replaces"}
    params = {**where, "word": entry.id, "nearest": nearest(entry.id, known), "known": known}
    problems.append(Refusal("content_unknown_word", params))
    return None


def _add_power(content: Content, power: Entry, source: str, problems: list[Refusal]) -> Content:
    if power.replaces:
        old = _replaced(content.powers, base_content().powers, power, source, problems)
        return replace(content, powers=tuple(power if other is old else other for other in content.powers))
    if _has_id(content, power, problems):
        return content
    if len(content.powers) >= terms.MAX_POWERS:
        problems.append(Refusal("content_too_many_powers", {"file": source, "most": terms.MAX_POWERS}))
    else:
        return replace(content, powers=(*content.powers, power))
    return content


def leaves_rulebook(entry: Entry, *, is_race: bool) -> list[str]:
    """What of an own entry does not keep to the rulebook (BLK-1 to BLK-8), as codes of the catalogue."""
    codes = []
    if entry.replaces:
        codes.append("replaces")
    elif is_race and not entry.tokens_of:
        codes.append("own_tokens")
    if entry.traits.tokens + entry.traits.attack_only > most_tokens(is_race=is_race, free=False):
        codes.append("tokens")
    if len(entry.traits.markers) > 1:
        codes.append("markers")
    return codes


def _check_markers(content: Content, source: str, problems: list[Refusal]) -> None:
    """A marker of the same name is the same piece: it cannot have two sets of numbers."""
    seen: dict[str, Entry] = {}
    for entry in (*content.races, *content.powers):
        for marker in entry.traits.markers:
            first = seen.setdefault(marker.name, entry)
            if marker not in first.traits.markers:
                where = {"file": source, "entry": entry.id, "key": "marker"}
                problems.append(
                    Refusal("content_marker_differs", {**where, "name": marker.name, "other": first.id})
                )


def _check_combos(content: Content, source: str, problems: list[Refusal]) -> None:
    """A combo is written as badge and banner, a race in decline alone: no two may read the same."""
    seen = {race.id: race.id for race in content.races}
    for power in content.powers:
        for race in content.races:
            words, combo = f"{power.id}_{race.id}", f"{power.id} {race.id}"
            other = seen.setdefault(words, combo)
            if other != combo:
                params: dict[str, object] = {"file": source, "combo": combo, "other": other}
                problems.append(Refusal("content_ambiguous", params))
