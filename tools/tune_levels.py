"""Measure and tune the steps between the levels, by games of two between neighbours.

python tools/tune_levels.py               measure the four steps, 400 games each
python tools/tune_levels.py --tune        first find the temperatures of hard, normal and easy, from above
python tools/tune_levels.py --games 40    a small version, for a check that everything runs

Each pair meets the same luck from both seats. The expert plays with `--work` units a turn, which makes its
games short. What was played is kept in runs/levels, and is not played again with the same program. Copy the
errors that are printed into agents/level.py by hand. Gentle is tuned by beginners (docs/strength.md).
"""

from __future__ import annotations

import argparse
import json
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from elbowroom.agents import agent_named
from elbowroom.agents.agent import Agent, Budget
from elbowroom.agents.level import EASY, HARD, NORMAL, Errors, LevelAgent
from elbowroom.arena.result_files import program_digest
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import new_game

RESULTS: Final = Path(__file__).parent.parent / "runs" / "levels" / "shares.json"
TRIED: Final = (0.75, 1.0, 1.35)
"""The temperatures that are tried first, as multiples of the level's."""


class Side(NamedTuple):
    """One of the two players: an agent by name with its work, or a level with these errors."""

    name: str
    errors: Errors | None = None
    work: int | None = None

    def agent(self, seed: int) -> Agent:
        """The agent that plays."""
        return agent_named(self.name, seed) if self.errors is None else LevelAgent(seed, self.errors)

    @property
    def key(self) -> str:
        """What its results depend on."""
        errors = "" if self.errors is None else json.dumps(asdict(self.errors))
        return f"{self.name} {errors} {self.work}"


class Job(NamedTuple):
    """A game: with an even number the better one begins at the table, with an odd one the other."""

    better: Side
    worse: Side
    seed: int
    number: int


def win(job: Job) -> float:
    """Play a game: 1 if the better one wins, a half if they share the victory."""
    deal, seat = divmod(job.number, 2)
    game = new_game(2, dealer=Dealer(f"levels {job.seed} {deal}".encode()))
    sides = (job.better, job.worse) if seat == 0 else (job.worse, job.better)
    agents = [side.agent(2 * job.number + place) for place, side in enumerate(sides)]
    while (to_move := game.to_move) is not None:
        work = sides[to_move].work
        budget = None if work is None else Budget(work=work)
        game.apply(agents[to_move].choose(game.clone(), budget))
    winners = [rank.seat for rank in game.ranking() if rank.place == 1]
    return winners.count(seat) / len(winners)


class Measure:
    """Plays what is not known yet, and keeps it."""

    def __init__(self, pool: ProcessPoolExecutor, seed: int, results: Path = RESULTS) -> None:
        self._pool = pool
        self._seed = seed
        self._results = results
        self._program = program_digest()
        self._known: dict[str, list[float]] = {}
        if results.exists():
            self._known = json.loads(results.read_text(encoding="utf-8"))

    def wins(self, better: Side, worse: Side, games: int) -> float:
        """The games that the better one wins of so many."""
        key = f"{self._program} {self._seed} {better.key} {worse.key}"
        known = self._known.setdefault(key, [])
        while len(known) < games:
            numbers = range(len(known), min(games, len(known) + 40))
            jobs = [Job(better, worse, self._seed, number) for number in numbers]
            known += self._pool.map(win, jobs, chunksize=2)
            self._results.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._results.with_suffix(".new")
            fresh.write_text(json.dumps(self._known), encoding="utf-8")
            fresh.replace(self._results)
        return sum(known[:games])


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's interval of a share at 95 %."""
    z, share = 1.96, wins / games
    middle, scale = share + z * z / (2 * games), 1 + z * z / games
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / scale, (middle + half) / scale


def fitted(tried: list[tuple[float, float]], target: float) -> float:
    """The temperature at which a line through the logits of these shares has the target."""
    points = [(math.log(t), math.log(share / (1 - share))) for t, share in tried]
    x_mean, y_mean = (sum(values) / len(points) for values in zip(*points, strict=True))
    spread = sum((x - x_mean) ** 2 for x, _ in points)
    slope = max(0.3, sum((x - x_mean) * (y - y_mean) for x, y in points) / spread)
    x = x_mean + (math.log(target / (1 - target)) - y_mean) / slope
    lowest, highest = min(t for t, _ in tried) / 1.5, max(t for t, _ in tried) * 1.5
    return round(min(max(math.exp(x), lowest), highest), 1)


def tuned(measure: Measure, better: Side, level: Side, target: float, games: int) -> Side:
    """The level with the temperature at which the one above wins the target share."""
    assert level.errors is not None
    tried: list[tuple[float, float]] = []
    temperatures = [round(level.errors.temperature * factor, 2) for factor in TRIED]
    while True:
        for temperature in temperatures:
            side = level._replace(errors=replace(level.errors, temperature=temperature))
            share = (measure.wins(better, side, games) + 0.5) / (games + 1)
            tried.append((temperature, share))
            print(f"  {level.name} at {temperature}: {better.name} wins {share:.1%}", flush=True)
        found = fitted(tried, target)
        if len(tried) > len(TRIED):
            return level._replace(errors=replace(level.errors, temperature=found))
        temperatures = [found]


def main() -> None:
    """Tune if asked, and print a table of the steps."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tune", action="store_true", help="find the temperatures first")
    parser.add_argument("--target", type=float, default=75.0, help="percent that the better one shall win")
    parser.add_argument("--games", type=int, default=400, help="games of each step")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--top", default="expert", help="the agent above hard")
    parser.add_argument("--work", type=int, default=2500, help="its work for a turn")
    asked = parser.parse_args()
    levels = [Side("hard", HARD), Side("normal", NORMAL), Side("easy", EASY)]
    with ProcessPoolExecutor(2) as pool:
        ladder = [Side(asked.top, work=asked.work)]
        tuning = Measure(pool, asked.seed + 1)  # with other luck than the table
        for level in levels:
            if asked.tune:
                games = max(40, asked.games * 3 // 10)
                ladder.append(tuned(tuning, ladder[-1], level, asked.target / 100, games))
                print(f"{level.name}: {ladder[-1].errors}", flush=True)
            else:
                ladder.append(level)
        ladder.append(Side("gentle"))
        measure = Measure(pool, asked.seed)
        print("| step | games | win share (95 %) |")
        print("|---|---|---|")
        for better, worse in pairwise(ladder):
            wins = measure.wins(better, worse, asked.games)
            low, high = wilson(wins, asked.games)
            share = f"{wins / asked.games:.1%} ({low:.1%} to {high:.1%})"
            print(f"| {better.name} against {worse.name} | {asked.games} | {share} |", flush=True)


if __name__ == "__main__":
    main()
