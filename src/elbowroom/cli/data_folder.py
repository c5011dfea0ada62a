"""The folder in which the commands keep their files unless an option names another place."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """Our folder among the data of this user, where the system wants such folders."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA", "") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = os.environ.get("XDG_DATA_HOME", "") or Path.home() / ".local" / "share"
    return Path(home) / "elbowroom"
