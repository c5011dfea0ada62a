"""Complaints about creations, comments and tips, and publications that wait for a moderator.

Nothing is hidden because people complained: a moderator looks first, and says why.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec
from sqlalchemy import and_, func, or_, select, update

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.creation_names import check_stored_names_are_free
from elbowroom.server.community.gallery import version_box
from elbowroom.server.community.held_versions import HAS_WAITING, allow, refuse, shown_by, waiting_version
from elbowroom.server.community.ids import checked_id
from elbowroom.server.community.visibility import PUBLIC, visible_creation
from elbowroom.server.people.mutes import checked_reason
from elbowroom.server.rooms.moderation import MAX_REPORTS
from elbowroom.server.storage.schema import (
    ACCOUNTS,
    COMMENTS,
    COMPLAINTS,
    CREATION_VERSIONS,
    CREATIONS,
    TIPS,
)
from elbowroom.server.tables.creation_texts import words_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Row, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.admin_acts import ActKind
    from elbowroom.server.storage.people_db import PeopleDb

MAX_WAITING_SHOWN: Final = 50
"""Publications in a list; the next come when some of these are decided about."""
MAX_WORDS_CHARACTERS: Final = 20_000
"""Of the words of one publication in a list; the whole of it is in its file."""
Subject = Literal["creation", "comment", "tip"]
SUBJECTS: Final[tuple[Subject, ...]] = get_args(Subject)
_WAITS: Final = or_(CREATIONS.c.status == "waiting", and_(CREATIONS.c.status.in_(PUBLIC), HAS_WAITING))
"""Whether a moderator is to look at a creation, or at a new version of it."""
_TABLES: Final[dict[Subject, Table]] = {"creation": CREATIONS, "comment": COMMENTS, "tip": TIPS}


class CommunityReport(msgspec.Struct, frozen=True):
    """Something that people complained of."""

    kind: Subject
    id: str
    at: float
    """Of the newest complaint."""
    reasons: list[str]
    author: str
    name: str
    """Of the creation, or of the combo that a tip is for."""
    text: str
    """The summary of a creation, the text of a comment or a tip."""
    address: str
    """Where it can be read: a path of this server."""
    handled_at: float | None


class WaitingCreation(msgspec.Struct, frozen=True):
    """A publication, or a new version of one, that nobody but its author sees before a moderator has."""

    id: str
    version: str
    name: str
    summary: str
    kind: str
    author: str
    at: float
    is_new_version: bool
    """Whether all see an earlier version meanwhile; to decide about the new one alone, name it."""
    words: list[str]
    """All else that others would read: in the file and the notes of its versions, newest first."""
    has_more_words: bool
    """Whether there are more words than are told here."""


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a moderator decides."""

    is_fine: bool
    """Whether it may be seen by all; else it is hidden (a creation) or removed (a comment, a tip)."""
    reason: str = ""
    """Told to its author; needed unless it is fine."""
    version: str = ""
    """Of a creation: the digest of a new version that waits; the decision is about it alone."""


class Judged(msgspec.Struct, frozen=True):
    """What a moderator's decision changed, for the log of acts."""

    act: ActKind
    author: str
    """The person."""
    author_name: str
    note: str


def subject_kind(word: str) -> Subject:
    """The kind of thing that a word names; refused if there is none."""
    found = next((kind for kind in SUBJECTS if kind == word), None)
    if found is None:
        raise Refused("nothing_here")
    return found


async def complain(
    people_db: PeopleDb, kind: Subject, subject: str, person: str, reason: str, now: float
) -> None:
    """Complain of something that one can see; again counts only if it was changed since a decision."""
    text = checked_reason(reason)
    async with people_db.begin() as connection:
        changed_at = await _changed_at(connection, kind, subject, person)
        row = people_db.insert(COMPLAINTS).values(
            kind=kind, subject=subject, reporter=person, reason=text, at=now
        )
        again = row.on_conflict_do_update(
            index_elements=["kind", "subject", "reporter"],
            set_={"reason": row.excluded.reason, "at": row.excluded.at, "handled_at": None},
            where=COMPLAINTS.c.handled_at < changed_at,
        )
        await connection.execute(again)


