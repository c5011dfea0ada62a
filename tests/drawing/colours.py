"""Colours as the eye takes them: how different two are, and whether one can be read on the other."""

from __future__ import annotations

from math import dist

Three = tuple[float, float, float]

VISIONS: dict[str, tuple[Three, Three, Three]] = {
    "normal vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What is left of linear red, green and blue: Machado, Oliveira and Fernandes 2009, severity 1."""


def light(colour: str) -> list[float]:
    """Linear red, green and blue."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, vision: str = "normal vision") -> Three:
    """A colour in OKLab: lightness from 0 to 1, green to red, blue to yellow."""
    parts = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, parts, strict=True)))) for row in VISIONS[vision]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def difference(a: str, b: str, vision: str = "normal vision") -> float:
    """The distance of two colours in OKLab."""
    return dist(seen(a, vision), seen(b, vision))


def contrast(a: str, b: str) -> float:
    """How well one colour can be read on the other, from 1 to 21."""
    first, second = (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05 for r, g, b in map(light, (a, b)))
    return max(first, second) / min(first, second)
