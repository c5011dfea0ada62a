"""Makes the icons and screenshots of the installed app: `make icons`.

They come from the drawings in web/public and the pictures in docs/img. Each icon notes the digest of its
drawing, so that a test can tell when it is out of date.
"""

from __future__ import annotations

import hashlib
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from elbowroom.drawing.svg.pixels import png

ROOT: Final = Path(__file__).parent.parent
PUBLIC: Final = ROOT / "web/public"
PICTURES: Final = ROOT / "docs/img"
SOURCE: Final = "Source"
"""The note in an icon that has the digest of its drawing."""

ICONS: Final = {
    "icon-192.png": ("favicon.svg", 192),
    "icon-512.png": ("favicon.svg", 512),
    "icon-maskable-192.png": ("icon-maskable.svg", 192),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    # iOS cuts the corners itself, and shows what is transparent in black.
    "apple-touch-icon.png": ("icon-maskable.svg", 180),
}
"""The drawing of each icon, and how wide and high it is."""

SCREENSHOTS: Final = {"screenshot-wide.jpg": "turn.jpg", "screenshot-narrow.jpg": "phone.jpg"}
"""The picture that is shown before somebody installs the app, for computers and for phones."""
MAX_WIDTH: Final = 1024
QUALITY: Final = 80


def digest_of(drawing: str) -> str:
    """What an icon notes of its drawing."""
    return hashlib.sha256((PUBLIC / drawing).read_bytes()).hexdigest()


def icon(drawing: str, width: int) -> bytes:
    """A drawing as a PNG file with its note."""
    notes = PngInfo()
    notes.add_text(SOURCE, digest_of(drawing))
    made = BytesIO()
    with Image.open(BytesIO(png((PUBLIC / drawing).read_text(encoding="utf-8"), width))) as image:
        image.save(made, "PNG", optimize=True, pnginfo=notes)
    return made.getvalue()


def screenshot(picture: str) -> bytes:
    """A picture of the docs, small enough for a page that somebody only glances at."""
    made = BytesIO()
    with Image.open(PICTURES / picture) as image:
        image.thumbnail((MAX_WIDTH, image.height), Image.Resampling.LANCZOS)
        image.save(made, "JPEG", quality=QUALITY, optimize=True)
    return made.getvalue()


def main() -> None:
    """Write all of them."""
    for name, (drawing, width) in ICONS.items():
        (PUBLIC / name).write_bytes(icon(drawing, width))
    for name, picture in SCREENSHOTS.items():
        (PUBLIC / name).write_bytes(screenshot(picture))


if __name__ == "__main__":
    main()
