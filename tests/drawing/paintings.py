"""Small painted maps for tests."""

from __future__ import annotations

from elbowroom.drawing.painted_maps import PaintedMap, PaintedRegion

TERRAINS = ("sea", "hill", "forest", "farmland", "swamp", "mountain", "lake")


def painting(text: str) -> tuple[tuple[int, ...], ...]:
    """The cells of a grid, written as a line of digits for each row."""
    return tuple(tuple(map(int, line.replace(" ", ""))) for line in text.strip().splitlines())


def painted(text: str, **changes: object) -> PaintedMap:
    """A painted map whose regions have the terrains above, in this order."""
    cells = painting(text)
    count = max(number for row in cells for number in row)
    fields: dict[str, object] = {
        "id": "isle",
        "players": 2,
        "game_turns": 10,
        "cells": cells,
        "regions": tuple(PaintedRegion(TERRAINS[at % len(TERRAINS)]) for at in range(count)),
    }
    return PaintedMap(**{**fields, **changes})  # type: ignore[arg-type]


THREE = """
    1 1 1 2 2 2
     1 1 2 2 2
    1 1 3 3 2 2
     1 3 3 3 2
    3 3 3 3 3 2
"""
"""Sea, hill and forest, which all touch each other and the edge."""

RING = """
    1 1 1 1 1 1 1
     1 2 2 2 2 1
    1 2 2 3 2 2 1
     1 2 3 3 2 1
    1 2 2 3 2 2 1
     1 2 2 2 2 1
    1 1 1 1 1 1 1
"""
"""A sea around a hill around a forest."""
