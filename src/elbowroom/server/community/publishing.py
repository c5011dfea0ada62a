"""Publishing: from a text to a listed creation, and from there to new versions, withdrawal and deletion."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from elbowroom.rules.languages import granted
from elbowroom.rules.refusals import Refused
from elbowroom.server.community.balance_queue import enqueue
from elbowroom.server.community.balance_tests import has_failed, has_unfit_creation
from elbowroom.server.community.creation_names import (
    check_names_are_free,
    check_stored_names_are_free,
    names_of,
)
from elbowroom.server.community.gallery import folded
from elbowroom.server.community.held_versions import show_newest, waiting_version
from elbowroom.server.community.ids import new_id
from elbowroom.server.community.visibility import PUBLIC, visible_creation
from elbowroom.server.durations import DAY_SECONDS
from elbowroom.server.storage.community_rows import delete_creations
from elbowroom.server.storage.schema import (
    ACCOUNTS,
    ADMIN_ACTS,
    CREATION_VERSIONS,
    CREATIONS,
)
from elbowroom.server.tables.look_alikes import all_keys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.community.creations import Status
    from elbowroom.server.storage.people_db import PeopleDb
    from elbowroom.server.tables.creation_texts import CreationText

Review = Literal["first", "all", "none"]
"""Which publications a moderator sees before others do: those of an account of which none was listed yet,
something was hidden lately, or something is hidden as its test games failed; all of them; or none."""
DISTRUST_SECONDS: Final = 90 * DAY_SECONDS
"""For this time after a moderator hid a creation, a moderator looks at what its author publishes."""
MAX_SUMMARY_CHARACTERS: Final = 300
MAX_SUMMARY_LINES: Final = 2
MAX_CREATIONS_PER_ACCOUNT: Final = 100
MAX_VERSIONS: Final = 100
"""Of one creation."""
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


class Publication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody publishes."""

    text: str
    """A file with races and powers (TOML), or a map (JSON)."""
    summary: str
    """What its author says of it, on one or two lines."""
    language: str = ""
    """Of name and summary; empty: that of the request."""
    creation: str = ""
    """The creation of which this is a new version; empty for a new one."""
    note: str = ""
    """What has changed since the last version."""


class Published(msgspec.Struct, frozen=True):
    """What became of it."""

    creation: str
    version: str
    is_waiting: bool
    """Whether a moderator sees it before others do; those who see an earlier version still do."""
    is_known: bool
    """Whether this very version was there already."""


class Prospect(msgspec.Struct, frozen=True):
    """What would become of a publication."""

    is_waiting: bool
    """Whether a moderator would see it before others do."""


@dataclass(frozen=True)
class PublishingRules:
    """What the host decides about publications."""

    review: Review
    test_games: int
    """How many games are played to test a version."""


@dataclass(frozen=True)
class Draft:
    """What somebody publishes, after everything about it but its neighbours in the gallery was checked."""

    content: CreationText
    author: str
    summary: str
    language: str
    creation: str
    note: str


def checked_draft(publication: Publication, content: CreationText, author: str, language: str) -> Draft:
    """What is to be stored of a publication, in the language of the request if it names none."""
    return Draft(
        content,
        author,
        _checked_summary(publication.summary),
        _checked_language(publication.language or language),
        publication.creation,
        _checked_lines(publication.note),
    )


async def publish(people_db: PeopleDb, draft: Draft, rules: PublishingRules, now: float) -> Published:
    """Store a new creation, or a new version of one; what is there already is not stored again."""
    try:
        return await _publish(people_db, draft, rules, now)
    except IntegrityError:
        # The same text, or another new version, came at the same moment, perhaps in another process.
        return await _publish(people_db, draft, rules, now)


async def withdraw(people_db: PeopleDb, creation: str, author: str) -> None:
    """List a creation no longer."""
    await _set_status(people_db, creation, author, "withdrawn")


async def relist(people_db: PeopleDb, creation: str, author: str) -> None:
    """List a withdrawn creation again: what it shows was seen by all before."""
    await _set_status(people_db, creation, author, "listed")


async def prospect(people_db: PeopleDb, creation: str, author: str, review: Review, now: float) -> Prospect:
    """Whether a moderator would look first at a new version of a creation; at a new one if none is named."""
    async with people_db.read() as connection:
        if not creation:
            return Prospect(await _new_one_waits(connection, author, review, now))
        row = await visible_creation(connection, creation, author)
        if row.author != author:
            raise Refused("not_your_creation")
        return Prospect(await _new_version_waits(connection, row, review, now))


