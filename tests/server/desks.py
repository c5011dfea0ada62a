"""A desk with a store in memory, for tests: it is asked in JSON, and may die at any instant."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from elbowroom.server.desk.desk import Desk

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Json = dict[str, Any]


class Died(Exception):  # noqa: N818 - what happens to a browser
    """The page was closed at this instant."""


class Conflict(Exception):  # noqa: N818 - as in a real store
    """Somebody else has stored this number."""


class Shelf:
    """What a device keeps: rows by table and number, and what lists show."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[int, str]] = {}
        self.kept: dict[str, Json] = {}

    def store(self, to_store: list[Json]) -> None:
        """Store all of it, or nothing."""
        if any(row["seq"] in self.rows.get(one["table"], {}) for one in to_store for row in one["rows"]):
            raise Conflict
        for one in to_store:
            self.rows.setdefault(one["table"], {}).update({row["seq"]: row["text"] for row in one["rows"]})
            seed = one.get("seed") or self.kept.get(one["table"], {}).get("seed", "")
            self.kept[one["table"]] = {"seed": seed, **{key: one[key] for key in ("summary", "position")}}

    def texts(self, table: str, after: int = 0) -> list[str]:
        """The rows of a table after a number."""
        return [text for seq, text in sorted(self.rows.get(table, {}).items()) if seq > after]


class Device:
    """A page that runs a desk: it stores what it is given, and then says so."""

    def __init__(self, shelf: Shelf, now: Callable[[], float] | None = None) -> None:
        self.shelf = shelf
        self.desk = Desk() if now is None else Desk(now)
        self.messages: list[Json] = []
        """All that the desk has told."""
        self.dies_before_storing = False
        self.dies_after_storing = False
        self._ids = (f"{id(self)}-{number}" for number in count(1))

    def ask(self, kind: str, **fields: object) -> Json:
        """Ask the desk, and store; the answer is the last one, with the result."""
        request: Json = {"ask": kind, **fields}
        reply = self._exchange(request)
        while reply.get("to_store"):
            if self.dies_before_storing:
                raise Died
            try:
                self.shelf.store(reply["to_store"])
            except Conflict:
                self.read_on(reply["to_store"][0]["table"])
                reply = self._exchange(request)
                continue
            if self.dies_after_storing:
                raise Died
            reply = self._exchange({"ask": "stored"})
        return reply

    def read_on(self, table: str) -> Json:
        """Read what another page has stored."""
        head = max((message["seq"] for message in self.messages if "seq" in message), default=0)
        return self._exchange({"ask": "read_on", "table": table, "rows": self.shelf.texts(table, head)})

    def _exchange(self, request: Json) -> Json:
        reply: Json = json.loads(self.desk.answer_json(json.dumps(request)))
        self.messages += reply.get("messages", [])
        return reply

    def result(self, kind: str, **fields: object) -> Any:  # noqa: ANN401 - JSON
        """What was asked for; refused is an error."""
        reply = self.ask(kind, **fields)
        assert "refused" not in reply, reply
        return reply.get("result")

    def open(self, settings: Json, *names: str, seed: str = "") -> str:
        """A table at which these people sit."""
        joins = [{"do": "join", "name": name, "nonce": f"n{name.replace(' ', '')}"} for name in names]
        table: str = self.result("open", settings=settings, joins=joins, seed=seed)["table"]
        return table

    def load(self, table: str) -> Json:
        """Open a table that is stored."""
        kept = self.shelf.kept[table]
        rows = self.shelf.texts(table)
        return self.ask("load", table=table, rows=rows, seed=kept["seed"], position=kept["position"])

    def send(self, table: str, cmd: Json, base: int | None = None, command_id: str = "") -> Json:
        """Send a command; returns the answer that it got."""
        command_id = command_id or next(self._ids)
        reply = self.ask("send", table=table, envelope={"id": command_id, "cmd": cmd, "base": base})
        answers = [one for one in reply["messages"] if command_id in (one.get("ack"), one.get("nack"))]
        assert len(answers) == 1, reply
        answer: Json = answers[0]
        return answer

    def state(self, table: str) -> Json:
        """The table as it is seen now."""
        state: Json = self.result("opening", table=table)["state"]
        return state

    def play_computers(self, table: str) -> None:
        """Let computers decide as long as it is for them to decide."""
        while self.ask("catch_up", table=table, since=10**9).get("is_play_due"):
            self.ask("play", table=table)

    def step(self, table: str, chance: random.Random) -> bool:
        """One decision of a person at random, or of a computer; False when the game is over."""
        state = self.state(table)
        if state["status"] != "running":
            return False
        decision = state["decision"]
        if decision is None:
            self.ask("play", table=table)
            return True
        legal = [action["text"] for action in decision["legal"]]
        answer = self.send(
            table, {"do": "act", "seat": decision["seat"], "action": chance.choice(legal)}, state["seq"]
        )
        assert answer["type"] == "ack", answer
        return True


def died(work: Callable[[], object]) -> None:
    """Do something in whose middle the page is closed."""
    with suppress(Died):
        work()
        raise AssertionError("the page lives on")
