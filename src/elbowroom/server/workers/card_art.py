"""What link previews are drawn with beside our own symbols: emblems and fonts, from the browser client."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from elbowroom.drawing.svg.card import CardArt

ART_FOLDER: Final = Path(__file__).parents[1] / "client" / "card"
"""Where `make web` puts them; without them, cards show no names and no emblems."""


SHEETS: Final = ("emblems.svg", "ownEmblems.svg")


@lru_cache(maxsize=1)
def card_art(folder: Path = ART_FOLDER) -> CardArt:
    """The emblems without the element around them, and the font files."""
    emblems = "".join(_symbols_of(folder / name) for name in SHEETS)
    return CardArt(emblems, tuple(str(font) for font in sorted(folder.glob("*.ttf"))))


def _symbols_of(sheet: Path) -> str:
    """What is inside of the element around a sheet; nothing if there is no such sheet."""
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    return text[text.index(">") + 1 : text.rindex("</svg>")] if text else ""
