"""The connections to the database tables about people: what becomes of them when a task is cancelled."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from sqlalchemy import text

from elbowroom.server.storage.factory import store_for
from elbowroom.server.storage.people_db import PeopleDb


async def test_no_thread_of_a_connection_outlives_the_database(file: str) -> None:
    """Tasks are cancelled while they connect, begin, read or commit: their threads still report to it."""
    store = store_for(file)
    await store.start()
    before = set(threading.enumerate())
    db = PeopleDb(file)
    await db.start()

    async def read() -> None:
        async with db.begin() as connection:
            await connection.execute(text("SELECT 1"))

    await read()
    for steps in range(60):
        task = asyncio.create_task(read())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await db.stop()
    left = [
        thread
        for thread in threading.enumerate()
        if thread not in before and "connection_worker" in thread.name
    ]
    await store.stop()
    assert left == []
