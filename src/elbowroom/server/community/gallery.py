"""The gallery: creations as lists, as pages and as versions, for those who may see them."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Row, false, func, or_, select

from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.traits import Emblem
from elbowroom.rules.words import has_words
from elbowroom.server.community.balance_tests import BalanceTestSummary, balance_test_of, summaries_of
from elbowroom.server.community.creations import (
    CreationCard,
    CreationList,
    CreationPage,
    Order,
    OwnPart,
    PieceLook,
    Version,
    VersionInfo,
    VersionStatus,
)
from elbowroom.server.community.held_versions import shown_by
from elbowroom.server.community.visibility import has_open_complaint, may_see, may_see_held, visible_creation
from elbowroom.server.community.votes import has_played_creation, has_played_newest
from elbowroom.server.people.accounts import account_named
from elbowroom.server.storage.schema import (
    ACCOUNTS,
    COMMENTS,
    CREATION_VERSIONS,
    CREATION_VOTES,
    CREATIONS,
    NAME_KEYS,
)
from elbowroom.server.tables.box_contents import Box, own_box
from elbowroom.server.tables.creation_texts import TRAITS, Kind
from elbowroom.server.tables.look_alikes import name_keys, without_marks
from elbowroom.server.tables.settings import content_with

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.storage.people_db import PeopleDb

CREATIONS_PER_PAGE: Final = 24
MAX_PAGES: Final = 10_000
MAX_SEARCH_CHARACTERS: Final = 200
MAX_CREATIONS_OF_PROFILE: Final = 50
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_WORD: Final = re.compile(r"\w+")
_FILE_WORD: Final = re.compile(r"[a-z0-9]+")


_VERSIONS: Final = select(CREATION_VERSIONS)
_HISTORY: Final = select(
    *(CREATION_VERSIONS.c[name] for name in ("digest", "number", "at", "note", "held", "refused_why"))
).order_by(CREATION_VERSIONS.c.number.desc())
"""Versions without their texts, newest first."""


class GalleryQuery(msgspec.Struct, frozen=True):
    """Which creations are wanted."""

    search: str = ""
    kind: Kind | Literal[""] = ""
    players: int = 0
    trait: str = ""
    author: str = ""
    order: Order = "best"
    page: int = 1


class _StoredPiece(msgspec.Struct, frozen=True):
    id: str
    name: str
    emblem: Emblem | None = None
    colour: str | None = None


class _StoredMap(msgspec.Struct, frozen=True):
    has_outlines: bool


class _StoredBox(msgspec.Struct, frozen=True):
    """What a card needs of a box that was stored with a version."""

    races: list[_StoredPiece]
    powers: list[_StoredPiece]
    maps: list[_StoredMap]


def folded(text: str) -> str:
    """A text as it is searched: without case and accents."""
    return without_marks(text).casefold()


async def list_creations(
    people_db: PeopleDb, query: GalleryQuery, person: str | None, now: float
) -> CreationList:
    """A page of the listed creations; readers who ask for their own get the unlisted ones too."""
    if not 1 <= query.page <= MAX_PAGES:
        raise Refused("number_limits", value=query.page, low=1, high=MAX_PAGES)
    if len(query.search) > MAX_SEARCH_CHARACTERS:
        raise Refused("too_long", most=MAX_SEARCH_CHARACTERS)
    async with people_db.read() as connection:
        wanted = [*_wanted(query), await _by_author(connection, query.author, person)]
        total = await connection.scalar(_joined(func.count()).where(*wanted)) or 0
        first = (query.page - 1) * CREATIONS_PER_PAGE
        rows = _cards().where(*wanted).order_by(*_order(query.order))
        cards = await _read_cards(connection, rows.limit(CREATIONS_PER_PAGE).offset(first), now)
    has_more = first + CREATIONS_PER_PAGE < total
    return CreationList(cards, total, query.page + 1 if has_more else None)


async def creations_by(
    connection: AsyncConnection, author: str, reader: str | None, now: float
) -> list[CreationCard]:
    """The best of the listed creations of a person; to themselves all of theirs."""
    rows = _cards().where(CREATIONS.c.author == author).order_by(*_order("best"))
    if reader != author:
        rows = rows.where(CREATIONS.c.status == "listed").limit(MAX_CREATIONS_OF_PROFILE)
    return await _read_cards(connection, rows, now)


async def creation_card(people_db: PeopleDb, creation: str, person: str | None, now: float) -> CreationCard:
    """A creation in short, for somebody who may see it."""
    async with people_db.read() as connection:
        row = await visible_creation(connection, creation, person)
        return await _read_card(connection, row, now)


async def creation_page(people_db: PeopleDb, creation: str, person: str | None, now: float) -> CreationPage:
    """All about a creation, for somebody who may see it."""
    async with people_db.read() as connection:
        row = await visible_creation(connection, creation, person)
        card = await _read_card(connection, row, now)
        newest = (await connection.execute(_VERSIONS.where(CREATION_VERSIONS.c.digest == row.newest))).first()
        if newest is None:
            raise Refused("nothing_here")  # deleted just now
        may_see_all = await may_see_held(connection, row, person)
        of_creation = _HISTORY.where(CREATION_VERSIONS.c.creation == row.id)
        if not may_see_all:
            of_creation = of_creation.where(CREATION_VERSIONS.c.held.is_(None))
        versions = (await connection.execute(of_creation)).all()
        is_there = (COMMENTS.c.creation == row.id) & COMMENTS.c.removed_at.is_(None)
        comments = await connection.scalar(select(func.count()).select_from(COMMENTS).where(is_there))
        tests = await summaries_of(connection, [version.digest for version in versions], now)
        test = await balance_test_of(connection, row.newest, now)
        own = await _own_part(connection, row, person)
    return CreationPage(
        card=card,
        box=version_box(newest),
        text=newest.text,
        history=[_version_info(one, tests.get(one.digest)) for one in versions],
        test=test,
        comments=comments or 0,
        own=own,
        reason=row.reason if may_see_all else "",
    )


async def find_version(people_db: PeopleDb, digest: str, person: str | None) -> Version:
    """A version, for somebody who may see its creation."""
    if not _DIGEST.fullmatch(digest):
        raise Refused("nothing_here")
    query = (
        _joined(CREATION_VERSIONS, CREATIONS, ACCOUNTS.c.name.label("author_name"))
        .join(CREATION_VERSIONS, CREATION_VERSIONS.c.creation == CREATIONS.c.id)
        .where(CREATION_VERSIONS.c.digest == digest)
    )
    async with people_db.read() as connection:
        row = (await connection.execute(query)).first()
        sees = may_see if row is None or row.held is None else may_see_held
        if row is None or not await sees(connection, row, person):
            raise Refused("nothing_here")
    return Version(
        digest=row.digest,
        creation=row.creation,
        number=row.number,
        name=row.name if row.held is None else shown_by(row)["name"],
        kind=row.kind,
        author=row.author_name,
        status=row.status if row.held is None else _held_status(row),
        text=row.text,
        box=version_box(row),
    )


def _version_info(row: Row[Any], test: BalanceTestSummary | None) -> VersionInfo:
    status: VersionStatus = "shown" if row.held is None else _held_status(row)
    return VersionInfo(row.digest, row.number, row.at, row.note, status, row.refused_why, test)


def _held_status(version: Row[Any]) -> Literal["waiting", "hidden"]:
    return "hidden" if version.refused_why else "waiting"


def file_name(version: Version) -> str:
    """What a version is called as a file."""
    words = _FILE_WORD.findall(folded(version.name))
    return f"{'-'.join(words) or version.kind}.{'json' if version.kind == 'map' else 'toml'}"


def version_box(version: Row[Any]) -> Box:
    """What is in a version, told anew if it was stored in words that this edition does not have."""
    with suppress(msgspec.ValidationError):
        box = msgspec.json.decode(version.box, type=Box)
        if all(has_words(line.code) for piece in (*box.races, *box.powers) for line in piece.traits):
            return box
    return own_box(content_with((version.text,)))


async def _own_part(connection: AsyncConnection, creation: Row[Any], person: str | None) -> OwnPart:
    if person is None:
        return OwnPart(is_author=False, has_played=False, may_vote=False, is_liked=None, is_reported=False)
    votes, is_author = CREATION_VOTES.c, person == creation.author
    vote = select(votes.is_liked).where(votes.creation == creation.id, votes.person == person)
    questions = (
        has_played_creation(creation.id, person),
        has_played_newest(creation, person),
        has_open_complaint("creation", creation.id, person),
    )
    has_played, has_newest, is_reported = (await connection.execute(select(*questions))).one()
    return OwnPart(
        is_author=is_author,
        has_played=bool(has_played),
        may_vote=bool(has_newest) and not is_author,
        is_liked=await connection.scalar(vote),
        is_reported=bool(is_reported),
    )


def _wanted(query: GalleryQuery) -> list[ColumnElement[bool]]:
    """The conditions of a query, without that on the author."""
    found = [CREATIONS.c.search_text.contains(word, autoescape=True) for word in _words(query.search)]
    conditions: list[ColumnElement[bool]] = [*found]
    if query.kind:
        conditions.append(CREATIONS.c.kind == query.kind)
    if query.players:
        is_number = MIN_PLAYERS <= query.players <= MAX_PLAYERS
        conditions.append(CREATIONS.c.players.contains(str(query.players)) if is_number else false())
    if query.trait:
        is_known = query.trait in TRAITS
        conditions.append(CREATIONS.c.traits.contains(f"|{query.trait}|") if is_known else false())
    return conditions


def _words(search: str) -> Iterable[str]:
    return dict.fromkeys(_WORD.findall(folded(search)))


async def _by_author(connection: AsyncConnection, name: str, person: str | None) -> ColumnElement[bool]:
    """That creations are listed, and by the account with this name; one's own are all.

    If no account has it, by those whose names begin so, without regard to case and accents.
    """
    is_listed = CREATIONS.c.status == "listed"
    if not name:
        return is_listed
    account = await account_named(connection, name)
    if account is None:
        begins = [NAME_KEYS.c.key.startswith(key, autoescape=True) for key in sorted(name_keys(name)) if key]
        people = select(NAME_KEYS.c.person).where(or_(false(), *begins))
        return CREATIONS.c.author.in_(people) & is_listed
    is_theirs = CREATIONS.c.author == account.person
    return is_theirs if account.person == person else is_theirs & is_listed


def _order(order: Order) -> tuple[ColumnElement[Any], ...]:
    best, played = CREATIONS.c.rank.desc(), CREATIONS.c.games.desc()
    newest = (CREATIONS.c.changed_at.desc(), CREATIONS.c.id)
    if order == "newest":
        return newest
    return (played, best, *newest) if order == "played" else (best, played, *newest)


def _joined(*columns: Any) -> Select[Any]:  # noqa: ANN401 - whatever can be selected
    """A query on creations and their authors."""
    return select(*columns).select_from(CREATIONS).join(ACCOUNTS, ACCOUNTS.c.person == CREATIONS.c.author)


def _cards() -> Select[Any]:
    author, box = ACCOUNTS.c.name.label("author_name"), CREATION_VERSIONS.c.box
    return _joined(CREATIONS, author, box).join(
        CREATION_VERSIONS, CREATION_VERSIONS.c.digest == CREATIONS.c.newest
    )


async def _read_card(connection: AsyncConnection, row: Row[Any], now: float) -> CreationCard:
    cards = await _read_cards(connection, _cards().where(CREATIONS.c.id == row.id), now)
    if not cards:
        raise Refused("nothing_here")  # deleted just now
    return cards[0]


async def _read_cards(connection: AsyncConnection, query: Select[Any], now: float) -> list[CreationCard]:
    rows = (await connection.execute(query)).all()
    tests = await summaries_of(connection, [row.newest for row in rows], now)
    return [_card(row, tests.get(row.newest)) for row in rows]


def _card(row: Row[Any], test: BalanceTestSummary | None) -> CreationCard:
    box = msgspec.json.decode(row.box, type=_StoredBox)
    return CreationCard(
        id=row.id,
        kind=row.kind,
        name=row.name,
        summary=row.summary,
        language=row.language,
        author=row.author_name,
        status=row.status,
        version=row.newest,
        versions=row.versions,
        published_at=row.published_at,
        changed_at=row.changed_at,
        players=[int(digit) for digit in row.players],
        traits=[trait for trait in row.traits.split("|") if trait],
        pieces=[_look(piece, is_race=True) for piece in box.races]
        + [_look(piece, is_race=False) for piece in box.powers],
        has_board=any(one.has_outlines for one in box.maps),
        games=row.games,
        likes=row.likes,
        votes=row.votes,
        test=test,
    )


def _look(piece: _StoredPiece, *, is_race: bool) -> PieceLook:
    return PieceLook(piece.id, piece.name, is_race, piece.emblem, piece.colour)
