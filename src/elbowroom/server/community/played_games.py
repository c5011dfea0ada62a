"""What people played with: creations, and the combos they picked, written down when a game is over.

Who has played with a creation or a combo may vote; the explorer of people's games is made of the picks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import insert, select, update

from elbowroom.arena.explore_picks import PickRow, can_be_explored, picks_of
from elbowroom.arena.ratings import FIRST_RATING
from elbowroom.server.people.finished_games import FinishedGames
from elbowroom.server.people.results import outcomes_of
from elbowroom.server.storage.schema import (
    COMBO_PICKS,
    COUNTED_GAMES,
    CREATION_PLAYS,
    CREATION_VERSIONS,
    CREATIONS,
    RESULTS,
)
from elbowroom.server.tables.creation_texts import version_digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection

    from elbowroom.server.people.results import Outcome
    from elbowroom.server.tables.table import Table


class StoredPick(msgspec.Struct, frozen=True, array_like=True):
    """A pick, with what the explorer needs to know of its game."""

    map_id: str
    game_turns: int
    row: PickRow


class PlayedGames(FinishedGames):
    """Writes down with which creations and combos people played to the end."""

    rows = COUNTED_GAMES

    async def store(self, connection: AsyncConnection, table_id: str, table: Table) -> None:
        """Count a game; one that began in the middle counts for nothing."""
        await connection.execute(insert(COUNTED_GAMES).values(table_id=table_id))
        if not is_counted(table):
            return
        people = [outcome for outcome in outcomes_of(table) if played_to_the_end(table, outcome.seat)]
        plays = await _creation_plays(connection, table_id, table, people)
        if plays:
            await connection.execute(insert(CREATION_PLAYS), plays)
        for creation in sorted({str(play["creation"]) for play in plays}):
            counted = {"games": CREATIONS.c.games + 1}
            await connection.execute(update(CREATIONS).where(CREATIONS.c.id == creation).values(counted))
        if people and can_be_explored(table.running):
            strengths = [await _strength(connection, table, seat) for seat in range(len(table.seats))]
            picks = combo_picks(table_id, table, strengths)
            if picks:
                await connection.execute(insert(COMBO_PICKS), picks)


async def versions_at(connection: AsyncConnection, table: Table) -> dict[str, str]:
    """The versions with which a game is played, by creation; of two versions of one the first counts."""
    digests = [version_digest(text) for text in table.running.setup.content.invented]
    if not digests:
        return {}
    query = select(CREATION_VERSIONS.c.digest, CREATION_VERSIONS.c.creation)
    found = await connection.execute(query.where(CREATION_VERSIONS.c.digest.in_(digests)))
    creations = {digest: creation for digest, creation in found}  # noqa: C416 - rows are no pairs
    versions: dict[str, str] = {}
    for digest in digests:
        if digest in creations:
            versions.setdefault(creations[digest], digest)
    return versions


def is_counted(table: Table) -> bool:
    """Whether a game counts for votes, tips and the explorer: one that began in the middle does not."""
    return not table.settings.position and not table.running.opening


def played_to_the_end(table: Table, seat: int) -> bool:
    """Whether a person sat here, and played to the end."""
    return bool(table.seats[seat].person) and not table.seats[seat].is_computer


async def _creation_plays(
    connection: AsyncConnection, table_id: str, table: Table, people: Sequence[Outcome]
) -> list[dict[str, Any]]:
    """Who played with which creations."""
    versions = await versions_at(connection, table)
    return [
        {
            "table_id": table_id,
            "seat": outcome.seat,
            "creation": creation,
            "digest": digest,
            "person": outcome.person,
            "place": outcome.place,
            "players": len(table.seats),
            "at": table.changed_at,
        }
        for creation, digest in versions.items()
        for outcome in people
    ]


async def _strength(connection: AsyncConnection, table: Table, seat: int) -> float:
    """The mean of the rating with which somebody began the game; without one, that of a beginner."""
    query = (
        select(RESULTS.c.mu)
        .where(RESULTS.c.person == (table.seats[seat].person or ""), RESULTS.c.person != "")
        .where(RESULTS.c.players == len(table.seats), RESULTS.c.is_rated, RESULTS.c.at < table.changed_at)
        .order_by(RESULTS.c.at.desc())
        .limit(1)
    )
    found = (await connection.execute(query)).scalar()
    return FIRST_RATING.mean if found is None else float(found)


def combo_picks(table_id: str, table: Table, strengths: Sequence[float]) -> list[dict[str, Any]]:
    """The picks of people in a game that is over, as rows of the database."""
    found = picks_of(table.running, strengths)
    first = int(table.running.state.first_player)
    rows = []
    for number, row in enumerate(found.picks):
        seat = (first + row.order - 1) % found.players
        if played_to_the_end(table, seat):
            stored = StoredPick(found.map_id, found.game_turns, row)
            rows.append(
                {
                    "table_id": table_id,
                    "number": number,
                    "person": table.seats[seat].person,
                    "race": row.race,
                    "power": row.power,
                    "players": found.players,
                    "at": table.changed_at,
                    "pick": msgspec.json.encode(stored).decode(),
                }
            )
    return rows
