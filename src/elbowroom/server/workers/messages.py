"""What the server and its thinkers say to each other: one line of JSON each."""

from __future__ import annotations

import msgspec


class Question(msgspec.Struct, frozen=True):
    """A position in which a computer is to decide, or to give a hint."""

    id: int
    player: str
    """Table and seat, so that a plan for the turn can be found again."""
    position: str
    level: str
    seed: int
    content: tuple[str, ...] = ()
    is_hint: bool = False


class Hint(msgspec.Struct, frozen=True):
    """Something that one could do, with what it promises and why."""

    action: str
    coins: int
    behind: float
    """Coins by which it ends behind the best of them; how far that is ahead would tell what others hide."""
    reasons: list[tuple[str, dict[str, object]]]


class Answer(msgspec.Struct, frozen=True):
    """What to do; or hints; or why there is no answer."""

    id: int
    action: str = ""
    hints: list[Hint] = []
    error: str = ""
