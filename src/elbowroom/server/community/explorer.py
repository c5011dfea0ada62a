"""The explorer on this server: what computers' games showed of each combo, and beside it what people's did.

The two are never mixed. Computers' games come with the package; people's are those that were finished here.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import exists, func, select

from elbowroom.arena.explore_picks import GamePicks
from elbowroom.arena.explore_tally import Tally
from elbowroom.arena.explorer_pages import Exploration, ExplorerPage, ExplorerRow
from elbowroom.rules.content import base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.server.community.played_games import StoredPick
from elbowroom.server.durations import MINUTE_SECONDS
from elbowroom.server.storage.schema import COMBO_PICKS, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.arena.explorer_data import ExplorerData
    from elbowroom.server.storage.people_db import PeopleDb

    PickRows = Sequence[tuple[str, str]]
    """Table and pick, oldest game first."""

ANY: Final = "-"
"""Stands for any race, or any special power."""
RENEW_SECONDS: Final = 5 * MINUTE_SECONDS
"""Minimum seconds between two updates of people's pages."""
MAX_PICKS: Final = 60_000
"""People's pages are made of the newest picks, for each number of players: those of about 10,000 games."""
ROWS_AT_ONCE: Final = 1000


class OverviewPart(msgspec.Struct, frozen=True):
    """All races, special powers and combos in short."""

    games: int
    picks: int
    lots: int
    """How many of the picks were drawn by lot; none of people's are."""
    first_third: int
    """The last game turn of the first third; picks up to it are early."""
    rows: list[ExplorerRow]


class ComboOverview(msgspec.Struct, frozen=True):
    """What games with this number of players showed, computers' and people's side by side."""

    players: int
    computers: OverviewPart | None
    """None if this server has no such data."""
    people: OverviewPart | None
    """None if nobody has finished such a game here."""


class ComboPart(msgspec.Struct, frozen=True):
    """A page, with what all pages of its kind have in common."""

    games: int
    """The number of games with this number of players, whatever was picked in them."""
    first_third: int
    page: ExplorerPage


class ComboPage(msgspec.Struct, frozen=True):
    """A race, a special power or a combo, by computers' and by people's games."""

    players: int
    race: str | None
    power: str | None
    computers: ComboPart | None
    people: ComboPart | None
    is_people_soon: bool
    """Whether people's part is missing only because it has not been made since such a game was finished."""


@dataclass(frozen=True)
class _Known:
    """People's pages as they were made last."""

    exploration: Exploration | None
    stored: tuple[int, float | None]
    """How many picks there were, and when the newest came."""
    open_games: frozenset[str]
    """The games that could be replayed then."""
    looked_at: float


