"""Back ends: the same results everywhere, and dead workers cost no finished game."""

from __future__ import annotations

import os
import signal
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from elbowroom.arena.backends import LocalBackend, RayBackend
from elbowroom.arena.match import Match, MatchResult, play
from elbowroom.arena.tournament import Tournament
from elbowroom.rules.refusals import Refused, require

if TYPE_CHECKING:
    from pathlib import Path

MATCHES = Tournament(("greedy", "random"), games=8).matches()


def told(results: list[MatchResult]) -> dict[int, tuple[tuple[int, ...], tuple[int, ...]]]:
    found = {result.match.number: (result.coins, result.places) for result in results}
    assert len(found) == len(results)
    return found


def play_or_die(folder: Path, match: Match) -> MatchResult:
    """The first process that plays match 3 dies of it; finished matches are written down."""
    marker = folder / "died"
    if match.number == 3 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    result = play(match)
    (folder / f"{match.number}-{os.getpid()}").touch()
    return result


def die(match: Match) -> MatchResult:
    os.kill(os.getpid(), signal.SIGKILL)
    return play(match)


def fail(match: Match) -> MatchResult:
    raise KeyError(match.number)


def test_one_process_and_several_give_the_same_results() -> None:
    alone = told(list(LocalBackend(1).results(MATCHES)))
    assert told(list(LocalBackend(2).results(MATCHES))) == alone
    assert len(alone) == len(MATCHES)


def test_a_process_that_dies_loses_no_game(tmp_path: Path) -> None:
    found = told(list(LocalBackend(2).results(MATCHES, partial(play_or_die, tmp_path))))
    assert (tmp_path / "died").exists()
    assert found == told([play(match) for match in MATCHES])


def test_processes_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elbowroom.arena.backends.MAX_WORKER_DEATHS", 1)
    with pytest.raises(Refused, match="die again and again"):
        list(LocalBackend(2).results(MATCHES, die))


def test_an_error_in_a_game_is_not_hidden() -> None:
    with pytest.raises(KeyError):
        list(LocalBackend(2).results(MATCHES, fail))


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(Refused, match=r"pip install 'elbowroom\[arena\]'"):
        require("no_such_module", "arena")


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed here")
def test_ray_is_asked_for_when_it_is_missing() -> None:
    with pytest.raises(Refused, match=r"elbowroom\[ray\]"):
        RayBackend()
