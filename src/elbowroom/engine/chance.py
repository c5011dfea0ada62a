"""Chance: the dealer who draws outcomes for a real game, and a small generator for agents and playouts.

Both give the same numbers on every platform, interpreted or compiled. Neither is ever part of a state.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from elbowroom.engine import decisions
from elbowroom.rules.bits import nth, popcount

if TYPE_CHECKING:
    from elbowroom.engine.state import State

WORD: Final = 0xFFFFFFFF


@final
class Dealer:
    """Draws first player, banners, badges and die rolls, each kind from a stream of its own.

    The k-th draw of a kind depends on the key, the kind and k alone, so two games with the same key meet the
    same luck however differently they are played.
    """

    def __init__(self, key: bytes, draws: list[int] | None = None) -> None:
        """A dealer with this key; `draws` counts the draws made of each kind. Keep the key secret."""
        self._key: bytes = key
        self._hashed: bytes = blake2b(key, digest_size=32).digest()
        self._draws: list[int] = [0, 0, 0, 0] if draws is None else draws

    def skip(self, kind: int) -> None:
        """Pass over a draw that was made before (a game taken up again)."""
        self._draws[kind] += 1

    def take_back(self, kind: int) -> None:
        """Forget the last draw of a kind: the next one is the same again."""
        self._draws[kind] -= 1

    def copy(self) -> Dealer:
        """A dealer who will draw the same."""
        return Dealer(self._key, self._draws[:])

    def __reduce__(self) -> tuple[object, ...]:
        return Dealer, (self._key, self._draws[:])

    def draw(self, state: State) -> i64:
        """The outcome of the chance decision that is due."""
        kind = int(state.phase)
        count = self._draws[kind]
        self._draws[kind] = count + 1
        message = f"{decisions.PHASE_NAMES[kind]} {count}".encode()
        number = int.from_bytes(blake2b(message, key=self._hashed, digest_size=8).digest(), "big")
        if kind == decisions.DIE:
            die = state.setup.die
            faces: int = len(die)  # as an i64 it would make the division one of 64 bits
            return die[number % faces]
        return nth(state.legal, number % int(popcount(state.legal)))


@final
class Generator:
    """Small fast counter (sfc32): 32-bit arithmetic only, so that compiled and interpreted agree."""

    def __init__(self, seed: int) -> None:
        """Start from a seed."""
        self._a: i64 = seed & WORD
        self._b: i64 = seed >> 32 & WORD
        self._c: i64 = seed >> 64 & WORD
        self._counter: i64 = 1
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        a, b, c = self._a, self._b, self._c
        result = (a + b + self._counter) & WORD
        self._counter = (self._counter + 1) & WORD
        self._a = b ^ (b >> 9)
        self._b = (c + (c << 3)) & WORD
        self._c = ((((c << 21) & WORD) | (c >> 11)) + result) & WORD
        return result

    def below(self, limit: i64) -> i64:
        """A number from 0 up to, not including, the limit."""
        return (self.word() * limit) >> 32

    def outcome(self, state: State) -> i64:
        """A random outcome of the chance decision that is due."""
        if state.phase == decisions.DIE:
            die = state.setup.die
            return die[self.below(len(die))]
        return nth(state.legal, self.below(popcount(state.legal)))
