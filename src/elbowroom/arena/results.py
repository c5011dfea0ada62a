"""The results of a tournament on disk: a line for each finished match, safe as soon as it is there.

A run that was interrupted is taken up again: what is there is read, what is missing is played.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import elbowroom
from elbowroom.arena.match import Match, Result
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elbowroom.arena.tournament import Tournament

VERSION: Final = 1
PLAYED_BY: Final = ("content", "rules", "engine", "agents", "arena/match.py")
"""The parts of the program that decide how a match goes."""


class Results:
    """The folder of a run: `settings.json` tells what is played, `results.jsonl` what came out."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        """Begin a run in this folder, or take it up; refuse to mix it with another one."""
        self.folder = folder
        self._file = folder / "results.jsonl"
        settings = _settings(tournament)
        path = folder / "settings.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if path.exists():
                _compare(folder, _read_settings(path), settings)
            elif self._file.exists():
                raise Refused("run_without_settings", folder=folder)
            else:
                fresh = folder / "settings.json.new"
                fresh.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")
                fresh.replace(path)
            self._file.touch()
        except OSError as error:
            raise Refused("cannot_write", file=error.filename, cause=error.strerror) from error

    def read(self, matches: Iterable[Match]) -> list[Result]:
        """The results of these matches that are there; a last line that was cut off is dropped."""
        planned = {match.number: match for match in matches}
        whole, end, rest = self._file.read_bytes().rpartition(b"\n")
        if rest:
            os.truncate(self._file, len(whole) + len(end))
        found: dict[int, Result] = {}
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                row: dict[str, Any] = json.loads(line)
                match = planned.get(row["number"])
                if match is not None:
                    found.setdefault(match.number, _result(match, row))
            except (ValueError, KeyError, TypeError):
                raise Refused("run_damaged", file=self._file, line=number) from None
        return list(found.values())

    def add(self, result: Result) -> None:
        """Keep one more result; when this returns, no crash can take it away."""
        row = {
            "number": result.match.number,
            "deal": result.match.deal,
            "agents": result.match.agents,
            "coins": result.coins,
            "places": result.places,
            "decisions": result.decisions,
            "seconds": result.seconds,
        }
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())


def _result(match: Match, row: dict[str, Any]) -> Result:
    coins, places, seconds = row["coins"], row["places"], row["seconds"]
    if tuple(row["agents"]) != match.agents or {len(coins), len(places), len(seconds)} != {match.players}:
        raise ValueError(row)
    return Result(
        match=match,
        coins=tuple(int(value) for value in coins),
        places=tuple(int(value) for value in places),
        decisions=int(row["decisions"]),
        seconds=tuple(tuple(float(value) for value in turns) for turns in seconds),
    )


def _settings(tournament: Tournament) -> dict[str, Any]:
    """What must stay the same for results to belong together; the number of games may change."""
    return {
        "version": VERSION,
        "agents": list(tournament.agents),
        "players": tournament.players,
        "in_pairs": tournament.in_pairs,
        "seed": tournament.seed,
        "budget": None if tournament.budget is None else asdict(tournament.budget),
        "program": _fingerprint(),
    }


def _read_settings(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Refused("run_damaged", file=path, line=1)
    return found


def _compare(folder: Path, found: dict[str, Any], settings: dict[str, Any]) -> None:
    problems = []
    for key, value in settings.items():
        if found.get(key) == value:
            continue
        if key == "program":
            problems.append(say("arena_program_changed"))
        else:
            problems.append(say("arena_setting_differs", key=key, found=found.get(key), asked=value))
    if problems:
        raise Refused("other_run", folder=folder, problems=problems)


@cache
def _fingerprint() -> str:
    """A digest of everything that decides how a match goes."""
    root = Path(elbowroom.__file__).parent
    digest = blake2b(digest_size=8)
    for part in PLAYED_BY:
        files = [root / part] if part.endswith(".py") else sorted((root / part).rglob("*"))
        for file in files:
            if file.suffix in {".py", ".toml", ".json"} and "locales" not in file.parts:
                digest.update(file.relative_to(root).as_posix().encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
