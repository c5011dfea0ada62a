"""What the tokens of a race look like: its colour and its emblem, those that its author chose included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.drawing.svg.palette import race_colour

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

OWN_SYMBOL: Final = "own-emblem-"
"""What the ids of the symbols of own emblems begin with."""


@dataclass(frozen=True)
class RaceLook:
    """What the tokens of a race look like."""

    colour: str
    symbol: str = ""
    """The id of the symbol of its emblem; without one, tokens show their number alone."""
    shape: str = ""
    """What the symbol is cut out of; empty if it stands alone."""


LookOf = Callable[[str], RaceLook]
"""What each race looks like."""


@dataclass(frozen=True)
class OwnLook:
    """What the author of a race chose, by name; empty where nothing was chosen."""

    colour: str = ""
    symbol: str = ""
    shape: str = ""


def plain_look(race: str) -> RaceLook:
    """The look of a race by its id alone."""
    return RaceLook(race_colour(race))


def own_looks(content: Content) -> dict[str, OwnLook]:
    """What authors chose for their races."""
    return {
        race.id: OwnLook(
            race.colour, race.emblem.symbol if race.emblem else "", race.emblem.shape if race.emblem else ""
        )
        for race in content.races
        if race.emblem or race.colour
    }


def coloured(own: dict[str, OwnLook]) -> LookOf:
    """The looks with the colours that authors chose, without any emblems."""
    return lambda race: RaceLook(race_colour(race, own.get(race, OwnLook()).colour))
