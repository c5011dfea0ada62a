"""The explorer: what a game says about its picks, tallies that add up, pages, and the file with all of it."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from elbowroom.arena import explorer_data
from elbowroom.arena.backends import LocalBackend
from elbowroom.arena.explore_games import (
    ExploreGame,
    ExplorePlan,
    ExploreResult,
    pack_record,
    play_explore_game,
    read_result,
    unpack_record,
)
from elbowroom.arena.explore_picks import GamePicks, Meeting, PickRow, can_be_explored, picks_of
from elbowroom.arena.explore_run import batches, explorations, games_to_replay, merged, tally_batch
from elbowroom.arena.explore_tally import Tally, combo_number, power_ids, race_ids
from elbowroom.arena.explorer import MIN_DECLINES, MIN_GAMES, explore
from elbowroom.arena.explorer_data import (
    MAX_BYTES,
    SHIPPED_FILE,
    Provenance,
    provenance_file,
    read_explorer,
    shipped_explorer,
    write_explorer,
)
from elbowroom.arena.explorer_pages import (
    MAX_REPLAYS,
    Beater,
    DeclineWorth,
    Spread,
    TurnCoins,
    best_decline,
)
from elbowroom.arena.result_files import program_digest
from elbowroom.arena.statistics import summarise
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record
from elbowroom.rules.refusals import Refused
from tests.arena.test_statistics import short_game

if TYPE_CHECKING:
    from pathlib import Path

MIN_SHIPPED_GAMES = 20_000
"""For each number of players."""
PLAN = ExplorePlan(players=(2, 3), games=3, agent="greedy")


def game_of(result: ExploreResult) -> Game:
    return read_record(unpack_record(result.record))


@pytest.fixture(scope="module")
def results() -> list[ExploreResult]:
    return [play_explore_game(game) for game in PLAN.game_list()]


def row(race: str, power: str, **changes: object) -> PickRow:
    """A pick in the first turn of a game of three turns, changed as said."""
    usual = PickRow(
        race=race,
        power=power,
        free_race="dwarves",
        free_power="hill",
        order=1,
        game_turn=1,
        price=0,
        standing=0.0,
        strength=0.0,
        margin=0.0,
        win=0.0,
        is_lot=False,
        active_turns=2,
        declined=3,
        coins=(4, 5, 1),
        entry=2,
        meetings=(),
    )
    return msgspec.structs.replace(usual, **changes)


def tallied(*games: tuple[PickRow, ...], players: int = 2) -> Tally:
    tally = Tally(players)
    for number, picks in enumerate(games):
        tally.add(str(number), GamePicks(players, "short", 3, picks))
    return tally


def test_a_game_played_by_hand_is_told_pick_by_pick() -> None:
    """Bob's Hill Orcs 3 and 2 and 2 coins, Ann's Flying Humans for a coin, Bob's Swamp Elves with a coin."""
    game = short_game()
    found = picks_of(game, strengths=[10.0, 4.0], lots=[1])
    orcs, humans, elves = found.picks
    assert (found.players, found.map_id, found.game_turns) == (2, "short", 3)
    final = [int(coins) for coins in game.state.coins]
    assert orcs == PickRow(
        race="orcs",
        power="hill",
        free_race="orcs",
        free_power="hill",
        order=1,
        game_turn=1,
        price=0,
        standing=0.0,
        strength=-6.0,
        margin=float(final[1] - final[0]),
        win=1.0,
        is_lot=False,
        active_turns=1,
        declined=2,
        coins=(3, 2, 2),
        entry=4,
        meetings=(Meeting("humans", "flying", 3, 0),),
    )
    assert (humans.race, humans.free_race, humans.price, humans.order) == ("humans", "elves", 1, 2)
    assert (humans.standing, humans.margin) == (-3.0, final[0] - final[1] + 3.0)
    assert (humans.strength, humans.is_lot, humans.declined, humans.entry) == (6.0, True, None, 1)
    assert humans.coins == (2, 2, 1)
    assert humans.meetings == (Meeting("elves", "swamp", 1, 1),)
    assert (elves.price, elves.game_turn, elves.coins) == (-1, 3, (1,))


def test_rows_agree_with_the_summary_of_the_game(results: list[ExploreResult]) -> None:
    for result in results:
        game = game_of(result)
        assert can_be_explored(game)
        found, summary = picks_of(game, lots=result.lots), summarise(game)
        assert [pick.is_lot for pick in found.picks] == [n in result.lots for n in range(len(found.picks))]
        for pick, known in zip(found.picks, summary.picks, strict=True):
            assert (pick.race, pick.power, pick.order) == (known.race, known.power, known.order)
            assert pick.win == pytest.approx(known.win, abs=1e-4)
            assert sum(pick.coins[: pick.active_turns]) == known.coins_active
            assert sum(pick.coins[pick.active_turns :]) == known.coins_in_decline
            assert len(pick.coins) == found.game_turns - pick.game_turn + 1
            assert all(meeting.turns > 0 for meeting in pick.meetings)
        assert any(meeting.regions for pick in found.picks for meeting in pick.meetings)


