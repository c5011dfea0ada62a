"""What people do at a table, as tests want it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tests.server.clients import Client, Line


def join(client: Client, table: str, name: str) -> None:
    """Take a seat."""
    response = client.do(table, {"do": "join", "name": name, "nonce": f"n{name}"})
    assert response.status_code == 200, response.text


async def play(line: Line, chance: random.Random, until: int = 10**6) -> None:
    """Decide at random whenever it is for this client to decide, until the end or so many entries."""
    while line.state.get("status") != "over" and line.state.get("seq", 0) < until:
        decision = line.state.get("decision")
        if decision is None:
            await line.hear()
            continue
        action = chance.choice(decision["legal"])["text"]
        answer = await line.do(
            {"do": "act", "seat": decision["seat"], "action": action}, base=line.state["seq"]
        )
        if answer["type"] == "ack":
            while line.state["seq"] < answer["seq"]:
                await line.hear()
        elif answer["code"] == "too_fast":
            await asyncio.sleep(0.3)
        else:
            assert answer["code"] == "stale", answer
