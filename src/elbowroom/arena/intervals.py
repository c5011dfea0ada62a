"""Intervals of 95 % confidence: how sure a share, a mean or a ratio of means is."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

Interval = tuple[float, float]

Z: Final = 1.959964
"""95 % of a normal distribution lie within this many standard deviations."""


def wilson(wins: float, count: int, z: float = Z) -> Interval:
    """Wilson's interval for a share."""
    share, spread = wins / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    reach = z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def share_difference(own: tuple[float, int], other: tuple[float, int], z: float = Z) -> Interval:
    """Newcombe's interval for the difference of two shares, each given as wins and count."""
    (low, high), (other_low, other_high) = wilson(*own, z), wilson(*other, z)
    share, other_share = own[0] / own[1], other[0] / other[1]
    down = math.hypot(share - low, other_high - other_share)
    up = math.hypot(high - share, other_share - other_low)
    difference = share - other_share
    return difference - down, difference + up


def z_of_several(count: int) -> float:
    """Takes the place of `Z` where several intervals shall all hold with 95 % confidence (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / count)


def students_t(freedom: int) -> float:
    """Between plus and minus this lie 95 % of Student's distribution (expanded in 1 / freedom)."""
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824}
    if freedom in exact:
        return exact[freedom]
    z, n = Z, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def fieller(above: Sequence[float], below: Sequence[float]) -> Interval | None:
    """Fieller's interval for the ratio of two means that were observed in pairs.

    None if it has no ends: then the mean below the line may be 0.
    """
    count = len(above)
    if count < 2:
        return None
    top, bottom = sum(above) / count, sum(below) / count
    scale = students_t(count - 1) ** 2 / (count * (count - 1))
    top_spread = scale * sum((value - top) ** 2 for value in above)
    bottom_spread = scale * sum((value - bottom) ** 2 for value in below)
    shared = scale * sum((one - top) * (other - bottom) for one, other in zip(above, below, strict=True))
    # The ratios r with (top - r * bottom)² <= top_spread - 2 r shared + r² bottom_spread.
    square, middle = bottom**2 - bottom_spread, top * bottom - shared
    if square <= 0:
        return None
    reach = math.sqrt(max(0.0, middle**2 - square * (top**2 - top_spread)))
    return (middle - reach) / square, (middle + reach) / square
