"""Balance of own races and powers: which games are played, what they tell, and in which words."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from elbowroom.arena.backends import LocalBackend
from elbowroom.arena.balance import (
    VARIANTS,
    BalancePlan,
    BalanceResult,
    play_balance_game,
    read_result,
)
from elbowroom.arena.balance_report import balance_report, merged
from elbowroom.arena.balance_words import (
    balance_sentences,
    balance_title,
    trait_words,
    verdict_sentence,
)
from elbowroom.arena.trait_use import countable_traits
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import speaking

if TYPE_CHECKING:
    from collections.abc import Callable

    from elbowroom.arena.balance import BalanceGame
    from elbowroom.arena.balance_report import BalanceRow

GNOMES = '[race.gnomes]\ntokens = {tokens}\ntokens_of = "{lender}"\n{traits}\n'
LUCKY = "[power.lucky]\ntokens = 4\ncoins.first_turn = 3\n"
SHY = "".join(f"[power.shy_{letter}]\ntokens = 4\nin_decline.counts = false\n" for letter in "abcdef")
MAP = """{"id": "islands", "players": 2, "game_turns": 10, "regions": [
    {"id": 1, "terrain": "hill", "edge": true, "neighbors": [2]},
    {"id": 2, "terrain": "hill", "lost_tribe": true, "neighbors": [1]}]}"""


def plan(tokens: int = 6, lender: str = "skeletons", traits: str = "", games: int = 50) -> BalancePlan:
    text = GNOMES.format(tokens=tokens, lender=lender, traits=traits)
    return BalancePlan((("gnomes.toml", text),), games=games, agent="greedy")


def played(of: BalancePlan) -> list[BalanceResult]:
    return list(LocalBackend(1).run(of.game_list(), play_balance_game))


def only_row(of: BalancePlan, results: list[BalanceResult]) -> BalanceRow:
    [row] = balance_report(of, results).rows
    return row


def invented(of: BalancePlan, coins: Callable[[BalanceGame, float], float]) -> BalanceRow:
    """Results in which the first player has these coins; the games of a deal share a random number."""
    results = []
    for game in of.game_list():
        luck = Random(game.deal).gauss(60, 10)
        own = Random(game.number).gauss(0, 1)
        results.append(
            BalanceResult(
                number=game.number,
                coins=round(coins(game, luck) + own),
                win=1.0,
                decisions=100 + game.deal,
                began_with=""
                if game.variant == "free"
                else "gnomes"
                if game.variant != "without"
                else "elves",
            )
        )
    return only_row(of, results)


def by_tokens(tokens: float, worth: float) -> Callable[[BalanceGame, float], float]:
    """Results of an own race that is too strong by this many tokens, each worth this many coins."""
    ahead = {"with": tokens, "more": tokens + 1, "fewer": tokens - 1}
    return lambda game, luck: luck + worth * ahead.get(game.variant, 0)


def test_a_plan_goes_deal_by_deal_through_entries_and_numbers_of_players() -> None:
    both = BalancePlan(
        (("set.toml", GNOMES.format(tokens=6, lender="ratmen", traits="") + LUCKY),), (2, 3), 50
    )
    games = both.game_list()
    assert len(games) == 10 * 2 * 2 * len(VARIANTS)
    assert [(game.entry, game.players, game.variant) for game in games[:6]] == [
        *(("gnomes", 2, variant) for variant in VARIANTS),
        ("lucky", 2, "free"),
    ]
    assert [game.number for game in games] == list(range(len(games)))
    assert replace(both, games=75).game_list()[: len(games)] == games


@pytest.mark.parametrize(("tokens", "missing"), [(0, "fewer"), (10, ""), (11, ""), (12, "more")])
def test_no_variant_has_more_or_fewer_tokens_than_a_file_may_have(tokens: int, missing: str) -> None:
    text = "rulebook = false\n" + GNOMES.format(tokens=tokens, lender="skeletons", traits="")
    of = BalancePlan((("gnomes.toml", text),), games=50, agent="greedy")
    assert {game.variant for game in of.game_list()} == set(VARIANTS) - {missing}
    assert play_balance_game(of.game_list()[1]).is_over


def test_a_game_has_the_same_result_everywhere_and_survives_json() -> None:
    for game in plan(traits="coins.mine = 1").game_list()[:5]:
        result = play_balance_game(game)
        assert play_balance_game(game) == result
        assert read_result(game, json.loads(json.dumps(result.to_row()))) == result
        assert bool(result.began_with) == (game.variant != "free")
        assert (result.began_with == "gnomes") == (game.variant in ("with", "more", "fewer"))


def test_a_row_that_is_no_result_of_the_game_is_noticed() -> None:
    game = plan().game_list()[0]
    row = play_balance_game(game).to_row()
    for wrong in (row | {"number": 1}, row | {"coins": "many"}, row | {"began_with": "elves"}, {}):
        with pytest.raises(ValueError, match=r"\{"):
            read_result(game, wrong)


def test_the_games_of_a_deal_have_the_same_luck() -> None:
    """Nothing is given in a free game, so whichever entry is measured, the game is the same."""
    text = GNOMES.format(tokens=6, lender="ratmen", traits="") + LUCKY
    games = BalancePlan((("set.toml", text),), agent="greedy").game_list()
    free = [play_balance_game(game) for game in games[:40] if game.variant == "free"]
    told = [(result.coins, result.win, result.decisions) for result in free]
    assert told[::2] == told[1::2]
    assert len(set(told)) > 1


def test_every_entry_of_the_box_is_begun_with_equally_often() -> None:
    games = [game for game in plan(games=130).game_list() if game.variant == "without"]
    found = sorted(play_balance_game(game).began_with for game in games)
    assert len(found) == 26
    assert found[::2] == found[1::2]
    assert "skeletons" not in found  # the gnomes have its tokens


@pytest.mark.parametrize(
    ("tokens", "verdict", "sentence"), [(10, "strong", "Too strong by"), (2, "weak", "Too weak by at least")]
)
def test_a_race_with_far_too_many_or_too_few_tokens_is_found_out(
    tokens: int, verdict: str, sentence: str
) -> None:
    measured = plan(tokens, games=300)
    row = only_row(measured, played(measured))
    assert row.verdict == verdict
    assert (row.coins.difference.mean > 0) == (verdict == "strong")
    assert (row.wins.difference.mean > 0) == (verdict == "strong")
    assert row.coins_per_token.mean > 0
    assert verdict_sentence(row).startswith(sentence)
    assert (row.violations, row.unfinished_games, row.checked_games) == (0, 0, 6)


def test_a_copy_of_a_middling_race_comes_out_near_the_average() -> None:
    copy = plan(5, "wizards", "coins.magic = 1", games=300)
    row = only_row(copy, played(copy))
    assert row.verdict in ("balanced", "unknown")
    assert row.tokens_too_many is not None
    assert abs(row.tokens_too_many.mean) < 1.5
    assert row.uses_per_pick["coins.magic"] > 1
    assert 0 < row.free_picks.per_game.mean < 3 * row.free_picks.box_per_game


def test_a_plan_can_be_stopped_and_resumed_after_any_game() -> None:
    whole = plan(traits="coins.mine = 1")
    games = whole.game_list()
    results = played(whole)
    first = [play_balance_game(game) for game in games[:17]]
    rest = [play_balance_game(game) for game in reversed(games[15:])]
    assert merged(rest, first) == results
    assert balance_report(whole, merged(rest, first)) == balance_report(whole, results)


def test_only_whole_deals_count() -> None:
    results = played(plan())
    row = only_row(plan(), results[:23])
    assert (row.deals, row.games) == (4, 20)
    assert balance_report(plan(), results[:9]).rows == ()


@pytest.mark.parametrize(
    ("tokens", "worth", "verdict", "sentence"),
    [
        (2.0, 3.0, "strong", "Too strong by about 2.0 tokens"),
        (-1.5, 3.0, "weak", "Too weak by about 1.5 tokens"),
        (0.0, 3.0, "balanced", "About as strong as the average of the box: "),
        (0.3, 5.0, "balanced", "About as strong as the average of the box: +0.3 tokens"),
    ],
)
def test_the_worth_of_a_token_tells_by_how_many_tokens(
    tokens: float, worth: float, verdict: str, sentence: str
) -> None:
    row = invented(plan(games=1000), by_tokens(tokens, worth))
    assert row.verdict == verdict
    assert row.coins_per_token.mean == pytest.approx(worth, abs=0.3)
    assert row.tokens_too_many is not None
    assert row.tokens_too_many.mean == pytest.approx(tokens, abs=0.2)
    assert verdict_sentence(row).startswith(sentence)


def test_a_token_that_may_be_worth_nothing_leaves_the_number_of_tokens_open() -> None:
    row = invented(plan(), lambda game, luck: luck + 5 * (game.variant != "without"))
    assert (row.verdict, row.tokens_too_many) == ("strong", None)
    assert verdict_sentence(row) == "Too strong; by how many tokens cannot be told yet."


def test_what_lies_far_outside_is_told_as_at_least() -> None:
    row = invented(plan(), by_tokens(-9, 1.2))
    assert verdict_sentence(row) == "Too weak by at least 3 tokens."


def test_a_wide_interval_is_no_balance() -> None:
    row = invented(plan(), lambda game, luck: luck + 30 * Random(game.number).random())
    assert row.verdict == "unknown"
    assert "more test games" in verdict_sentence(row)
    assert "play" not in verdict_sentence(row), "whoever reads it in the gallery can have none played"


def test_broken_rules_and_games_without_end_are_told() -> None:
    results = [
        BalanceResult(
            number=game.number,
            coins=60,
            win=0.5,
            decisions=100,
            began_with="" if game.variant == "free" else "elves",
            is_over=game.deal != 3,
            violation="tokens are conserved" if game.number in (1, 6) else "",
        )
        for game in plan().game_list()
    ]
    row = only_row(plan(), results)
    assert (row.unfinished_games, row.violations) == (5, 2)
    assert row.violation_examples == ("tokens are conserved",) * 2
    sentences = balance_sentences(row, *plan().entries())
    assert "5 games did not end." in sentences
    assert "Every game ended." not in sentences
    assert sentences[-1].startswith("2 games broke a rule of the program.")
    assert "Picked freely: never (average of the box: 0.0 times a game)." in sentences


def test_the_report_speaks_the_language_of_its_reader() -> None:
    measured = plan(traits='coins.mine = 1\nmay = ["substitute"]')
    row = only_row(measured, played(measured))
    assert balance_title(row) == "Gnomes (race): 2 players, 50 games"
    [entry] = measured.entries()
    sentences = balance_sentences(row, entry)
    assert sentences[1] == "10 deals were played, each 5 times with the same luck."
    assert any(sentence.startswith("One token more is worth") for sentence in sentences)
    with speaking("de"):
        assert balance_title(row) == "Gnomes (Rasse): 2 Spieler, 50 Spiele"
        german = balance_sentences(row, entry)
        worth = next(sentence for sentence in german if sentence.startswith("Ein Plättchen"))
        assert "," in worth


def test_every_trait_that_is_counted_is_told_in_the_words_that_describe_it() -> None:
    """Those of the box, and of own entries with what nobody in the box does."""
    own = """
        [race.gnomes]
        tokens = 6
        tokens_of = "ratmen"
        coins.lone = 1
        coins.conquest.tribe = 1
        discount.beside.hill = 1
        links = ["hill"]
        takes.victim = 1
        pay = { coins = 1, discount = 1 }
        may = ["strike", "second wave"]
        strike.tokens = 1
        in_decline.keeps = ["coins", "conquest"]
    """
    content = add_content(base_content(), own, "gnomes.toml")
    for entry in (*content.races, *content.powers):
        for trait in countable_traits(entry):
            assert trait_words(entry, trait).endswith("."), (entry.id, trait)
    gnomes = next(race for race in content.races if race.id == "gnomes")
    lone = "1 bonus coin for each region in which exactly one of its tokens stands."
    assert trait_words(gnomes, "coins.lone") == lone
    assert "hill" in trait_words(gnomes, "reach")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 49}, "49 games are too few to tell anything; at least 50 are needed."),
        ({"players": (2, 6)}, "6 players"),
        ({"agent": "gredy"}, "Did you mean greedy?"),
        ({"sources": (("islands.json", MAP),)}, "islands.json is a map; only races and special powers"),
        ({"sources": (("gnomes.toml", "[race.gnomes]\ntokens = 6\n"),)}, "tokens_of"),
        ({"sources": (("none.toml", ""),)}, "none.toml has no race and no power"),
        ({"sources": (("shy.toml", SHY),), "players": (5,)}, "5 players need at least"),
    ],
)
def test_what_cannot_be_measured_is_refused(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        replace(plan(), **wrong)  # type: ignore[arg-type]
    assert sentence in str(refused.value)
