"""Reads what an own race or power looks like: the parts of its emblem and its colour, all by name."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from elbowroom.content import read_text
from elbowroom.rules import terms
from elbowroom.rules.traits import Emblem

if TYPE_CHECKING:
    from elbowroom.rules.trait_reader import Reader

EMBLEM_KEYS: Final = ("symbol", "shape")


@cache
def emblem_symbols() -> tuple[str, ...]:
    """The symbols that an emblem may have; the file also says which icon each of them is."""
    return tuple(json.loads(read_text("base", "emblems.json")))


def read_emblem(reader: Reader, table: dict[str, Any]) -> Emblem | None:
    """The emblem of an entry; none if it has no such key."""
    if "emblem" not in table:
        return None
    data = reader.table(table, "emblem")
    reader.keys(data, EMBLEM_KEYS, "emblem.")
    if "symbol" not in data and data is table["emblem"]:
        reader.complain("missing", "emblem.symbol")
    symbol = reader.word(data, "symbol", emblem_symbols(), "emblem.")
    return Emblem(
        symbol, reader.word(data, "shape", terms.EMBLEM_SHAPES, "emblem.") if "shape" in data else ""
    )


def read_colour(reader: Reader, table: dict[str, Any]) -> str:
    """The colour of a race; empty if it has no such key."""
    return reader.word(table, "colour", terms.COLOURS) if "colour" in table else ""
