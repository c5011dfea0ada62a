"""How strong the computer players are: the pairings of docs/strength.md, resumed where they stopped.

python tools/strength.py                  all of them, results in runs/strength
python tools/strength.py --only gentle    those with this word in their name
python tools/strength.py --games 6        a small version, for a check that everything runs
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from elbowroom.agents import BEGINNERS, LEVELS

ROOT = Path(__file__).parent.parent
RESULTS_FOLDER = ROOT / "runs" / "strength"

RUNS: list[tuple[str, list[str], int, int, list[str]]] = [
    ("gentle against random", ["gentle", "random"], 2, 2000, []),
    ("greedy against gentle", ["greedy", "gentle"], 2, 2000, []),
    ("greedy against random", ["greedy", "random"], 2, 400, []),
    ("planner against greedy", ["planner", "greedy"], 2, 400, ["--seconds-per-turn", "0.05"]),
    ("expert-1 against greedy", ["expert-1", "greedy"], 2, 400, ["--seconds-per-turn", "1"]),
    ("expert-1 against planner", ["expert-1", "planner"], 2, 400, ["--seconds-per-turn", "1"]),
    *(
        (
            f"expert-1 against planners, {players} players",
            ["expert-1", *["planner"] * (players - 1)],
            players,
            200,
            ["--seconds-per-turn", "1"],
        )
        for players in (3, 4, 5)
    ),
    *(
        (
            f"expert against expert-1, {players} players",
            ["expert", *["expert-1"] * (players - 1)],
            players,
            2000 if players == 2 else 400,
            ["--work-per-turn", "40000"],
        )
        for players in (2, 4, 5)
    ),
]
"""What is measured: name, agents, players, games, budget."""

BEGINNER_RUNS = [
    (
        f"{beginner} against {'gentle' if players == 2 else f'{players - 1} gentle ones'}",
        [beginner, *["gentle"] * (players - 1)],
        players,
        2000,
        list[str](),
    )
    for players in (2, 3, 4, 5)
    for beginner in BEGINNERS
] + [(f"easy against {beginner}", ["easy", beginner], 2, 400, list[str]()) for beginner in BEGINNERS]
"""Scripted beginners against the gentle and the easy level; the small version plays the first of these."""

GAMES_PER_LEVEL = 60
"""Games that each level plays against itself, for each number of players."""


def run(
    name: str, agents: list[str], players: int, games: int, budget: list[str], out: Path
) -> dict[str, Any]:
    """One pairing, through the command that anybody can use."""
    elbowroom = Path(sys.executable).parent / "elbowroom"
    command = [str(elbowroom), "arena", "--agents", ",".join(agents), "--players", str(players)]
    command += [
        "--games",
        str(games),
        "--seed",
        "7",
        *budget,
        "--out",
        str(out / name.replace(" ", "-")),
        "--json",
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def level(name: str, players: int, games: int, out: Path) -> dict[str, Any]:
    """A level against itself; the result is stored, so that it is played once."""
    file = out / f"level-{name}-{players}.json"
    if not file.exists():
        elbowroom = Path(sys.executable).parent / "elbowroom"
        command = [str(elbowroom), "simulate", "--agents", name, "--players", str(players)]
        command += ["--games", str(games), "--seed", "7", "--json"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        file.write_text(done.stdout, encoding="utf-8")
    summary: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return summary


def main() -> None:
    """Play what is missing and print a table for the page."""
    parser = argparse.ArgumentParser(description="How strong the computer players are.")
    parser.add_argument("--games", type=int, help="so many games of each pairing: a small version")
    parser.add_argument("--only", default="", help="only what has this word in its name")
    wanted = parser.parse_args()
    small: int | None = wanted.games
    out = RESULTS_FOLDER if small is None else ROOT / "build" / "strength"
    runs = [*RUNS, *(BEGINNER_RUNS if small is None else BEGINNER_RUNS[:1])]
    print("| pairing | games | win share (95 %) | mean coins | 99 % of turns within |")
    print("|---|---|---|---|---|")
    for name, agents, players, games, budget in runs:
        if wanted.only not in name:
            continue
        report = run(name, agents, players, small or games, budget, out)
        best = next(row for row in report["agents"] if row["name"] == agents[0])
        others = [row for row in report["agents"] if row["name"] != agents[0]]
        low, high = best["win_share_95"]
        coins = f"{best['mean_coins']:.1f} against {others[0]['mean_coins']:.1f}"
        share = f"{best['win_share']:.1%} ({low:.1%} to {high:.1%})"
        slowest = max(row["turn_seconds_p99"] for row in report["agents"])
        print(f"| {name} | {report['games']} | {share} | {coins} | {slowest:.3f} s |", flush=True)
    print()
    print("| level | players | games | mean coins | decisions a game |")
    print("|---|---|---|---|---|")
    for name in [each for each in LEVELS if wanted.only in each]:
        for players in (2,) if small and name == "expert" else (2, 3, 4, 5):
            summary = level(name, players, small or GAMES_PER_LEVEL, out)
            coins = f"{summary['agents'][0]['mean_coins']:.1f}"
            row = (name, players, summary["games"], coins, f"{summary['decisions_per_game']:.0f}")
            print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
