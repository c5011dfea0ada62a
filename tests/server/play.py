"""What people do at a table, as tests want it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from tests.server.clients import Client, Line


_committed: dict[str, list[tuple[Client, int, str]]] = {}
"""By table: who has committed to a number, for which seat."""


def join(client: Client, table: str, name: str) -> None:
    """Take a seat; when the last one is taken, all who took theirs in this way tell their numbers."""
    nonce = f"n{name}"
    commitment = sha256(nonce.encode()).hexdigest()
    response = client.do(table, {"do": "join", "name": name, "commitment": commitment})
    assert response.status_code == 200, response.text
    state = client.get(f"/api/tables/{table}").json()
    seats = [seat["commitment"] if seat["is_yours"] else "" for seat in state["seats"]]
    _committed.setdefault(table, []).append((client, seats.index(commitment), nonce))
    if state["reveal_until"] is not None:
        reveal(table)


def start(client: Client, table: str, level: str) -> None:
    """Begin with computers in the free seats."""
    response = client.do(table, {"do": "start", "level": level})
    assert response.status_code == 200, response.text
    reveal(table)


def reveal(table: str) -> None:
    """All who have committed to a number tell it."""
    for client, seat, nonce in _committed.pop(table):
        response = client.do(table, {"do": "reveal", "seat": seat, "nonce": nonce})
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