def test_rows_are_small_plain_data(results: list[ExploreResult]) -> None:
    for result in results:
        found = picks_of(game_of(result))
        text = msgspec.json.encode(found)
        assert msgspec.json.decode(text, type=GamePicks) == found
        assert len(text) < 6000


def test_only_whole_games_with_the_box_alone_count() -> None:
    assert not can_be_explored(new_game(2, seed=1))
    assert not can_be_explored(short_game())  # its map is not of the box


def test_a_plan_plays_the_same_games_however_long_it_is() -> None:
    longer = ExplorePlan(players=(2, 3), games=9, agent="greedy")
    assert longer.game_list()[: len(PLAN.game_list())] == PLAN.game_list()
    assert longer.settings() == PLAN.settings()
    game = ExploreGame(4, 2, agent="greedy")
    assert play_explore_game(game) == play_explore_game(game)
    for players in (1, 6):
        with pytest.raises(Refused):
            ExplorePlan(players=(players,))


def test_a_stored_game_is_read_again_and_anything_else_refused(results: list[ExploreResult]) -> None:
    stored = json.loads(json.dumps(results[0].to_row()))
    assert read_result(ExploreGame(0, 2), stored) == results[0]
    for bad in (stored | {"number": 1}, stored | {"lots": "none"}, {"number": 0}):
        with pytest.raises(ValueError, match="'number'"):
            read_result(ExploreGame(0, 2), bad)
    assert unpack_record(pack_record("a record")) == "a record"
    for text in ("?", "x" * 20):
        with pytest.raises(ValueError, match="packed"):
            unpack_record(text)


def test_tallies_of_parts_add_up_to_the_tally_of_all(results: list[ExploreResult]) -> None:
    two = [result for result, game in zip(results, PLAN.game_list(), strict=True) if game.players == 2]
    whole, part = Tally(2), Tally(2)
    for result in two:
        whole.add(str(result.number), picks_of(game_of(result), lots=result.lots))
    for some in two[:1], two[1:]:
        more = Tally(2)
        for one in some:
            more.add(str(one.number), picks_of(game_of(one), lots=one.lots))
        part.merge(msgspec.json.decode(msgspec.json.encode(more), type=Tally))
    assert part == whole
    assert len(whole.picks.game) == len(whole.picks.margin) > 0
    with pytest.raises(ValueError, match="3 in a tally of 2"):
        whole.merge(Tally(3))


def test_the_order_in_which_games_come_back_does_not_matter(results: list[ExploreResult]) -> None:
    players = {game.number: game.players for game in PLAN.game_list()}
    once = merged(LocalBackend(1).run(batches(results, players), tally_batch))
    shuffled = results[:]
    Random(1).shuffle(shuffled)
    parts = batches(shuffled, players)
    assert [tally.players for tally in once] == [2, 3]
    assert merged(reversed([tally_batch(part) for part in parts])) == once


def test_every_race_power_and_combo_has_a_page_even_if_nobody_picked_it() -> None:
    found = explore(tallied((row("orcs", "hill", win=1.0),)))
    assert len(found.pages) == 14 + 20 + 280
    assert [page.race for page in found.pages[:14]] == list(race_ids())
    assert [page.power for page in found.pages[14:34]] == list(power_ids())
    nobody = found.page("elves", "swamp")
    assert nobody is not None
    assert (nobody.picks, nobody.value, nobody.win_share, nobody.price, nobody.entries) == (
        0,
        None,
        None,
        None,
        (),
    )
    assert found.page("gnomes") is None
    assert [line.picks for line in found.overview()] == [page.picks for page in found.pages]


def test_a_page_tells_price_coins_by_turn_entries_and_wins() -> None:
    found = explore(
        tallied(
            (row("orcs", "hill", price=3, win=1.0),),
            (row("orcs", "hill", price=0, entry=1, coins=(6, 7, 0)), row("orcs", "swamp", entry=3)),
            (row("orcs", "hill", price=-1, game_turn=3, coins=(2,), active_turns=1, declined=None),),
            (row("orcs", "hill", price=5, is_lot=True),),
        )
    )
    page = found.page("orcs", "hill")
    assert page is not None
    assert (page.picks, page.lots) == (4, 1)
    assert page.price is not None
    assert (page.price.count, page.price.mean, page.price.median) == (3, 0.67, 0)
    assert page.coins_by_turn == (
        TurnCoins(1, 4, 4.0, 0.0),
        TurnCoins(2, 3, 5.67, 0.0),
        TurnCoins(3, 3, 0.0, 0.67),
    )
    [entries] = page.entries
    assert (entries.map_id, entries.count, entries.shares) == ("short", 4, {1: 0.25, 2: 0.75})
    assert page.win_share is not None
    assert page.win_share.mean == 0.25
    assert page.win_share.low < 0.25 < page.win_share.high
    assert page.games == ("2", "1", "0")  # the newest first, and those drawn by lot last
    race = found.page("orcs")
    assert race is not None
    assert (race.picks, race.entries[0].shares[3]) == (5, 0.2)
    assert (found.games, found.picks, found.lots) == (4, 5, 1)


