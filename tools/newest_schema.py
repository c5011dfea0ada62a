"""Writes the SQL of the newest schema, from the migration scripts, beside them."""

from __future__ import annotations

from typing import get_args

from elbowroom.server.storage.migrations import Dialect, newest, newest_schema_file
from elbowroom.server.storage.migrations.scripts import written_sql


def main() -> None:
    """One file for each kind of database."""
    for dialect in get_args(Dialect):
        file = newest_schema_file(dialect)
        for older in file.parent.glob(f"*.{dialect}.sql"):
            older.unlink()
        file.write_text(written_sql(dialect, None, newest()), encoding="utf-8")


if __name__ == "__main__":
    main()