class Explorer:
    """Answers from the shipped data and from what people played here."""

    def __init__(
        self,
        people_db: PeopleDb,
        monotonic: Callable[[], float],
        shipped: Callable[[], ExplorerData | None],
    ) -> None:
        """The shipped data are read when they are first asked for."""
        self._people_db = people_db
        self._monotonic = monotonic
        self._shipped = shipped
        self._known: dict[int, _Known] = {}
        self._making = {players: asyncio.Lock() for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)}

    async def overview(self, players: int) -> ComboOverview:
        """All races, special powers and combos in short."""
        computers, people = await self._both(players)
        return ComboOverview(players, _overview_part(computers), _overview_part(people))

    async def page(self, players: int, race: str, power: str) -> ComboPage:
        """The page of a race, a special power or a combo; `ANY` stands for the part that is left open."""
        box = base_content()
        own_race = _known_id(race, [entry.id for entry in box.races])
        own_power = _known_id(power, [entry.id for entry in box.powers])
        if own_race is None and own_power is None:
            raise Refused("nothing_here")
        computers, people = await self._both(players)
        parts = [_combo_part(found, own_race, own_power) for found in (computers, people)]
        is_soon = parts[1] is None and await self._has_picks(players, own_race, own_power)
        of_people = await self._without_lost_games(parts[1])
        return ComboPage(players, own_race, own_power, parts[0], of_people, is_soon)

    async def shipped_record(self, game: str) -> str | None:
        """The record of a game of computers; None if it is none of those to replay."""
        data = await asyncio.to_thread(self._shipped)
        return None if data is None else data.record(game)

    async def may_replay(self, table_id: str) -> bool:
        """Whether this is a finished game of people that strangers may look at."""
        query = select(TABLES.c.id).where(TABLES.c.id == table_id, _is_replayable())
        async with self._people_db.read() as connection:
            return (await connection.execute(query)).first() is not None

    async def _has_picks(self, players: int, race: str | None, power: str | None) -> bool:
        """Whether people finished a game in which it was picked."""
        picks = select(COMBO_PICKS.c.table_id).where(COMBO_PICKS.c.players == players).limit(1)
        if race is not None:
            picks = picks.where(COMBO_PICKS.c.race == race)
        if power is not None:
            picks = picks.where(COMBO_PICKS.c.power == power)
        async with self._people_db.read() as connection:
            return (await connection.execute(picks)).first() is not None

    async def _without_lost_games(self, part: ComboPart | None) -> ComboPart | None:
        """A page as it was made, but for tables that were removed or closed to strangers since."""
        if part is None or not part.page.games:
            return part
        query = select(TABLES.c.id).where(TABLES.c.id.in_(part.page.games), _is_replayable())
        async with self._people_db.read() as connection:
            still_there = set(await connection.scalars(query))
        games = tuple(game for game in part.page.games if game in still_there)
        return msgspec.structs.replace(part, page=msgspec.structs.replace(part.page, games=games))

    async def _both(self, players: int) -> tuple[Exploration | None, Exploration | None]:
        if players not in self._making:
            raise Refused("player_count", players=players)
        data = await asyncio.to_thread(self._shipped)
        return None if data is None else data.of(players), await self._of_people(players)

    async def _of_people(self, players: int) -> Exploration | None:
        async with self._making[players]:
            known = self._known.get(players)
            if known is None or self._monotonic() >= known.looked_at + RENEW_SECONDS:
                known = self._known[players] = await self._look(players, known)
            return known.exploration

    async def _look(self, players: int, known: _Known | None) -> _Known:
        """Make the pages anew, unless nothing was played since, and no table opened, closed or removed."""
        looked_at = self._monotonic()
        async with self._people_db.read() as connection:
            total = select(func.count(), func.max(COMBO_PICKS.c.at)).where(COMBO_PICKS.c.players == players)
            count, newest = (await connection.execute(total)).one()
            stored = int(count), newest
            open_games = frozenset(await connection.scalars(_replayable_games(players)))
            if known is not None and (known.stored, known.open_games) == (stored, open_games):
                return _Known(known.exploration, stored, open_games, looked_at)
            picks = await _newest_picks(connection, players)
        # Decoding and estimating take long; meanwhile requests are answered.
        made = await asyncio.to_thread(explore_picks, players, picks, open_games) if picks else None
        return _Known(made, stored, open_games, looked_at)


def explore_picks(players: int, picks: PickRows, open_games: Collection[str]) -> Exploration:
    """The pages that these picks make; those of one game stand together."""
    from elbowroom.arena.explorer import explore  # noqa: PLC0415 - numpy is slow to import

    tally = Tally(players)
    for table_id, of_game in groupby(picks, key=lambda pick: pick[0]):
        stored = [msgspec.json.decode(text, type=StoredPick) for _, text in of_game]
        rows = tuple(pick.row for pick in stored)
        tally.add(table_id, GamePicks(players, stored[0].map_id, stored[0].game_turns, rows))
    return explore(tally, open_games)


async def _newest_picks(connection: AsyncConnection, players: int) -> PickRows:
    newest = (
        select(COMBO_PICKS)
        .where(COMBO_PICKS.c.players == players)
        .order_by(COMBO_PICKS.c.at.desc(), COMBO_PICKS.c.table_id, COMBO_PICKS.c.number)
        .limit(MAX_PICKS)
        .subquery()
    )
    in_order = select(newest.c.table_id, newest.c.pick).order_by(
        newest.c.at, newest.c.table_id, newest.c.number
    )
    picks: list[tuple[str, str]] = []
    async for rows in (await connection.stream(in_order)).partitions(ROWS_AT_ONCE):
        picks += [(row.table_id, row.pick) for row in rows]
    return picks


def _is_replayable() -> ColumnElement[bool]:
    """Whoever has the id of a table may watch there, so only those of open tables are told."""
    is_counted = exists().where(COMBO_PICKS.c.table_id == TABLES.c.id)
    return (TABLES.c.status == "over") & TABLES.c.is_open.is_(True) & is_counted


def _replayable_games(players: int) -> Select[Any]:
    """The ids of all games with so many players that may be shown."""
    is_of_these = exists().where(COMBO_PICKS.c.table_id == TABLES.c.id, COMBO_PICKS.c.players == players)
    return select(TABLES.c.id).where(_is_replayable(), is_of_these)


def _known_id(word: str, known: Collection[str]) -> str | None:
    if word == ANY:
        return None
    if word not in known:
        raise Refused("nothing_here")
    return word


def _overview_part(found: Exploration | None) -> OverviewPart | None:
    if found is None:
        return None
    return OverviewPart(found.games, found.picks, found.lots, found.first_third, found.overview())


def _combo_part(found: Exploration | None, race: str | None, power: str | None) -> ComboPart | None:
    page = None if found is None else found.page(race, power)
    if found is None or page is None:
        return None
    return ComboPart(found.games, found.first_third, page)
