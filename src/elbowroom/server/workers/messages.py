"""What the server and its workers say to each other: one line of JSON each."""

from __future__ import annotations

from typing import Literal

import msgspec

from elbowroom.engine.view import View
from elbowroom.server.tables.agreement import Agreement
from elbowroom.server.tables.box import Box
from elbowroom.server.tables.entries import AnyEntry, Opened


class Question(msgspec.Struct, frozen=True, tag_field="ask", tag=str.lower):
    """What all questions have in common: each gets one answer."""


class Decide(Question, frozen=True):
    """What a computer does in a position."""

    player: str
    """Table and seat, so that a plan for the turn can be found again."""
    position: str
    level: str
    seed: int
    content: tuple[str, ...] = ()


class Advise(Question, frozen=True):
    """The best few things that somebody could do in a position."""

    player: str
    position: str
    level: str
    content: tuple[str, ...] = ()


class Check(Question, frozen=True):
    """Whether a game can be played like this."""

    agreement: Agreement


class Read(Question, frozen=True):
    """The log that tells the game of a record."""

    record: str


class Draw(Question, frozen=True):
    """What a map looks like, with what a viewer sees standing on it."""

    map: str
    view: View | None


class Sketch(Question, frozen=True):
    """The ground of a map in a theme, or, without one, where everything stands on it."""

    map: str
    theme: Literal["day", "night"] | None


class Inspect(Question, frozen=True):
    """What races, powers and maps of one's own do."""

    content: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True, tag_field="answer", tag=str.lower):
    """What all answers have in common: they answer the last question."""


class Action(Answer, frozen=True):
    """What a computer does, in the words of the notation."""

    action: str


class Hint(msgspec.Struct, frozen=True):
    """Something that one could do, with what it promises and why."""

    action: str
    coins: int
    behind: float
    """Coins by which it ends behind the best of them; how far that is ahead would tell what others hide."""
    reasons: list[tuple[str, dict[str, object]]]
    """What speaks for this one and not for all of them."""
    shared: list[tuple[str, dict[str, object]]]
    """What is true of all that were told with it."""


class Advice(Answer, frozen=True):
    """The best few things that could be done."""

    hints: list[Hint]


class Fine(Answer, frozen=True):
    """It can be played."""


class Replay(Answer, frozen=True):
    """The opening and the entries that tell the game of a record."""

    opened: Opened
    entries: list[AnyEntry]


class Picture(Answer, frozen=True):
    """A picture, as PNG."""

    png: bytes


class Sketched(Answer, frozen=True):
    """A drawing as SVG, or a layout as JSON, compressed."""

    packed: bytes


class Inspected(Answer, frozen=True):
    """What one's own races, powers and maps do."""

    box: Box


class No(Answer, frozen=True):
    """A refusal."""

    code: str
    params: dict[str, object]


Thinking = Decide | Advise
Clerical = Check | Read | Draw | Sketch | Inspect
AnyAnswer = Action | Advice | Fine | Replay | Picture | Sketched | Inspected | No
