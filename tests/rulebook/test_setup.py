"""Components and set-up: what the box holds and what lies on the table before the first turn."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from elbowroom.engine.game import Game, new_game
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import box, rule, scenario

TOKENS = {
    "amazons": 15,
    "dwarves": 8,
    "elves": 11,
    "ghouls": 10,
    "giants": 11,
    "halflings": 11,
    "humans": 10,
    "orcs": 10,
    "ratmen": 13,
    "skeletons": 20,
    "sorcerers": 18,
    "tritons": 11,
    "trolls": 10,
    "wizards": 10,
}


def dealt(players: int) -> Game:
    """A game after the set-up, with the first player and the column drawn."""
    return new_game(players=players, seed=7)


def row_of(terrain: str, size: int, *, lost_tribe: bool) -> str:
    """A map of so many regions in a row."""
    regions = [
        {
            "id": number,
            "terrain": terrain,
            "lost_tribe": lost_tribe,
            "edge": True,
            "neighbors": [n for n in (number - 1, number + 1) if 1 <= n <= size],
        }
        for number in range(1, size + 1)
    ]
    return json.dumps({"id": "row", "players": 2, "game_turns": 10, "regions": regions})


@rule("CMP-1")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_nobody_plays_alone_and_no_more_than_five_play(players: int) -> None:
    """The game is for 2 to 5 players."""
    with pytest.raises(Refused) as caught:
        new_game(players=players, seed=1)
    assert caught.value.code == "player_count"


@rule("CMP-1", "CMP-2", "SET-1", "TRN-6", "RUL-10")
@pytest.mark.parametrize(("players", "game_turns"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_each_number_of_players_has_its_map(players: int, game_turns: int) -> None:
    """Use the map made for the actual number of players; its track has 8, 9 or 10 game turns."""
    view = dealt(players).view(None)
    assert view.map == f"{players}-players"
    assert len(view.players) == players
    assert view.game_turns == game_turns


@rule("CMP-2")
def test_the_box_has_four_maps() -> None:
    """There are 4 maps, one for each player count."""
    assert sorted(found.players for found in base_content().maps) == [2, 3, 4, 5]


@rule("SET-1")
def test_a_map_for_another_number_of_players_is_refused() -> None:
    """Use the map made for the actual number of players."""
    with pytest.raises(Refused) as caught:
        new_game(players=2, seed=1, map_id="3-players")
    assert caught.value.code == "map_players"


@rule("CMP-4", "GEN-1")
def test_there_are_14_race_banners() -> None:
    """There are 14 different race banners."""
    assert {race.id for race in base_content().races} == set(TOKENS)
    assert len(base_content().races) == 14


@rule("CMP-6", "CMP-7", "SET-3", "CMP-22")
def test_the_storage_tray_starts_with_all_race_tokens_and_nothing_else() -> None:
    """Put the open storage tray with the 168 race tokens, one compartment for each race, beside the board."""
    tray = dealt(2).view(None).tray
    assert tray == TOKENS
    assert sum(tray.values()) == 168


@rule("CMP-6", "CMP-7")
@pytest.mark.parametrize(("race", "tokens"), TOKENS.items())
def test_no_race_has_more_tokens_than_the_box_holds(race: str, tokens: int) -> None:
    """The race tokens are split as printed: one more cannot be anywhere."""
    text = "map four-regions\nAnn Flying {race} : moor {count}\nBob <- to move\n"
    assert scenario(text.format(race=race.title(), count=tokens)).tray(race) == 0
    with pytest.raises(Refused) as caught:
        scenario(text.format(race=race.title(), count=tokens + 1))
    assert f"{race} has only {tokens} tokens in the box" in str(caught.value)


@rule("CMP-9", "GEN-1")
def test_there_are_20_special_power_badges() -> None:
    """There are 20 different special power badges."""
    powers = [power.id for power in base_content().powers]
    assert len(powers) == len(set(powers)) == 20


@pytest.mark.parametrize(
    ("terrain", "lost_tribe", "in_the_box", "problem"),
    [
        pytest.param("swamp", True, 18, "lost tribes", marks=rule("CMP-8")),
        pytest.param("mountain", False, 9, "mountains", marks=rule("CMP-13")),
    ],
)
def test_a_map_cannot_show_more_pieces_than_the_box_holds(
    terrain: str, lost_tribe: bool, in_the_box: int, problem: str
) -> None:
    """There are 18 Lost Tribe tokens and 9 Mountain markers."""
    fits = row_of(terrain, in_the_box, lost_tribe=lost_tribe)
    assert add_content(base_content(), fits, "row.json").map("row").players == 2
    with pytest.raises(Refused) as caught:
        add_content(base_content(), row_of(terrain, in_the_box + 1, lost_tribe=lost_tribe), "row.json")
    assert caught.value.code == "map"
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("combo", "marker", "count"),
    [
        pytest.param("Commando Trolls", "lair", 10, marks=rule("CMP-11")),
        pytest.param("Fortified Amazons", "fortress", 6, marks=rule("CMP-12")),
        pytest.param("Commando Halflings", "hole", 2, marks=rule("CMP-15")),
        pytest.param("Heroic Amazons", "hero", 2, marks=rule("CMP-16")),
        pytest.param("Dragon Master Amazons", "dragon", 1, marks=rule("CMP-17")),
    ],
)
def test_no_more_markers_stand_on_the_map_than_the_box_holds(combo: str, marker: str, count: int) -> None:
    """There are 10 lairs, 6 fortresses, 2 holes, 2 heroes and 1 dragon."""
    entries = (*base_content().races, *base_content().powers)
    markers = [found for entry in entries for found in entry.traits.markers]
    assert [found.count for found in markers if found.name == marker] == [count]
    regions = base_content().map("5-players").regions
    land = [number for number, region in enumerate(regions, 1) if region.terrain not in ("sea", "lake")]
    text = "players Ann Bob Cid Dee Eve\nmap 5-players\nAnn {combo} : {held}\nBob <- to move\n"
    held = [f"{number} 1 + {marker}" for number in land]
    full = scenario(text.format(combo=combo, held=", ".join(held[:count])))
    assert sum(region.markers.get(marker, 0) for region in full.view().regions) == count
    with pytest.raises(Refused) as caught:
        scenario(text.format(combo=combo, held=", ".join(held[: count + 1])))
    assert f"the box has {count}" in str(caught.value) or "tokens in the box" in str(caught.value)


@rule("CMP-14")
def test_there_are_five_encampments() -> None:
    """There are 5 Encampment markers."""
    held = "moor 2 + {moor} encampment, cave 1 + 2 encampment"
    text = f"map four-regions\nAnn Bivouacking Orcs : {held}\nBob <- to move\n"
    assert scenario(text.format(moor=3)).region("moor") == "Ann 2 + 3 encampment"
    with pytest.raises(Refused) as caught:
        scenario(text.format(moor=4))
    assert "the box has 5" in str(caught.value)


@rule("CMP-19", "RUL-8")
def test_there_is_one_die_with_three_blank_faces() -> None:
    """There is 1 reinforcement die; its faces are 0, 0, 0, 1, 2, 3."""
    assert base_content().box.die == (0, 0, 0, 1, 2, 3)
    given = scenario("""
        map   four-regions
        Ann   Hill Orcs, 1 in hand      : cave 1       <- to move
        Bob   Forest Elves              : moor 2, bog 1
    """)
    chances = {a.text: a.chance for a in given.game.legal_actions() if a.chance is not None}
    assert chances == {"conquer bog": 2 / 6, "conquer moor": 1 / 6}
    assert given.play("conquer bog").legal == ["die 0", "die 1", "die 2", "die 3"]


@rule("CMP-20", "SET-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_game_turn_marker_starts_on_the_first_space(players: int) -> None:
    """Put the game turn marker on the first space of the map's turn track."""
    assert dealt(players).view(None).game_turn == 1


