"""A test run that is killed leaves nothing behind: no PostgreSQL, no server, no computer player."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 240
KILLED = """
import os
import time
from pathlib import Path

from tests.server.clients import Client, Server
from tests.server.conftest import cluster
from tests.server.play import join

def test_that_is_killed(cluster, tmp_path):
    server = Server(tmp_path).start()
    ann = Client(server)
    join(ann, ann.open(players=2, computers=["hard"], options="first_player=P2"), "Ann")
    pid, players = server._process.pid, []
    while not players:
        players = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    processes = [cluster.get_pid(), pid, *players]
    file = Path(os.environ["LEFT"])
    file.with_suffix(".new").write_text(" ".join(map(str, [os.getpid(), *processes])))
    file.with_suffix(".new").rename(file)
    time.sleep(600)
"""


def runs(pid: int) -> bool:
    """Whether a process is there, and not only its exit code."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("victim", ["the run", "a worker"])
def test_a_killed_test_run_leaves_no_process_behind(tmp_path: Path, victim: str) -> None:
    (tmp_path / "test_killed.py").write_text(KILLED, encoding="utf-8")
    left = tmp_path / "left"
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "1",
        "--max-worker-restart",
        "0",
        "-p",
        "no:cacheprovider",
    ]
    command += ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), str(tmp_path / "test_killed.py")]
    env = {**os.environ, "LEFT": str(left)}
    env = {name: value for name, value in env.items() if not name.startswith("PYTEST_")}
    with (tmp_path / "log").open("wb") as log:
        run = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while not left.exists():
            assert run.poll() is None, (tmp_path / "log").read_text(encoding="utf-8")
            assert time.monotonic() < end
            time.sleep(0.05)
        worker, *started = [int(pid) for pid in left.read_text(encoding="utf-8").split()]
        assert all(runs(pid) for pid in started)
        os.kill(run.pid if victim == "the run" else worker, signal.SIGKILL)
        end = time.monotonic() + PATIENCE_SECONDS
        while any(runs(pid) for pid in (worker, *started)):
            assert time.monotonic() < end, [pid for pid in (worker, *started) if runs(pid)]
            time.sleep(0.05)
    finally:
        run.kill()
        run.wait()