async def complaints(
    people_db: PeopleDb, *, is_handled: bool = False, limit: int = MAX_REPORTS
) -> list[CommunityReport]:
    """What people complained of and nobody has decided about yet, or has, newest first."""
    handled = COMPLAINTS.c.handled_at.is_not(None) if is_handled else COMPLAINTS.c.handled_at.is_(None)
    newest = select(COMPLAINTS).where(handled).order_by(COMPLAINTS.c.at.desc()).limit(limit)
    async with people_db.read() as connection:
        rows = (await connection.execute(newest)).all()
        grouped: dict[tuple[Subject, str], list[Row[Any]]] = {}
        for row in rows:
            grouped.setdefault((row.kind, row.subject), []).append(row)
        items = {
            (kind, item.id): item
            for kind in SUBJECTS
            for item in await _items(connection, kind, [one for of, one in grouped if of == kind])
        }
    return [
        _report(kind, items[kind, one], rows) for (kind, one), rows in grouped.items() if (kind, one) in items
    ]


async def count_open_complaints(people_db: PeopleDb) -> int:
    """How many creations, comments and tips wait for a decision."""
    waiting = (
        select(COMPLAINTS.c.kind, COMPLAINTS.c.subject).where(COMPLAINTS.c.handled_at.is_(None)).distinct()
    )
    async with people_db.read() as connection:
        return int(await connection.scalar(select(func.count()).select_from(waiting.subquery())) or 0)


async def waiting_creations(people_db: PeopleDb, limit: int = MAX_WAITING_SHOWN) -> list[WaitingCreation]:
    """Publications that wait for a moderator, oldest first."""
    oldest = (
        select(CREATIONS, ACCOUNTS.c.name.label("author_name"))
        .join(ACCOUNTS, ACCOUNTS.c.person == CREATIONS.c.author)
        .where(_WAITS)
        .order_by(CREATIONS.c.changed_at, CREATIONS.c.id)
        .limit(limit)
    )
    async with people_db.read() as connection:
        rows = (await connection.execute(oldest)).all()
        return [await _waiting(connection, row) for row in rows]


async def _waiting(connection: AsyncConnection, row: Row[Any]) -> WaitingCreation:
    """A publication with the words of all its versions: who may see it can read the earlier ones, too."""
    new = await waiting_version(connection, row.id) if row.status in PUBLIC else None
    shown = row._asdict() if new is None else shown_by(new)
    versions = (
        select(CREATION_VERSIONS)
        .where(CREATION_VERSIONS.c.creation == row.id, CREATION_VERSIONS.c.refused_why == "")
        .order_by(CREATION_VERSIONS.c.number.desc())
    )
    words: dict[str, None] = {}
    async for version in await connection.stream(versions):
        for word in (version.note, *words_in(version.text, version_box(version))):
            if word not in ("", shown["name"], shown["summary"]):
                words[word] = None
    told, room = [], MAX_WORDS_CHARACTERS
    for word in words:
        room -= len(word)
        if room < 0:
            break
        told.append(word)
    return WaitingCreation(
        id=row.id,
        version=shown["newest"],
        name=shown["name"],
        summary=shown["summary"],
        kind=row.kind,
        author=row.author_name,
        at=row.changed_at if new is None else new.at,
        is_new_version=new is not None,
        words=told,
        has_more_words=len(told) < len(words),
    )


async def count_waiting_creations(people_db: PeopleDb) -> int:
    """How many publications wait for a moderator."""
    waiting = select(func.count()).select_from(CREATIONS).where(_WAITS)
    async with people_db.read() as connection:
        return int(await connection.scalar(waiting) or 0)


async def judge(
    people_db: PeopleDb, kind: Subject, subject: str, judgement: Judgement, now: float
) -> Judged | None:
    """Carry out what a moderator decided about something, complained of or not; all complaints are settled.

    None if nothing changed by it.
    """
    reason = checked_reason(judgement.reason)
    if not judgement.is_fine and not reason:
        raise Refused("reason_needed")
    about = (COMPLAINTS.c.kind == kind) & (COMPLAINTS.c.subject == checked_id(subject))
    async with people_db.begin() as connection:
        table = _TABLES[kind]
        held = await connection.scalar(select(table.c.id).where(table.c.id == subject).with_for_update())
        items = [] if held is None else await _items(connection, kind, [subject])
        if not items:
            raise Refused("nothing_here")
        if kind == "creation" and judgement.version:
            await _judge_version(connection, items[0], judgement, reason, now)
            return _judged(kind, items[0], reason, is_fine=judgement.is_fine)
        if kind == "creation" and judgement.is_fine and items[0].status not in PUBLIC:
            # Somebody else may have got a name of it while it waited or was hidden.
            await check_stored_names_are_free(connection, subject)
        open_ones = update(COMPLAINTS).where(about, COMPLAINTS.c.handled_at.is_(None))
        settled = await connection.execute(open_ones.values(handled_at=now))
        change = _change(kind, items[0], reason, now, is_fine=judgement.is_fine)
        await connection.execute(update(table).where(table.c.id == subject).values(**change))
    if not settled.rowcount and all(getattr(items[0], name) == value for name, value in change.items()):
        return None
    return _judged(kind, items[0], reason, is_fine=judgement.is_fine)


