"""Files that the administrator replaces keep their owner and mode, so that the service can still read them.

`elbowroom admin` and `restore` are often run as root, for a service that runs as somebody else.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def take_owner(made: Path, replaced: Path | None = None) -> None:
    """Give a new file the owner and mode of the one that it will replace, or the owner of its folder."""
    if replaced is None or not replaced.exists():
        status = made.parent.stat()
    else:
        status = replaced.stat()
        made.chmod(stat.S_IMODE(status.st_mode))
    if hasattr(os, "chown"):
        with suppress(PermissionError):  # only root may
            os.chown(made, status.st_uid, status.st_gid)