def test_what_takes_more_regions_than_others_beats_it() -> None:
    """Everybody is met 40 times; Trolls take two regions each time, the others half a region."""
    meetings = tuple(
        Meeting(race, "hill", 40, 80 if race == "trolls" else 20)
        for race in ("trolls", "elves", "giants", "humans")
    )
    page = explore(tallied((row("orcs", "swamp", meetings=meetings),))).page("orcs", "swamp")
    assert page is not None
    assert page.beaten_by == (Beater("trolls", None, 40, 80, 2.29),)


def test_a_few_meetings_say_nothing() -> None:
    meetings = (Meeting("trolls", "hill", 1, 4), Meeting("elves", "swamp", 40, 20))
    page = explore(tallied((row("orcs", "swamp", meetings=meetings),))).page("orcs", "swamp")
    assert page is not None
    assert page.beaten_by == ()


def made_up_tally(games: int, seed: int = 1) -> Tally:
    """Each race is worth 1.2 coins more than the one before it if picked early, else 0.6.

    Declining after 1 turn costs 5 coins.
    """
    luck = Random(seed)
    played = []
    for _ in range(games):
        picks = []
        for turn in (1, 2, 3):
            race, power = luck.choice(race_ids()), luck.choice(power_ids())
            active, price = luck.choice((1, 2)), luck.randint(-2, 4)
            worth = (1.2 if turn == 1 else 0.6) * race_ids().index(race)
            margin = worth - 5.0 * (active == 1) - price + luck.gauss(0, 3)
            picks.append(
                row(
                    race,
                    power,
                    free_race=luck.choice(race_ids()[:5]),
                    free_power=luck.choice(power_ids()),
                    game_turn=turn,
                    price=price,
                    margin=margin,
                    active_turns=active,
                    coins=(1,) * (4 - turn),
                )
            )
        played.append(tuple(picks))
    return tallied(*played)


def test_values_are_over_the_free_combo_early_and_late() -> None:
    found = explore(made_up_tally(1500))
    assert found.first_third == 1
    assert found.coin_paid == pytest.approx(1, abs=0.1)
    hits = []
    for place, page in enumerate(found.pages[:14]):
        steps = place - 2  # the free combos are of the first five races, the third of which is in the middle
        for spread, truth in ((page.value, 0.8 * steps), (page.early, 1.2 * steps), (page.late, 0.6 * steps)):
            assert spread is not None
            assert spread.mean == pytest.approx(truth, abs=1.5)
            assert 0 < spread.high - spread.low < 2
            hits.append(spread.low < truth < spread.high)
    assert sum(hits) >= 36  # of 42: 95 % less what chance does to so few


def test_the_best_turn_to_decline_is_found_from_enough_declines() -> None:
    found = explore(made_up_tally(1500))
    page = found.page("elves")
    assert page is not None
    assert page.best_decline == 2
    one, two = page.declines
    assert one.worth is not None
    assert two.worth is not None
    assert two.worth.mean - one.worth.mean == pytest.approx(5, abs=1.5)
    for combo in found.pages[34:]:
        for decline in combo.declines:
            assert (decline.worth is None) == (decline.count < MIN_DECLINES)


def declined(turns: int, low: float, high: float) -> DeclineWorth:
    return DeclineWorth(turns, MIN_DECLINES, Spread((low + high) / 2, low, high))


def test_a_best_turn_to_decline_is_only_told_if_its_interval_overlaps_with_no_other() -> None:
    clear = [declined(1, -3, -1), declined(2, 0.5, 1.5), declined(3, -1, 0.5), DeclineWorth(4, 2, None)]
    assert best_decline(clear) == 2
    assert best_decline([*clear, declined(5, -9, 0.6)]) is None
    assert best_decline([declined(1, -3, -1), DeclineWorth(4, 2, None)]) is None
    assert best_decline([]) is None


def test_the_pages_that_are_shipped_tell_the_best_turn_to_decline_by_the_same_rule() -> None:
    data = shipped_explorer()
    assert data is not None
    told = [page for found in data.explorations for page in found.pages]
    assert [page.best_decline for page in told] == [best_decline(page.declines) for page in told]
    assert len({page.best_decline for page in told}) > 2


