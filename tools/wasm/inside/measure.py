"""Runs in the browser's Python: measures start, memory and, if asked to by the word `turns`, the levels.

Times are CPU time of the whole Node process, with the threads that compile WebAssembly. `started` comes from
web/tools/runPython.ts: what it took until Python ran.
"""

import importlib
import json
import sys

from js import process  # type: ignore[import-not-found]
from pyodide_js import _module  # type: ignore[import-not-found]

sys.path.append("/clone")


def cpu_milliseconds() -> float:
    """What this process has used so far."""
    used = process.cpuUsage()
    return float(used.user + used.system) / 1000


def make_table_ready() -> None:
    """Load all that a table needs, and begin a game."""
    for name in ("http.envelopes", "rooms.updates", "tables.commands", "workers.bot_process"):
        importlib.import_module(f"elbowroom.server.{name}")
    new_game = importlib.import_module("elbowroom.engine.game").new_game
    new_game(5, seed=1).legal_actions()


before = cpu_milliseconds()
make_table_ready()
report = {"python": started, "table": cpu_milliseconds() - before}  # type: ignore[name-defined]  # noqa: F821
if "turns" in sys.argv:
    from benchmarks.turn_costs import turn_costs

    report["turns"] = turn_costs(cpu_milliseconds)
report["heap"] = _module.HEAP8.length / 1e6
report["process"] = process.memoryUsage().rss / 1e6
print(json.dumps(report))
