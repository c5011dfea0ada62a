"""Soak: 100,000 games with every invariant checked after every action; bounded, and resumed where it stopped.

python tools/soak.py [GAMES]       progress is kept in .soak.json; delete it to start anew
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRESS_FILE = ROOT / ".soak.json"
GAMES_PER_BATCH = 1000


def main() -> None:
    """Play batch after batch, remembering what is done."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    done = (
        json.loads(PROGRESS_FILE.read_text(encoding="utf-8"))
        if PROGRESS_FILE.exists()
        else {"games": 0, "decisions": 0, "seconds": 0}
    )
    elbowroom = Path(sys.executable).parent / "elbowroom"
    while done["games"] < games:
        began = time.perf_counter()
        first, batch = done["games"], min(GAMES_PER_BATCH, games - done["games"])
        agents = "random" if first // GAMES_PER_BATCH % 5 else "greedy,random"
        command = [str(elbowroom), "simulate", "--players", "2-5", "--agents", agents, "--games", str(batch)]
        command += ["--first", str(first), "--seed", "20", "--check", "--json"]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"games {first} to {first + batch}:\n{run.stdout}\n{run.stderr}")
        done["games"] += batch
        done["decisions"] += json.loads(run.stdout)["decisions"]
        done["seconds"] = round(done["seconds"] + time.perf_counter() - began, 1)
        PROGRESS_FILE.write_text(json.dumps(done), encoding="utf-8")
        print(f"{done['games']:,} of {games:,} games, no violation", flush=True)
    print(f"{done['games']:,} games, {done['decisions']:,} decisions, {done['seconds']:.0f} s, no violation")


if __name__ == "__main__":
    main()
