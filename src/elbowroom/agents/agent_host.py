"""What runs in the process of somebody's own agent: finds the class, makes agents, and lets them choose.

`agent_process` starts it and asks. It ends when nobody can ask any more, even if the agent is thinking.
"""

from __future__ import annotations

import inspect
import json
import operator
import os
import signal
import sys
import time
import traceback
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

import msgspec

from elbowroom.agents.agent import AgentFailed, Budget
from elbowroom.agents.agent_process import BASE_CONTENT, ENTRY_POINTS, read_message, write_message
from elbowroom.engine.game import Game
from elbowroom.rules.content import Content, base_content
from elbowroom.rules.traits import nearest

MAX_CAUSE_CHARACTERS: Final = 300
HERE: Final = (__file__, import_module.__code__.co_filename)
"""Files in which no error of an agent is."""


class AgentHost:
    """The agents of one name, made for any number of seats and games."""

    def __init__(self) -> None:
        self._name = ""
        self._class: Any = None
        self._agents: dict[int, Any] = {}
        self._content = base_content()

    def answer(self, request: list[Any]) -> dict[str, Any]:
        """The reply to a request: what was asked for, or why it cannot be had."""
        kind, unused, *arguments = request
        for key in unused:
            self._agents.pop(key, None)
        try:
            reply: dict[str, Any] = getattr(self, f"_{kind}")(*arguments)
        except AgentFailed as failed:
            return {"failure": failed.code, "params": failed.params}
        except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises
            failure = "agent_not_made" if kind == "make" else "agent_raised"
            return {"failure": failure, "params": {"cause": self._cause(error)}}
        return reply

    def _load(self, name: str, path: list[str]) -> dict[str, Any]:
        sys.path[:] = path
        self._name = name
        module, _, word = _place_of(name).partition(":")
        try:
            found: Any = import_module(module)
        except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises
            raise AgentFailed("agent_import", module=module, cause=self._cause(error)) from None
        known = [each for each, value in vars(found).items() if inspect.isclass(value)]
        self._class = getattr(found, word, None)
        if not inspect.isclass(self._class):
            raise AgentFailed("agent_class", module=module, word=word, nearest=nearest(word, known))
        if not callable(getattr(self._class, "choose", None)):
            raise AgentFailed("agent_choose")
        file = getattr(found, "__file__", None)
        return {"source": "" if file is None else sha256(Path(file).read_bytes()).hexdigest()}

    def _make(self, key: int, seed: int) -> dict[str, Any]:
        takes = inspect.signature(self._class).parameters.values()
        has_seed = any(each.name == "seed" or each.kind is each.VAR_KEYWORD for each in takes)
        self._agents[key] = self._class(seed=seed) if has_seed else self._class()
        return {}

    def _choose(self, content: Any, key: int, *asked: Any) -> dict[str, Any]:  # noqa: ANN401 - as it was sent
        game, budget = self._game(content, *asked)
        started = time.perf_counter()
        answer = self._agents[key].choose(game, budget)
        seconds = time.perf_counter() - started
        if isinstance(answer, bool) or not hasattr(answer, "__index__"):
            raise AgentFailed("agent_illegal", cause=_shortened(repr(answer)))
        return {"action": operator.index(answer), "seconds": seconds}

    def _explain(self, content: Any, key: int, *asked: Any) -> dict[str, Any]:  # noqa: ANN401 - as it was sent
        game, budget = self._game(content, *asked)
        explain = getattr(self._agents[key], "explain", None)
        return {"options": [] if explain is None else msgspec.to_builtins(list(explain(game, budget)))}

    def _game(
        self,
        content: Any,  # noqa: ANN401 - as it was sent
        text: str,
        rules_version: int,
        seconds: float | None,
        work: int | None,
    ) -> tuple[Game, Budget]:
        """The position as a game of its own, without past and dealer; and the budget."""
        if content == BASE_CONTENT:
            self._content = base_content()
        elif content is not None:
            self._content = msgspec.convert(content, Content, str_keys=True)
        game = Game.from_text(text, self._content, rules_version=rules_version)
        game.opening, game.is_clone = "", True
        return game, Budget(seconds, work)

    def _cause(self, error: BaseException) -> str:
        """What was raised, and where: in the agent's own file if it passed there."""
        try:
            said = str(error)
        except Exception:  # noqa: BLE001 - an error that cannot even be told
            said = ""
        file = getattr(sys.modules.get(getattr(self._class, "__module__", "")), "__file__", None)
        frames = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename not in HERE and not frame.filename.startswith("<frozen ")
        ]
        own = [frame for frame in frames if frame.filename == file] or frames
        where = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
        return _shortened(f"{type(error).__name__}: {said}".rstrip(": ")) + where


def _place_of(name: str) -> str:
    """Module and class of a name: itself, or what an installed package says."""
    if ":" in name:
        return name
    offered = next(iter(entry_points(group=ENTRY_POINTS, name=name)))
    return f"{offered.module}:{offered.attr}"


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_CAUSE_CHARACTERS else f"{line[:MAX_CAUSE_CHARACTERS]}…"


def _read_requests(pipe: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Take requests while there are any; then end at once, whatever the agent is doing."""
    while (message := read_message(pipe)) is not None:
        requests.put(message)
    os._exit(0)


def main() -> None:
    """Answer requests until nobody can ask. What the agent prints goes to the standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who is interrupted is the one that asks
    requests_pipe, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read_requests, args=(requests_pipe, requests), daemon=True).start()
    host = AgentHost()
    while True:
        request = json.loads(requests.get())
        write_message(replies, json.dumps(host.answer(request)).encode())


if __name__ == "__main__":
    main()