def test_too_few_games_have_counts_but_no_values() -> None:
    few, enough = explore(made_up_tally(MIN_GAMES - 1)), explore(made_up_tally(150))
    assert {page.value for page in few.pages} == {None}
    assert sum(page.picks for page in few.pages[:14]) == 3 * (MIN_GAMES - 1)
    assert all(isinstance(page.value, Spread) for page in enough.pages)
    assert {page.early for page in enough.pages} == {None}  # nearly every early pick is of another combo


def test_a_few_games_show_each_combo_three_times() -> None:
    tally = made_up_tally(1500)
    chosen = games_to_replay(tally)
    found = explore(tally, chosen)
    seen = {combo: tally.picks.combo.count(combo) for combo in set(tally.picks.combo)}
    for page in found.pages[34:]:
        assert page.race is not None
        assert page.power is not None
        games = seen.get(combo_number(page.race, page.power), 0)
        assert len(page.games) >= min(games, MAX_REPLAYS) - 1  # one game may have it twice
        assert set(page.games) <= set(chosen)
    assert len(chosen) < 500


def test_a_game_in_which_it_was_chosen_freely_is_shown_rather_than_one_drawn_by_lot() -> None:
    tally = tallied(
        *((row("orcs", "hill", is_lot=True),) for _ in range(5)), *((row("orcs", "hill"),) for _ in range(3))
    )
    assert games_to_replay(tally) == ["5", "6", "7"]


ORIGIN = Provenance(
    command="elbowroom explore",
    agent="greedy",
    seed=1,
    lot_share=0.25,
    games={2: 3},
    program="?",
    elbowroom="0",
    date="2000-01-01",
    cpu_seconds=1.0,
    sha256="",
)


@pytest.mark.parametrize("name", ["explorer.json", "explorer.json.gz"])
def test_a_file_is_read_as_it_was_written(name: str, tmp_path: Path, results: list[ExploreResult]) -> None:
    players = {game.number: game.players for game in PLAN.game_list()}
    found, replayed = explorations(merged(map(tally_batch, batches(results, players))))
    records = {str(result.number): result.record for result in results}
    written = write_explorer(
        tmp_path / name, found, {game_id: records[game_id] for game_id in replayed}, ORIGIN
    )
    data = read_explorer(tmp_path / name)
    assert (data.explorations, data.provenance) == (found, written)
    assert data.of(3) == found[1]
    assert data.of(5) is None
    for page in found[0].pages:
        for game_id in page.games:
            text = data.record(game_id)
            assert text is not None
            assert read_record(text).is_over
    assert data.record("no such game") is None
    first = (tmp_path / name).read_bytes()
    write_explorer(tmp_path / name, found, {game_id: records[game_id] for game_id in replayed}, ORIGIN)
    assert (tmp_path / name).read_bytes() == first
    assert provenance_file(tmp_path / name) == tmp_path / "explorer.provenance.json"


def test_a_file_that_is_not_what_its_provenance_tells_of_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "explorer.json"
    write_explorer(file, (), {}, ORIGIN)
    assert read_explorer(file).explorations == ()
    file.write_bytes(file.read_bytes() + b" ")
    with pytest.raises(ValueError, match="provenance"):
        read_explorer(file)


def test_without_data_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer_data, "SHIPPED_FILE", tmp_path / "explorer.json.gz")
    assert shipped_explorer.__wrapped__() is None


def test_the_shipped_data_are_small_whole_and_say_where_they_come_from() -> None:
    assert SHIPPED_FILE.stat().st_size <= MAX_BYTES
    data = shipped_explorer()
    assert data is not None
    assert len(data.provenance.program) == len(program_digest())
    assert data.provenance.cpu_seconds > 0
    assert {found.players: found.games for found in data.explorations} == data.provenance.games
    for players in (2, 3, 4, 5):
        found = data.of(players)
        assert found is not None
        assert found.games >= MIN_SHIPPED_GAMES
        assert len(found.pages) == 314
        for page in found.pages:
            assert page.picks > 0
            assert page.value is not None
            assert page.value.low < page.value.mean < page.value.high
            assert len(page.games) == MAX_REPLAYS
            assert all(game_id in data.packed_records for game_id in page.games)


def test_a_shipped_game_is_one_in_which_the_combo_was_picked() -> None:
    data = shipped_explorer()
    assert data is not None
    found = data.of(2)
    assert found is not None
    for page in found.pages[34::40]:
        for game_id in page.games:
            text = data.record(game_id)
            assert text is not None
            picks = picks_of(read_record(text)).picks
            assert (page.race, page.power) in [(pick.race, pick.power) for pick in picks]
