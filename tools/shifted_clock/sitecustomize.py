"""For the path of a server in `tools.chaos`: its wall clock is shifted by the seconds in a file.

Python runs this module by its name when it starts. The monotonic clock stays as it is, as when the clock of a
machine is set.
"""

from __future__ import annotations

import os
import time
from typing import Final

FILE: Final = "ELBOWROOM_SHIFTED_CLOCK"
"""The variable of the environment that names the file."""
MAX_BYTES: Final = 32
_wall: Final = time.time


def shifted(file: int) -> float:
    """The time that the machine would tell if its clock were set so."""
    return _wall() + float(os.pread(file, MAX_BYTES, 0) or b"0")


if FILE in os.environ:
    opened: Final = os.open(os.environ[FILE], os.O_RDONLY)
    time.time = lambda: shifted(opened)
