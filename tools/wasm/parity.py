"""Proves that the engine for the browser plays as the native one: the same games have the same digests.

    python -m tools.wasm.parity                     what `make check` runs
    python -m tools.wasm.parity --games 10000       resumed from runs/wasm-proof

Where the engine for the browser is not compiled, fewer games are compared, as it is a hundred times slower.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from elbowroom.agents import LEVELS
from elbowroom.server.http.engine_files import read_engine
from elbowroom.server.http.offline_list import engine_downloads
from tools.wasm.bundle import BUNDLE, OUT, read_manifest
from tools.wasm.comparison import DifferentError, Game, compare
from tools.wasm.games import RANDOM
from tools.wasm.inside_python import InsideError, run_python
from tools.wasm.modules import ROOT

QUICK_GAMES: Final = 200
PURE_GAMES: Final = 40
PURE_LEVELS: Final = ("gentle", "easy", "normal")
"""The levels that finish a game in reasonable time where the engine is not compiled."""
GAMES_PER_COMPUTERS_GAME: Final = 50
"""In the long proof, one of so many games is between computers."""
GAMES_PER_RUN: Final = 250
"""So many games are played between two notes of how far the proof is."""
MAX_DOWNLOAD_BYTES: Final = 5_000_000
FOLDER: Final = ROOT / "runs" / "wasm-proof"


def quick_games(*, is_compiled: bool) -> list[Game]:
    """The games of every check: random ones, and a whole one of each level."""
    levels = LEVELS if is_compiled else PURE_LEVELS
    random = [(RANDOM, number) for number in range(QUICK_GAMES if is_compiled else PURE_GAMES)]
    return [*random, *((level, number) for number, level in enumerate(levels))]


def proof_games(first: int, count: int) -> list[Game]:
    """A stretch of the long proof, in which levels and numbers of players take turns."""
    levels = tuple(LEVELS)
    games: list[Game] = []
    for number in range(first, first + count):
        place, rest = divmod(number, GAMES_PER_COMPUTERS_GAME)
        games.append((RANDOM if rest else levels[place % len(levels)], number + place))
    return games


class TooLargeError(Exception):
    """The download is larger than players were promised."""


def download_bytes(folder: Path) -> int:
    """What a browser that takes brotli downloads of an engine."""
    engine = read_engine(folder)
    return sum(one.bytes for one in engine_downloads("", engine))


def check_download(folder: Path) -> str:
    """How large the download is, in a line; an error if it is too large."""
    found = download_bytes(folder)
    text = f"{found / 1e6:.2f} MB to download with brotli, at most {MAX_DOWNLOAD_BYTES / 1e6:g}"
    if found > MAX_DOWNLOAD_BYTES:
        raise TooLargeError(text)
    return text


class Progress:
    """How many games of a proof agree so far, with one bundle."""

    def __init__(self, folder: Path, bundle: str) -> None:
        self._file = folder / "state.json"
        self._bundle = bundle
        folder.mkdir(parents=True, exist_ok=True)

    def load(self) -> int:
        """The games that need not be played again."""
        if not self._file.is_file():
            return 0
        state = json.loads(self._file.read_text(encoding="utf-8"))
        return int(state["games"]) if state["bundle"] == self._bundle else 0

    def store(self, games: int) -> None:
        """Keep the number; it is never half written."""
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps({"bundle": self._bundle, "games": games}), encoding="utf-8")
        new.replace(self._file)


def prove(games: int, progress: Progress) -> None:
    """The long proof, from where it stopped."""
    done = progress.load()
    began, first = time.monotonic(), done
    while done < games:
        stretch = proof_games(done, min(GAMES_PER_RUN, games - done))
        compare(OUT, stretch)
        done += len(stretch)
        progress.store(done)
        left = (time.monotonic() - began) / (done - first) * (games - done)
        print(f"{done:,} of {games:,} games agree, about {left / 60:.0f} minutes left", flush=True)


def check(manifest: dict[str, Any]) -> None:
    """What every change must pass: it is small, all modules load, the golden files come out, games agree."""
    began = time.monotonic()
    print(check_download(OUT))
    print(run_python(OUT, "import_all.py"), end="")
    run_python(OUT, "golden.py")
    games = quick_games(is_compiled=bool(manifest["compiled"]))
    compare(OUT, games)
    levels = [kind for kind, _ in games if kind != RANDOM]
    print(
        f"The golden files, {len(games) - len(levels)} random games and a game of {', '.join(levels)} agree: "
        f"{time.monotonic() - began:.0f} s"
    )


def main(words: list[str]) -> int:
    """Check, or prove at length; the exit code is 1 if anything differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.wasm.parity", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, help="the long proof, with so many games")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="where the long proof keeps how far it is"
    )
    arguments = parser.parse_args(words)
    manifest = read_manifest()
    try:
        if arguments.games is None:
            check(manifest)
        else:
            prove(arguments.games, Progress(arguments.folder, manifest["files"][BUNDLE]["sha256"]))
    except TooLargeError as error:
        print(f"The engine for the browser is too large: {error}", file=sys.stderr)
        return 1
    except (DifferentError, InsideError) as error:
        print(f"The engine for the browser differs: {error}", file=sys.stderr)
        return 1
    if manifest["why_not_compiled"]:
        print(f"Compared without compiling, and without the stronger levels: {manifest['why_not_compiled']}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
