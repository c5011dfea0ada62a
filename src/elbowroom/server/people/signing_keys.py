"""The file with the keys that sign the tokens of guests."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from elbowroom.rules.refusals import Refused
from elbowroom.server.storage.file_owner import take_owner

if TYPE_CHECKING:
    from pathlib import Path

KEY_BYTES: Final = 32


def signing_key(file: Path) -> list[str]:
    """The keys of this server, newest last; a first one is made, readable by its owner alone."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = _written(file, [_new_key()])
            try:
                # Of several processes that start at once the first one wins, and nobody reads half a key.
                with suppress(FileExistsError):
                    os.link(made, file)
            finally:
                made.unlink()
        return _keys(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def rotate_key(file: Path, keep: int = 2) -> list[str]:
    """Sign with a new key from the next start on; the oldest keys are dropped, the newest is last."""
    keys = [*signing_key(file), _new_key()][-max(keep, 1) :]
    try:
        _written(file, keys).replace(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error
    return keys


def add_keys(file: Path, keys: list[str]) -> None:
    """Accept what these keys have signed too, as older ones; if there is no file yet, it holds them alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        newer = _keys(file) if file.exists() else []
        _written(file, [*(key for key in keys if key not in newer), *newer]).replace(file)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error


def _new_key() -> str:
    return secrets.token_hex(KEY_BYTES)


def _keys(file: Path) -> list[str]:
    keys = file.read_text(encoding="utf-8").split()
    if not keys:
        raise Refused("no_signing_key", file=file)
    return keys


def _written(file: Path, keys: list[str]) -> Path:
    """A file beside this one that holds the keys, with its owner and mode; a new one only its owner reads."""
    made = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.writelines(f"{key}\n" for key in keys)
        out.flush()
        os.fsync(out.fileno())
    take_owner(made, file)
    return made
