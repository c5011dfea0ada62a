"""Events told as sentences, in the words of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine.notation import title
from elbowroom.rules.words import told, unnamed_region

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.engine.events import Event


def tell(
    events: list[Event], names: list[str], region_name: Callable[[int], str] = unnamed_region
) -> list[str]:
    """One sentence for each event."""
    return [sentence(event, names, region_name) for event in events]


def sentence(
    event: Event,
    names: list[str],
    region_name: Callable[[int], str] = unnamed_region,
    marker_name: Callable[[str], str] = str,
) -> str:
    """What happened, with players, pieces and regions as people call them."""
    params: dict[str, object] = msgspec.structs.asdict(event)
    for key, word in (("seat", "player"), ("ally", "ally")):
        seat = params.get(key)
        if isinstance(seat, int):
            params[word] = names[seat]
    for key in ("race", "power", "by"):
        entry = params.get(key)
        if isinstance(entry, str):
            params[key] = title(entry)
    region, marker = params.get("region"), params.get("marker")
    if isinstance(region, int):
        params["region"] = region_name(region)
    if isinstance(marker, str):
        params["marker"] = marker_name(marker)
    return told(f"event_{event.code}", params)
