"""Maps as written down: reading a map file and checking that it can be played on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from elbowroom.rules import terms
from elbowroom.rules.json_lines import lines_in
from elbowroom.rules.refusals import Refusal, Refused, refuse_all
from elbowroom.rules.traits import nearest

ID: Final = re.compile(r"[\w-]{1,40}")
MAX_NAME_CHARACTERS: Final = 40
MAX_GAME_TURNS: Final = 20
MAP_KEYS: Final = ("id", "name", "players", "game_turns", "grid", "size", "points", "regions")
REGION_KEYS: Final = ("id", "name", "terrain", "symbols", "lost_tribe", "edge", "neighbors", "outline")


@dataclass(frozen=True)
class Region:
    """One region of a map."""

    label: str
    terrain: str
    symbols: tuple[str, ...]
    lost_tribe: bool
    edge: bool
    neighbors: tuple[int, ...]
    outline: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Map:
    """A board: how many players, how many game turns, its regions in the order of their numbers."""

    id: str
    players: int
    game_turns: int
    regions: tuple[Region, ...]
    source: str
    """The text it was read from, for records that must replay alone."""
    name: str
    """What people call it; its id if the file gives no other name."""

    @property
    def data(self) -> dict[str, Any]:
        """The map file as parsed JSON, with the outlines a drawing needs."""
        parsed: dict[str, Any] = json.loads(self.source)
        return parsed


class _Problems:
    """What is wrong with a map, each with its line if the lines are known."""

    def __init__(self, source: str, lines: dict[str | int, int]) -> None:
        self.source = source
        self.lines = lines
        self.found: list[Refusal] = []

    def complain(self, code: str, at: str | int = "", **params: object) -> None:
        """Note a problem; `at` is the key of the map, or the place of the region in the list."""
        line = self.lines.get(at)
        where = {"file": self.source} if line is None else {"file": f"{self.source}:{line}", "line": line}
        self.found.append(Refusal(f"map_{code}", {**where, **params}))

    def refuse(self) -> None:
        """Refuse the map if anything is wrong with it."""
        refuse_all("map", self.source, self.found)


def read_map(text: str, source: str, lost_tribes: int, mountains: int, *, is_new: bool = False) -> Map:
    """Read a map; refuse it with every problem found. `lost_tribes` and `mountains` are those in the box.

    A file that somebody writes now (`is_new`) may have no unknown keys, and its problems are told with their
    lines. Games that were stored long ago may have maps with unknown keys; they mean nothing.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Refused("map_not_json", file=source, line=line) from None
    is_checked = is_new and isinstance(data, dict)
    if is_checked and "cells" in data:
        raise Refused("map_unfinished", file=source)
    problems = _Problems(source, lines_in(text, "regions") if is_checked else {})
    if is_checked:
        _check_keys(data, problems)
    _check_shape(data, problems)
    problems.refuse()
    regions = tuple(_region(entry) for entry in data["regions"])
    name = data["name"] if is_map_name(data.get("name")) else data["id"]
    game_map = Map(data["id"], data["players"], data["game_turns"], regions, text, name)
    _check_sense(game_map, problems)
    _check_outlines(data, problems)
    counts = (
        ("lost_tribes", sum(region.lost_tribe for region in regions), lost_tribes),
        ("mountains", sum(region.terrain == "mountain" for region in regions), mountains),
    )
    for what, count, most in counts:
        if count > most:
            problems.complain(what, count=count, most=most)
    problems.refuse()
    return game_map


def is_map_name(value: object) -> bool:
    """Whether people can call a map so: a line of text with a letter or a digit."""
    return (
        isinstance(value, str)
        and len(value) <= MAX_NAME_CHARACTERS
        and value.isprintable()
        and any(map(str.isalnum, value))
    )


