"""Comments on creations: short texts of those who made them or finished a game with them.

One that a moderator removed stays as an empty line: its author reads why, others that there was one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import func, select

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.ids import checked_id, new_id
from elbowroom.server.community.texts import MAX_COMMENT_CHARACTERS, MAX_COMMENT_LINES, checked_lines
from elbowroom.server.community.visibility import has_open_complaint, visible_creation
from elbowroom.server.community.votes import has_played_creation
from elbowroom.server.people.admins import is_admin
from elbowroom.server.people.profiles import MAX_PAGES
from elbowroom.server.storage.community_rows import delete_comments
from elbowroom.server.storage.schema import ACCOUNTS, COMMENTS

if TYPE_CHECKING:
    from sqlalchemy import Row, Select

    from elbowroom.server.community.blocked_words import BlockedWords
    from elbowroom.server.storage.people_db import PeopleDb

COMMENTS_PER_PAGE: Final = 20
MAX_COMMENTS_PER_PERSON: Final = 100
"""Of one person on one creation."""


class Comment(msgspec.Struct, frozen=True):
    """A comment."""

    id: str
    author: str
    text: str
    """Empty if a moderator removed it."""
    at: float
    is_own: bool
    has_played: bool
    """Whether its author finished a game with the creation; who made the creation needs none."""
    is_reported: bool
    """Whether the reader has reported it, and nobody has decided about it yet."""
    removed_why: str | None
    """Why a moderator removed it, for its author and administrators, else empty; None if it is there."""


class CommentList(msgspec.Struct, frozen=True):
    """Some of the comments, newest first."""

    comments: list[Comment]
    next: int | None


class NewComment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes."""

    text: str


async def comments_on(people_db: PeopleDb, creation: str, person: str | None, number: int = 1) -> CommentList:
    """A page of the comments on a creation, as somebody may see them."""
    if not 1 <= number <= MAX_PAGES:
        raise Refused("number_limits", value=number, low=1, high=MAX_PAGES)
    async with people_db.read() as connection:
        await visible_creation(connection, creation, person)
        is_judge = person is not None and await is_admin(connection, person)
        newest = _shown(person).where(COMMENTS.c.creation == creation)
        newest = newest.order_by(COMMENTS.c.at.desc(), COMMENTS.c.id).limit(COMMENTS_PER_PAGE + 1)
        rows = (await connection.execute(newest.offset((number - 1) * COMMENTS_PER_PAGE))).all()
    shown = [_comment(row, person, is_judge=is_judge) for row in rows[:COMMENTS_PER_PAGE]]
    return CommentList(shown, number + 1 if len(rows) > COMMENTS_PER_PAGE else None)


async def write_comment(
    people_db: PeopleDb, words: BlockedWords, creation: str, person: str, text: str, now: float
) -> Comment:
    """Comment on a creation that one made, or finished a game with."""
    tidy = checked_lines(text, MAX_COMMENT_CHARACTERS, MAX_COMMENT_LINES)
    words.check(tidy)
    row = {"id": new_id(), "creation": creation, "author": person, "text": tidy, "at": now}
    own = (COMMENTS.c.creation == creation) & (COMMENTS.c.author == person)
    async with people_db.begin() as connection:
        shown = await visible_creation(connection, creation, person, holds=True)
        if shown.author != person and not await connection.scalar(
            select(has_played_creation(creation, person))
        ):
            raise Refused("not_played")
        count = await connection.scalar(select(func.count()).select_from(COMMENTS).where(own))
        if (count or 0) >= MAX_COMMENTS_PER_PERSON:
            raise Refused("too_many", most=MAX_COMMENTS_PER_PERSON)
        await connection.execute(COMMENTS.insert().values(**row))
        written = (await connection.execute(_shown(person).where(COMMENTS.c.id == row["id"]))).one()
    return _comment(written, person)


async def delete_comment(people_db: PeopleDb, comment: str, person: str) -> None:
    """Delete one's own comment, also one that was removed."""
    own = (COMMENTS.c.id == checked_id(comment)) & (COMMENTS.c.author == person)
    async with people_db.begin() as connection:
        if not await delete_comments(connection, own):
            raise Refused("nothing_here")


def _shown(reader: str | None) -> Select[Any]:
    has_played = has_played_creation(COMMENTS.c.creation, COMMENTS.c.author).label("has_played")
    is_reported = has_open_complaint("comment", COMMENTS.c.id, reader).label("is_reported")
    named = COMMENTS.join(ACCOUNTS, ACCOUNTS.c.person == COMMENTS.c.author)
    return select(COMMENTS, ACCOUNTS.c.name, has_played, is_reported).select_from(named)


def _comment(row: Row[Any], person: str | None, *, is_judge: bool = False) -> Comment:
    is_own = row.author == person
    is_removed = row.removed_at is not None
    why = row.removed_why if is_own or is_judge else ""
    return Comment(
        id=row.id,
        author=row.name,
        text="" if is_removed else row.text,
        at=row.at,
        is_own=is_own,
        has_played=bool(row.has_played),
        is_reported=bool(row.is_reported),
        removed_why=why if is_removed else None,
    )
