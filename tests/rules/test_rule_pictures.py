"""Pictures of the rules page: each is a position of the real engine, and belongs to a chapter."""

from __future__ import annotations

import json

import pytest

from elbowroom.content import read_text
from elbowroom.engine.game import Game
from elbowroom.rules.content import base_content
from elbowroom.rules.rule_pictures import RulePicture, rule_pictures

CHAPTERS = [chapter["chapter"] for chapter in json.loads(read_text("base", "rulebook.json"))]
NOT_ON_THE_MAP = {"pick", "races", "powers", "options", "own_races", "faq"}
"""Chapters that speak of combos, of other pieces or of the program."""


def test_every_chapter_that_speaks_of_the_map_has_one_picture() -> None:
    shown = [picture.chapter for picture in rule_pictures()]
    assert shown == [chapter for chapter in CHAPTERS if chapter not in NOT_ON_THE_MAP]


@pytest.mark.parametrize("picture", rule_pictures(), ids=lambda picture: picture.chapter)
def test_a_picture_is_a_position_of_the_game(picture: RulePicture) -> None:
    game = Game.from_text(picture.position)
    regions = base_content().map(game.setup.board.map_id).regions
    assert all(1 <= number <= len(regions) for number in picture.regions)


def test_the_picture_of_costs_shows_the_examples_of_its_chapter() -> None:
    (picture,) = [picture for picture in rule_pictures() if picture.chapter == "cost"]
    costs = {action.region: action.cost for action in Game.from_text(picture.position).legal_actions()}
    assert (costs[7], costs[9]) == (3, 6)  # a hill with a lost tribe; a mountain with 2 Trolls and their lair
