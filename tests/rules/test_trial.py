"""An own race or power can be tried at once, beside everything that it may attack."""

from __future__ import annotations

from random import Random

import pytest

from elbowroom.engine.game import CHANCE, Game
from elbowroom.engine.invariants import check_game, check_state
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.trait_keys import TRAIT_KEYS, TraitKey
from elbowroom.rules.trial import trial_position
from tests.invented import lines_of

GNOMES = '[race.gnomes]\ntokens = 5\ntokens_of = "humans"\n'


def trial(text: str, piece: str) -> Game:
    """The trial of a piece of a file."""
    content = add_content(base_content(), text, "own.toml")
    entry = next(each for each in (*content.races, *content.powers) if each.id == piece)
    return Game.from_text(trial_position(content, entry), content)


def test_the_race_has_its_turn_beside_everything_it_may_attack() -> None:
    game = trial(GNOMES, "gnomes")
    assert (game.to_move, game.phase) == (0, "ready")
    view = game.view(0)
    own = {region.number for region in view.regions if region.owner == 0}
    assert sum(region.tokens for region in view.regions if region.owner == 0) == 9
    beside = {other for number in own for other in neighbors(number)} - own
    seen = [view.regions[number - 1] for number in beside]
    assert any(region.lost_tribe for region in seen)
    assert any(region.owner == 1 and not region.in_decline for region in seen)
    assert any(region.owner == 1 and region.in_decline for region in seen)
    empty = [region.number for region in seen if region.owner is None and not region.lost_tribe]
    grounds = {base_content().map("2-players").regions[number - 1].terrain for number in empty}
    assert {"sea", "lake"} < grounds


def neighbors(number: int) -> set[int]:
    """The regions beside one of the map for two."""
    return {other + 1 for other in base_content().map("2-players").regions[number - 1].neighbors}


def test_an_own_power_is_tried_with_an_own_race_or_with_a_plain_one() -> None:
    power = "[power.lucky]\ntokens = 4\n"
    alone, both = trial(power, "lucky"), trial(GNOMES + power, "lucky")
    assert "lucky ratmen" in alone.to_text().lower()
    assert "lucky gnomes" in both.to_text().lower()
    assert "lucky gnomes" in trial(GNOMES + power, "gnomes").to_text().lower()


@pytest.mark.parametrize("row", TRAIT_KEYS, ids=[row.key for row in TRAIT_KEYS])
def test_every_trait_can_be_tried(row: TraitKey) -> None:
    """With everything that the player may do, and everything that chance may bring."""
    lines = "\n".join(lines_of(row, "gnomes"))
    game = trial(f"[race.gnomes]\ntokens = 6\ntokens_in_box = 15\n{lines}\n", "gnomes")
    assert game.to_move == 0
    chance = Random(row.key)
    for _ in range(60):
        if game.is_over:
            break
        game.apply(chance.choice(game.legal()))
        check_state(game.state)
    if game.to_move != CHANCE:
        check_game(game)


@pytest.mark.parametrize(
    "lines",
    [
        "tokens = 0\ntokens_in_box = 10",
        "tokens = 1\ntokens_in_box = 10\ngarrison.least = 3",
        'tokens = 9\ntokens_in_box = 20\nmarker = { name = "den", count = 1, placed = "every region" }',
        'tokens = 4\ntokens_in_box = 9\nmarker = { name = "lot", placed = "every region", where = ["hill"] }',
        'tokens = 5\ntokens_in_box = 12\nabandons = "all"',
    ],
)
def test_odd_races_can_be_tried_too(lines: str) -> None:
    assert trial(f"[race.gnomes]\n{lines}\n", "gnomes").legal()


def test_whoever_lends_tokens_is_not_a_rival() -> None:
    lenders = ("humans", "orcs", "wizards", "dwarves")
    races = [f'[race.g{race}]\ntokens = 3\ntokens_of = "{race}"\n' for race in lenders]
    content = add_content(base_content(), "".join(races), "own.toml")
    text = trial_position(content, content.race("ghumans"))
    assert Game.from_text(text, content).legal()
    assert not any(f" {race}" in text for race in lenders)


def test_a_race_that_replaces_one_of_the_box_is_tried_against_others() -> None:
    game = trial("[race.humans]\nreplaces = true\ntokens = 5\n", "humans")
    assert game.to_move == 0
