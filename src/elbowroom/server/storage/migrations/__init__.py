"""From any older schema to the newest, as SQL that a store carries out in one transaction.

Both databases get their statements in the same way, so no second driver is needed and nothing is half done.
"""

from __future__ import annotations

import io
from threading import Lock
from typing import Final, Literal

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from elbowroom.rules.refusals import Refused

_END: Final = ";\n\n"
_ONE_BY_ONE: Final = Lock()  # Alembic keeps the running migration in a global


def newest() -> str:
    """The revision that this version of the program works with."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def statements(
    dialect: Literal["sqlite", "postgresql"], current: str | None, target: str = "head"
) -> list[str]:
    """What leads from a revision, or from an empty database, to the newest or to another one."""
    written = io.StringIO()
    config = _config(written)
    config.attributes["dialect"] = dialect
    with _ONE_BY_ONE:
        for known in (current, target):
            try:
                ScriptDirectory.from_config(config).get_revision(known or "base")
            except CommandError as error:
                raise Refused("database_newer", found=known) from error
        command.upgrade(config, target if current is None else f"{current}:{target}", sql=True)
    return [statement for statement in written.getvalue().split(_END) if statement.strip()]


def _config(written: io.StringIO | None = None) -> Config:
    config = Config() if written is None else Config(output_buffer=written)
    config.set_main_option("script_location", "elbowroom.server:storage/migrations")
    return config
