"""Runs every long measurement and proof, one after the other, and writes one report.

python tools/night.py                   everything that has not been done on this commit
python tools/night.py soak chaos        only these targets
python tools/night.py --again           forget what was done before
python tools/night.py --hours 2         at most two hours for each target

What was done is kept in runs/night/state.json, so a night that was interrupted goes on with the target that
was under way; the log of each target lies beside it, and runs/night/report.md says how all of them ended.
A target that fails or takes too long does not stop the others.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGETS = (
    "interpreted",
    "terminal-languages",
    "browser-test-all",
    "browsers",
    "browsers-languages",
    "mutants",
    "traits",
    "gallery-replays",
    "chaos",
    "load",
    "load-peers",
    "bench",
    "bench-web",
    "bench-peers",
    "bench-offline",
    "container",
    "wasm-proof",
    "offline-proof",
    "strength",
    "soak",
)
LAST_LINES = 12
MAX_HOURS = 3.0
PROGRESS_SECONDS = 60.0


@dataclass(frozen=True)
class Outcome:
    """How a target ended."""

    result: str
    seconds: float
    last_lines: list[str]


class Night:
    """What has been done so far, kept in a folder."""

    def __init__(self, folder: Path, commit: str) -> None:
        self.folder = folder
        self.commit = commit
        self.outcomes: dict[str, Outcome] = {}
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def _state(self) -> Path:
        return self.folder / "state.json"

    def resume(self) -> None:
        """Take over what was done on the same commit."""
        if self._state.exists():
            state = json.loads(self._state.read_text(encoding="utf-8"))
            if state["commit"] == self.commit:
                self.outcomes = {name: Outcome(**outcome) for name, outcome in state["outcomes"].items()}

    def keep(self, target: str, outcome: Outcome) -> None:
        """Write the state and the report anew."""
        self.outcomes[target] = outcome
        outcomes = {name: asdict(each) for name, each in self.outcomes.items()}
        state = {"commit": self.commit, "outcomes": outcomes}
        new = self._state.with_suffix(".new")
        new.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        new.replace(self._state)
        (self.folder / "report.md").write_text(self.report(), encoding="utf-8")

    def report(self) -> str:
        """Result and duration of each target, then the last lines of each."""
        lines = ["# The long targets", "", f"Commit {self.commit}.", "", "| target | result | duration |"]
        lines += ["|---|---|---|"]
        lines += [
            f"| {name} | {each.result} | {duration(each.seconds)} |" for name, each in self.outcomes.items()
        ]
        for name, each in self.outcomes.items():
            lines += ["", f"## {name}: {each.result}", "", "```", *each.last_lines, "```"]
        return "\n".join(lines) + "\n"


def duration(seconds: float) -> str:
    """Hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def run(target: str, log: Path, max_seconds: float) -> Outcome:
    """Run one target; whatever it started ends with it."""
    began = told = time.monotonic()
    with log.open("wb") as file:
        process = subprocess.Popen(
            [os.environ.get("MAKE", "make"), "--no-print-directory", target],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        result = ""
        try:
            while process.poll() is None:
                passed = time.monotonic() - began
                if passed > max_seconds and not result:
                    result = f"stopped after {duration(passed)}"
                    end_group(process)
                elif time.monotonic() - told > PROGRESS_SECONDS:
                    told = time.monotonic()
                    print(f"    {target}: {duration(passed)}", flush=True)
                time.sleep(0.05)
        finally:
            if process.poll() is None:
                end_group(process)
    if not result:
        result = "passed" if process.returncode == 0 else f"FAILED ({process.returncode})"
    last_lines = (
        log.read_text(encoding="utf-8", errors="replace").replace("\r", "\n").splitlines()[-LAST_LINES:]
    )
    return Outcome(result, round(time.monotonic() - began, 1), last_lines)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ask a target and all that it started to end, and end what has not done so in ten seconds."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        os.killpg(process.pid, number)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            continue
        return


def current_commit() -> str:
    """The commit that is checked out, marked if files differ from it."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def main(words: list[str]) -> int:
    """Run what is left; the exit code is 1 if any target did not pass."""
    summary, _, description = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="tools/night.py",
        description=f"{summary}\n\n{description}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("targets", nargs="*", help=f"make targets; without any: {', '.join(TARGETS)}")
    parser.add_argument("--again", action="store_true", help="forget what was done before")
    parser.add_argument("--hours", type=float, default=MAX_HOURS, help="at most for each target (default: 3)")
    parser.add_argument("--folder", type=Path, default=ROOT / "runs" / "night", help="state, logs and report")
    arguments = parser.parse_args(words)
    night = Night(arguments.folder, current_commit())
    if not arguments.again:
        night.resume()
    targets = arguments.targets or list(TARGETS)
    for number, target in enumerate(targets, start=1):
        if target in night.outcomes:
            print(
                f"{number}/{len(targets)} {target}: done before, {night.outcomes[target].result}", flush=True
            )
            continue
        print(f"{number}/{len(targets)} {target} ...", flush=True)
        outcome = run(target, night.folder / f"{target}.log", arguments.hours * 3600)
        night.keep(target, outcome)
        print(f"{number}/{len(targets)} {target}: {outcome.result}, {duration(outcome.seconds)}", flush=True)
    print(f"report: {night.folder / 'report.md'}")
    return 0 if all(night.outcomes[target].result == "passed" for target in targets) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