def _region(entry: dict[str, Any]) -> Region:
    return Region(
        label=str(entry.get("name", entry["id"])),
        terrain=entry["terrain"],
        symbols=tuple(symbol for symbol in terms.SYMBOLS if symbol in entry.get("symbols", [])),
        lost_tribe=bool(entry.get("lost_tribe", False)),
        edge=bool(entry.get("edge", False)),
        neighbors=tuple(sorted({number - 1 for number in entry["neighbors"]})),
        outline=tuple(entry.get("outline", ())),
    )


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _check_keys(data: dict[str, Any], problems: _Problems) -> None:
    """Keys that mean nothing, and a name that cannot be read."""
    for key in data:
        if key not in MAP_KEYS:
            problems.complain("key", key, word=key, nearest=nearest(key, MAP_KEYS), known=list(MAP_KEYS))
    if "name" in data and not is_map_name(data["name"]):
        problems.complain("name", "name", most=MAX_NAME_CHARACTERS)
    regions = data.get("regions")
    for place, entry in enumerate(regions if isinstance(regions, list) else [], start=1):
        for key in entry if isinstance(entry, dict) else ():
            if key not in REGION_KEYS:
                near, known = nearest(key, REGION_KEYS), list(REGION_KEYS)
                number = _number(entry, place)
                problems.complain("region_key", place, region=number, word=key, nearest=near, known=known)


def _check_shape(data: object, problems: _Problems) -> None:
    """Problems of form: missing keys, wrong types, unknown words."""
    if not isinstance(data, dict):
        problems.complain("not_a_table")
        return
    if not isinstance(data.get("id"), str) or not ID.fullmatch(data["id"]):
        problems.complain("id", "id", value=data.get("id"))
    if not _whole(data.get("players"), terms.MIN_PLAYERS, terms.MAX_PLAYERS):
        problems.complain("player_number", "players", value=data.get("players"))
    if not _whole(data.get("game_turns"), 1, MAX_GAME_TURNS):
        problems.complain("game_turns", "game_turns", value=data.get("game_turns"))
    regions = data.get("regions")
    if not isinstance(regions, list) or not 1 <= len(regions) <= terms.MAX_REGIONS:
        problems.complain("regions", "regions", most=terms.MAX_REGIONS)
        return
    _check_numbers(regions, problems)
    for place, entry in enumerate(regions, start=1):
        if isinstance(entry, dict):
            _check_region(entry, place, data.get("points"), problems)
    if any(isinstance(entry, dict) and "outline" in entry for entry in regions) and not _has_points(data):
        problems.complain("points", "points")


def _check_numbers(regions: list[object], problems: _Problems) -> None:
    """Regions stand in the order of their ids, without gaps, and name only each other as neighbours."""
    ids: list[Any] = [entry.get("id") if isinstance(entry, dict) else None for entry in regions]
    wrong = {
        place
        for place, number in enumerate(ids, start=1)
        if not _whole(number, 1, terms.MAX_REGIONS) or number in ids[: place - 1]
    }
    known: set[int] = wrong | {number for place, number in enumerate(ids, start=1) if place not in wrong}
    named_by: dict[int, list[int]] = {}
    for place, entry in enumerate(regions, start=1):
        for other in _neighbors(entry) or ():
            if other not in known:
                named_by.setdefault(other, []).append(place if place in wrong else ids[place - 1])
    gaps = [number for number in range(1, max(known)) if number not in known and number not in named_by]
    if not wrong and len(known) == max(known):
        # None is missing: then one that stands in the wrong place says enough of the order.
        wrong = {next((place for place, number in enumerate(ids, start=1) if place != number), 0)} - {0}
    for place in sorted(wrong):
        problems.complain("region_id", place, region=place)
    for other, regions_beside in sorted(named_by.items()):
        problems.complain("missing_neighbor", region=other, regions=regions_beside)
    if gaps:
        problems.complain("missing_regions", "regions", regions=gaps)


def _neighbors(entry: object) -> list[int] | None:
    """The neighbours that a region names; None if it has no list of numbers."""
    neighbors = entry.get("neighbors") if isinstance(entry, dict) else None
    if isinstance(neighbors, list) and all(type(number) is int for number in neighbors):
        return neighbors
    return None


def _number(entry: dict[str, Any], place: int) -> int:
    """The number that a region has by its id, or else by its place."""
    return entry["id"] if _whole(entry.get("id"), 1, terms.MAX_REGIONS) else place


