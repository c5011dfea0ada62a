"""`elbowroom content check`: what your own race, power or map will do, or what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import click
from rich.console import Console

from elbowroom.cli.language import speaks
from elbowroom.envs.observation_schema import unknown_abilities
from elbowroom.rules.content import Content, add_content, base_content
from elbowroom.rules.description import describe_map, describe_own
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say


@click.group()
def content() -> None:
    """Your own races, powers and maps.

    \b
    Example file my-race.toml:
        [race.gnomes]
        tokens = 6
        tokens_of = "ratmen"
        coins.mine = 1
    Then: elbowroom content check my-race.toml
          elbowroom simulate --content my-race.toml --games 20
    """


@content.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@speaks
def check(files: tuple[Path, ...], as_json: bool) -> None:
    """Check files and say in words what they will do."""
    box, descriptions = base_content(), []
    for file in files:
        before = box
        try:
            box = add_content(box, file.read_text(encoding="utf-8"), file.name, is_new=True)
        except UnicodeDecodeError:
            raise Refused("not_text", file=file.name) from None
        descriptions += _describe_new(before, box)
    if as_json:
        click.echo(json.dumps({"ok": True, "entries": descriptions}))
        return
    console = Console()
    for entry in descriptions:
        title = say(f"content_{entry['kind']}", name=entry["name"])
        console.print(title, style="bold", markup=False, highlight=False)
        for line in cast("list[str]", entry["does"]):
            console.print(f"  - {line}", markup=False, highlight=False)
    console.print(_verdict(box), markup=False, highlight=False)


def _verdict(box: Content) -> str:
    """Where it can be played."""
    abilities = {word for entry in (*box.races, *box.powers) for word in entry.traits.abilities}
    unknown = unknown_abilities(abilities)
    return say("content_no_research", verbs=unknown) if unknown else say("content_good")


def _describe_new(before: Content, after: Content) -> list[dict[str, object]]:
    """What a file added to the box, in sentences."""
    descriptions: list[dict[str, object]] = []
    for kind, old, new in (("race", before.races, after.races), ("power", before.powers, after.powers)):
        descriptions += [
            {"kind": kind, "id": entry.id, "name": entry.name, "does": describe_own(entry)}
            for entry in new
            if entry not in old
        ]
    descriptions += [
        {"kind": "map", "id": map_.id, "name": map_.name, "does": describe_map(map_)}
        for map_ in after.maps
        if map_ not in before.maps
    ]
    return descriptions
