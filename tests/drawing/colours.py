"""Colours as the eye takes them: how far apart two are, and whether one can be read on the other."""

from __future__ import annotations

Three = tuple[float, float, float]

VISIONS: dict[str, tuple[Three, Three, Three]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What the eye makes of linear red, green and blue, by the kind of colour vision."""


def light(colour: str) -> list[float]:
    """Linear red, green and blue."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, vision: str = "usual") -> Three:
    """A colour as coordinates in which distance is difference to the eye (CIE Lab)."""
    parts = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in VISIONS[vision]
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: str, b: str) -> float:
    """How well one colour can be read on the other, from 1 to 21."""
    first, second = (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in map(light, (a, b)))
    return max(first, second) / min(first, second)
