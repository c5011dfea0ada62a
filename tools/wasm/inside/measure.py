"""Runs in the browser's Python: measures start, memory and, if asked to by the word `turns`, the levels.

Times are CPU time of the whole Node process, with the threads that compile WebAssembly. `started` comes from
web/tools/runPython.ts: what it took until Python ran.
"""

import json
import sys

from js import process  # type: ignore[import-not-found]
from pyodide_js import _module  # type: ignore[import-not-found]

sys.path.append("/clone")


def cpu_milliseconds() -> float:
    """What this process has used so far."""
    used = process.cpuUsage()
    return float(used.user + used.system) / 1000


def open_table() -> None:
    """Load the desk as the worker of a page does, and open a table at which a game begins."""
    from elbowroom.server.desk.desk import Desk  # noqa: PLC0415 - loading it is measured

    answer = Desk().answer_json
    settings = {"players": 5, "computers": ["expert"] * 4}
    people = [{"name": "Ann"}]
    opened = json.loads(answer(json.dumps({"ask": "open", "settings": settings, "joins": people})))
    assert opened.get("to_store"), opened
    table = json.loads(answer('{"ask": "stored"}'))["result"]["table"]
    opening = json.loads(answer(json.dumps({"ask": "opening", "table": table})))
    assert opening["result"]["state"]["status"] == "running", opening


before = cpu_milliseconds()
open_table()
report = {"python": started, "table": cpu_milliseconds() - before}  # type: ignore[name-defined]  # noqa: F821
if "turns" in sys.argv:
    from benchmarks.turn_costs import turn_costs

    report["turns"] = turn_costs(cpu_milliseconds)
report["heap"] = _module.HEAP8.length / 1e6
report["process"] = process.memoryUsage().rss / 1e6
print(json.dumps(report))
