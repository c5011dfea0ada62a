"""A server, and the commands around it, start without what few of their users need."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import get_args

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from elbowroom.server.storage.migrations import Dialect, newest, newest_schema_file
from elbowroom.server.storage.migrations.scripts import written_sql
from elbowroom.server.storage.schema import METADATA
from elbowroom.server.storage.snapshot import TABLE_ORDER

SLOW = {
    "alembic",
    "asyncpg",
    "cryptography",
    "fastapi",
    "http_ece",
    "httpx",
    "mako",
    "matplotlib",
    "numpy",
    "PIL",
    "py_vapid",
    "pydantic",
    "redis",
    "resvg_py",
    "rich",
    "segno",
    "sqlalchemy.ext.asyncio",
    "sqlalchemy.orm",
    "structlog",
    "webauthn",
}
"""Modules that take long to import."""


def modules_after(code: str) -> set[str]:
    """What is imported once this code has run in a new process."""
    run = subprocess.run(
        [sys.executable, "-c", f"import json, sys\n{code}\nprint(json.dumps(sorted(sys.modules)))"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(run.stdout))


def test_the_application_is_imported_without_what_few_requests_need() -> None:
    modules = modules_after("import elbowroom.server.app, elbowroom.server.http.uvicorn_server")
    assert "starlette.applications" in modules
    assert not modules & SLOW


@pytest.mark.parametrize(
    "code",
    [
        "import elbowroom.cli.commands.admin",
        "import elbowroom.cli.commands.backup, elbowroom.server.storage.backup",
    ],
)
def test_admin_and_backup_are_imported_without_a_server_and_without_sqlalchemy(code: str) -> None:
    assert not modules_after(code) & (SLOW | {"sqlalchemy", "starlette", "uvicorn"})


def test_a_new_or_current_database_needs_no_alembic() -> None:
    code = """
from elbowroom.server.storage import migrations
assert migrations.statements("sqlite", None)
assert migrations.statements("sqlite", migrations.newest()) == []
"""
    assert not modules_after(code) & {"alembic", "sqlalchemy"}


def test_the_newest_revision_is_that_of_the_scripts() -> None:
    config = Config()
    config.set_main_option("script_location", "elbowroom.server:storage/migrations")
    assert newest() == ScriptDirectory.from_config(config).get_current_head()


@pytest.mark.parametrize("dialect", get_args(Dialect))
def test_the_file_of_the_newest_schema_is_what_the_scripts_lead_to(dialect: Dialect) -> None:
    """Otherwise: python tools/newest_schema.py."""
    written = written_sql(dialect, None, newest())
    assert newest_schema_file(dialect).read_text(encoding="utf-8") == written


def test_a_backup_has_every_table_after_those_it_refers_to() -> None:
    assert [table.name for table in METADATA.sorted_tables] == list(TABLE_ORDER)
