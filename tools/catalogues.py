"""Writes the catalogues of docs/reference from the code, so that they cannot go stale.

python tools/catalogues.py            write all pages
python tools/catalogues.py --check    fail if a page differs from what the code says

A new catalogue is one function that returns a page, and one line in PAGES.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec

from elbowroom.agents.hint_reasons import REASON_TYPES
from elbowroom.engine.decisions import DECISIONS
from elbowroom.engine.events import EVENT_TYPES
from elbowroom.rules.refusals import refusal_codes
from elbowroom.rules.words import catalogue

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
NOTE = "<!-- Written by tools/catalogues.py: change the code, then run `make catalogues`. -->"
JSON_NAMES = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}


def hint_reasons() -> str:
    """The reasons of hints."""
    return page(
        "Reasons of hints",
        "Why an option is good or bad, as [agents](../agents.md) explain it and the [server](../bot-api.md) "
        "sends it: an object with its `code` and the parameters below. Seats count from 0, regions from 1.",
        records(REASON_TYPES, "hint"),
    )


def events() -> str:
    """The events of the game."""
    return page(
        "Events",
        "What happens when an action is carried out: an object with its `code` and the parameters below. "
        "Seats count from 0, regions and places of the column from 1; races, powers and markers are ids.",
        records(EVENT_TYPES, "event"),
    )


def decisions() -> str:
    """The decisions of the game."""
    rows = []
    for row in DECISIONS:
        words = [f"`{row.compound or row.verb} …`"] if row.verb else []
        words += [f"`{word}`" for _, word in row.plain]
        rows.append((str(row.number), f"`{row.name}`", row.decider, row.names, ", ".join(words)))
    return page(
        "Decisions",
        "Everything that is ever asked, in the order of a turn: an action is `(number << 6) | bit`, and bits "
        "0 to 55 name what the fourth column says ([notation](../notation.md)).",
        table(("number", "name", "who decides", "an answer names", "words"), rows),
    )


def refusals() -> str:
    """The codes of refusals."""
    rows = [(f"`{code}`", sentence(f"refusal_{code}")) for code in refusal_codes()]
    return page(
        "Refusals",
        "Why something cannot be done: an object with its `code` and `params`, the words in braces.",
        table(("code", "in English"), rows),
    )


PAGES: dict[str, Callable[[], str]] = {
    "decisions.md": decisions,
    "events.md": events,
    "hint-reasons.md": hint_reasons,
    "refusals.md": refusals,
}
"""Each page of the folder, and the function that writes it."""


def records(kinds: Iterable[type[msgspec.Struct]], prefix: str) -> str:
    """A table of tagged records: code, meaning, parameters with their types, sentence of the catalogue."""
    rows = []
    for kind in kinds:
        code = str(kind.__struct_config__.tag)
        types = get_type_hints(kind)
        params = ", ".join(f"`{name}`: {json_name(types[name])}" for name in kind.__struct_fields__)
        rows.append((f"`{code}`", kind.__doc__ or "", params, sentence(f"{prefix}_{code}")))
    return table(("code", "meaning", "parameters", "in English"), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [" | ".join(head), "|".join("---" for _ in head)]
    lines += [" | ".join(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def page(title: str, introduction: str, body: str) -> str:
    """A whole page."""
    return f"{NOTE}\n\n# {title}\n\n{introduction}\n\n{body}\n"


def sentence(key: str) -> str:
    """The English sentence of a key; of several variants the last, which is the most general one."""
    message = catalogue()[key]
    return str(message if isinstance(message, str) else list(message[0]["match"].values())[-1])


def json_name(kind: Any) -> str:
    """A type in the words of JSON."""
    if kind in JSON_NAMES:
        return JSON_NAMES[kind]
    arguments = get_args(kind)
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(json_name(argument) for argument in arguments)
    if get_origin(kind) is tuple and arguments[-1] is Ellipsis:
        return f"list of {json_name(arguments[0])}"
    if get_origin(kind) is tuple:
        return f"[{', '.join(json_name(argument) for argument in arguments)}]"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        types = get_type_hints(kind)
        fields = ", ".join(f"`{name}`: {json_name(types[name])}" for name in kind.__struct_fields__)
        return f"{{{fields}}}"
    raise TypeError(kind)


def stale(folder: Path = FOLDER) -> list[str]:
    """The pages that differ from what the code says, or are missing."""
    return [
        name
        for name, write in PAGES.items()
        if not (folder / name).exists() or (folder / name).read_text(encoding="utf-8") != write()
    ]


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check only compare them."""
    if "--check" in arguments:
        for name in stale():
            print(f"{FOLDER / name} is stale: run `make catalogues`", file=sys.stderr)
        return 1 if stale() else 0
    FOLDER.mkdir(exist_ok=True)
    for name, write in PAGES.items():
        (FOLDER / name).write_text(write(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