def _check_region(entry: dict[str, Any], place: int, points: object, problems: _Problems) -> None:
    """Problems of one region."""
    number = _number(entry, place)
    terrain = entry.get("terrain")
    if terrain not in terms.TERRAINS:
        near = nearest(str(terrain), terms.TERRAINS)
        problems.complain(
            "terrain", place, region=number, word=terrain, nearest=near, known=list(terms.TERRAINS)
        )
    symbols = entry.get("symbols", [])
    for symbol in symbols if isinstance(symbols, list) else [symbols]:
        if symbol not in terms.SYMBOLS:
            near = nearest(str(symbol), terms.SYMBOLS)
            problems.complain(
                "symbol", place, region=number, word=symbol, nearest=near, known=list(terms.SYMBOLS)
            )
    if _neighbors(entry) is None:
        problems.complain("neighbors", place, region=number)
    name = entry.get("name", "a")
    if not isinstance(name, str) or not name.replace("-", "0").isidentifier():
        problems.complain("region_name", place, region=number, name=name)
    for key in ("lost_tribe", "edge"):
        if not isinstance(entry.get(key, False), bool):
            problems.complain("flag", place, region=number, key=key, value=entry[key])
    if "outline" in entry and not _is_outline(entry["outline"], points):
        problems.complain("outline", place, region=number)


def _is_outline(outline: object, points: object) -> bool:
    last = len(points) - 1 if isinstance(points, list) else 0
    return isinstance(outline, list) and len(outline) >= 3 and all(_whole(end, 0, last) for end in outline)


def _has_points(data: dict[str, Any]) -> bool:
    """Whether there are corners to draw outlines with, and the size of the drawing."""
    points = data.get("points")
    return isinstance(points, list) and all(map(_is_pair, [*points, data.get("size")]))


def _is_pair(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, (int, float)) and 0 <= number <= 100_000 for number in value)
    )


def _check_sense(game_map: Map, problems: _Problems) -> None:
    """Problems of meaning: lopsided borders, land that falls apart, more pieces than the box has."""
    labels = [region.label for region in game_map.regions]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        problems.complain("same_name", name=label)
    for number, region in enumerate(game_map.regions):
        if number in region.neighbors:
            problems.complain("own_neighbor", number + 1, region=number + 1)
        for other in region.neighbors:
            if number not in game_map.regions[other].neighbors:
                problems.complain("one_way", number + 1, region=number + 1, other=other + 1)
    land = [n for n, region in enumerate(game_map.regions) if region.terrain in terms.LAND_TERRAINS]
    if not land:
        problems.complain("no_land")
    else:
        reached, todo = {land[0]}, [land[0]]
        while todo:
            for other in game_map.regions[todo.pop()].neighbors:
                if other not in reached and other in land:
                    reached.add(other)
                    todo.append(other)
        if len(reached) < len(land):
            problems.complain("not_connected", regions=[n + 1 for n in land if n not in reached])
        if not any(_is_border(game_map, number) for number in land):
            problems.complain("no_border")


def _is_border(game_map: Map, number: int) -> bool:
    region = game_map.regions[number]
    return region.edge or any(
        game_map.regions[other].terrain == "sea" and game_map.regions[other].edge
        for other in region.neighbors
    )


def _check_outlines(data: dict[str, Any], problems: _Problems) -> None:
    """Outlines, when given, must tell the same neighbours as the lists do."""
    regions = data["regions"]
    if not any("outline" in entry for entry in regions):
        return
    missing = [entry["id"] for entry in regions if "outline" not in entry]
    for region in missing:
        problems.complain("outline", region, region=region)
    if missing:
        return
    segments: dict[frozenset[int], list[int]] = {}
    for entry in regions:
        outline = entry["outline"]
        for start, end in zip(outline, [*outline[1:], outline[0]], strict=True):
            segments.setdefault(frozenset((start, end)), []).append(entry["id"])
    drawn = {frozenset(owners) for owners in segments.values() if len(set(owners)) == 2}
    listed = {frozenset((entry["id"], other)) for entry in regions for other in entry["neighbors"]}
    for pair in sorted(drawn ^ listed, key=sorted):
        problems.complain("outline_differs", min(pair), region=min(pair), other=max(pair))
