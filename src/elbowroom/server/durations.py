"""Durations in seconds."""

from __future__ import annotations

from typing import Final

MINUTE_SECONDS: Final = 60
HOUR_SECONDS: Final = 3600
DAY_SECONDS: Final = 86_400
