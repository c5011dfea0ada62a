"""Tournaments: who sits where, with which luck."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from elbowroom.agents.agent import Budget
from elbowroom.arena.match import Match, play
from elbowroom.arena.tournament import Tournament, lineups
from elbowroom.engine import decisions
from elbowroom.engine.record import read_record
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused


def by_deal(matches: list[Match]) -> dict[int | None, list[tuple[str, ...]]]:
    found = defaultdict(list)
    for match in matches:
        found[match.deal].append(match.agents)
    return dict(found)


def test_two_agents_change_seats_within_each_deal() -> None:
    matches = Tournament(("greedy", "random"), games=6).matches()
    assert len(matches) == 6
    assert by_deal(matches) == {deal: [("greedy", "random"), ("random", "greedy")] for deal in range(3)}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_of_two_agents_each_sits_alone_against_the_rest_in_every_seat(players: int) -> None:
    matches = Tournament(("greedy", "random"), players, games=2 * players).matches()
    assert {match.deal for match in matches} == {0}
    alone = Counter(
        (name, match.agents.index(name))
        for match in matches
        for name in match.agents
        if match.agents.count(name) == 1
    )
    assert alone == {(name, seat): 1 for name in ("greedy", "random") for seat in range(players)}


@pytest.mark.parametrize(
    "agents", [("expert", "greedy", "random"), ("expert", "planner", "greedy", "random")]
)
@pytest.mark.parametrize("players", [4, 5])
def test_everybody_sits_in_every_seat_equally_often(agents: tuple[str, ...], players: int) -> None:
    rounds = len(lineups(agents, players)) * players
    matches = Tournament(agents, players, games=6 * rounds).matches()
    seats = Counter((name, seat) for match in matches for seat, name in enumerate(match.agents))
    assert len(seats) == len(agents) * players
    assert len(set(seats.values())) == 1


def test_neighbours_change_from_deal_to_deal() -> None:
    matches = Tournament(("expert", "planner", "greedy"), 3, games=6).matches()
    assert len({match.agents for match in matches}) == 6


def test_all_named_seats_are_the_lineup() -> None:
    matches = Tournament(("expert", "greedy", "greedy"), 3, games=9).matches()
    assert {tuple(sorted(match.agents)) for match in matches} == {("expert", "greedy", "greedy")}
    assert all(len(set(seatings)) == 3 for seatings in by_deal(matches).values())


def test_in_pairs_every_two_meet_with_the_same_deals() -> None:
    matches = Tournament(("expert", "planner", "greedy"), games=4, in_pairs=True).matches()
    met = Counter(tuple(sorted(match.agents)) for match in matches)
    assert met == {("expert", "planner"): 4, ("expert", "greedy"): 4, ("greedy", "planner"): 4}
    assert {len(seatings) for seatings in by_deal(matches).values()} == {6}


def test_a_longer_tournament_begins_with_the_shorter_one() -> None:
    for in_pairs in (False, True):
        short, long = (
            Tournament(("expert", "greedy", "random"), 3, games, in_pairs=in_pairs).matches()
            for games in (5, 17)
        )
        numbers = {match.number: match for match in long}
        assert len(numbers) == len(long)
        assert all(numbers[match.number] == match for match in short)


def test_both_sides_of_a_pairing_meet_the_same_luck() -> None:
    """First player, rolls, and the first banners and badges agree; another deal has other luck."""
    chance = {}
    for match in Tournament(("greedy", "random"), games=6, seed=3).matches():
        record = play(Match(**{**match.__dict__, "keeps_record": True})).record
        history = read_record(record).history
        chance[match.number] = {
            kind: [action & 63 for action in history if action >> 6 == kind]
            for kind in (decisions.FIRST_PLAYER, decisions.BANNER, decisions.BADGE, decisions.DIE)
        }
    for one in (0, 2, 4):
        for kind, drawn in chance[one].items():
            mirrored = chance[one + 1][kind]
            known = 6 if kind in {decisions.BANNER, decisions.BADGE} else min(len(drawn), len(mirrored))
            assert drawn[:known] == mirrored[:known]
            assert known > 0
    assert chance[0][decisions.BANNER][:6] != chance[2][decisions.BANNER][:6]


def test_without_a_deal_each_match_has_luck_of_its_own() -> None:
    results = [play(Match(number, 1, 2, ("greedy", "greedy"), Options())) for number in (0, 1)]
    assert results[0].coins != results[1].coins


def test_the_budget_reaches_the_agents_and_time_is_told_turn_by_turn() -> None:
    match = Tournament(("planner", "random"), games=1, budget=Budget(work=60)).matches()[0]
    result = play(match)
    assert result.match.budget == Budget(work=60)
    assert [len(turns) >= 10 for turns in result.seconds] == [True, True]
    assert all(0 <= spent < 60 for turns in result.seconds for spent in turns)
    assert sum(result.seconds[0]) > sum(result.seconds[1])


@pytest.mark.parametrize(
    ("agents", "players", "code"),
    [
        (("greedy", "rendom"), 2, "unknown_agent"),
        (("greedy", "random", "planner"), 2, "more_agents_than_seats"),
        (("greedy",), 2, "too_few_agents"),
        (("greedy", "greedy"), 2, "too_few_agents"),
        ((), 2, "too_few_agents"),
        (("greedy", "random"), 6, "player_count"),
    ],
)
def test_what_cannot_be_played_is_refused(agents: tuple[str, ...], players: int, code: str) -> None:
    with pytest.raises(Refused) as refused:
        Tournament(agents, players)
    assert refused.value.code == code
