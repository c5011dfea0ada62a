"""The log of what administrators do, in the browser and on the command line."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from sqlalchemy import select

from elbowroom.server.storage.schema import ADMIN_ACTS

if TYPE_CHECKING:
    from elbowroom.server.storage.people_db import PeopleDb

MAX_ACTS: Final = 200
"""How many are listed."""
ActKind = Literal[
    "admin_added",
    "admin_removed",
    "code_made",
    "chat_removed",
    "report_dismissed",
    "banned",
    "unbanned",
    "signed_out",
    "table_closed",
    "password_reset",
    "key_rotated",
    "creation_allowed",
    "creation_hidden",
    "comment_allowed",
    "comment_removed",
    "tip_allowed",
    "tip_removed",
]


class AdminAct(msgspec.Struct, frozen=True):
    """Something that an administrator did."""

    at: float
    admin_name: str
    """Empty for the command line, and for an account that was deleted."""
    act: ActKind
    table: str = ""
    seq: int | None = None
    """The entry of the table's log that it is about."""
    subject: str = ""
    """The person, or the network, that it is about."""
    subject_name: str = ""
    note: str = ""


async def note_act(people_db: PeopleDb, admin: str, act: AdminAct) -> None:
    """Write down an act; `admin` is the person who did it, empty for the command line."""
    row = {
        "id": secrets.token_hex(8),
        "at": act.at,
        "admin": admin,
        "admin_name": act.admin_name,
        "act": act.act,
        "table_id": act.table,
        "seq": act.seq,
        "subject": act.subject,
        "subject_name": act.subject_name,
        "note": act.note,
    }
    async with people_db.begin() as connection:
        await connection.execute(ADMIN_ACTS.insert().values(**row))


async def acts(people_db: PeopleDb, limit: int = MAX_ACTS) -> list[AdminAct]:
    """What was done last, newest first."""
    newest = select(ADMIN_ACTS).order_by(ADMIN_ACTS.c.at.desc(), ADMIN_ACTS.c.id).limit(limit)
    async with people_db.read() as connection:
        rows = (await connection.execute(newest)).mappings().all()
    return [
        AdminAct(
            at=row["at"],
            admin_name=row["admin_name"],
            act=row["act"],
            table=row["table_id"],
            seq=row["seq"],
            subject=row["subject"],
            subject_name=row["subject_name"],
            note=row["note"],
        )
        for row in rows
    ]
