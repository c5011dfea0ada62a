"""The columns of a listing: the schema and the SQL of both databases are made from the fields of `Listing`.

A new field of `Listing` needs a migration, and no change of any statement.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Literal, get_args, get_type_hints

from elbowroom.server.tables.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Mapping

SqlType = Literal["text", "boolean", "integer", "double precision"]
_SQL_TYPES: Final[dict[type, SqlType]] = {
    str: "text",
    bool: "boolean",
    int: "integer",
    float: "double precision",
}


@dataclass(frozen=True)
class ListingColumn:
    """A column of the database's `tables` that holds a field of a listing."""

    name: str
    sql_type: SqlType
    is_nullable: bool
    has_default: bool
    """Whether it is empty, or false, for tables that were stored before the column was added."""


def _columns() -> tuple[ListingColumn, ...]:
    hints = get_type_hints(Listing)
    columns = []
    for field in fields(Listing):
        if field.name == "people":  # who sits there has a table of its own, `sitters`
            continue
        kinds = get_args(hints[field.name]) or (hints[field.name],)
        columns.append(
            ListingColumn(
                field.name,
                sql_type=_SQL_TYPES[kinds[0]],
                is_nullable=type(None) in kinds,
                has_default=field.default is not MISSING,
            )
        )
    return tuple(columns)


LISTING_COLUMNS: Final = _columns()
COLUMN_NAMES: Final = ", ".join(column.name for column in LISTING_COLUMNS)
"""For SQL."""
_BOOLEANS: Final = tuple(column.name for column in LISTING_COLUMNS if column.sql_type == "boolean")
listing_values: Final = attrgetter(*(column.name for column in LISTING_COLUMNS))
"""The values of a listing, in the order of its columns."""


def read_listing(row: Mapping[str, Any]) -> tuple[str, Listing]:
    """A table's id and its listing from a row with `id`, `people` as JSON and all columns."""
    values = dict(row)
    table_id: str = values.pop("id")
    values["people"] = tuple(json.loads(values["people"]))
    for name in _BOOLEANS:  # SQLite keeps them as numbers
        values[name] = bool(values[name])
    return table_id, Listing(**values)
