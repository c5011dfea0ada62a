"""Maps as written down: reading a map file and checking that it can be played on."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from elbowroom.rules import terms
from elbowroom.rules.refusals import Refusal, Refused, refuse_all
from elbowroom.rules.traits import nearest

ID: Final = re.compile(r"[\w-]{1,40}")


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

    @property
    def data(self) -> dict[str, Any]:
        """The map file as parsed JSON, with the outlines a drawing needs."""
        parsed: dict[str, Any] = json.loads(self.source)
        return parsed


def read_map(text: str, source: str, lost_tribes: int, mountains: int) -> Map:
    """Read a map; refuse it with every problem found. The last two are the pieces in the box."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise Refused("map_not_json", file=source, line=line) from None
    problems = _shape_problems(data, source)
    refuse_all("map", source, problems)
    regions = tuple(_region(entry) for entry in data["regions"])
    game_map = Map(str(data["id"]), data["players"], data["game_turns"], regions, text)
    problems = [*_sense_problems(game_map, source), *_outline_problems(data, source)]
    counts = (
        ("lost_tribes", sum(region.lost_tribe for region in regions), lost_tribes),
        ("mountains", sum(region.terrain == "mountain" for region in regions), mountains),
    )
    problems += [
        Refusal(f"map_{what}", {"file": source, "count": count, "most": most})
        for what, count, most in counts
        if count > most
    ]
    refuse_all("map", source, problems)
    return game_map


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


def _shape_problems(data: object, source: str) -> list[Refusal]:
    """Problems of form: missing keys, wrong types, unknown words."""
    problems: list[Refusal] = []

    def complain(code: str, **params: object) -> None:
        problems.append(Refusal(f"map_{code}", {"file": source, **params}))

    if not isinstance(data, dict):
        complain("not_a_table")
        return problems
    if not isinstance(data.get("id"), str) or not ID.fullmatch(data["id"]):
        complain("id", value=data.get("id"))
    if not _whole(data.get("players"), terms.MIN_PLAYERS, terms.MAX_PLAYERS):
        complain("player_number", value=data.get("players"))
    if not _whole(data.get("game_turns"), 1, 20):
        complain("game_turns", value=data.get("game_turns"))
    regions = data.get("regions")
    if not isinstance(regions, list) or not 1 <= len(regions) <= terms.MAX_REGIONS:
        complain("regions", most=terms.MAX_REGIONS)
        return problems
    for number, entry in enumerate(regions, start=1):
        if not isinstance(entry, dict) or entry.get("id") != number:
            complain("region_id", region=number)
            continue
        terrain = entry.get("terrain")
        if terrain not in terms.TERRAINS:
            complain("terrain", region=number, word=terrain, nearest=nearest(str(terrain), terms.TERRAINS))
        symbols = entry.get("symbols", [])
        for symbol in symbols if isinstance(symbols, list) else [symbols]:
            if symbol not in terms.SYMBOLS:
                complain("symbol", region=number, word=symbol, nearest=nearest(str(symbol), terms.SYMBOLS))
        neighbors = entry.get("neighbors")
        if not isinstance(neighbors, list) or not all(_whole(n, 1, len(regions)) for n in neighbors):
            complain("neighbors", region=number)
        name = entry.get("name", "a")
        if not isinstance(name, str) or not name.replace("-", "0").isidentifier():
            complain("region_name", region=number, name=name)
        for key in ("lost_tribe", "edge"):
            if not isinstance(entry.get(key, False), bool):
                complain("flag", region=number, key=key, value=entry[key])
        if "outline" in entry and not _is_outline(entry["outline"], data.get("points")):
            complain("outline", region=number)
    if any(isinstance(entry, dict) and "outline" in entry for entry in regions) and not _has_points(data):
        complain("points")
    return problems


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


def _sense_problems(game_map: Map, source: str) -> list[Refusal]:
    """Problems of meaning: lopsided borders, land that falls apart, more pieces than the box has."""
    problems: list[Refusal] = []

    def complain(code: str, **params: object) -> None:
        problems.append(Refusal(f"map_{code}", {"file": source, **params}))

    labels = [region.label for region in game_map.regions]
    for label in sorted({label for label in labels if labels.count(label) > 1}):
        complain("same_name", name=label)
    for number, region in enumerate(game_map.regions):
        if number in region.neighbors:
            complain("own_neighbor", region=number + 1)
        for other in region.neighbors:
            if number not in game_map.regions[other].neighbors:
                complain("one_way", region=number + 1, other=other + 1)
    land = [n for n, region in enumerate(game_map.regions) if region.terrain in terms.LAND_TERRAINS]
    if not land:
        complain("no_land")
    else:
        reached, todo = {land[0]}, [land[0]]
        while todo:
            for other in game_map.regions[todo.pop()].neighbors:
                if other not in reached and other in land:
                    reached.add(other)
                    todo.append(other)
        if len(reached) < len(land):
            complain("not_connected", regions=[n + 1 for n in land if n not in reached])
        if not any(_is_border(game_map, number) for number in land):
            complain("no_border")
    return problems


def _is_border(game_map: Map, number: int) -> bool:
    region = game_map.regions[number]
    return region.edge or any(
        game_map.regions[other].terrain == "sea" and game_map.regions[other].edge
        for other in region.neighbors
    )


def _outline_problems(data: dict[str, Any], source: str) -> list[Refusal]:
    """Outlines, when given, must tell the same neighbours as the lists do."""
    regions = data["regions"]
    if not any("outline" in entry for entry in regions):
        return []
    missing = [entry["id"] for entry in regions if "outline" not in entry]
    if missing:
        return [Refusal("map_outline", {"file": source, "region": region}) for region in missing]
    segments: dict[frozenset[int], list[int]] = {}
    for entry in regions:
        outline = entry["outline"]
        for start, end in zip(outline, [*outline[1:], outline[0]], strict=True):
            segments.setdefault(frozenset((start, end)), []).append(entry["id"])
    drawn = {frozenset(owners) for owners in segments.values() if len(set(owners)) == 2}
    listed = {frozenset((entry["id"], other)) for entry in regions for other in entry["neighbors"]}
    return [
        Refusal("map_outline_differs", {"file": source, "region": min(pair), "other": max(pair)})
        for pair in sorted(drawn ^ listed, key=sorted)
    ]
