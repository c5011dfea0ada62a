"""The judged positions as a file, with its provenance beside it; and what such a file contains.

The package ships two such files, made by `elbowroom judge make` from the same games.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.arena.explorer_data import provenance_file
from elbowroom.arena.judge import BOUND, EQUAL, SETTLED, VERSION, Judged, JudgePlan, TimedJudged
from elbowroom.arena.judge_positions import KINDS
from elbowroom.arena.result_files import differences
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

SHIPPED: Final = {
    "expert-1": Path(__file__).parent / "judge.json.gz",
    "expert": Path(__file__).parent / "judge-expert.json.gz",
}
"""The files that are shipped, by who played their rollouts; the second has fewer positions."""
MAX_BYTES: Final = 1_500_000
"""No shipped file is larger."""


class JudgeProvenance(msgspec.Struct, frozen=True):
    """Where the judged positions come from."""

    command: str
    seed: int
    positions: int
    rollouts_by: str
    """By whose judgement the rollouts were played."""
    rollouts: int
    """No turn was rolled out more often."""
    rolled_out_by: str
    """The digest of all that decides how a rollout goes."""
    program: str
    """The digest of all that decides how a file is made."""
    elbowroom: str
    """The version of the program that made the file."""
    date: str
    cpu_seconds: float
    """The time of all processors."""
    sha256: str
    """Of the file."""


class _Content(msgspec.Struct, frozen=True):
    version: int
    judged: tuple[Judged, ...]


@dataclass(frozen=True)
class JudgeData:
    """What a file says."""

    judged: tuple[Judged, ...]
    provenance: JudgeProvenance


def write_judged(file: Path, judged: Sequence[Judged], origin: JudgeProvenance) -> JudgeProvenance:
    """Write positions in the order of their numbers, and their provenance, which gets the file's digest."""
    ordered = tuple(sorted(judged, key=lambda one: one.number))
    data = msgspec.json.encode(_Content(VERSION, ordered))
    if file.suffix == ".gz":
        data = gzip.compress(data, 9, mtime=0)
    provenance = msgspec.structs.replace(origin, sha256=hashlib.sha256(data).hexdigest())
    text = msgspec.json.format(msgspec.json.encode(provenance), indent=2) + b"\n"
    try:
        for path, content in ((file, data), (provenance_file(file), text)):
            fresh = path.with_name(f"{path.name}.new")
            fresh.write_bytes(content)
            fresh.replace(path)
    except OSError as error:
        raise Refused("cannot_write", file=error.filename, cause=error.strerror) from error
    return provenance


def read_judged_file(file: Path) -> JudgeData:
    """Read a file and its provenance; refused if one of them is missing or is not what it should be."""
    try:
        data = file.read_bytes()
        provenance = msgspec.json.decode(provenance_file(file).read_bytes(), type=JudgeProvenance)
        is_whole = provenance.sha256 == hashlib.sha256(data).hexdigest()
        content = msgspec.json.decode(gzip.decompress(data) if file.suffix == ".gz" else data, type=_Content)
    except FileNotFoundError as error:
        raise Refused("judge_missing", file=error.filename) from None
    except (OSError, EOFError, ValueError, zlib.error):
        raise Refused("judge_damaged", file=file) from None
    if not is_whole or content.version != VERSION:
        raise Refused("judge_damaged", file=file)
    return JudgeData(content.judged, provenance)


def with_common_positions(files: Sequence[JudgeData]) -> list[JudgeData]:
    """Each file with only those positions that all of them have, under the same number."""
    common = set.intersection(*({(one.number, one.position) for one in data.judged} for data in files))
    return [
        replace(data, judged=tuple(one for one in data.judged if (one.number, one.position) in common))
        for data in files
    ]


def read_judged_before(file: Path, plan: JudgePlan) -> list[TimedJudged]:
    """The positions of a file that this plan prolongs; none if there is no file yet.

    A file that was made differently is refused: it would be overwritten.
    """
    if not file.exists():
        return []
    data = read_judged_file(file)
    origin = data.provenance
    stored = msgspec.structs.asdict(origin) | {"version": VERSION}
    problems = differences(stored, plan.settings())
    if problems:
        raise Refused("judge_other_file", file=file, problems=problems)
    return [TimedJudged(judged, origin.cpu_seconds / len(data.judged)) for judged in data.judged]


@dataclass(frozen=True)
class JudgeSummary:
    """What a file contains, in figures."""

    positions: int
    cells: dict[str, dict[int, int]]
    """By kind of decision and number of players: how many positions."""
    ends: dict[str, int]
    """How many races ended in each way."""
    rollouts: int
    turns: float
    """Mean number of turns of a position."""
    margin_error: float
    """Mean standard error of the margin of the best turn."""
    loss_error: float
    """Mean standard error of what the second best turn loses."""
    second_loss: float
    """Mean loss of the second best turn."""
    last_loss: float
    """Mean loss of the worst turn of those compared."""
    flattery: float
    """Mean of how much better the best turn looked in the half of the rollouts that chose it."""


def summary_of(judged: Sequence[Judged]) -> JudgeSummary:
    """The figures of these positions."""
    cells: dict[str, dict[int, int]] = {kind: {} for kind in KINDS}
    for one in judged:
        cells[one.kind][one.players] = cells[one.kind].get(one.players, 0) + 1
    size = max(1, len(judged))
    return JudgeSummary(
        positions=len(judged),
        cells=cells,
        ends={end: sum(one.end == end for one in judged) for end in (SETTLED, EQUAL, BOUND)},
        rollouts=sum(turn.rollouts for one in judged for turn in one.turns),
        turns=sum(len(one.turns) for one in judged) / size,
        margin_error=sum(one.turns[0].margin_error for one in judged) / size,
        loss_error=sum(one.turns[1].loss_error for one in judged) / size,
        second_loss=sum(one.turns[1].loss for one in judged) / size,
        last_loss=sum(one.turns[-1].loss for one in judged) / size,
        flattery=sum(one.flattery for one in judged) / size,
    )
