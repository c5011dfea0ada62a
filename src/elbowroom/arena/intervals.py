"""Intervals of 95 % confidence: how sure a share or a mean is."""

from __future__ import annotations

import math
from typing import Final

Interval = tuple[float, float]

Z: Final = 1.959964
"""95 % of a normal distribution lie within this many standard deviations."""


def wilson(wins: float, count: int) -> Interval:
    """Wilson's interval for a share."""
    share, spread = wins / count, Z * Z / count
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


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
