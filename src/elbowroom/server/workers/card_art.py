"""What link previews are drawn with beside our own symbols: emblems and fonts, from the browser client."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from elbowroom.drawing.svg.card import CardArt

ART_FOLDER: Final = Path(__file__).parents[1] / "client" / "card"
"""Where `make web` puts them; without them, cards show no names and no emblems."""


@lru_cache(maxsize=1)
def card_art(folder: Path = ART_FOLDER) -> CardArt:
    """The emblems without the element around them, and the font files."""
    sheet = folder / "emblems.svg"
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    emblems = text[text.index(">") + 1 : text.rindex("</svg>")] if text else ""
    return CardArt(emblems, tuple(str(font) for font in sorted(folder.glob("*.ttf"))))