async def delete(people_db: PeopleDb, creation: str, author: str) -> None:
    """Delete a creation, with everything attached to it."""
    async with people_db.begin() as connection:
        row = await _own_creation(connection, creation, author)
        await delete_creations(connection, [row.id])


async def _publish(people_db: PeopleDb, draft: Draft, rules: PublishingRules, now: float) -> Published:
    async with people_db.begin() as connection:
        await _lock_account(connection, draft.author)
        known = await _known_version(connection, draft)
        if known is not None:
            return known
        row = await _own_creation(connection, draft.creation, draft.author) if draft.creation else None
        await check_names_are_free(connection, names_of(draft.content), draft.author)
        if row is None:
            published = await _store_new_creation(connection, draft, rules, now)
        else:
            published = await _store_new_version(connection, draft, row, rules, now)
        version = published.version
        await enqueue(connection, version, published.creation, draft.author, rules.test_games, now)
    return published


async def _lock_account(connection: AsyncConnection, person: str) -> None:
    """Let the publications of a person wait for each other, so that limits hold."""
    account = select(ACCOUNTS.c.person).where(ACCOUNTS.c.person == person).with_for_update()
    if (await connection.execute(account)).first() is None:
        raise Refused("needs_account")


async def _known_version(connection: AsyncConnection, draft: Draft) -> Published | None:
    """The version with the same text, if it is one's own; refused if it is that of somebody else."""
    query = (
        select(
            CREATIONS,
            ACCOUNTS.c.name.label("author_name"),
            CREATION_VERSIONS.c.held,
            CREATION_VERSIONS.c.refused_why,
        )
        .join(CREATION_VERSIONS, CREATION_VERSIONS.c.creation == CREATIONS.c.id)
        .join(ACCOUNTS, ACCOUNTS.c.person == CREATIONS.c.author)
        .where(CREATION_VERSIONS.c.digest == draft.content.digest)
    )
    row = (await connection.execute(query)).first()
    if row is None:
        return None
    if row.author == draft.author:
        is_held = row.held is not None
        waits = not row.refused_why if is_held else row.status == "waiting"
        return Published(row.id, draft.content.digest, waits, is_known=True)
    if row.status not in PUBLIC or row.held is not None:
        raise Refused("published_already")
    raise Refused("published_by", name=row.name, author=row.author_name, creation=row.id)


async def _store_new_creation(
    connection: AsyncConnection, draft: Draft, rules: PublishingRules, now: float
) -> Published:
    own = select(func.count()).where(CREATIONS.c.author == draft.author)
    if (await connection.scalar(own) or 0) >= MAX_CREATIONS_PER_ACCOUNT:
        raise Refused("too_many", most=MAX_CREATIONS_PER_ACCOUNT)
    waits = await _new_one_waits(connection, draft.author, rules.review, now)
    creation = new_id()
    row = {
        "id": creation,
        "author": draft.author,
        "kind": draft.content.kind,
        "status": "waiting" if waits else "listed",
        "reason": "",
        "versions": 1,
        "published_at": now,
        "changed_at": now,
        "games": 0,
        "likes": 0,
        "votes": 0,
        "rank": 0.0,
    }
    await connection.execute(insert(CREATIONS).values(row | _of_newest_version(draft)))
    await _store_version(connection, draft, creation, 1, now)
    return Published(creation, draft.content.digest, waits, is_known=False)


async def _store_new_version(
    connection: AsyncConnection, draft: Draft, row: Row[Any], rules: PublishingRules, now: float
) -> Published:
    if row.kind != draft.content.kind:
        raise Refused("creation_kind")
    of_creation = CREATION_VERSIONS.c.creation == row.id
    last = await connection.scalar(select(func.max(CREATION_VERSIONS.c.number)).where(of_creation)) or 0
    if last >= MAX_VERSIONS:
        raise Refused("too_many", most=MAX_VERSIONS)
    waits = await _new_version_waits(connection, row, rules.review, now)
    shown = _of_newest_version(draft)
    # What all see stays as it is until a moderator has allowed the new version.
    is_held = waits and row.status in PUBLIC
    held = msgspec.json.encode(shown).decode() if is_held else None
    await _store_version(connection, draft, row.id, last + 1, now, held)
    if not is_held:
        status = "waiting" if waits else row.status
        await show_newest(connection, row.id, shown | {"status": status}, now)
    return Published(row.id, draft.content.digest, waits, is_known=False)


