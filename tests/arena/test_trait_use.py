"""How often a trait was used is counted from what players did."""

from __future__ import annotations

from random import Random

import pytest

from elbowroom.arena.trait_use import count_uses, countable_traits
from elbowroom.engine.actions import bit_of, decision_of
from elbowroom.engine.decisions import CONQUER, ROLL
from elbowroom.engine.events import Allied, Declined, Event, Recruited, Substituted
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.content import add_content, base_content
from tests.scenario import MAPS

COLUMN = (
    *("banner orcs", "badge flying", "banner dwarves", "badge hill", "banner halflings", "badge mounted"),
    *("banner trolls", "badge forest", "banner ratmen", "badge merchant", "banner giants", "badge commando"),
)


def played(*texts: str) -> Game:
    """A game on the map moor - cave - bog - hill, up to these moves; Ann begins."""
    text = (MAPS / "four-regions.json").read_text(encoding="utf-8")
    content = add_content(base_content(), text, "four-regions.json")
    game = new_game(2, content=content, map_id="four-regions", names=["Ann", "Bob"])
    for single in ("first 1", *COLUMN, *texts):
        game.apply(single)
    return game


def uses(game: Game, entry_id: str) -> dict[str, int]:
    content = game.setup.content
    [entry] = [entry for entry in (*content.races, *content.powers) if entry.id == entry_id]
    return dict(count_uses(game, entry))


def random_games() -> list[Game]:
    games = []
    for seed in range(12):
        game, choices = new_game(2 + seed % 4, seed), Random(seed)
        while not game.is_over:
            game.apply(choices.choice(game.legal()))
        games.append(game)
    return games


def events_of(game: Game) -> list[Event]:
    again = game.reopened()
    return [event for action in game.history for event in again.apply_with_events(action)]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return random_games()


def test_flying_is_used_where_nobody_else_could_have_conquered() -> None:
    """The moor is at the border and the cave is beside it; only the hill is out of reach for others."""
    first = ("pick 1", "banner skeletons", "badge spirit", "conquer moor", "conquer cave")
    assert uses(played(*first), "flying") == {}
    assert uses(played(*first, "conquer hill"), "flying") == {"reach": 1}


def test_a_discount_is_used_where_it_makes_a_region_cheaper() -> None:
    mounted = ("pick 3", "banner skeletons", "badge spirit", "conquer moor", "conquer cave")
    assert uses(played(*mounted), "mounted") == {"discount": 1}


def test_what_a_race_ignores_counts_as_a_discount() -> None:
    text = '[power.bold]\ntokens = 4\nignores = ["tribe"]\n'
    [bold] = [power for power in add_content(base_content(), text, "bold").powers if power.id == "bold"]
    assert countable_traits(bold) == ["discount"]


def test_markers_of_the_first_conquests_and_coins_are_counted() -> None:
    halflings = ("pick 3", "banner skeletons", "badge spirit", "conquer moor", "conquer cave", "conquer bog")
    assert uses(played(*halflings), "halflings") == {"marker": 2}
    hill = ("pick 2", "banner skeletons", "badge spirit", "conquer moor", "conquer cave", "end")
    assert uses(played(*hill, "redeploy moor:6"), "hill") == {"coins.hill": 1}


def test_what_other_players_do_is_not_counted() -> None:
    ann = ("pick 1", "banner skeletons", "badge spirit", "conquer moor", "end")
    bob = ("pick 3", "banner wizards", "badge heroic", "conquer hill")
    assert uses(played(*ann, *bob), "flying") == {}


def test_verbs_are_counted_as_often_as_their_events_tell(games: list[Game]) -> None:
    """In whole games of random moves."""
    found = dict.fromkeys(("substitute", "make peace", "roll before every conquest", "recruits"), 0)
    told = dict(found)
    for game in games:
        for entry, word in (("sorcerers", "substitute"), ("diplomat", "make peace")):
            found[word] += uses(game, entry).get(f"may {word}", 0)
        found["recruits"] += uses(game, "skeletons").get("recruits", 0)
        found["roll before every conquest"] += uses(game, "berserk").get("may roll before every conquest", 0)
        for event in events_of(game):
            told["substitute"] += isinstance(event, Substituted)
            told["make peace"] += isinstance(event, Allied)
            told["recruits"] += isinstance(event, Recruited)
        answers = [(decision_of(action), bit_of(action)) for action in game.history]
        told["roll before every conquest"] += answers.count((CONQUER, ROLL))
    assert found == told
    assert min(told.values()) > 0


def test_tokens_and_conquests_of_a_race_in_decline_are_counted(games: list[Game]) -> None:
    kept = [uses(game, "ghouls") for game in games]
    declines = [
        event
        for game in games
        for event in events_of(game)
        if isinstance(event, Declined) and event.race == "ghouls"
    ]
    assert sum(found.get("keeps tokens", 0) for found in kept) == len(declines)
    assert sum(found.get("keeps conquest", 0) for found in kept) > 0


def test_every_entry_of_the_box_but_those_of_tokens_alone_has_something_to_count() -> None:
    content = base_content()
    nothing = [entry.id for entry in (*content.races, *content.powers) if not countable_traits(entry)]
    assert nothing == ["amazons", "ratmen", "spirit"]
