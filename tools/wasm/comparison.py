"""Plays the same games natively and in the browser's Python, and compares their digests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from tools.wasm.games import RANDOM, play_all
from tools.wasm.inside_python import InsideError, run_python

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Game = tuple[str, int]
"""Who plays, and the number that seeds it."""
SHORT_GAMES: Final[list[Game]] = [*((RANDOM, number) for number in range(20)), ("easy", 0), ("normal", 1)]
"""What an engine must play right before `make wasm` keeps it: it takes a few seconds."""


class DifferentError(Exception):
    """The two engines do not agree; the text names the first game."""


def compare(folder: Path, games: Sequence[Game]) -> None:
    """Play games natively and with the engine of a folder."""
    try:
        inside = json.loads(run_python(folder, "play.py", json.dumps(games)))
    except InsideError as error:
        raise DifferentError(str(error)) from error
    native = play_all(games)
    for game, ours, theirs in zip(games, native, inside, strict=True):
        if ours != theirs:
            raise DifferentError(f"game {game[1]} ({game[0]}): {ours} natively, {theirs} in the browser")
