"""Agents as strangers write them, good and bad, for the tests of those who let them play."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

MODULE = '''
import gc
import os
import sys
import time


class First:
    def choose(self, game, budget):
        return game.legal()[0]


class Last(First):
    def choose(self, game, budget):
        return game.legal()[-1]


class Seeded:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, game, budget):
        legal = game.legal()
        return legal[self.seed % len(legal)]


class Told(First):
    def choose(self, game, budget):
        print("budget", budget.seconds, budget.work, file=sys.stderr, flush=True)
        return super().choose(game, budget)


class Explains(First):
    def explain(self, game, budget):
        from elbowroom.agents import agent_named
        return agent_named("greedy", 0).explain(game)


class Vandal(First):
    """Answers well, but spoils all that it can reach."""

    def choose(self, game, budget):
        action = game.legal()[0]
        game.names[0] = "Vandal"
        game.state.coins[0] = 99
        while not game.is_over:
            game.apply(game.legal()[0])
        sys.modules["elbowroom.engine.game"].new_game = None
        return action


class Spy(First):
    """Answers with an error if it can see a dealer, a past or another game."""

    def choose(self, game, budget):
        from elbowroom.engine.chance import Dealer
        from elbowroom.engine.game import Game
        games = [each for each in gc.get_objects() if isinstance(each, Game)]
        dealers = [each for each in gc.get_objects() if isinstance(each, Dealer)]
        seen = len(games) > 1 or dealers or game._dealer or game.history or game.opening
        if seen or not game.is_clone or game.to_move is None:
            raise LookupError("there is something to see")
        return super().choose(game, budget)


class Raises:
    def choose(self, game, budget):
        return game.legal()[99]


class RaisesLate(First):
    def choose(self, game, budget):
        if game.state.game_turn == 3:
            raise RuntimeError("no\\nmore")
        return super().choose(game, budget)


class Illegal:
    def choose(self, game, budget):
        return 62


class Words:
    def choose(self, game, budget):
        print("this is no protocol")
        return game.text_of(game.legal()[0])


class Yes:
    def choose(self, game, budget):
        return True


class Hangs:
    def choose(self, game, budget):
        while True:
            try:
                time.sleep(60)
            except BaseException:
                pass


class Sleeps(First):
    """Each of its decisions is short; a turn is not."""

    def choose(self, game, budget):
        time.sleep(0.4)
        return super().choose(game, budget)


class Exits:
    def choose(self, game, budget):
        sys.exit("enough")


class Dies:
    def choose(self, game, budget):
        os._exit(7)


class Picky(First):
    def __init__(self, seed):
        if seed:
            raise ValueError("only with seed 0")


class Unmade(First):
    def __init__(self, colour):
        pass


class NoAgent:
    pass


chosen = First()
'''


def write_own_agents(folder: Path) -> None:
    """Put the module `mine` into the folder, and `broken`, which cannot be imported."""
    (folder / "mine.py").write_text(MODULE, encoding="utf-8")
    (folder / "broken.py").write_text("def choose(:\n", encoding="utf-8")
    (folder / "quits.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
