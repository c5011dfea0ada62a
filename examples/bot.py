"""A bot that joins a table of a server and plays: python examples/bot.py http://localhost:8710 [INVITE].

Without a code it opens a table with a computer. It takes what costs least: put your idea into `choose`.
"""

from __future__ import annotations

import json
import sys
import time
import uuid
from hashlib import sha256
from typing import Any

import httpx
from websockets.sync.client import connect


def choose(state: dict[str, Any]) -> str:
    """The text of one of the legal actions: the cheapest conquest, else the first that is no decline."""
    legal = [action for action in state["decision"]["legal"] if action["text"] != "decline"]
    sure = [action for action in legal if action["cost"] is not None and action["chance"] is None]
    return str(min(sure, key=lambda action: action["cost"])["text"] if sure else legal[0]["text"])


def play(url: str, table: str, invite: str, headers: dict[str, str]) -> dict[str, Any]:
    """Join and decide whenever it is for us to decide; the state in the end."""
    where = f"{url.replace('http', 'ws', 1)}/ws/tables/{table}"
    with connect(where, additional_headers=headers, max_size=2**22) as socket:

        def send(command: dict[str, Any], base: int | None = None) -> None:
            socket.send(json.dumps({"id": uuid.uuid4().hex, "base": base, "cmd": command}))

        nonce = uuid.uuid4().hex  # our number for the dealer: its hash first, itself when all have sat down
        commitment = sha256(nonce.encode()).hexdigest()
        send({"do": "join", "name": "Bot", "commitment": commitment, "invite": invite})
        state: dict[str, Any] = {}
        for text in socket:
            message = json.loads(text)
            if message["type"] == "update":
                state = message["state"] or {**state, "seq": message["seq"]}
            elif message["type"] in ("ack", "presence"):
                continue
            elif message["code"] == "too_fast":
                time.sleep(1)
            if state["status"] == "over":
                return state
            if state["reveal_until"]:
                for seat, sitting in enumerate(state["seats"]):
                    if sitting["is_yours"] and sitting["owes_nonce"]:
                        send({"do": "reveal", "seat": seat, "nonce": nonce})
            if state["decision"]:
                act = {"do": "act", "seat": state["decision"]["seat"], "action": choose(state)}
                send(act, base=state["seq"])
    raise SystemExit("the server went away")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    base, code = [*sys.argv, ""][1:3]
    me = {"Authorization": f"Bearer {httpx.post(f'{base}/api/guest').json()['token']}"}
    path, body = ("invites", {"invite": code}) if code else ("tables", {"players": 2, "computers": ["easy"]})
    opened = httpx.post(f"{base}/api/{path}", json=body, headers=me).json()
    for player in play(base, opened["table"], opened["invite"], me)["view"]["players"]:
        print(player["name"], player["coins"])
