"""The story: events told as sentences, in the words of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.notation import title
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.engine.events import Event


def tell(events: list[Event], names: list[str]) -> list[str]:
    """One sentence for each event."""
    return [say(f"event_{event.code}", **_spoken(event, names)) for event in events]


def _spoken(event: Event, names: list[str]) -> dict[str, object]:
    """The parameters as people say them: players and pieces by name."""
    spoken = dict(event.params)
    for key, word in (("seat", "player"), ("ally", "ally")):
        seat = spoken.get(key)
        if isinstance(seat, int):
            spoken[word] = names[seat]
    for key in ("race", "power", "by"):
        entry = spoken.get(key)
        if isinstance(entry, str):
            spoken[key] = title(entry)
    return spoken
