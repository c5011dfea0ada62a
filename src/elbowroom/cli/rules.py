"""`elbowroom rules`: for every rule of the ledger and every ruling, the tests that prove it."""

from __future__ import annotations

import json
from typing import Any, cast

import click
from rich.console import Console
from rich.table import Table

from elbowroom.content import read_text


def proofs() -> dict[str, Any]:
    """The shipped result of the last full run of the rule tests."""
    return cast("dict[str, Any]", json.loads(read_text("proofs.json")))


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rules(ids: tuple[str, ...], as_json: bool) -> None:
    """Which test proves which rule; name ids (CON-3, RUL-41) to see them only.

    A test counts for a rule only if it was collected and passed in the run that wrote the shipped file.
    """
    found = proofs()
    proved, silent = found["proved"], found["not_applicable"]
    missing = [rule for rule in found["rules"] if rule not in proved and rule not in silent]
    if as_json:
        summary = {
            "rules": len(found["rules"]),
            "proved": len(proved),
            "not_applicable": len(silent),
            "missing": missing,
        }
        click.echo(json.dumps({**summary, "tests": proved, "reasons": silent}))
        return
    console = Console()
    table = Table("rule", "proved by")
    for rule in found["rules"]:
        if ids and rule not in ids:
            continue
        tests = "\n".join(proved.get(rule, [])) or silent.get(rule) or "[red]nothing[/red]"
        table.add_row(rule, tests)
    console.print(table)
    counts = f"{len(proved)} proved, {len(silent)} not applicable, {len(missing)} missing"
    console.print(f"{len(found['rules'])} rules: {counts}")
