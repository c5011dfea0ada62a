"""What is shown of creations: the cards of the gallery, the page of each, its versions."""

from __future__ import annotations

from typing import Literal

import msgspec

from elbowroom.rules.traits import Emblem
from elbowroom.server.community.balance_tests import BalanceTest, BalanceTestSummary
from elbowroom.server.tables.box_contents import Box
from elbowroom.server.tables.creation_texts import Kind

Status = Literal["waiting", "listed", "withdrawn", "hidden"]
"""Waiting: a moderator has not seen it yet. Withdrawn by its author; hidden by a moderator."""
VersionStatus = Literal["waiting", "shown", "hidden"]
"""Waiting: a moderator has not seen it yet, and its creation shows the one before; hidden by a moderator."""
Order = Literal["best", "newest", "played"]


class PieceLook(msgspec.Struct, frozen=True):
    """How a piece of a creation looks in small."""

    id: str
    name: str
    is_race: bool
    emblem: Emblem | None
    colour: str | None


class CreationCard(msgspec.Struct, frozen=True):
    """A creation in a list."""

    id: str
    kind: Kind
    name: str
    summary: str
    language: str
    """Of name and summary."""
    author: str
    """The name of the account."""
    status: Status
    version: str
    """The digest of the newest version."""
    versions: int
    published_at: float
    changed_at: float
    players: list[int]
    """Numbers of players that it is for."""
    traits: list[str]
    """Keys of the content format that it uses."""
    pieces: list[PieceLook]
    has_board: bool
    """Whether there is a map that can be drawn: `/api/versions/{digest}/board`."""
    games: int
    """Finished games of people with it."""
    likes: int
    """Of the newest version, as votes are."""
    votes: int
    test: BalanceTestSummary | None
    """What test games of the newest version showed in short."""


class CreationList(msgspec.Struct, frozen=True):
    """A page of the gallery."""

    creations: list[CreationCard]
    total: int
    next: int | None
    """The number of the next page, if there is one."""


class VersionInfo(msgspec.Struct, frozen=True):
    """A version of a creation."""

    digest: str
    number: int
    at: float
    note: str
    """What the author says has changed."""
    status: VersionStatus
    """Waiting and hidden ones are told to the author and administrators alone."""
    reason: str
    """Why a moderator hid it."""
    test: BalanceTestSummary | None


class OwnPart(msgspec.Struct, frozen=True):
    """What the reader has to do with a creation."""

    is_author: bool
    has_played: bool
    """Whether they finished a game with it, whichever version, and so may comment."""
    may_vote: bool
    """Whether they finished a game with the newest version, and did not make it."""
    is_liked: bool | None
    """Their vote on the newest version."""
    is_reported: bool
    """Whether they have reported it, and nobody has decided about it yet."""


class CreationPage(msgspec.Struct, frozen=True):
    """All about a creation."""

    card: CreationCard
    box: Box
    """What is in the newest version, in words."""
    text: str
    """The newest version as a file."""
    history: list[VersionInfo]
    """All versions that the reader may see, newest first."""
    test: BalanceTest | None
    """What test games of the newest version showed."""
    comments: int
    own: OwnPart
    reason: str
    """For its author and administrators: why a moderator hid it."""


class Version(msgspec.Struct, frozen=True):
    """A version as it was published; it never changes."""

    digest: str
    creation: str
    number: int
    name: str
    kind: Kind
    author: str
    status: Status
    """Of the creation: a version of a withdrawn one can still be read and played.

    A new version may wait, or be hidden, by itself."""
    text: str
    box: Box
