"""The queries of a store, in SQL that both databases understand: `$1` stands for the first value."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from elbowroom.server.storage.listing_columns import COLUMN_NAMES, read_listing
from elbowroom.server.storage.store import MAX_DUE_TABLES, entry_of
from elbowroom.server.tables.checkpoints import CHECKPOINT_VERSION
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.invite_codes import TABLE_CODE_LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.server.tables.listing import Listing

SITTERS_SQL: Final = "SELECT person FROM sitters WHERE table_id = id ORDER BY place"
INDEX_SECONDS: Final = 600.0
"""An index on `changed_at` would be written with every move. So `indexed_at` is set when a table gets another
status, and else only when it would differ from `changed_at` by this or more: it is never later than that."""
CHANGED_TABLES_SQL: Final = f"""
    SELECT id, head FROM tables WHERE indexed_at > $1 - {INDEX_SECONDS} AND changed_at >= $1 AND writer <> $2
    ORDER BY changed_at
"""  # noqa: S608 - our own number
_ROWS: Final = "SELECT seq, at, body, command FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq"
_CHECKPOINTS: Final = "SELECT seq, state FROM checkpoints WHERE table_id = $1 AND version = $2 ORDER BY seq"
_BY_TABLE_CODE: Final = "SELECT id, invite FROM tables WHERE invite <> '' AND substr(invite, 1, $1) = $2"
"""Only tables that wait for players have an invite code, so this reads a small index."""
_LISTED: Final = "WHERE status = $1 AND is_open = TRUE"
_OF_PERSON: Final = "WHERE id IN (SELECT table_id FROM sitters WHERE person = $1)"
_ALL_OF: Final = """
    SELECT table_id FROM sitters WHERE person = $1 UNION SELECT id FROM tables WHERE host = $1 ORDER BY 1
"""
_SERVER_TIME: Final = f"""
    SELECT (SELECT value FROM settings WHERE name = 'server_time'),
        (SELECT max(changed_at) FROM tables
         WHERE indexed_at > (SELECT max(indexed_at) FROM tables) - {INDEX_SECONDS})
"""  # noqa: S608 - our own number
_STALE: Final = """
    SELECT id FROM tables
    WHERE status = $1 AND is_open IN (TRUE, FALSE) AND indexed_at < $2 AND changed_at < $2
    ORDER BY changed_at, id LIMIT $3
"""


class StoreQueries(ABC):
    """The part of a store that only reads."""

    people: ClassVar[str]
    """SQL for those who sit at a table, as one value in JSON."""

    @abstractmethod
    async def _fetch(self, query: str, *values: object) -> Sequence[Any]:
        """All rows that a query finds."""

    async def rows(self, table: str, after: int = 0) -> list[LogRow]:
        """The log after a number."""
        rows = await self._fetch(_ROWS, table, after)
        return [LogRow(seq, at, entry_of(body), command) for seq, at, body, command in rows]

    async def checkpoints(self, table: str) -> dict[int, str]:
        """The checkpoints of a table that this version can read."""
        return dict(await self._fetch(_CHECKPOINTS, table, CHECKPOINT_VERSION))

    async def seed(self, table: str) -> str:
        """The seed of a table."""
        return await self._kept("SELECT seed FROM seeds WHERE table_id = $1", table)

    async def position(self, table: str) -> str:
        """The game as it was stored with the newest entries."""
        return await self._kept("SELECT position FROM tables WHERE id = $1", table)

    async def by_invite(self, code: str) -> str | None:
        """The table to which an invite code leads."""
        tables = await self._words("SELECT id FROM tables WHERE invite = $1 AND invite <> ''", code)
        return tables[0] if tables else None

    async def by_table_code(self, code: str) -> tuple[str, str] | None:
        """The table that waits for players with this table code, and its invite code."""
        tables = await self._fetch(_BY_TABLE_CODE, TABLE_CODE_LETTERS, code)
        # Of two tables with the same code nobody could say which one is meant.
        return (str(tables[0][0]), str(tables[0][1])) if len(tables) == 1 else None

    async def open_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Tables that strangers may join."""
        return await self._listings(_LISTED, "open", limit)

    async def running_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Games that strangers may watch."""
        return await self._listings(_LISTED, "running", limit)

    async def finished_tables(self, limit: int = 50) -> list[tuple[str, Listing]]:
        """Finished games that strangers may look at."""
        return await self._listings(_LISTED, "over", limit)

    async def hosted_by(self, host: str, limit: int = 50) -> list[tuple[str, Listing]]:
        """The tables of a host."""
        return await self._listings("WHERE host = $1", host, limit)

    async def tables_of(self, person: str, limit: int = 50) -> list[tuple[str, Listing]]:
        """The tables at which a person sits."""
        return await self._listings(_OF_PERSON, person, limit)

    async def all_of(self, person: str) -> list[str]:
        """All tables at which a person sits, or of which they are the host."""
        return await self._words(_ALL_OF, person)

    async def due(self, before: float, limit: int = MAX_DUE_TABLES) -> list[str]:
        """Tables of running games that must be taken care of before this time."""
        return await self._words("SELECT id FROM tables WHERE due < $1 ORDER BY due LIMIT $2", before, limit)

    async def server_time(self) -> float | None:
        """The newest time of a server that is known."""
        ((stored, newest),) = await self._fetch(_SERVER_TIME)
        return max((float(known) for known in (stored, newest) if known is not None), default=None)

    async def stale(self, status: str, before: float, limit: int) -> list[str]:
        """Tables with this status that were last changed before a time."""
        return await self._words(_STALE, status, before, limit)

    async def _words(self, query: str, *values: object) -> list[str]:
        return [str(word) for (word,) in await self._fetch(query, *values)]

    async def _kept(self, query: str, table: str) -> str:
        values = await self._words(query, table)
        if not values:
            raise KeyError(table)
        return values[0]

    async def _listings(self, which: str, word: str, limit: int) -> list[tuple[str, Listing]]:
        query = f"""
            SELECT id, {COLUMN_NAMES}, {self.people} AS people
            FROM tables {which} ORDER BY indexed_at DESC, changed_at DESC, id LIMIT $2
        """  # noqa: S608 - our own words
        return [read_listing(row) for row in await self._fetch(query, word, limit)]
