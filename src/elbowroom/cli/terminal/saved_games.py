"""Saved games of the terminal: a record as `elbowroom replay` reads it, with a comment that says who plays.

Files are replaced whole or not at all, so a power cut leaves the last saved game.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from elbowroom.agents import SHIPPED, agent_versions
from elbowroom.agents.own_agent import MODULE_NAME, WEIGHTS_PREFIX, installed_names
from elbowroom.agents.versions import computer_comments
from elbowroom.cli.data_folder import data_folder
from elbowroom.engine.chance import Dealer
from elbowroom.engine.record import UNFINISHED, read_record, write_record
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from elbowroom.engine.game import Game

RECORD_START: Final = "elbowroom record"
SEATS_PREFIX: Final = "# seats "
PERSON: Final = "person"
MAX_SAVE_BYTES: Final = 10_000_000
UNFINISHED_LINE: Final = f"\n{UNFINISHED}\n"
PICK: Final = "; pick "
"""In every record in which a player has decided something: the first decision is to pick a combo."""


class SaveError(Exception):
    """A file that cannot be read or written; its text is a sentence for people."""


def default_file() -> Path:
    """Where the running game is saved unless the player names another file."""
    return data_folder() / "terminal.elbowroom"


def fresh_dealer() -> Dealer:
    """A dealer whose luck nobody can predict."""
    return Dealer(os.urandom(16))


def save_game(file: Path, game: Game, levels: Sequence[str | None]) -> None:
    """Write the game so far, replacing an earlier record but no other kind of file."""
    head, rest = write_record(game).split("\n", 1)
    versions = agent_versions(level for level in levels if level)
    seats = SEATS_PREFIX + " ".join(level or PERSON for level in levels)
    told = "\n".join([head, seats, *computer_comments(game.names, levels, versions), rest])
    try:
        if file.exists() and not is_record(file):
            raise SaveError(say("terminal_not_overwritten", file=file))
        file.parent.mkdir(parents=True, exist_ok=True)
        _replace(file, told)
    except OSError as error:
        raise SaveError(say("terminal_not_saved", file=file, cause=error.strerror or error)) from None


def is_record(file: Path) -> bool:
    """Whether the file begins as a record does; an empty file holds nothing that could be lost."""
    with file.open("rb") as stream:
        return stream.read(len(RECORD_START)) in (b"", RECORD_START.encode())


def _replace(file: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(file)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def load_game(file: Path, own_agents: Collection[str] = ()) -> tuple[Game, tuple[str | None, ...]]:
    """Read a saved game, checking every action; the seats come from its comment, else all are people.

    People's own agents may sit there if they are among `own_agents`.
    """
    try:
        if file.stat().st_size > MAX_SAVE_BYTES:
            raise SaveError(say("terminal_too_large", file=file))
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SaveError(say("terminal_no_save", file=file)) from None
    except UnicodeDecodeError:
        raise SaveError(Refused("not_text", file=file).refusal.reason) from None
    except OSError as error:
        raise SaveError(say("terminal_not_read", file=file, cause=error.strerror or error)) from None
    try:
        game = read_record(text)
    except Refused as refused:
        raise SaveError(say("terminal_damaged", file=file, cause=refused.refusal.reason)) from None
    levels = _levels(file, text, len(game.names))
    unnamed = sorted({level for level in levels if level and is_code(level)} - {*own_agents})
    if unnamed:
        raise SaveError(say("terminal_own_agents", file=file, agents=",".join(unnamed)))
    return game, levels


def is_code(level: str) -> bool:
    """Whether a computer player of this name is somebody's own code."""
    return MODULE_NAME.fullmatch(level) is not None


def _levels(file: Path, text: str, players: int) -> tuple[str | None, ...]:
    for line in text.splitlines()[:3]:
        if line.startswith(SEATS_PREFIX):
            words = line.removeprefix(SEATS_PREFIX).split()
            if len(words) != players or not all(_may_sit(word) for word in words):
                raise SaveError(
                    say("terminal_damaged", file=file, cause=say("terminal_bad_seats", line=line))
                )
            return tuple(None if word == PERSON else word for word in words)
    return (None,) * players


def _may_sit(word: str) -> bool:
    if word in {PERSON, *SHIPPED} or word.startswith(WEIGHTS_PREFIX) or is_code(word):
        return True
    return word in installed_names()


def move_aside(file: Path) -> Path | None:
    """Rename a saved game that has begun and is not finished, so that it is not overwritten; its new name."""
    try:
        text = file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""
        if UNFINISHED_LINE not in text or PICK not in text:
            return None
        number = 1
        while (place := file.with_name(f"{file.stem}-{number}{file.suffix}")).exists():
            number += 1
        return file.rename(place)
    except OSError as error:
        raise SaveError(say("terminal_not_saved", file=file, cause=error.strerror or error)) from None
