"""Events: told only when asked for, and enough to follow coins, regions and tokens by them alone."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.engine.event_text import tell
from elbowroom.engine.events import Rolled, Scored, ScorePart
from elbowroom.engine.game import Game, new_game
from elbowroom.rules.bits import bits_of
from elbowroom.rules.refusals import Refused
from tests.scenario import scenario
from tests.sizes import long

if TYPE_CHECKING:
    from elbowroom.engine.events import Event


class Follower:
    """Coins, regions and tokens in play, as the events alone tell them."""

    def __init__(self, game: Game) -> None:
        self.coins = [5] * len(game.names)
        self.regions: dict[str, set[int]] = {race: set() for race in game.setup.race_ids}
        self.tokens: Counter[str] = Counter()
        self.markers: Counter[tuple[str, int]] = Counter()
        self.tribes = {region + 1 for region in bits_of(int(game.setup.board.tribes))}
        self.keeps = {race.id for race in game.setup.content.races if "tokens" in race.traits.keeps}
        self.acting = ""

    def follow(self, event: Event) -> None:
        params = msgspec.structs.asdict(event)
        numbers = {key: value for key, value in params.items() if isinstance(value, int)}
        race, region, seat = str(params.get("race")), numbers.get("region", 0), numbers.get("seat", -1)
        if event.code == "picked":
            self.coins[seat] += numbers["gained"] - numbers["paid"]
            self.tokens[race] += numbers["tokens"]
        elif event.code == "scored":
            self.coins[seat] += numbers["coins"]
        elif event.code == "conquered":
            self.regions[race].add(region)
        elif event.code == "driven_out":
            self.regions[race].remove(region)
            self.tokens[race] -= numbers["lost"]
        elif event.code == "substituted":
            self.regions[race].remove(region)
            self.tokens[race] -= 1
            self.tokens[str(params["by"]) if "by" in params else self.acting] += 1
        elif event.code == "recruited":
            self.tokens[race] += numbers["tokens"]
        elif event.code in ("abandoned", "gave_up"):
            for held in self.regions.values():
                held.discard(region)
        elif event.code == "declined" and race not in self.keeps:
            self.tokens[race] = len(self.regions[race])
        elif event.code == "vanished":
            self.tokens[race] = 0
            self.regions[race] = set()
        elif event.code == "tribe_removed":
            self.tribes.remove(region)
        elif event.code == "marker_placed":
            self.markers[str(params["marker"]), region] += 1
        elif event.code == "marker_taken_up":
            self.markers[str(params["marker"]), region] -= 1

    def compare(self, game: Game) -> None:
        view = game.view(None)
        assert self.coins == [int(coins) for coins in game.state.coins]
        for number, name in enumerate(game.setup.race_ids):
            held = {region + 1 for region in bits_of(int(game.state.regions[number]))}
            assert self.regions[name] == held
            in_play = int(game.setup.tokens_in_box[number]) - view.tray[name]
            if name in self.keeps:  # in decline they keep those on the map, and lose those in hand
                self.tokens[name] = in_play
            assert self.tokens[name] == in_play
        assert self.tribes == {region.number for region in view.regions if region.lost_tribe}
        shown = {
            (name, region.number): count for region in view.regions for name, count in region.markers.items()
        }
        assert {marker: count for marker, count in self.markers.items() if count} == shown


@pytest.mark.parametrize("players", [2, 3, *long(4, 5)])
def test_coins_regions_tokens_and_markers_follow_from_the_events(players: int) -> None:
    told: set[str] = set()
    for seed in range(5):
        game, choices = new_game(players, seed), Random(seed)
        follower = Follower(game)
        while not game.is_over:
            action = choices.choice(game.legal())
            if game.state.race >= 0:
                follower.acting = game.setup.race_ids[game.state.race]
            events = game.apply_with_events(action)
            for event in events:
                follower.follow(event)
                told.add(event.code)
            follower.compare(game)
            assert all(tell([event], game.names)[0].endswith(".") for event in events)
        assert told >= {"game_over", "scored", "picked", "declined"}
    assert told >= {
        "turn_began",
        "game_turn_began",
        "readied",
        "abandoned",
        "conquered",
        "driven_out",
        "rolled",
    }


def test_no_event_is_made_when_nobody_asks() -> None:
    game, choices = new_game(2, 3), Random(3)
    while not game.is_over:
        game.apply(choices.choice(game.legal()))
        assert game.state.events is None


def test_telling_changes_nothing() -> None:
    """The same actions lead to the same state, told or not."""
    silent, told, choices = new_game(3, 6), new_game(3, 6), Random(6)
    while not silent.is_over:
        action = choices.choice(silent.legal())
        silent.apply(action)
        told.apply_with_events(action)
        assert told.to_text() == silent.to_text()
    assert told.is_over


def test_after_a_refusal_nothing_is_told_and_no_events_are_kept() -> None:
    game = scenario("map four-regions\nAnn Hill Orcs, 3 in hand : bog <- to move\nBob").game
    with pytest.raises(Refused):
        game.apply_with_events("conquer moor")
    assert game.state.events is None
    assert [event.code for event in game.apply_with_events("conquer hill")] == ["conquered"]


def test_a_copy_tells_no_events() -> None:
    game = new_game(2, 1)
    game.state.events = []
    assert game.clone().state.events is None


def test_the_events_of_a_conquest_in_their_order() -> None:
    given = scenario("""
        map   four-regions
        Ann   Hill Trolls : cave 3 + lair
        Bob   Forest Orcs, 7 in hand : bog 1        <- to move
    """)
    after = given.play("conquer cave")
    assert [(event.code, msgspec.structs.asdict(event)) for event in after.events] == [
        ("driven_out", {"seat": 0, "race": "trolls", "region": 2, "lost": 1, "withdrawn": 2}),
        ("marker_taken_up", {"marker": "lair", "region": 2}),
        ("conquered", {"seat": 1, "race": "orcs", "region": 2, "tokens": 6}),
    ]
    assert tell(list(after.events), given.game.names) == [
        "The Trolls of Ann are driven out of region 2: 1 token is lost, 2 withdraw.",
        "The lair in region 2 is gone.",
        "Bob conquers region 2 with 6 tokens of the Orcs.",
    ]


def test_the_parts_of_a_score_are_told_and_add_up() -> None:
    given = scenario("map valley\nAnn Hill Orcs, 2 in hand : dell, down <- to move\nBob")
    events = given.play("end", "redeploy down:3").events
    scored = next(event for event in events if isinstance(event, Scored))
    assert (scored.seat, scored.coins) == (0, 4)
    assert scored.parts == (
        ScorePart("orcs", "regions", 2, "orcs"),
        ScorePart("orcs", "hill", 2, "hill"),
    )


def test_a_score_says_which_races_are_in_decline() -> None:
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs                 : moor 4   <- to move
        Ann   Dwarves, in decline       : cave 1
        Bob   Swamp Elves               : bog 1
    """)
    events = given.play("expand", "end").events
    scored = next(event for event in events if isinstance(event, Scored))
    assert {(part.race, part.in_decline) for part in scored.parts} == {("orcs", False), ("dwarves", True)}


def test_a_pick_tells_what_was_paid_and_gained() -> None:
    given = scenario(
        "map four-regions\nAnn <- to move\nBob\ncolumn Hill Orcs | Swamp Elves 2 | Flying Humans"
    )
    picked = given.play("pick 2").events[0]
    assert (picked.code, msgspec.structs.asdict(picked)) == (
        "picked",
        {"seat": 0, "race": "elves", "power": "swamp", "paid": 1, "gained": 2, "tokens": 10},
    )


def test_a_roll_names_its_region_only_in_an_attempt() -> None:
    attempt = scenario("map four-regions\nAnn Hill Orcs, 1 in hand : bog\nBob\nturn Ann die, target cave")
    assert [(event.code, msgspec.structs.asdict(event)) for event in attempt.play("die 0").events][:2] == [
        ("rolled", {"seat": 0, "die": 0, "region": 2}),
        ("attempt_failed", {"seat": 0, "region": 2}),
    ]
    berserk = scenario("map four-regions\nAnn Berserk Orcs, 1 in hand : bog\nBob\nturn Ann die")
    assert berserk.play("die 2").events == (Rolled(seat=0, die=2),)
