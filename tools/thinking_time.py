"""Does more thinking make the expert stronger? Games of two between experts with more and with less time.

python -m tools.thinking_time                 each time against a third of a second, 400 games each
python -m tools.thinking_time --only 0.1 1    only these seconds
python -m tools.thinking_time --games 4       a small version, for a check that everything runs

Thinking is counted in units of work, so that results do not depend on what else the machine does:
--speed says how many the expert does in a second of its budget. Each pair meets the same luck from both
seats. What was played is kept in runs/thinking, and is not played again with the same program.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from tools.tune_levels import Measure, Side, wilson

RESULTS: Final = Path(__file__).parent.parent / "runs" / "thinking" / "shares.json"
COMPARED_WITH: Final = 0.3
SECONDS: Final = (0.1, 1.0, 3.0)
UNITS_PER_SECOND: Final = 130_000
"""What the expert does in a second of its budget (it plans to use 0.6 of it) on a core of a shared server."""


def main() -> None:
    """Print a table of the steps."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=400, help="games of each pair")
    parser.add_argument("--only", type=float, nargs="+", default=SECONDS, help="these seconds")
    parser.add_argument("--speed", type=int, default=UNITS_PER_SECOND, help="units of work in a second")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs) as pool:
        measure = Measure(pool, asked.seed, RESULTS)
        print("| seconds a turn | units of work | games | wins against 0.3 s (95 %) |")
        print("|---|---|---|---|")
        base = Side("expert", work=round(COMPARED_WITH * asked.speed))
        for seconds in asked.only:
            work = round(seconds * asked.speed)
            wins = measure.wins(Side("expert", work=work), base, asked.games)
            low, high = wilson(wins, asked.games)
            share = f"{wins / asked.games:.1%} ({low:.1%} to {high:.1%})"
            print(f"| {seconds} | {work:,} | {asked.games} | {share} |", flush=True)


if __name__ == "__main__":
    main()
