"""Whole games with own races and powers: every trait alone, in pairs, and several by chance, all checked."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elbowroom.rules.description import describe_own
from elbowroom.rules.trait_keys import TraitKey
from tests.invented import ROWS, content_of, file_with, pairs, play_checked, random_file
from tests.sizes import IS_INTERPRETED, long

PAIRS = pairs()


@pytest.mark.parametrize("row", ROWS, ids=[row.example.replace("\n", ", ") for row in ROWS])
def test_every_key_has_an_example_that_is_told_and_can_be_played(row: TraitKey) -> None:
    """Alone on a banner and on a badge; the example says more than a piece without benefits."""
    content = content_of(file_with(row, row))
    told = describe_own(content.race("gnomes"))
    assert len(told) >= 4  # tokens, own tokens, what it does, what it makes of the rulebook
    assert not any("{" in line for line in told)
    play_checked(content, seed=len(row.key), closely=400)


@pytest.mark.parametrize("number", [*range(0, len(PAIRS), 211), *long(*range(5, len(PAIRS), 37))])
def test_traits_of_a_banner_and_a_badge_go_together(number: int) -> None:
    race, power = PAIRS[number]
    play_checked(content_of(file_with(race, power)), seed=number, closely=400)


@pytest.mark.parametrize("seed", [1, 2, 3, *long(*range(4, 20))])
def test_pieces_with_several_traits_can_be_played(seed: int) -> None:
    content = content_of(random_file(seed))
    play_checked(content, seed, players=2 + seed % 4, closely=400 if IS_INTERPRETED else 100)


@settings(max_examples=5 if IS_INTERPRETED else 25, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 1 << 30))
def test_any_file_made_of_the_keys_can_be_played(seed: int) -> None:
    play_checked(content_of(random_file(seed)), seed, closely=1000)
