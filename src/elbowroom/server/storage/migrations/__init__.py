"""From any older schema to the newest, as SQL that a store carries out in one transaction.

Both databases get their statements in the same way, so no second driver is needed and nothing is half done.
Alembic is imported only to upgrade an older schema: it takes longer to load than anything else does at start.
The SQL of the newest schema is kept in a file for each kind of database (`tools/newest_schema.py` writes it).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

Dialect = Literal["sqlite", "postgresql"]
FOLDER: Final = Path(__file__).parent
STATEMENT_END: Final = ";\n\n"
"""Alembic writes it after every statement."""


@cache
def newest() -> str:
    """The revision that this version of the program works with."""
    return max(script.name.partition("_")[0] for script in (FOLDER / "versions").glob("[0-9]*_*.py"))


def statements(dialect: Dialect, current: str | None, target: str | None = None) -> list[str]:
    """What leads from a revision, or from an empty database, to the newest or to another one."""
    target = target or newest()
    if current == target:
        return []
    if current is None and target == newest():
        return split_statements(newest_schema_file(dialect).read_text(encoding="utf-8"))
    from elbowroom.server.storage.migrations.scripts import written_sql  # noqa: PLC0415 - see above

    return split_statements(written_sql(dialect, current, target))


def newest_schema_file(dialect: Dialect) -> Path:
    """The file with the SQL that turns an empty database into one of the newest revision."""
    return FOLDER / f"{newest()}.{dialect}.sql"


def split_statements(sql: str) -> list[str]:
    """The statements in a text that Alembic has written."""
    return [statement for statement in sql.split(STATEMENT_END) if statement.strip()]
