"""Tips: how to play a combo with a given number of players, from people who did.

Everybody has one tip for each combo and number of players. Whoever changes its text writes a new tip in the
place of the old one: votes on other words, and their removal, do not count for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import case, delete, select

from elbowroom.rules.content import base_content
from elbowroom.rules.languages import languages
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.community.ids import checked_id, new_id
from elbowroom.server.community.texts import MAX_TIP_CHARACTERS, checked_line
from elbowroom.server.community.visibility import has_open_complaint
from elbowroom.server.community.votes import has_played_combo
from elbowroom.server.storage.community_rows import delete_tips
from elbowroom.server.storage.schema import ACCOUNTS, TIP_VOTES, TIPS

if TYPE_CHECKING:
    from sqlalchemy import Row, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.community.blocked_words import BlockedWords
    from elbowroom.server.storage.people_db import PeopleDb

MAX_LISTED_TIPS: Final = 50


class Tip(msgspec.Struct, frozen=True):
    """A tip."""

    id: str
    race: str
    power: str
    players: int
    language: str
    author: str
    text: str
    at: float
    """When it was written or changed last."""
    useful: int
    """Votes of people who have played the combo and find it useful."""
    votes: int
    is_own: bool
    is_useful: bool | None
    """The reader's vote."""
    is_reported: bool
    """Whether the reader has reported it, and nobody has decided about it yet."""
    removed_why: str | None
    """Why a moderator removed it, which its author alone is shown; None if it is there."""


class TipList(msgspec.Struct, frozen=True):
    """Tips for a combo: the reader's language first, then the most useful ones."""

    tips: list[Tip]
    has_played: bool
    """Whether the reader has played the combo with this number of players, and so may write and vote."""
    own: Tip | None
    """Their own tip, also if it is not among these."""


class NewTip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody writes; it replaces their earlier tip for the same combo and number of players."""

    race: str
    power: str
    players: int
    language: str
    text: str


async def tips_for(
    people_db: PeopleDb, race: str, power: str, players: int, language: str, limit: int, person: str | None
) -> TipList:
    """The best tips for a combo, those in a language first."""
    _check_combo(race, power, players)
    if not 1 <= limit <= MAX_LISTED_TIPS:
        raise Refused("number_limits", value=limit, low=1, high=MAX_LISTED_TIPS)
    combo = (TIPS.c.race == race) & (TIPS.c.power == power) & (TIPS.c.players == players)
    others_last = case((TIPS.c.language == language, 0), else_=1)
    best = _shown(person).where(combo, TIPS.c.removed_at.is_(None))
    best = best.order_by(others_last, TIPS.c.rank.desc(), TIPS.c.changed_at.desc(), TIPS.c.id).limit(limit)
    own, has_played = None, False
    async with people_db.read() as connection:
        rows = (await connection.execute(best)).all()
        if person is not None:
            theirs = _shown(person).where(combo, TIPS.c.author == person)
            own = (await connection.execute(theirs)).first()
            has_played = bool(await connection.scalar(select(has_played_combo(race, power, players, person))))
    return TipList(
        [_tip(row, person) for row in rows], has_played, None if own is None else _tip(own, person)
    )


async def tips_of(connection: AsyncConnection, author: str, person: str | None) -> list[Tip]:
    """The tips that somebody wrote, newest first; the author sees removed ones too."""
    newest = _shown(person).where(TIPS.c.author == author)
    if author != person:
        newest = newest.where(TIPS.c.removed_at.is_(None))
    newest = newest.order_by(TIPS.c.changed_at.desc(), TIPS.c.id).limit(MAX_LISTED_TIPS)
    return [_tip(row, person) for row in await connection.execute(newest)]


async def write_tip(people_db: PeopleDb, words: BlockedWords, person: str, new: NewTip, now: float) -> Tip:
    """Write one's tip for a combo, or change it."""
    _check_combo(new.race, new.power, new.players)
    if new.language not in languages():
        raise Refused("unknown_language", word=new.language, known=list(languages()))
    text = checked_line(new.text, MAX_TIP_CHARACTERS)
    words.check(text)
    key = {"author": person, "race": new.race, "power": new.power, "players": new.players}
    written = {"language": new.language, "text": text, "changed_at": now}
    untouched = {"useful": 0, "votes": 0, "rank": 0.0}
    which = TIPS.c.author == person
    for name in ("race", "power", "players"):
        which &= TIPS.c[name] == key[name]
    async with people_db.begin() as connection:
        if not await connection.scalar(select(has_played_combo(new.race, new.power, new.players, person))):
            raise Refused("not_played")
        row = people_db.insert(TIPS).values(**key, **written, **untouched, id=new_id(), at=now)
        made = await connection.execute(row.on_conflict_do_nothing())
        if not made.rowcount:
            await _change(connection, which, written)
        found = (await connection.execute(_shown(person).where(which))).one()
    return _tip(found, person)


async def delete_tip(people_db: PeopleDb, tip: str, person: str) -> None:
    """Delete one's own tip, also one that was removed."""
    own = (TIPS.c.id == checked_id(tip)) & (TIPS.c.author == person)
    async with people_db.begin() as connection:
        if not await delete_tips(connection, own):
            raise Refused("nothing_here")


async def _change(connection: AsyncConnection, which: Any, written: dict[str, Any]) -> None:  # noqa: ANN401 - SQL
    """Give a tip another text, without the votes on the one before, or only another language."""
    before = (await connection.execute(select(TIPS).where(which).with_for_update())).one()
    if (before.text, before.language) == (written["text"], written["language"]):
        return
    values = dict(written)
    if before.text != written["text"]:
        await connection.execute(delete(TIP_VOTES).where(TIP_VOTES.c.tip == before.id))
        values |= {"useful": 0, "votes": 0, "rank": 0.0, "removed_at": None, "removed_why": ""}
    await connection.execute(TIPS.update().where(TIPS.c.id == before.id).values(**values))


def _check_combo(race: str, power: str, players: int) -> None:
    """Refuse what is not in the box."""
    base_content().race(race)
    base_content().power(power)
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise Refused("player_count", players=players)


def _shown(person: str | None) -> Select[Any]:
    own = (TIP_VOTES.c.tip == TIPS.c.id) & (TIP_VOTES.c.person == (person or ""))
    vote = select(TIP_VOTES.c.is_useful).where(own)
    return (
        select(
            TIPS,
            ACCOUNTS.c.name,
            vote.scalar_subquery().label("is_useful"),
            has_open_complaint("tip", TIPS.c.id, person).label("is_reported"),
        )
        .select_from(TIPS)
        .join(ACCOUNTS, ACCOUNTS.c.person == TIPS.c.author)
    )


def _tip(row: Row[Any], person: str | None) -> Tip:
    is_removed = row.removed_at is not None
    return Tip(
        id=row.id,
        race=row.race,
        power=row.power,
        players=row.players,
        language=row.language,
        author=row.name,
        text=row.text,
        at=row.changed_at,
        useful=row.useful,
        votes=row.votes,
        is_own=row.author == person,
        is_useful=None if row.is_useful is None else bool(row.is_useful),
        is_reported=bool(row.is_reported),
        removed_why=row.removed_why if is_removed else None,
    )