async def _judge_version(
    connection: AsyncConnection, creation: Row[Any], judgement: Judgement, reason: str, now: float
) -> None:
    if judgement.is_fine:
        await allow(connection, creation, judgement.version, now)
    else:
        await refuse(connection, creation, judgement.version, reason)


def _judged(kind: Subject, item: Row[Any], reason: str, *, is_fine: bool) -> Judged:
    acts: dict[Subject, tuple[ActKind, ActKind]] = {
        "creation": ("creation_allowed", "creation_hidden"),
        "comment": ("comment_allowed", "comment_removed"),
        "tip": ("tip_allowed", "tip_removed"),
    }
    note = ": ".join(part for part in (_name(kind, item), reason) if part)
    return Judged(acts[kind][not is_fine], item.author, item.author_name, note)


async def _changed_at(connection: AsyncConnection, kind: Subject, subject: str, person: str) -> float:
    """When something that a person can see was changed last; refused for what they cannot see."""
    if kind == "creation":
        return float((await visible_creation(connection, subject, person, holds=True)).changed_at)
    table = _TABLES[kind]
    there = select(table).where(table.c.id == checked_id(subject), table.c.removed_at.is_(None))
    row = (await connection.execute(there.with_for_update())).first()
    if row is None:
        raise Refused("nothing_here")
    if kind == "comment":
        await visible_creation(connection, row.creation, person)
        return float(row.at)
    return float(row.changed_at)


async def _items(connection: AsyncConnection, kind: Subject, ids: Iterable[str]) -> list[Row[Any]]:
    """Creations, comments or tips, with the names of their authors."""
    table = _TABLES[kind]
    query = select(table, ACCOUNTS.c.name.label("author_name")).select_from(
        table.join(ACCOUNTS, ACCOUNTS.c.person == table.c.author)
    )
    if kind == "comment":
        query = query.add_columns(CREATIONS.c.name.label("creation_name")).outerjoin(
            CREATIONS, CREATIONS.c.id == COMMENTS.c.creation
        )
    return list((await connection.execute(query.where(table.c.id.in_(list(ids))))).all())


def _change(kind: Subject, item: Row[Any], reason: str, now: float, *, is_fine: bool) -> dict[str, Any]:
    """The values that a decision sets."""
    if kind == "creation":
        # What its author has withdrawn is not listed by a moderator.
        fine = "withdrawn" if item.status == "withdrawn" else "listed"
        return {"status": fine, "reason": ""} if is_fine else {"status": "hidden", "reason": reason}
    if is_fine:
        return {"removed_at": None, "removed_why": ""}
    is_again = item.removed_at is not None and item.removed_why == reason
    return {"removed_at": item.removed_at if is_again else now, "removed_why": reason}


def _report(kind: Subject, item: Row[Any], rows: list[Row[Any]]) -> CommunityReport:
    return CommunityReport(
        kind=kind,
        id=item.id,
        at=rows[0].at,
        reasons=[row.reason for row in rows],
        author=item.author_name,
        name=_name(kind, item),
        text=item.summary if kind == "creation" else item.text,
        address=_address(kind, item),
        handled_at=rows[0].handled_at,
    )


def _name(kind: Subject, item: Row[Any]) -> str:
    """What moderators know it by: the creation, or the combo with the number of players."""
    if kind == "tip":
        return f"{item.power} {item.race} ({item.players})"
    return str(item.name if kind == "creation" else item.creation_name or "")


def _address(kind: Subject, item: Row[Any]) -> str:
    if kind == "tip":
        return f"/explore/{item.players}/{item.race}/{item.power}"
    return f"/gallery/{item.id if kind == 'creation' else item.creation}"