@rule("SET-4", "SET-6")
def test_any_banner_and_any_badge_may_come_first() -> None:
    """Shuffle the race banners and the badges: chance may turn up each of them, and none of them twice."""
    game = new_game(players=2, options=Options(first_player=0))
    assert {game.text_of(a) for a in game.legal()} == {f"banner {race}" for race in TOKENS}
    game.apply("banner orcs")
    assert {game.text_of(a) for a in game.legal()} == {f"badge {p.id}" for p in base_content().powers}
    game.apply("badge swamp")
    assert "banner orcs" not in [game.text_of(a) for a in game.legal()]
    game.apply("banner elves")
    assert "badge swamp" not in [game.text_of(a) for a in game.legal()]
    shown = game.view(None).column
    assert [(combo.race, combo.power) for combo in shown] == [("orcs", "swamp")]


@rule("SET-4", "SET-6")
def test_the_shuffle_differs_from_game_to_game() -> None:
    """Shuffle the race banners and the special power badges."""
    columns = [new_game(players=2, seed=seed).view(None).column for seed in range(20)]
    assert len({tuple(combo.race for combo in column) for column in columns}) > 15
    assert len({tuple(combo.power for combo in column) for column in columns}) > 15


@rule("SET-5", "SET-7", "SET-8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_combos_are_visible_and_the_rest_lies_in_the_stacks(players: int) -> None:
    """Exactly 6 combos are visible: five in the column plus the pair on top of the two stacks."""
    view = dealt(players).view(None)
    assert len(view.column) == 6
    assert len(view.unrevealed_banners) == 8
    assert len(view.unrevealed_badges) == 14
    banners = Counter([combo.race for combo in view.column] + list(view.unrevealed_banners))
    badges = Counter([combo.power for combo in view.column] + list(view.unrevealed_badges))
    assert banners == Counter(TOKENS.keys())
    assert badges == Counter(power.id for power in base_content().powers)
    assert view.discarded_badges == ()
    assert view.returned_banners == ()
    assert [combo.coins for combo in view.column] == [0] * 6


@rule("SET-9")
@pytest.mark.parametrize(("players", "tribes"), [(2, 9), (3, 10), (4, 14), (5, 18)])
def test_a_lost_tribe_stands_in_each_region_that_shows_the_symbol(players: int, tribes: int) -> None:
    """Put 1 Lost Tribe token in each region of the map that shows the Lost Tribe symbol."""
    game = dealt(players)
    shown = [region.lost_tribe for region in base_content().map_for(players).regions]
    assert [region.lost_tribe for region in game.view(None).regions] == shown
    assert sum(shown) == tribes
    assert all(region.tokens == 0 for region in game.view(None).regions)


@rule("SET-10")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_mountain_stands_in_each_mountain_region(players: int) -> None:
    """Put 1 Mountain marker in each mountain region of the map."""
    game = dealt(players)
    game.apply("pick 1")
    regions = base_content().map_for(players).regions
    with_mountain = [
        number
        for number in range(1, len(regions) + 1)
        if any(part.name == "mountain" and part.amount == 1 for part in game.cost(number).parts)
    ]
    assert with_mountain == [n for n, region in enumerate(regions, 1) if region.terrain == "mountain"]
    assert with_mountain


@rule("SET-11")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_player_starts_with_five_coins(players: int) -> None:
    """Give each player five coins of value 1."""
    game = dealt(players)
    assert [game.view(seat).players[seat].coins for seat in range(players)] == [5] * players


@rule("SET-12", "RUL-36")
def test_the_stash_does_not_run_out() -> None:
    """All the other coins form a common stash, from which everyone can be paid."""
    given = scenario("""
        map   four-regions
        coins Ann 300, Bob 300          # the box has coins for 515
        Ann   Merchant Orcs             : cave 2, bog 1       <- to move
        Bob   Forest Elves              : moor 2
    """)
    after = given.play("expand", "end", "redeploy cave:2")
    assert after.coins("Ann") == 304


@rule("SET-13")
def test_coins_are_spent_as_money_and_counted_as_victory() -> None:
    """Coins serve both as money during the game and as the measure of victory at its end."""
    given = scenario("""
        map       four-regions
        game-turn 10
        coins     Ann 12, Bob 11
        column    Hill Ratmen | Forest Wizards | Swamp Giants
        banners   amazons dwarves elves ghouls halflings humans orcs skeletons sorcerers tritons trolls
        Ann       <- to move
        Bob
    """)
    assert [place.seat for place in given.game.ranking()] == [0, 1]
    after = given.play("pick 3")
    assert after.coins("Ann") == 10
    assert [place.seat for place in after.game.ranking()] == [1, 0]


@rule("SET-14")
def test_one_victory_coin_is_worth_one() -> None:
    """One victory coin, in any rule, means value 1."""
    given = scenario("""
        map   four-regions
        coins Ann 9, Bob 5
        Ann   Alchemist Orcs            : cave 1       <- to move
        Bob   Forest Elves              : moor 2
    """)
    after = given.play("expand", "end")
    assert after.coins("Ann") == 9 + 1 + 2
    assert after.game.ranking()[0].coins == 12


@rule("RUL-37", "TRN-1")
def test_the_first_player_is_drawn_at_random_and_recorded() -> None:
    """Each seat is a possible outcome of chance, and the record keeps the one that came."""
    game = new_game(3)
    assert [game.text_of(action) for action in game.legal()] == ["first 1", "first 2", "first 3"]
    game.apply("first 2")
    assert game.text_of(game.history[0]) == "first 2"
    assert game.view(None).first_player == 1
    starts = {new_game(3, seed=seed).view(None).first_player for seed in range(30)}
    assert starts == {0, 1, 2}


@rule("RUL-37")
def test_the_table_may_choose_the_first_player() -> None:
    """With the table option `first_player` nothing is drawn for it."""
    game = new_game(3, options=Options(first_player=2))
    assert game.phase == "banner"
    assert game.view(None).first_player == 2
    seeded = new_game(3, seed=1, options=Options(first_player=2))
    assert (seeded.phase, seeded.to_move) == ("pick", 2)
    with pytest.raises(Refused) as caught:
        new_game(3, options=Options(first_player=3))
    assert caught.value.code == "first_player"


@rule("RUL-23")
def test_banners_and_badges_left_out_stay_in_the_box() -> None:
    """The table option `left_out`: neither in the column nor in the stacks."""
    out = ("ghouls", "sorcerers", "diplomat", "berserk")
    for seed in range(5):
        view = new_game(2, seed=seed, options=Options(left_out=out)).view(None)
        races = [combo.race for combo in view.column] + list(view.unrevealed_banners)
        powers = [combo.power for combo in view.column] + list(view.unrevealed_badges)
        assert len(races) == 14 - 2
        assert len(powers) == 20 - 2
        assert not set(out) & {*races, *powers}


@rule("RUL-23")
def test_nothing_is_left_out_by_default() -> None:
    """All fourteen banners and twenty badges are dealt."""
    view = new_game(2, seed=3).view(None)
    assert len(view.column) + len(view.unrevealed_banners) == 14
    assert len(view.column) + len(view.unrevealed_badges) == 20


@rule("RUL-23")
@pytest.mark.parametrize(
    ("left_out", "code"),
    [
        (("gouls",), "left_out_unknown"),
        (tuple(race.id for race in box().races[:10]), "too_few_banners"),
        (tuple(power.id for power in box().powers[:19]), "too_few_badges"),
    ],
)
def test_what_is_left_out_must_be_known_and_leave_enough_to_play(
    left_out: tuple[str, ...], code: str
) -> None:
    """A table that could run out of combos is refused."""
    with pytest.raises(Refused) as caught:
        new_game(2, options=Options(left_out=left_out))
    assert caught.value.code == code
