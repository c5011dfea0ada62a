"""Pictures of the rules page: for each chapter that has something to show on the map, a position to draw.

What is drawn there is a game like any other; the words beside it are those of the chapter.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from elbowroom.content import read_text


@dataclass(frozen=True)
class RulePicture:
    """A position that shows what a chapter tells."""

    chapter: str
    position: str
    regions: tuple[int, ...]
    """The part of the map to look at; all of it if there are none."""


@cache
def rule_pictures() -> tuple[RulePicture, ...]:
    """All pictures, in the order of the chapters."""
    data = tomllib.loads(read_text("base", "rule_pictures.toml"))
    return tuple(
        RulePicture(
            chapter=picture["chapter"],
            position=picture["position"].strip() + "\n",
            regions=tuple(picture.get("regions", ())),
        )
        for picture in data["picture"]
    )
