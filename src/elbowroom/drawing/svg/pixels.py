"""A picture as pixels. Making them needs the extra `draw`."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from elbowroom.rules.refusals import require

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


def png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """A drawing that is made this wide, as a PNG file; texts are written with these font files alone."""
    require("resvg_py", extra="draw")
    import resvg_py  # noqa: PLC0415 - only who asks for it pays

    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=list(fonts) or None
    )
    return bytes(drawn)


def small_png(svg: str, width: int, fonts: Sequence[str] = ()) -> bytes:
    """The same with a palette of 256 colours: a quarter of the bytes, and hardly a difference to see."""
    require("PIL", extra="draw")
    from PIL import Image  # noqa: PLC0415 - only who asks for it pays

    with Image.open(BytesIO(png(svg, width, fonts))) as image:
        colours = image.convert("RGB").quantize(dither=Image.Dither.NONE)
    small = BytesIO()
    colours.save(small, "PNG", optimize=True)
    return small.getvalue()


def pixels(svg: str, width: int) -> NDArray[np.uint8]:
    """The pixels of a drawing that is made this wide: rows, columns, and red, green, blue."""
    for module in ("numpy", "PIL"):
        require(module, extra="draw")
    import numpy as np  # noqa: PLC0415 - only who asks for it pays
    from PIL import Image  # noqa: PLC0415

    with Image.open(BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)
