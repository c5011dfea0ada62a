"""The beginning of a table, whoever hosts it: its id, and the first entry of its log."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from elbowroom import __version__
from elbowroom.agents import LEVELS, agent_versions
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.server.tables import entries, fairness

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import Opened
    from elbowroom.server.tables.settings import TableSettings

ID_BYTES: Final = 12
"""96 bits: whoever has the link may watch, and nobody guesses it."""


def new_table_id() -> str:
    """The id of a new table."""
    return secrets.token_urlsafe(ID_BYTES)


def opening_entry(
    settings: TableSettings, seed: str, host: str, *, invite: str = "", is_local: bool = False
) -> Opened:
    """The first entry of a new table, which commits its host to the seed."""
    return entries.Opened(
        settings,
        fairness.commitment(seed),
        host,
        invite,
        engine=__version__,
        rules_version=RULES_VERSION,
        proof=fairness.PROOF,
        is_local=is_local,
        versions=agent_versions(LEVELS),
    )
