"""The time of the server: what entries are dated with, and what the clocks of players are measured with.

It follows the clock of the machine, but it never goes back, and it passes only while people can play. It
stands still while the program is stopped, the machine sleeps, or the database does not answer. Afterwards it
jumps to the time of the machine. A jump is remembered, so that no player is charged for it.
"""

from __future__ import annotations

import time
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from elbowroom.server.storage.store import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_STALL_SECONDS: Final = 2.0
"""The server's time stands still if nobody ticks, or something is being written, for longer than this."""
MAX_LAG_SECONDS: Final = 5.0
"""If it has fallen behind the machine's clock by more than this, it jumps."""
GRACE_SECONDS: Final = 20.0
"""No clock runs out in this time after the server or its database was away."""
SLOW_RATE: Final = 0.9
"""How fast the server's time runs while it is ahead of the machine's clock, which was set back."""
MAX_JUMPS: Final = 1000
"""Jumps that are remembered."""


class Jump(NamedTuple):
    """The server's time went from `at` to `at + seconds` in an instant."""

    at: float
    seconds: float


class ServerTime:
    """The time of one server process."""

    def __init__(self, wall: Callable[[], float], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._time = wall()
        self._rate = 1.0
        self._counted = monotonic()
        """Up to here the time of `monotonic` has been counted."""
        self._last_tick: float | None = None
        """None if nobody ticks: then a stopped program is not noticed."""
        self._writes: dict[object, float] = {}
        """Writes to the store that are on their way, and when each began."""
        self._away_since: float | None = None
        """Since when the database has been unavailable."""
        self._jumps: deque[Jump] = deque(maxlen=MAX_JUMPS)
        self.grace_until = 0.0
        """No clock runs out before this time."""

    def begin(self, stored: float | None) -> Jump | None:
        """Start after the time that a server stored last; returns the jump over the time between."""
        self._time = self._wall() if stored is None else stored
        self._counted = self._last_tick = self._monotonic()
        jump = None if stored is None else self._follow(self._wall() - self._time)
        self.grace_until = self._time + GRACE_SECONDS
        return jump

    def now(self) -> float:
        """Seconds since 1970; never less than before."""
        self._count_until(self._monotonic())
        return self._time

    def tick(self) -> Jump | None:
        """Called several times a second; returns the jump, if the time had to be put right."""
        self._skip_stall()
        self._last_tick = self._counted
        if any(limit < self._counted for limit in self._limits()):  # the database is still away
            return None
        ahead = self._wall() - self._time
        self._rate = SLOW_RATE if ahead < -MAX_LAG_SECONDS else 1.0
        return self._follow(ahead) if ahead > MAX_LAG_SECONDS else None

    def hear(self, at: float) -> None:
        """Another process dated an entry so: it is at least as late."""
        ahead = at - self.now()
        if ahead > MAX_LAG_SECONDS:
            self._follow(ahead)
        elif ahead > 0:
            self._time = at

    def jumped_since(self, at: float) -> float:
        """The seconds of all jumps after this time."""
        return sum(jump.seconds for jump in self._jumps if jump.at >= at)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something is written to the store: if that takes long, or fails, time stands still."""
        write = object()
        self._writes[write] = self._monotonic()
        try:
            yield
        except Unavailable:
            if self._away_since is None:
                self.now()
                self._away_since = self._counted
            raise
        else:
            self.database_is_back()
        finally:
            self._skip_stall()
            del self._writes[write]

    @property
    def is_database_away(self) -> bool:
        """Whether the last write failed."""
        return self._away_since is not None

    def database_is_back(self) -> None:
        """The database answers again."""
        if self._away_since is not None:
            self._skip_stall()
            self._away_since = None

    def _limits(self) -> Iterator[float]:
        """The moments of `monotonic` up to which time is counted."""
        if self._last_tick is not None:
            yield self._last_tick + MAX_STALL_SECONDS
        if self._writes:
            yield min(self._writes.values()) + MAX_STALL_SECONDS
        if self._away_since is not None:
            yield self._away_since

    def _count_until(self, monotonic: float) -> None:
        until = min((monotonic, *self._limits()))
        if until > self._counted:
            self._time += (until - self._counted) * self._rate
            self._counted = until

    def _skip_stall(self) -> None:
        """Count what may be counted up to now, and leave out the rest."""
        monotonic = self._monotonic()
        self._count_until(monotonic)
        if self._counted < monotonic:
            self._counted = monotonic
            self.grace_until = self._time + GRACE_SECONDS

    def _follow(self, seconds: float) -> Jump | None:
        """Jump forward."""
        if seconds <= 0:
            return None
        jump = Jump(self._time, seconds)
        self._jumps.append(jump)
        self._time += seconds
        self.grace_until = self._time + GRACE_SECONDS
        return jump
