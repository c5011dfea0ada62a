"""Events told as sentences, in the words of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine.events import Picked
from elbowroom.rules.piece_names import BOX, marker_words
from elbowroom.rules.words import told, unnamed_region

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.engine.events import Event
    from elbowroom.rules.piece_names import PieceNames


def tell(
    events: list[Event],
    names: list[str],
    region_name: Callable[[int], str] = unnamed_region,
    pieces: PieceNames = BOX,
) -> list[str]:
    """One text for each event."""
    return [sentence(event, names, region_name, pieces) for event in events]


def sentence(
    event: Event,
    names: list[str],
    region_name: Callable[[int], str] = unnamed_region,
    pieces: PieceNames = BOX,
) -> str:
    """What happened, with players, pieces and regions as people call them."""
    params = _named(msgspec.structs.asdict(event), names, region_name, pieces)
    text = told(f"event_{event.code}", params)
    if isinstance(event, Picked) and event.gained:
        return f"{text} {told('event_picked_coins', params)}"
    return text


def _named(
    params: dict[str, object], names: list[str], region_name: Callable[[int], str], pieces: PieceNames
) -> dict[str, object]:
    """The parameters of an event, with everything that it names in words."""
    for key, word in (("seat", "player"), ("ally", "ally"), ("to", "receiver")):
        seat = params.get(key)
        if isinstance(seat, int):
            params[word] = names[seat]
    race, power, by = params.get("race"), params.get("power"), params.get("by")
    if isinstance(race, str):
        params |= pieces.race_words(race, params.get("tokens"))
        if isinstance(power, str):
            params |= pieces.combo_words(power, race)
    if isinstance(by, str):
        params |= pieces.race_words(by, parameter="by")
    region, marker = params.get("region"), params.get("marker")
    if isinstance(region, int):
        params["region"] = region_name(region)
    if isinstance(marker, str):
        params |= marker_words([marker])
    return params
