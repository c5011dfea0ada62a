"""Programs that tests run as processes of their own.

Importing the server takes longer than most tests. One launcher for each test process imports it once; the
program `elbowroom` is a fork of the launcher, which has not run anything yet, and runs the command line as
usual. Any other program is executed. When the tests end, however they end, the launcher hears it and ends
every program that is left.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import os
import pkgutil
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PATIENCE_SECONDS = 60.0
PR_SET_PDEATHSIG = 1


class Program:
    """One that was started: the part of `subprocess.Popen` that tests use."""

    def __init__(self, launcher: Launcher, pid: int) -> None:
        self._launcher = launcher
        self.pid = pid

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        return self._launcher.exit_code(self.pid, 0.0)

    def wait(self, timeout: float = PATIENCE_SECONDS) -> int:
        """Its exit code, once it has ended."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            code = self._launcher.exit_code(self.pid, 0.05)
            if code is not None:
                return code
        raise subprocess.TimeoutExpired(str(self.pid), timeout)

    def send_signal(self, number: signal.Signals) -> None:
        """Tell it something, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Launcher:
    """The process that has imported everything and starts programs when asked."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.programs"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._lock = threading.Lock()
        self._codes: dict[int, int] = {}
        self._started: list[int] = []
        self._rest = b""
        atexit.register(self._end)

    def start(self, command: list[str], env: dict[str, str], stdout: Path, stderr: Path) -> Program:
        """Run a command; what it says is added to files."""
        place = {"cwd": str(Path.cwd()), "stdout": str(stdout), "stderr": str(stderr)}
        request = {"command": command, "env": env, **place}
        with self._lock:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            while not self._started:
                self._listen(PATIENCE_SECONDS)
            return Program(self, self._started.pop())

    def exit_code(self, pid: int, seconds: float) -> int | None:
        """With what a program has ended, if it ends in so many seconds."""
        with self._lock:
            if pid not in self._codes:
                self._listen(seconds)
            return self._codes.get(pid)

    def _listen(self, seconds: float) -> None:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            return
        heard = os.read(self._process.stdout.fileno(), 65536)
        if not heard:
            raise RuntimeError("the launcher has ended")
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in lines:
            message = json.loads(line)
            if "code" in message:
                self._codes[message["pid"]] = message["code"]
            else:
                self._started.append(message["pid"])

    def _end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@cache
def launcher() -> Launcher:
    """That of this test process."""
    return Launcher()


def start_program(command: list[str], log: Path, env: dict[str, str] | None = None) -> Program:
    """Run a command; what it says is added to a file. `elbowroom` is that of this checkout."""
    return launcher().start(command, dict(os.environ) if env is None else env, log, log)


def run_elbowroom(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `elbowroom` to its end, with variables added to the environment."""
    with tempfile.TemporaryDirectory() as folder:
        stdout, stderr = Path(folder) / "stdout", Path(folder) / "stderr"
        program = launcher().start(["elbowroom", *words], {**os.environ, **variables}, stdout, stderr)
        try:
            code = program.wait()
        finally:
            program.kill()
        said = stdout.read_text(encoding="utf-8"), stderr.read_text(encoding="utf-8")
    return subprocess.CompletedProcess(list(words), code, *said)


def import_all() -> None:
    """Import every module that a program may need."""
    for package in ("elbowroom.cli", "elbowroom.server"):
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            if ".migrations." not in module.name:  # only Alembic can load those
                import_module(module.name)
    for name in ("alembic.command", "uvicorn.lifespan.on", "uvloop", "asyncpg", "aiosqlite"):
        import_module(name)


def serve_requests() -> list[str] | None:
    """Fork for every line that is asked; the command line in the fork, and None at the end."""
    asking, answering = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    awake, waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    # The terminal's Ctrl+C goes to everybody; the tests decide what it means for their programs.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: set[int] = set()
    rest = b""
    while True:
        ready, _, _ = select.select([asking, awake], [], [])
        if awake in ready:
            os.read(awake, 4096)
            for pid, code in _ended(running):
                os.write(answering, json.dumps({"pid": pid, "code": code}).encode() + b"\n")
        if asking in ready:
            heard = os.read(asking, 65536)
            if not heard:
                break
            *lines, rest = (rest + heard).split(b"\n")
            for line in lines:
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    for number in (asking, answering, awake, waker):
                        os.close(number)
                    return _become(json.loads(line))
                running.add(pid)
                os.write(answering, json.dumps({"pid": pid}).encode() + b"\n")
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    return None


def _ended(running: set[int]) -> list[tuple[int, int]]:
    ended = []
    for pid in list(running):
        gone, status = os.waitpid(pid, os.WNOHANG)
        if gone:
            running.remove(pid)
            ended.append((pid, os.waitstatus_to_exitcode(status)))
    return ended


def _become(request: dict[str, Any]) -> list[str]:
    """Take over everything that a process gets from the one that starts it."""
    if sys.platform == "linux":  # elsewhere a launcher that is killed leaves its programs
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["env"])
    os.chdir(request["cwd"])
    command: list[str] = request["command"]
    if command[0] != "elbowroom":
        os.execvp(command[0], command)  # noqa: S606 - the tests' own commands
    return command


def main() -> None:
    """Be the launcher, and in its forks the program."""
    import_all()
    gc.collect()
    gc.freeze()
    command = serve_requests()
    if command is not None:
        sys.argv = command
        sys.modules["__main__"].__package__ = None  # Click tells people how they started the program
        import_module("elbowroom.cli").main()


if __name__ == "__main__":
    main()


INTERRUPTED = """
import os, signal
from elbowroom.arena.result_files import RunFolder
from elbowroom.cli import main
add_row = RunFolder.add_row
def stop(self, row):
    add_row(self, row)
    os.kill(os.getpid(), signal.SIGINT)
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
    RunFolder.add_row = stop
    main()
"""


def interrupted(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that plays games; Ctrl+C comes when its first result is stored."""
    return subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
