"""`elbowroom rules`: every rule of the ledger and every ruling, with its text and the tests that prove it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

import click
from rich.console import Console
from rich.table import Table as RichTable

from elbowroom.content import read_text
from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence


def proofs() -> dict[str, Any]:
    """The shipped result of the last full run of the rule tests."""
    return cast("dict[str, Any]", json.loads(read_text("proofs.json")))


def rule_texts() -> dict[str, str]:
    """What each rule says, by its id."""
    return cast("dict[str, str]", json.loads(read_text("rule_texts.json")))


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def rules(ids: tuple[str, ...], as_json: bool) -> None:
    """Which test proves which rule; name ids (CON-3, RUL-41) to read these rules.

    A test counts for a rule only if it was collected and passed in the run that wrote the shipped file.
    """
    shipped, texts = proofs(), rule_texts()
    proved: dict[str, list[str]] = shipped["proved"]
    not_applicable: dict[str, str] = shipped["not_applicable"]
    missing = [rule for rule in shipped["rules"] if rule not in proved and rule not in not_applicable]
    asked = [_known(rule, shipped["rules"]) for rule in ids] or list(shipped["rules"])
    if as_json:
        summary = {
            "rules": len(shipped["rules"]),
            "proved": len(proved),
            "not_applicable": len(not_applicable),
            "missing": missing,
            "tests": {rule: proved[rule] for rule in asked if rule in proved},
            "reasons": {rule: not_applicable[rule] for rule in asked if rule in not_applicable},
            "texts": {rule: texts[rule] for rule in asked},
        }
        click.echo(json.dumps(summary))
        return
    console = Console(highlight=False)
    proofs_of = {rule: proved.get(rule) or [not_applicable.get(rule, "nothing")] for rule in asked}
    if ids:
        for rule in asked:
            console.print(f"{rule}  {texts[rule]}", markup=False)
            console.print("Proved by:" if rule in proved else "Not proved by a test:")
            for line in proofs_of[rule]:
                console.print(f"  {line}", markup=False, soft_wrap=True)
        return
    table = RichTable("rule", "proved by")
    for rule in asked:
        table.add_row(rule, "\n".join(proofs_of[rule]))
    console.print(table)
    counts = f"{len(proved)} proved, {len(not_applicable)} not applicable, {len(missing)} missing"
    console.print(f"{len(shipped['rules'])} rules: {counts}")


def _known(word: str, rule_ids: Sequence[str]) -> str:
    """The id that a word names, in whatever case; refused with the nearest id if there is none."""
    rule = word.upper()
    if rule not in rule_ids:
        raise Refused("unknown_rule", rule=word, nearest=nearest(rule, rule_ids))
    return rule
