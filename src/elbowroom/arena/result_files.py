"""The results of a run on disk: one line for each finished game, written at once.

An interrupted run can be resumed: the results that are there are read, and only missing games are played.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final, TypeVar

from elbowroom.agents import agent_sources, agent_versions
from elbowroom.agents.forfeits import Forfeit
from elbowroom.arena.match import Match, MatchResult
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say
from elbowroom.source_digest import source_digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from elbowroom.arena.tournament import Tournament

Row = dict[str, Any]
GameT = TypeVar("GameT")
ResultT = TypeVar("ResultT")

VERSION: Final = 1
PLAYED_BY: Final = ("content/base", "rules", "engine", "agents", "arena/match.py")
"""The parts of the program that decide how a match goes."""


class RunFolder:
    """The folder of a run: `settings.json` says what is played, `results.jsonl` holds a row for each game."""

    def __init__(self, folder: Path, settings: dict[str, Any]) -> None:
        """Start or resume a run in this folder; refuse a folder that holds a run with other settings."""
        self.folder = folder
        self._file = folder / "results.jsonl"
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

    def read_rows(self, planned: Mapping[int, GameT], read: Callable[[GameT, Row], ResultT]) -> list[ResultT]:
        """The stored results of these games, by number; a last line that was cut off is dropped."""
        whole, end, rest = self._file.read_bytes().rpartition(b"\n")
        if rest:
            os.truncate(self._file, len(whole) + len(end))
        results: dict[int, ResultT] = {}
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                row: Row = json.loads(line)
                game = planned.get(row["number"])
                if game is not None:
                    results.setdefault(row["number"], read(game, row))
            except (ValueError, KeyError, TypeError):
                raise Refused("run_damaged", file=self._file, line=number) from None
        return list(results.values())

    def add_row(self, row: Row) -> None:
        """Store one more row; when this returns, it is on the disk."""
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())


class ResultFiles:
    """The folder of a tournament."""

    def __init__(self, folder: Path, tournament: Tournament) -> None:
        """Start or resume a tournament in this folder; refuse a folder that holds another run."""
        self._folder = RunFolder(folder, _settings(tournament))

    def read(self, matches: Iterable[Match]) -> list[MatchResult]:
        """The stored results of these matches."""
        return self._folder.read_rows({match.number: match for match in matches}, _result)

    def add(self, result: MatchResult) -> None:
        """Store one more result; when this returns, it is on the disk."""
        self._folder.add_row(
            {
                "number": result.match.number,
                "deal": result.match.deal,
                "agents": result.match.agents,
                "coins": result.coins,
                "places": result.places,
                "decisions": result.decisions,
                "seconds": result.seconds,
            }
            | ({"forfeits": [asdict(forfeit) for forfeit in result.forfeits]} if result.forfeits else {})
        )


def _result(match: Match, row: Row) -> MatchResult:
    coins, places, seconds = row["coins"], row["places"], row["seconds"]
    if tuple(row["agents"]) != match.agents or {len(coins), len(places), len(seconds)} != {match.players}:
        raise ValueError(row)
    return MatchResult(
        match=match,
        coins=tuple(int(value) for value in coins),
        places=tuple(int(value) for value in places),
        decisions=int(row["decisions"]),
        seconds=tuple(tuple(float(value) for value in turns) for turns in seconds),
        forfeits=tuple(Forfeit(**forfeit) for forfeit in row.get("forfeits", ())),
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
        "program": program_digest(),
        "agent_versions": agent_versions(tournament.agents),
        **own_sources(tournament.agents),
    }


def own_sources(names: Iterable[str]) -> dict[str, Any]:
    """The same of agents that do not come with the program; nothing if there are none."""
    sources = agent_sources(names)
    return {"own_agents": sources} if sources else {}


def _read_settings(path: Path) -> dict[str, Any]:
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        settings = None
    if not isinstance(settings, dict):
        raise Refused("run_damaged", file=path, line=1)
    return settings


def _compare(folder: Path, stored: dict[str, Any], settings: dict[str, Any]) -> None:
    problems = differences(stored, settings)
    if problems:
        raise Refused("other_run", folder=folder, problems=problems)


def differences(stored: Mapping[str, Any], settings: Mapping[str, Any]) -> list[str]:
    """What keeps stored results from belonging to a run with these settings, one sentence each."""
    problems = []
    for key, value in settings.items():
        if stored.get(key) == value:
            continue
        if key == "program":
            problems.append(say("arena_program_changed"))
        else:
            problems.append(say("arena_setting_differs", key=key, found=stored.get(key), asked=value))
    return problems


def program_digest(*more: str) -> str:
    """A digest of everything that decides how a match goes, and of other parts of the program if named."""
    return source_digest(*PLAYED_BY, *more)
