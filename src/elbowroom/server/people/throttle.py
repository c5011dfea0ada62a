"""How often a person may try something within some seconds, counted in memory."""

from __future__ import annotations

import time
from collections import deque
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_KEYS: Final = 20_000
"""Keys that are remembered; those that tried longest ago are forgotten first."""
HOUSEHOLD_BITS: Final = 56
"""Bits of an IPv6 address that a household has at most; it may choose the rest as it likes."""


class Throttle:
    """Lets each key through a number of times within a span that slides along."""

    def __init__(self, limit: int, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        """Allow `limit` tries in `seconds`."""
        self._limit = limit
        self._seconds = seconds
        self._now = now
        self._tries: dict[str, deque[float]] = {}

    def take(self, key: str) -> bool:
        """Count one try; False if there were too many, which is not counted."""
        now = self._now()
        tries = self._tries.pop(key, deque())
        while tries and tries[0] <= now - self._seconds:
            tries.popleft()
        may = len(tries) < self._limit
        if may:
            tries.append(now)
        # The dictionary stays in the order of the last try.
        self._tries[key] = tries
        if len(self._tries) > MAX_KEYS:
            del self._tries[next(iter(self._tries))]
        return may

    def give_back(self, key: str) -> None:
        """Do not count the last try of a key after all."""
        tries = self._tries.get(key)
        if tries:
            tries.pop()


class Buckets:
    """For each key an amount that is used up bit by bit, and grows again with time."""

    def __init__(self, amount: float, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        """Allow `amount` at once; it is full again after `seconds`."""
        self._amount = amount
        self._per_second = amount / seconds
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}
        """What a key had left, and when; keys that are not there have all of it."""

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Use some of it; False, and nothing is used, if there is not enough left."""
        now = self._now()
        left, at = self._left.pop(key, (self._amount, now))
        left = min(self._amount, left + (now - at) * self._per_second)
        may = left >= cost
        # The dictionary stays in the order of the last try.
        self._left[key] = (left - cost if may else left, now)
        if len(self._left) > MAX_KEYS:
            del self._left[next(iter(self._left))]
        return may


def household(address: str) -> str:
    """What is counted as one address: of IPv6 the part that one household has."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{int(parsed) >> (parsed.max_prefixlen - HOUSEHOLD_BITS):x}"
