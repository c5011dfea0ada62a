"""Nothing about the game changes unless somebody means it to (see tests/golden.py)."""

from __future__ import annotations

import pytest

from tests import golden


def kept(name: str) -> str:
    return (golden.FOLDER / name).read_text(encoding="utf-8")


def test_interpreted_and_compiled_share_one_digest_over_many_states() -> None:
    assert golden.digest() == kept("digest.txt")


def test_interpreted_and_compiled_agree_on_own_races_and_powers() -> None:
    assert golden.own_digest() == kept("own-digest.txt")


def test_the_number_of_positions_is_as_it_was() -> None:
    assert golden.counts() == kept("counts.txt")


@pytest.mark.parametrize("players", golden.COUNTS)
def test_a_seeded_game_is_played_as_it_was(players: int) -> None:
    assert golden.playthrough(players) == kept(f"{players}-players.txt")
