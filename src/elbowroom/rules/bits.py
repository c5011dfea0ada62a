"""Sets of regions as 64-bit masks: counting and walking their bits, and the vector they are kept in.

Interpreted and compiled code share these functions; each mode takes the way that is fast for it.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

try:
    from librt.vecs import vec as vec  # noqa: PLC0414 - exported
except ImportError:
    vec = list  # type: ignore[misc, assignment]

COMPILED: Final = not __file__.endswith(".py")


def only(index: i64) -> i64:
    """The set that holds this one element (0 to 61).

    Not `1 << index`: in the compiled code a small number on the left of a shift is a 32-bit `int`.
    """
    return 0x2000000000000000 >> (61 - index)


def popcount(mask: i64) -> i64:
    """How many bits are set."""
    if not COMPILED:
        return int(mask).bit_count()
    n = mask - ((mask >> 1) & 0x1555555555555555)
    n = (n & 0x3333333333333333) + ((n >> 2) & 0x3333333333333333)
    n = (n + (n >> 4)) & 0x0F0F0F0F0F0F0F0F
    n += n >> 8
    n += n >> 16
    n += n >> 32
    return n & 127


def lowest(mask: i64) -> i64:
    """The index of the lowest set bit of a mask that is not empty."""
    if not COMPILED:
        return int(mask & -mask).bit_length() - 1
    return popcount((mask & -mask) - 1)


def nth(mask: i64, n: i64) -> i64:
    """The index of the n-th set bit (from 0)."""
    while n > 0:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


def numbers(values: list[int]) -> vec[i64]:
    """A vector holding these numbers."""
    return vec[i64]([i64(value) for value in values])


def bits_of(mask: i64) -> list[int]:
    """The indexes of the set bits, ascending; for code that is not hot."""
    indexes: list[int] = []
    while mask != 0:
        indexes.append(int(lowest(mask)))
        mask &= mask - 1
    return indexes
