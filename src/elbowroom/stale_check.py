"""Stops a program whose compiled engine is older than its source.

Compiling in a checkout leaves a stamp: a line for each source that the compiler read, with its digest,
size and time. A source whose size and time are those of the stamp is taken as unchanged; any other is
read and compared. An installed package has no stamp, and nothing is checked there.
"""

from __future__ import annotations

import os

STAMP = "compiled.stamp"
PACKAGE = os.path.dirname(__file__)


def write_stamp(lines: list[str], package: str = PACKAGE) -> None:
    """Keep what `stamp_lines` said before the compiler read the sources."""
    with open(os.path.join(package, STAMP), "w", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


def stamp_lines(sources: list[str], package: str = PACKAGE) -> list[str]:
    """A line for each source, given by its path inside the package."""
    lines = []
    for source in sources:
        path = os.path.join(package, source)
        status = os.stat(path)
        lines.append(f"{_digest(path)} {status.st_size} {status.st_mtime_ns} {source}")
    return lines


def changed_source(package: str = PACKAGE) -> str | None:
    """A source that is not the one that was compiled, or None."""
    try:
        with open(os.path.join(package, STAMP), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    for line in lines:
        digest, size, changed_ns, source = line.split(" ", 3)
        path = os.path.join(package, source)
        try:
            status = os.stat(path)
            is_same = status.st_mtime_ns == int(changed_ns) and status.st_size == int(size)
            if not is_same and _digest(path) != digest:
                return source
        except OSError:
            return source
    return None


def refuse_if_stale(package: str = PACKAGE) -> None:
    """End the program with one sentence: a stale engine would answer for a source it never saw."""
    source = changed_source(package)
    if source is not None:
        raise SystemExit(
            f"The compiled engine is older than src/elbowroom/{source}: "
            "run `make setup`, or set ELBOWROOM_INTERPRETED=1."
        )


def _digest(path: str) -> str:
    from hashlib import sha256  # noqa: PLC0415 - seldom needed

    with open(path, "rb") as file:
        return sha256(file.read()).hexdigest()


if __name__ == "__main__":
    refuse_if_stale()
