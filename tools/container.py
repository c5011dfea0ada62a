"""Runs the steps of deploy/Containerfile without a container: in folders that stand for its files.

What COPY, RUN, ENV, HEALTHCHECK, ENTRYPOINT and CMD say is done as written, with the container's paths
replaced. What the base images hold, and what their user may do, is not tested here.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = ROOT / "deploy" / "Containerfile"
CONTAINER_FOLDERS = ("/build", "/opt/elbowroom", "/data")
MAX_START_SECONDS = 60.0
IGNORED_VARIABLES = ("ELBOWROOM_", "PYTHON", "VIRTUAL_ENV")
"""Variables that would change what happens here."""


class Steps:
    """The steps of the file, carried out under a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._env = {
            name: value for name, value in os.environ.items() if not name.startswith(IGNORED_VARIABLES)
        }
        self._env["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self._commands: dict[str, list[str]] = {}
        for container_folder in CONTAINER_FOLDERS:
            Path(self._local_path(container_folder)).mkdir(parents=True)

    def do(self, word: str, rest: str) -> None:
        """One step."""
        match word:
            case "RUN" if not rest.startswith("useradd"):
                print("RUN", rest, flush=True)
                command = ("sh", "-c", self._local_path(rest))
                subprocess.run(command, check=True, env=self._env, cwd=self._local_path("/build"))
            case "COPY" if not rest.startswith("--from"):
                *sources, target = rest.split()
                self._copy(sources, Path(self._local_path("/build")) / target)
            case "ENV":
                name, value = rest.split("=", 1)
                self._env[name] = self._local_path(value).replace("$PATH", self._env["PATH"])
            case "HEALTHCHECK" | "ENTRYPOINT" | "CMD":
                self._commands[word] = json.loads(rest[rest.index("[") :])
            case _:
                pass

    def serve(self) -> None:
        """Run what the container runs until its health check passes, then end it."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        env = {**self._env, "ELBOWROOM_SERVE_HOST": "127.0.0.1", "ELBOWROOM_SERVE_PORT": str(port)}
        command = [*self._commands["ENTRYPOINT"], *self._commands["CMD"]]
        print("$", *command, flush=True)
        with subprocess.Popen(command, env=env, cwd=self._folder) as server:
            try:
                self._wait_for(server, env)
            finally:
                server.terminate()
        if server.returncode != 0:
            raise SystemExit(f"the server ended with {server.returncode}")
        print("healthy, and ended in order")

    def _wait_for(self, server: subprocess.Popen[bytes], env: dict[str, str]) -> None:
        end = time.monotonic() + MAX_START_SECONDS
        while server.poll() is None and time.monotonic() < end:
            question = self._commands["HEALTHCHECK"]
            if subprocess.run(question, check=False, env=env, stderr=subprocess.DEVNULL).returncode == 0:
                return
            time.sleep(0.2)
        raise SystemExit("the server did not become healthy in time")

    def _local_path(self, text: str) -> str:
        """The text with the container's folders replaced by ours."""
        return re.sub(rf"(?<![\w/])({'|'.join(CONTAINER_FOLDERS)})\b", rf"{self._folder}\1", text)

    def _copy(self, sources: list[str], target: Path) -> None:
        """Files into a folder, or one folder as another."""
        for source in sources:
            found = ROOT / source
            if found.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.stamp", "*.egg-info")
                shutil.copytree(found, target, ignore=ignore)
            else:
                shutil.copy(found, target)


def main() -> None:
    """Do all steps, then serve."""
    with tempfile.TemporaryDirectory(prefix="elbowroom-") as name:
        steps = Steps(Path(name))
        for line in FILE.read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            steps.do(word, rest)
        steps.serve()


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
