"""The process in which an agent of somebody else's thinks, so that nothing it does can harm a game.

Both sides speak JSON: its code never runs here, and an answer is only data. A process that does not answer in
time is killed, whatever it is doing. `agent_host` is its other side.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Lock, Timer
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec

from elbowroom.agents.agent import AgentFailed
from elbowroom.rules.content import base_content

if TYPE_CHECKING:
    from elbowroom.rules.content import Content

HOST_MODULE: Final = "elbowroom.agents.agent_host"
ENTRY_POINTS: Final = "elbowroom.agents"
"""The group of entry points by which installed packages offer agents."""
BASE_CONTENT: Final = "base"
"""What is sent instead of the content of the box."""
HEAD_BYTES: Final = 4
"""How many bytes tell how long a message is."""
MAX_REPLY_BYTES: Final = 1_000_000
LOADING_SECONDS: Final = 60.0
"""How long an agent may take to be imported, and to be made."""


FAILURES: Final = (
    "agent_import",
    "agent_class",
    "agent_choose",
    "agent_not_made",
    "agent_raised",
    "agent_illegal",
)
"""What an agent's process may answer instead of what was asked for."""


class AgentProcess:
    """One process that holds the agents of one name: all seats and games that are played from here."""

    def __init__(self, name: str, folder: str) -> None:
        """Start the process and load the class of this name; refused with the reason if it cannot be had."""
        self.name = name
        self._lock = Lock()
        self._was_stopped = False
        self._content: Content | None = None
        self._unused: list[int] = []
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [sys.executable, "-P", "-m", HOST_MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder if Path(folder).is_dir() else None,
        )
        try:
            path = [folder, *(entry for entry in sys.path if entry)]
            self.source = str(self._ask(LOADING_SECONDS, "load", name, path)["source"])
        except BaseException:
            self.close()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def make(self, key: int, seed: int) -> None:
        """Make an agent, to be asked by this key."""
        self._ask(LOADING_SECONDS, "make", key, seed)

    def drop(self, key: int) -> None:
        """Forget an agent; the process learns of it when it is asked again."""
        self._unused.append(key)

    def ask(self, limit: float, kind: str, content: Content, *request: object) -> dict[str, Any]:
        """Ask about a game with this content; the answer must come within so many seconds."""
        sent: Content | str | None = BASE_CONTENT if content is base_content() else content
        if content is self._content:
            sent = None  # as before
        reply = self._ask(limit, kind, sent, *request)
        self._content = content
        return reply

    def _ask(self, limit: float, kind: str, *request: object) -> dict[str, Any]:
        with self._lock:
            unused, self._unused = self._unused, []
            timer = Timer(limit, self._stop)
            timer.daemon = True
            timer.start()
            try:
                asked = json.dumps((kind, unused, *request), default=msgspec.to_builtins)
                reply = self._exchange(asked.encode())
            except BaseException:
                self._process.kill()  # an answer to a question that nobody waits for would come next
                raise
            finally:
                timer.cancel()
        if reply is None:
            self.close()
            if self._was_stopped:
                raise AgentFailed("agent_overran", agent=self.name, cause=f"{limit:.3g}")
            raise AgentFailed("agent_ended", agent=self.name, cause=self._process.returncode)
        if "failure" in reply:
            raise AgentFailed(reply["failure"], **reply["params"], agent=self.name)
        return reply

    def _stop(self) -> None:
        self._was_stopped = True
        self._process.kill()

    def _exchange(self, request: bytes) -> dict[str, Any] | None:
        """The reply as data; None if there is no sound one."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_message(self._process.stdin, request)
            answer = read_message(self._process.stdout, MAX_REPLY_BYTES)
            reply = None if answer is None else json.loads(answer)
        except (OSError, ValueError):
            return None
        if not isinstance(reply, dict) or reply.get("failure", FAILURES[0]) not in FAILURES:
            return None
        return reply

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                continue  # what was still to be written to it


def write_message(pipe: IO[bytes], message: bytes) -> None:
    """Write a message that the other side reads as a whole."""
    pipe.write(len(message).to_bytes(HEAD_BYTES, "big") + message)
    pipe.flush()


def read_message(pipe: IO[bytes], most_bytes: int | None = None) -> bytes | None:
    """The next message; None when there will be none, or it is cut off or too long."""
    head = pipe.read(HEAD_BYTES)
    size = int.from_bytes(head, "big")
    if len(head) < HEAD_BYTES or (most_bytes is not None and size > most_bytes):
        return None
    message = pipe.read(size)
    return message if len(message) == size else None


_running: dict[tuple[int, str, str], AgentProcess] = {}
"""The processes that were started, by the process that did: a forked one may not use those of its parent."""


def process_of(name: str, folder: str) -> AgentProcess:
    """The process of the agents of this name from here; a new one if there is none, or it has ended."""
    key = (os.getpid(), folder, name)
    process = _running.get(key)
    if process is None or not process.is_alive:
        if process is not None:
            process.close()
        process = _running[key] = AgentProcess(name, folder)
    return process


@atexit.register
def close_processes() -> None:
    """End all processes that were started from here."""
    for key in [key for key in _running if key[0] == os.getpid()]:
        _running.pop(key).close()
