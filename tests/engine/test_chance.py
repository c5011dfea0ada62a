"""Chance: the dealer's streams are independent, the same on every machine, and never part of a copy."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from elbowroom.engine import decisions
from elbowroom.engine.chance import Dealer, Generator
from elbowroom.engine.game import CHANCE, Game, new_game
from elbowroom.engine.playout import play_out
from elbowroom.engine.state import State
from tests.scenario import scenario


def waiting(phase: int) -> State:
    """A state in which chance has to decide this."""
    state = new_game(4).state
    state.phase = phase
    state.legal = {
        decisions.FIRST_PLAYER: 0b1111,
        decisions.BANNER: (1 << 14) - 1,
        decisions.BADGE: (1 << 20) - 1,
        decisions.DIE: 0b1111,
    }[phase]
    return state


KINDS = (decisions.FIRST_PLAYER, decisions.BANNER, decisions.BADGE, decisions.DIE)


def draws(dealer: Dealer, kind: int, count: int) -> list[int]:
    state = waiting(kind)
    return [int(dealer.draw(state)) for _ in range(count)]


def test_the_same_key_gives_the_same_draws_and_another_key_others() -> None:
    for kind in KINDS:
        assert draws(Dealer(b"a"), kind, 50) == draws(Dealer(b"a"), kind, 50)
        assert draws(Dealer(b"a"), kind, 50) != draws(Dealer(b"b"), kind, 50)


def test_the_draws_of_a_key_never_change() -> None:
    """Seeds are quoted in bug reports and tournaments, so what they give is pinned."""
    assert [draws(Dealer(b"1"), kind, 8) for kind in KINDS] == [
        [2, 0, 1, 3, 0, 2, 2, 3],
        [7, 9, 12, 4, 5, 10, 0, 9],
        [6, 0, 1, 3, 9, 17, 12, 12],
        [0, 0, 2, 0, 0, 1, 2, 1],
    ]


def test_the_draw_of_a_kind_does_not_depend_on_draws_of_other_kinds() -> None:
    """The k-th roll is the same however many banners were revealed before."""
    alone = {kind: draws(Dealer(b"key"), kind, 40) for kind in KINDS}
    dealer, choices = Dealer(b"key"), Random(1)
    mixed: dict[int, list[int]] = {kind: [] for kind in KINDS}
    while min(len(found) for found in mixed.values()) < 40:
        kind = choices.choice(KINDS)
        mixed[kind].append(int(dealer.draw(waiting(kind))))
    assert {kind: found[:40] for kind, found in mixed.items()} == alone


def test_kinds_have_streams_of_their_own() -> None:
    state = waiting(decisions.BANNER)
    twin = waiting(decisions.BADGE)
    twin.legal = state.legal
    dealer = Dealer(b"key")
    banners = [int(dealer.draw(state)) for _ in range(60)]
    badges = [int(dealer.draw(twin)) for _ in range(60)]
    assert sum(one == other for one, other in zip(banners, badges, strict=True)) < 15


def test_a_skipped_draw_counts() -> None:
    """A game taken up again goes on with the luck it would have had."""
    for kind in KINDS:
        whole = draws(Dealer(b"key"), kind, 10)
        dealer = Dealer(b"key")
        for _ in range(4):
            dealer.skip(kind)
        assert draws(dealer, kind, 6) == whole[4:]


def test_only_what_is_possible_is_drawn() -> None:
    state, dealer = waiting(decisions.BADGE), Dealer(b"key")
    state.legal = 0b1010010
    assert {int(dealer.draw(state)) for _ in range(60)} == {1, 4, 6}


def chi_squared(found: list[int], weights: dict[int, float]) -> float:
    counts = Counter(found)
    assert set(counts) <= set(weights)
    return sum(
        (counts[face] - len(found) * weight) ** 2 / (len(found) * weight) for face, weight in weights.items()
    )


@pytest.mark.parametrize("kind", KINDS)
def test_draws_are_even(kind: int) -> None:
    """Each outcome comes as often as it should: half the rolls are 0 (RUL-8)."""
    sizes = {decisions.FIRST_PLAYER: 4, decisions.BANNER: 14, decisions.BADGE: 20}
    if kind == decisions.DIE:
        weights = {0: 1 / 2, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6}
    else:
        weights = dict.fromkeys(range(sizes[kind]), 1 / sizes[kind])
    found = [number for key in range(20) for number in draws(Dealer(str(key).encode()), kind, 300)]
    assert chi_squared(found, weights) < 3 * len(weights) + 10


def test_a_generators_outcomes_are_even_and_the_same_for_a_seed() -> None:
    for kind in KINDS:
        state = waiting(kind)
        one, other = Generator(5), Generator(5)
        assert [int(one.outcome(state)) for _ in range(50)] == [int(other.outcome(state)) for _ in range(50)]
    generator = Generator(1 << 70)
    assert chi_squared([int(generator.below(10)) for _ in range(6000)], dict.fromkeys(range(10), 0.1)) < 40
    rolls = [int(generator.outcome(waiting(decisions.DIE))) for _ in range(3000)]
    assert chi_squared(rolls, {0: 1 / 2, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6}) < 22
    assert [int(Generator(7).word()) for _ in range(2)] == [int(Generator(7).word())] * 2
    assert int(Generator(7).word()) != int(Generator(8).word())


def test_the_words_of_a_generator_never_change() -> None:
    generator = Generator(123456789)
    assert [int(generator.word()) for _ in range(4)] == [1423629626, 3193614456, 3573672744, 3264625262]
    assert all(0 <= generator.word() <= 0xFFFFFFFF for _ in range(1000))


def test_two_games_of_a_seed_meet_the_same_luck_however_they_are_played() -> None:
    """The first rolls and the order of banners and badges agree, though the decisions differ."""
    found = []
    for policy in (1, 2):
        game, choices = new_game(3, 21), Random(policy)
        while not game.is_over:
            game.apply(choices.choice(game.legal()))
        by_kind = [[action & 63 for action in game.history if action >> 6 == kind] for kind in KINDS]
        found.append(by_kind)
    for kind in (decisions.FIRST_PLAYER, decisions.DIE):
        shorter = min(len(by_kind[kind]) for by_kind in found)
        assert shorter > 0
        assert found[0][kind][:shorter] == found[1][kind][:shorter]
    assert found[0][decisions.BANNER][:6] == found[1][decisions.BANNER][:6]
    assert found[0][decisions.BADGE][:6] == found[1][decisions.BADGE][:6]


def test_with_a_seed_chance_is_drawn_and_without_one_it_is_a_decision() -> None:
    assert new_game(2, 1).to_move != CHANCE
    assert new_game(2).to_move == CHANCE
    position = "map four-regions\nAnn Hill Orcs, 1 in hand : bog\nBob\nturn Ann die, target cave"
    given = scenario(position).game
    assert given.to_move == CHANCE
    assert [given.text_of(action) for action in given.legal()] == ["die 0", "die 1", "die 2", "die 3"]
    assert Game.from_text(given.to_text(), given.setup.content, seed=4).to_move != CHANCE


def test_a_copy_has_no_dealer_and_its_luck_is_not_the_games() -> None:
    """What a copy draws tells nothing about the future, and takes nothing from it."""
    game, twin = new_game(2, 5), new_game(2, 5)
    copy = game.clone()
    copy.apply("pick 1")
    assert copy.to_move == CHANCE
    assert len(copy.legal()) > 1
    assert copy.history == [decisions.PICK << 6]
    play_out(copy.state, Generator(3))
    game.apply("pick 1")
    twin.apply("pick 1")
    assert game.to_text() == twin.to_text()
    assert "dealer" not in game.to_text()