async def _new_one_waits(connection: AsyncConnection, author: str, review: Review, now: float) -> bool:
    """Whether a moderator looks at a new creation of an author before others do."""
    # What is withdrawn was listed before: nothing else can be withdrawn.
    seen = select(CREATIONS.c.id).where(CREATIONS.c.author == author, CREATIONS.c.status.in_(PUBLIC)).limit(1)
    is_first = review == "first" and (await connection.execute(seen)).first() is None
    return is_first or await _is_reviewed(connection, author, review, now)


async def _new_version_waits(connection: AsyncConnection, row: Row[Any], review: Review, now: float) -> bool:
    """Whether a moderator looks at a new version of a creation before others do."""
    if await waiting_version(connection, row.id) is not None:
        return True
    if row.status in PUBLIC:
        return await _is_reviewed(connection, row.author, review, now)
    # A moderator looks at what replaces something hidden, unless it was hidden because its test had failed:
    # then it is listed when the test of the new version is done.
    return not (row.status == "hidden" and await has_failed(connection, row.newest))


async def _is_reviewed(connection: AsyncConnection, author: str, review: Review, now: float) -> bool:
    """Whether a moderator looks at everything that an author publishes."""
    if review != "first":
        return review == "all"
    hidden = (
        select(ADMIN_ACTS.c.id)
        .where(ADMIN_ACTS.c.act == "creation_hidden", ADMIN_ACTS.c.subject == author)
        .where(ADMIN_ACTS.c.at > now - DISTRUST_SECONDS)
        .limit(1)
    )
    is_distrusted = (await connection.execute(hidden)).first() is not None
    return is_distrusted or await has_unfit_creation(connection, author)


def _of_newest_version(draft: Draft) -> dict[str, object]:
    """What a creation shows of its newest version."""
    content = draft.content
    return {
        "name": content.name,
        "summary": draft.summary,
        "language": draft.language,
        "players": "".join(map(str, content.players)),
        "traits": _between_bars(content.traits),
        "name_keys": _between_bars(sorted(all_keys(names_of(content)))),
        "search_text": folded("\n".join([*content.words, draft.summary])),
        "newest": content.digest,
    }


async def _store_version(
    connection: AsyncConnection,
    draft: Draft,
    creation: str,
    number: int,
    now: float,
    held: str | None = None,
) -> None:
    content = draft.content
    row = {
        "digest": content.digest,
        "creation": creation,
        "number": number,
        "text": content.text,
        "box": msgspec.json.encode(content.box).decode(),
        "note": draft.note,
        "at": now,
        "held": held,
    }
    await connection.execute(insert(CREATION_VERSIONS).values(row))


async def _own_creation(connection: AsyncConnection, creation: str, author: str) -> Row[Any]:
    row = await visible_creation(connection, creation, author, holds=True)
    if row.author != author:
        raise Refused("not_your_creation")
    return row


async def _set_status(people_db: PeopleDb, creation: str, author: str, status: Status) -> None:
    async with people_db.begin() as connection:
        row = await _own_creation(connection, creation, author)
        if row.status not in PUBLIC:
            raise Refused("creation_unseen")
        if status == "listed" and await has_failed(connection, row.newest):
            raise Refused("creation_failed")
        if status == "listed":
            await check_stored_names_are_free(connection, row.id)
        if (row.status == "withdrawn") != (status == "withdrawn"):
            change = update(CREATIONS).where(CREATIONS.c.id == row.id).values(status=status)
            await connection.execute(change)


def _between_bars(words: Iterable[str]) -> str:
    return "".join(f"|{word}" for word in words) + "|"


def _checked_summary(text: str) -> str:
    """What an author says of a creation; others choose by it, so it is not empty."""
    summary = _checked_lines(text)
    if not summary:
        raise Refused("creation_summary_empty")
    return summary


def _checked_lines(text: str) -> str:
    """A short text on one or two lines, with single blanks."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    tidy = "\n".join(line for line in lines if line)
    is_readable = all(line.isprintable() for line in lines) and tidy.count("\n") < MAX_SUMMARY_LINES
    if len(tidy) > MAX_SUMMARY_CHARACTERS or not is_readable:
        raise Refused("creation_summary", most=MAX_SUMMARY_CHARACTERS)
    return tidy


def _checked_language(tag: str) -> str:
    """One of our languages, or the tag of another one."""
    if not _LANGUAGE.fullmatch(tag):
        raise Refused("language_tag", word=tag[:40])
    return granted(tag) or tag
