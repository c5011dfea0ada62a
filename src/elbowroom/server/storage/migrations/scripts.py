"""Migration scripts, turned into SQL by Alembic."""

from __future__ import annotations

import io
from threading import Lock
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.server.storage.migrations import Dialect

_ONE_BY_ONE: Final = Lock()  # Alembic keeps the running migration in a global


def written_sql(dialect: Dialect, current: str | None, target: str) -> str:
    """The SQL that leads from a revision, or from an empty database, to another one."""
    written = io.StringIO()
    config = Config(output_buffer=written)
    config.set_main_option("script_location", "elbowroom.server:storage/migrations")
    config.attributes["dialect"] = dialect
    with _ONE_BY_ONE:
        for known in (current, target):
            try:
                ScriptDirectory.from_config(config).get_revision(known or "base")
            except CommandError as error:
                raise Refused("database_newer", found=known) from error
        command.upgrade(config, target if current is None else f"{current}:{target}", sql=True)
    return written.getvalue()
