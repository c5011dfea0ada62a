"""Plays checked games with own races and powers: every trait alone, every pair of two, and several by chance.

python tools/traits.py                    100 files, 200 games each
python tools/traits.py --files 20 --games 10 --minutes 5

The files are the pairs of all keys in turn and files made by chance. Every state of every game is checked;
the first violation ends the run with the file and the seed that show it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.invented import content_of, file_with, pairs, play_checked, random_file


def text_of(number: int) -> str:
    """The file of this number: two of three are pairs of keys, spread over all pairs."""
    all_pairs = pairs()
    if number % 3 == 2:
        return random_file(number)
    return file_with(*all_pairs[number * 197 % len(all_pairs)])


def play_file(task: tuple[int, int, float]) -> tuple[int, int, int, str]:
    """Play games with a file; returns its number, the games and decisions played, and what went wrong."""
    number, games, deadline = task
    played = decisions = 0
    seed = 0
    try:
        content = content_of(text_of(number))
        for seed in range(number * games, (number + 1) * games):
            if time.monotonic() > deadline:
                break
            game = play_checked(content, seed, players=2 + seed % 4, closely=500)
            played += 1
            decisions += len(game.history)
    except Exception as error:  # noqa: BLE001 - whatever it is, the run reports it with its seed
        return number, played, decisions, f"file {number}, seed {seed}: {type(error).__name__}: {error}"
    return number, played, decisions, ""


def main(words: list[str]) -> int:
    """Play, and tell what was played; the exit code is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="tools/traits.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--files", type=int, default=100, help="how many files (default: 100)")
    parser.add_argument("--games", type=int, default=200, help="games with each file (default: 200)")
    parser.add_argument("--minutes", type=float, default=120, help="at most so long (default: 120)")
    parser.add_argument("--processes", type=int, default=2, help="at a time (default: 2)")
    arguments = parser.parse_args(words)
    deadline = time.monotonic() + 60 * arguments.minutes
    tasks = [(number, arguments.games, deadline) for number in range(arguments.files)]
    games = decisions = 0
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        for number, played, made, problem in pool.imap_unordered(play_file, tasks):
            games, decisions = games + played, decisions + made
            if problem:
                print(problem)
                print(text_of(number))
                return 1
    print(f"{arguments.files} files, {games} games, {decisions} decisions: no violation.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
