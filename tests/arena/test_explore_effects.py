"""What a combo is worth: the regression finds the answers that were put into made-up games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pytest

from elbowroom.arena.explore_effects import Effects, Observations, fit_effects
from elbowroom.arena.intervals import Z

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RACES, POWERS = 14, 20
COMBOS = RACES * POWERS
PICKS = 10
"""Of each game."""
SLOPES = np.array([-0.8, 0.4, 1.5, -2.0])
"""Of price, standing, strength and lot."""


@dataclass(frozen=True)
class MadeUp:
    """Made-up games, and what each combo is worth in them."""

    seen: Observations
    effects: Floats


def made_up(
    seed: int,
    games: int,
    spreads: tuple[float, float, float] = (3.0, 2.5, 1.5),
    biases: tuple[str, ...] = ("winners", "price"),
) -> MadeUp:
    """Games in which players who are ahead already pick the better combos, and better combos cost more.

    `spreads` are the standard deviations of what races, powers and combos are worth.
    """
    noise = 8.0
    luck = np.random.default_rng(seed)
    count = games * PICKS
    race = luck.normal(0, spreads[0], RACES)
    power = luck.normal(0, spreads[1], POWERS)
    effects = (race[:, None] + power + luck.normal(0, spreads[2], (RACES, POWERS))).ravel()
    standing = luck.normal(0, 8, count)
    strength = luck.normal(0, 1, count)
    is_lot = luck.random(count) < 0.25
    offered = luck.integers(COMBOS, size=(count, 6))
    taste = np.sign(standing) if "winners" in biases else luck.choice([-1.0, 1.0], count)
    tempting = effects[offered] * taste[:, None] + luck.normal(0, 3, offered.shape)
    best = np.where(is_lot, 0, np.argmax(tempting, axis=1))
    combo = offered[np.arange(count), best]
    dear = effects[combo] / 2 if "price" in biases else 0.0
    price = np.clip(np.round(dear + luck.normal(0, 2, count)), -5, 5)
    game = np.repeat(np.arange(games), PICKS)
    cell = luck.integers(30, size=count)
    covariates = np.stack([price, standing, strength, is_lot.astype(float)], axis=1)
    # Two players take turns: what one of them gains by luck in this game, the other one loses.
    shared = luck.normal(0, noise / 2, games)[game] * np.tile([1.0, -1.0], count // 2)
    margin = effects[combo] + covariates @ SLOPES + luck.normal(0, 3, 30)[cell] + shared
    margin += luck.normal(0, noise, count)
    seen = Observations(
        game, combo // POWERS, combo % POWERS, cell, covariates, margin, races=RACES, powers=POWERS
    )
    return MadeUp(seen, effects)


def centred(effects: Floats) -> Floats:
    result: Floats = effects - effects.mean()
    return result


def values(found: Effects) -> tuple[Floats, Floats]:
    """Each combo against the mean of all, and its standard error."""
    return found.contrasts(np.eye(COMBOS) - 1 / COMBOS)


def naive_means(seen: Observations) -> Floats:
    combo = seen.race * POWERS + seen.power
    totals = np.bincount(combo, seen.margin, COMBOS)
    return centred(totals / np.maximum(np.bincount(combo, minlength=COMBOS), 1))


def slope(estimates: Floats, truth: Floats) -> float:
    """By how much an estimate is larger, on average, if the truth is larger by 1."""
    return float(estimates @ centred(truth) / (centred(truth) @ centred(truth)))


@pytest.mark.parametrize("bias", ["winners", "price"])
def test_picks_made_when_already_winning_and_prices_bias_a_mean_but_not_the_value(bias: str) -> None:
    made = made_up(1, games=6_000, biases=(bias,))
    found = fit_effects(made.seen)
    means, errors = values(found)
    truth = centred(made.effects)
    assert abs(slope(means, made.effects) - 1) < 0.04
    assert abs(slope(naive_means(made.seen), made.effects) - 1) > 0.2
    assert np.sqrt(np.mean((means - truth) ** 2)) < 0.7
    assert found.slopes == pytest.approx(SLOPES, abs=0.3)
    assert found.deviations[3] == pytest.approx(1.5, rel=0.2)  # of the combos
    assert np.mean(errors) < 0.6


@pytest.mark.parametrize(("games", "repeats"), [(100, 8), (1000, 4)])
def test_intervals_hold_the_truth_in_about_95_of_100_cases(games: int, repeats: int) -> None:
    hits = []
    for seed in range(repeats):
        made = made_up(100 + seed, games)
        means, errors = values(fit_effects(made.seen))
        hits.append(np.mean(np.abs(means - centred(made.effects)) < Z * errors))
    assert 0.93 < float(np.mean(hits)) < 0.975


def test_noise_alone_makes_no_combo_good_or_bad() -> None:
    for seed in (1, 2, 3):
        means, errors = values(fit_effects(made_up(seed, 1000, spreads=(0.0, 0.0, 0.0)).seen))
        assert np.max(np.abs(means)) < 1.0
        assert np.mean(np.abs(means) < Z * errors) > 0.97


def test_a_combo_that_is_seen_once_is_taken_to_be_what_its_race_and_power_are() -> None:
    """Its one pick was a miracle: that hardly counts, and its interval is wider than those of others."""
    made = made_up(5, 2000)
    combo = made.seen.race * POWERS + made.seen.power
    rare = int(combo[0])
    keeps = combo != rare
    keeps[0] = True
    seen = made.seen.chosen(keeps)
    seen.margin[0] += 60
    found = fit_effects(seen)
    race, power = divmod(rare, POWERS)
    table = found.combos.reshape(RACES, POWERS)
    additive = table[race].mean() + table[:, power].mean() - table.mean()
    assert abs(found.combos[rare] - additive) < 3
    _, errors = values(found)
    assert errors[rare] > 1.5 * np.median(errors)


def test_picks_of_one_game_that_go_together_count_as_less_than_as_many_games() -> None:
    """The same pick told ten times in a game says no more than once, and the interval must not shrink."""
    made = made_up(6, 400).seen
    once = made.chosen(np.arange(len(made.game)) % PICKS == 0)
    often = Observations(
        game=np.repeat(once.game, PICKS),
        race=np.repeat(once.race, PICKS),
        power=np.repeat(once.power, PICKS),
        cell=np.repeat(once.cell, PICKS),
        covariates=np.repeat(once.covariates, PICKS, axis=0),
        margin=np.repeat(once.margin, PICKS),
        races=RACES,
        powers=POWERS,
    )
    _, alone = values(fit_effects(once))
    _, repeated = values(fit_effects(often))
    assert np.median(repeated) > np.median(alone)


@pytest.mark.parametrize("constant", [[2], [0, 1, 2, 3]])
def test_a_covariate_that_never_varies_is_left_out(constant: list[int]) -> None:
    made = made_up(7, 100).seen
    made.covariates[:, constant] = 0.0
    found = fit_effects(made)
    assert np.all(found.slopes[constant] == 0)
    assert np.all(np.isfinite(found.combos))
