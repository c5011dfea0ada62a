"""What each combo is worth when everything else is equal: a regression with shrinkage.

The margin after a pick is explained by the price, the standing and the strength of the player, by a lot, by
the game turn together with the place in the turn order, and by race, power and combo. All but the first four
are drawn towards 0, by as much as the data say (a linear mixed model): a combo that is seen rarely is taken
to be what its race and its power are. Intervals hold even though picks of one game depend on each other: they
come from the sums over whole games (a sandwich estimator).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MAX_ROUNDS: Final = 200
PRECISION: Final = 1e-3
"""The shares of the variance are settled when none changes by a larger part than this in a round."""
MIN_VARIANCE: Final = 1e-7
"""A group that explains nothing keeps this part of the variance, so that nothing is divided by 0."""
MAX_LEVERAGE: Final = 0.9
GAMES_AT_ONCE: Final = 5_000


@dataclass(frozen=True)
class Observations:
    """Picks as columns; those of a game stand together."""

    game: Integers
    race: Integers
    power: Integers
    cell: Integers
    """The game turn together with the place in the turn order, as one number."""
    covariates: Floats
    """A row for each pick: price, standing, strength, whether it was drawn by lot."""
    margin: Floats
    races: int
    powers: int

    def chosen(self, which: NDArray[np.bool_]) -> Observations:
        """Only these picks."""
        return Observations(
            game=self.game[which],
            race=self.race[which],
            power=self.power[which],
            cell=self.cell[which],
            covariates=self.covariates[which],
            margin=self.margin[which],
            races=self.races,
            powers=self.powers,
        )


@dataclass(frozen=True)
class Effects:
    """The fitted model."""

    combos: Floats
    """The effect of each combo, by race and then by power."""
    covariance: Floats
    """Of the errors of these effects."""
    explained: Floats
    """For each pick: the part of its margin that anything but the combo explains."""
    slopes: Floats
    """By covariate: coins for one more of it; 0 if it never varies."""
    deviations: Floats
    """The standard deviations of cells, races, powers, combos and of what is left."""

    def contrasts(self, weights: Floats) -> tuple[Floats, Floats]:
        """For each row of weights over the combos: the weighted sum of effects and its standard error."""
        errors: Floats = np.einsum("ij,jk,ik->i", weights, self.covariance, weights, optimize=True)
        return weights @ self.combos, np.sqrt(np.maximum(errors, 0.0))


class _Design:
    """The matrix of everything but the covariates: each row is 1 in a column of every group, and else 0."""

    def __init__(self, seen: Observations) -> None:
        count = len(seen.margin)
        cells, cell = np.unique(seen.cell, return_inverse=True)
        combo = seen.race * seen.powers + seen.power
        sizes = [1, len(cells), seen.races, seen.powers, seen.races * seen.powers]
        ends = np.cumsum(sizes)
        self.groups = [slice(end - size, end) for end, size in zip(ends, sizes, strict=True)]
        """The intercept, which is not shrunk; cells, races, powers, combos."""
        self.size = int(ends[-1])
        parts = (np.zeros(count, dtype=np.int64), cell, seen.race, seen.power, combo)
        self.places = [group.start + part for group, part in zip(self.groups, parts, strict=True)]
        self.game = np.unique(seen.game, return_inverse=True)[1]

    def products(self) -> Floats:
        """How many picks have a 1 in both of two columns."""
        total = np.zeros(self.size**2)
        for place in self.places:
            for other in self.places:
                total += np.bincount(place * self.size + other, minlength=self.size**2)
        return total.reshape(self.size, self.size)

    def sums(self, weights: Floats) -> Floats:
        """For each column: the sum of the weights of its picks; weights may have columns, too."""
        total = np.zeros((self.size, *weights.shape[1:]))
        if weights.ndim > 1:
            for number, column in enumerate(weights.T):
                total[:, number] = self.sums(column)
            return total
        for place in self.places:
            total += np.bincount(place, weights, self.size)
        return total

    def forecast(self, coefficients: Floats) -> Floats:
        """For each pick: the sum of the coefficients of its columns."""
        result: Floats = np.sum([coefficients[place] for place in self.places], axis=0)
        return result

    def leverage(self, inverse: Floats) -> Floats:
        """For each row: its product with itself through this matrix."""
        total = np.zeros(len(self.game))
        for place in self.places:
            for other in self.places:
                total += inverse[place, other]
        return total

    def game_products(self, weights: Floats, covariates: Floats, shares: Floats) -> Floats:
        """The sum over games of the products of every two columns, each added up over the game first.

        From each column its share of the covariates is taken away.
        """
        total = np.zeros((self.size, self.size))
        games = int(self.game.max()) + 1
        for first in range(0, games, GAMES_AT_ONCE):
            here = (self.game >= first) & (self.game < first + GAMES_AT_ONCE)
            game, weight = self.game[here] - first, weights[here]
            count = min(GAMES_AT_ONCE, games - first)
            sums = np.zeros(count * self.size)
            for place in self.places:
                sums += np.bincount(game * self.size + place[here], weight, len(sums))
            by_game = sums.reshape(count, self.size)
            for column, share in zip(covariates.T, shares.T, strict=True):
                by_game -= np.outer(np.bincount(game, column[here] * weight, count), share)
            total += by_game.T @ by_game
        return total * (games / max(1, games - 1))


@dataclass(frozen=True)
class _Fit:
    """The coefficients, the inverse of their precision, the part of it due to shrinkage, the variances."""

    coefficients: Floats
    inverse: Floats
    precision: Floats
    noise: float
    """The variance of what is left."""
    variances: Floats
    """Of each group."""


def fit_effects(seen: Observations) -> Effects:
    """Fit the model to at least two games."""
    design = _Design(seen)
    products = design.products()
    # Good combos are dear, and players who are ahead may pick them, so the slopes of the covariates are found
    # from picks of the same combo alone: shrinkage would leave a part of its worth to its price.
    within = seen.covariates - _explained(design, products, seen.covariates)
    varying = np.flatnonzero(np.sum(within**2, axis=0) > MIN_VARIANCE * len(within))
    within, covariates = within[:, varying], seen.covariates[:, varying]
    moments = np.linalg.inv(within.T @ covariates)
    slopes = moments @ (within.T @ seen.margin)
    rest = seen.margin - covariates @ slopes
    fit = _shrunk(design, products, rest)
    forecast = design.forecast(fit.coefficients)
    # The residual of a pick that bends the fit towards itself is too small.
    leverage = np.minimum(design.leverage(fit.inverse) / fit.noise, MAX_LEVERAGE)
    residuals = (rest - forecast) / np.sqrt(1.0 - leverage)
    meat = design.game_products(residuals / fit.noise, within, design.sums(covariates) @ moments)
    errors = fit.inverse @ (meat + np.diag(fit.precision)) @ fit.inverse
    combos = _combo_rows(design, seen)
    others = fit.coefficients.copy()
    others[design.groups[1].stop :] = 0.0
    all_slopes = np.zeros(seen.covariates.shape[1])
    all_slopes[varying] = slopes
    return Effects(
        combos=combos @ fit.coefficients,
        covariance=combos @ errors @ combos.T,
        explained=covariates @ slopes + design.forecast(others),
        slopes=all_slopes,
        deviations=np.sqrt([*fit.variances, fit.noise]),
    )


def _explained(design: _Design, products: Floats, covariates: Floats) -> Floats:
    """What combos and cells explain of the covariates, without shrinkage."""
    _, cells, _, _, combos = design.groups
    columns = np.r_[cells, combos]
    matrix = products[np.ix_(columns, columns)] + MIN_VARIANCE * np.eye(len(columns))
    coefficients = np.zeros((design.size, covariates.shape[1]))
    coefficients[columns] = np.linalg.solve(matrix, design.sums(covariates)[columns])
    return design.forecast(coefficients)


def _combo_rows(design: _Design, seen: Observations) -> Floats:
    """For each combo the row that adds up the effects of its race, its power and itself."""
    _, _, races, powers, combos = design.groups
    count = seen.races * seen.powers
    rows = np.zeros((count, design.size))
    numbers = np.arange(count)
    rows[numbers, races.start + numbers // seen.powers] = 1.0
    rows[numbers, powers.start + numbers % seen.powers] = 1.0
    rows[numbers, combos.start + numbers] = 1.0
    return rows


def _shrunk(design: _Design, products: Floats, margin: Floats) -> _Fit:
    """The coefficients, each group drawn towards 0 by as much as the data say."""
    sums, square = design.sums(margin), float(margin @ margin)
    total = max(float(np.var(margin)), MIN_VARIANCE)
    noise, variances = total, np.full(len(design.groups) - 1, total / 20)
    floor = MIN_VARIANCE * total
    for _ in range(MAX_ROUNDS):
        before = np.array([noise, *variances])
        coefficients, traces = _solved(design, products / noise, sums / noise, variances)
        squares = np.array([coefficients[group] @ coefficients[group] for group in design.groups[1:]])
        widths = np.array([group.stop - group.start for group in design.groups[1:]])
        # MacKay's rounds: what a group spends of its degrees of freedom.
        spent = widths - traces / variances
        variances = np.maximum(squares / np.maximum(spent, PRECISION), floor)
        left = square - 2 * float(coefficients @ sums) + float(coefficients @ products @ coefficients)
        freedom = len(margin) - design.groups[0].stop - float(spent.sum())
        noise = max(left / max(freedom, 1.0), floor)
        after = np.array([noise, *variances])
        if np.all(np.abs(after - before) <= PRECISION * before + floor):
            break
    variances = _likely_variances(design, products / noise, variances, floor)
    precision = _precision(design, variances)
    inverse = np.linalg.inv(products / noise + np.diag(precision)).astype(np.float64)
    return _Fit(inverse @ sums / noise, inverse, precision, noise, variances)


def _precision(design: _Design, variances: Floats) -> Floats:
    """By column: the precision that the shrinkage adds."""
    precision = np.zeros(design.size)
    for group, variance in zip(design.groups[1:], variances, strict=True):
        precision[group] = 1.0 / variance
    return precision


def _solved(design: _Design, products: Floats, sums: Floats, variances: Floats) -> tuple[Floats, Floats]:
    """The coefficients, and for each group the trace of its part of the inverse.

    No pick has two combos, so their part of the matrix is diagonal, and the rest can be solved without it.
    """
    precision = _precision(design, variances)
    rest, combos = slice(0, design.groups[-1].start), design.groups[-1]
    diagonal = np.diag(products)[combos] + precision[combos]
    across = products[rest, combos] / diagonal
    small = products[rest, rest] + np.diag(precision[rest]) - across @ products[combos, rest]
    inverse = np.linalg.inv(small)
    first = inverse @ (sums[rest] - across @ sums[combos])
    coefficients = np.concatenate([first, sums[combos] / diagonal - across.T @ first])
    traces = [float(np.trace(inverse[group, group])) for group in design.groups[1:-1]]
    traces.append(float(np.sum(1 / diagonal) + np.sum(across * (inverse @ across))))
    return coefficients, np.array(traces)


def _likely_variances(design: _Design, products: Floats, variances: Floats, floor: float) -> Floats:
    """The variances that are expected, given what was found.

    With little data a variance is often found to be 0 when it is not, and then intervals would be too narrow.
    So each is taken to be normally distributed around what was found, but not below 0; this is its mean.
    """
    inverse = np.linalg.inv(products + np.diag(_precision(design, variances)))
    likely = []
    for group, variance in zip(design.groups[1:], variances, strict=True):
        known = (np.eye(group.stop - group.start) - inverse[group, group] / variance) / variance
        spread = math.sqrt(2.0 / max(float(np.sum(known * known)), floor))
        ratio = variance / spread
        density = math.exp(-ratio * ratio / 2) / math.sqrt(2 * math.pi)
        likely.append(variance + spread * density / (0.5 * math.erfc(-ratio / math.sqrt(2))))
    return np.maximum(likely, floor)
