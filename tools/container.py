"""Runs the steps of deploy/Containerfile without a container: in folders that stand for its files.

What stands in COPY, RUN, ENV, HEALTHCHECK, ENTRYPOINT and CMD is done as written, with the container's paths replaced.
That the base images hold what is expected of them, and that the user cannot write elsewhere, is not tested here.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = ROOT / "deploy" / "Containerfile"
PLACES = ("/build", "/opt/elbowroom", "/data")
PATIENCE = 60.0
STEERING = ("ELBOWROOM_", "PYTHON", "VIRTUAL_ENV")
"""Variables that would change what happens here."""


class Steps:
    """The steps of the file, carried out under a folder."""

    def __init__(self, folder: Path) -> None:
        """Nothing is done yet."""
        self.folder = folder
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(STEERING)}
        self.env["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        for place in PLACES:
            Path(self.here(place)).mkdir(parents=True)
        self.last: dict[str, list[str]] = {}

    def here(self, text: str) -> str:
        """The text with the container's folders replaced by ours."""
        return re.sub(rf"(?<![\w/])({'|'.join(PLACES)})\b", rf"{self.folder}\1", text)

    def do(self, word: str, rest: str) -> None:
        """One step."""
        match word:
            case "RUN" if not rest.startswith("useradd"):
                print("RUN", rest, flush=True)
                subprocess.run(self.here(rest), shell=True, check=True, env=self.env, cwd=self.here("/build"))
            case "COPY" if not rest.startswith("--from"):
                *sources, target = rest.split()
                self.copy(sources, Path(self.here("/build")) / target)
            case "ENV":
                name, value = rest.split("=", 1)
                self.env[name] = self.here(value).replace("$PATH", self.env["PATH"])
            case "HEALTHCHECK" | "ENTRYPOINT" | "CMD":
                self.last[word] = json.loads(rest[rest.index("[") :])
            case _:
                pass

    def copy(self, sources: list[str], target: Path) -> None:
        """Files into a folder, or one folder as another."""
        for source in sources:
            found = ROOT / source
            if found.is_dir():
                ignore = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
                shutil.copytree(found, target, ignore=ignore)
            else:
                shutil.copy(found, target)

    def serve(self) -> None:
        """Run what the container runs until it says that it is well, then end it."""
        command = [*self.last["ENTRYPOINT"], *self.last["CMD"]]
        print("$", *command, flush=True)
        # Nobody knows which port is free where this runs; 0.0.0.0 is for containers alone.
        env = {**self.env, "ELBOWROOM_SERVE_HOST": "127.0.0.1", "ELBOWROOM_SERVE_PORT": "18710"}
        with subprocess.Popen(command, env=env, cwd=self.folder) as server:
            end = time.monotonic() + PATIENCE
            try:
                while server.poll() is None and time.monotonic() < end:
                    if (
                        subprocess.run(
                            self.last["HEALTHCHECK"], env=env, stderr=subprocess.DEVNULL
                        ).returncode
                        == 0
                    ):
                        break
                    time.sleep(0.2)
                else:
                    raise SystemExit("the server never got well")
            finally:
                server.terminate()
        if server.returncode != 0:
            raise SystemExit(f"the server ended with {server.returncode}")
        print("well, and ended in order")


def main() -> None:
    """Do all steps, then serve."""
    with tempfile.TemporaryDirectory(prefix="elbowroom-") as name:
        steps = Steps(Path(name))
        for line in FILE.read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            steps.do(word, rest)
        steps.serve()


if __name__ == "__main__":
    main()
