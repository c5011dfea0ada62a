"""Actions as words: one text for each id, and compound texts that are carried out whole or not at all."""

from __future__ import annotations

import pytest

from elbowroom.engine import actions, decisions
from elbowroom.engine.actions import all_actions, parse, text_of, verbs_at
from elbowroom.engine.game import new_game
from elbowroom.rules.content import digest
from elbowroom.rules.refusals import Refused
from tests.scenario import Scenario, scenario


def refused_whole(given: Scenario, text: str) -> str:
    """The code of the refusal, after which nothing has changed."""
    game = given.game
    before, history = game.to_text(), list(game.history)
    with pytest.raises(Refused) as caught:
        game.apply(text)
    assert caught.value.refusal.reason
    assert (game.to_text(), game.history) == (before, history)
    return caught.value.code


def test_the_ids_and_texts_of_the_map_for_two_never_change() -> None:
    """Ids are part of the notation: an explicit sample, the count, and a fingerprint of the whole list."""
    found = all_actions(new_game(2).setup)
    sample = {
        0: "first 1", 1: "first 2", 64: "banner amazons", 77: "banner wizards", 128: "badge alchemist",
        147: "badge wealthy", 192: "die 0", 195: "die 3", 256: "pick 1", 261: "pick 6",
        320: "abandon 1", 342: "abandon 23", 376: "expand", 377: "decline", 384: "conquer 1", 440: "end",
        441: "roll", 442: "dragon", 443: "substitute", 448: "dragon 1", 512: "substitute 1",
        576: "deploy 1", 640: "encamp 1", 696: "done", 704: "fortify 1", 760: "done", 768: "leave 1",
        832: "station 1", 896: "ally 1", 952: "done", 1016: "stay", 1017: "decline", 1024: "withdraw 1",
        1088: "encamp 1", 1144: "done",
    }  # fmt: skip
    assert {action: found[action] for action in sample} == sample
    assert len(found) == 2 + 14 + 20 + 4 + 6 + 11 * 23 + 2 + 12
    listed = "\n".join(f"{action} {text}" for action, text in sorted(found.items()))
    assert digest(listed) == "a49cd431673dd874"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_text_reads_back_as_its_id_in_its_phase(players: int) -> None:
    game = new_game(players)
    texts: dict[tuple[int, str], int] = {}
    for action, text in all_actions(game.setup).items():
        state = game.state.clone()
        state.phase = action >> 6
        assert parse(state, game.names, text) == [action]
        assert text_of(game.setup, action) == text
        assert texts.setdefault((action >> 6, text), action) == action  # no text stands for two answers


@pytest.mark.parametrize("action", [-1, 2, 3, 78, 148, 196, 262, 343, 383, 1152, 1153, 2047, 2048, 10**30])
def test_other_numbers_are_no_actions(action: int) -> None:
    game = new_game(2)
    with pytest.raises(Refused) as caught:
        game.text_of(action)
    assert caught.value.code == "no_such_action"
    with pytest.raises(Refused) as caught:
        game.apply(action)
    assert caught.value.code == "no_such_action"


def test_regions_and_players_are_named_or_numbered() -> None:
    given = scenario("map four-regions\nAnn Hill Orcs, 5 in hand : bog <- to move\nBob")
    assert given.play("conquer hill").game.to_text() == given.play("conquer 4").game.to_text()
    assert given.play("ATTEMPT  hill ").game.to_text() == given.play("conquer hill").game.to_text()
    ally = scenario("map four-regions\nAnn Diplomat Orcs : bog\nBob\nturn Ann ally")
    assert ally.play("ally bob").game.to_text() == ally.play("ally 2").game.to_text()


def test_the_verbs_that_answer_a_decision() -> None:
    assert verbs_at(decisions.PICK) == ["pick"]
    assert verbs_at(decisions.READY) == ["abandon", "expand", "decline"]
    assert verbs_at(decisions.CONQUER)[:5] == ["conquer", "end", "roll", "dragon", "substitute"]
    assert verbs_at(decisions.REDEPLOY) == ["redeploy"]
    assert verbs_at(decisions.ALLY) == ["ally", "done"]
    assert verbs_at(decisions.RETIRE) == ["stay", "decline"]
    assert verbs_at(decisions.BANNER) == ["banner"]
    for row in decisions.DECISIONS:
        assert verbs_at(row.number)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_words"),
        (" \t ", "no_words"),
        ("attack hill", "unknown_verb"),
        ("pick 1", "unknown_verb"),
        ("conquer", "words_missing"),
        ("end now", "words_missing"),
        ("roll 3", "words_missing"),
        ("conquer hil", "unknown_region"),
        ("conquer 0", "unknown_region"),
        ("conquer 5", "unknown_region"),
        ("conquer -1", "unknown_region"),
        ("conquer " + "9" * 5000, "unknown_region"),
        ("conquer \0", "unknown_region"),
        ("conquer hill cave", "regions_repeated"),
        ("conquer hill hill", "regions_repeated"),
        ("dragon hill", "no_dragon"),
        ("dragon", "no_dragon"),
        ("substitute hill", "cannot_substitute"),
        ("roll", "cannot_roll"),
        ("decline", "decline_too_late"),
        ("abandon bog", "abandon_too_late"),
    ],
)
def test_a_text_that_is_no_answer_is_refused(text: str, code: str) -> None:
    given = scenario("map four-regions\nAnn Hill Orcs, 5 in hand : bog <- to move\nBob")
    assert refused_whole(given, text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pick 0", "number_out_of_range"),
        ("pick 7", "number_out_of_range"),
        ("pick one", "not_a_number"),
        ("pick -1", "not_a_number"),
        ("pick " + "9" * 5000, "number_out_of_range"),
        ("pick ²", "not_a_number"),
        ("pick 1 2", "words_missing"),
    ],
)
def test_a_number_must_be_one_of_the_possible_ones(text: str, code: str) -> None:
    assert refused_whole(scenario("map four-regions\nAnn <- to move\nBob"), text) == code


def test_chance_outcomes_are_checked_like_any_answer() -> None:
    banner = scenario("map four-regions\nAnn <- to move\nBob\ncolumn -\nturn Ann banner, then pick")
    assert refused_whole(banner, "banner ork") == "unknown_word"
    assert refused_whole(banner, "badge hill") == "unknown_verb"
    die = scenario("map four-regions\nAnn Hill Orcs, 1 in hand : bog\nBob\nturn Ann die, target cave")
    assert refused_whole(die, "die 4") == "number_out_of_range"
    assert refused_whole(die, "die one") == "not_a_number"
    first = scenario("map four-regions\nplayers Ann Bob\nturn Ann first_player")
    assert refused_whole(first, "first Cid") == "unknown_player"
    assert refused_whole(first, "first 3") == "unknown_player"
    assert first.play("first Bob").game.state.first_player == 1


REDEPLOYING = """
    map  four-regions
    Ann  Hill Orcs, 4 in hand : moor, cave, bog
    Bob
    turn Ann redeploy, left 4, acted
"""


def test_a_redeployment_is_told_by_what_stands_in_the_end() -> None:
    """Regions that are not named keep one token; the last region takes what is left by itself."""
    given = scenario(REDEPLOYING)
    ids = [decisions.REDEPLOY << 6 | region for region in (0, 0, 2)]
    assert given.game.parse("redeploy bog:3 moor:3") == ids
    after = given.play("redeploy bog:3 moor:3")
    assert [after.region(label) for label in ("moor", "cave", "bog")] == ["Ann 3", "Ann 1", "Ann 3"]
    assert after.hand("orcs") == 0
    one_by_one = given.play("deploy moor", "deploy moor", "deploy bog")
    assert one_by_one.game.to_text() == after.game.to_text()
    assert given.play("redeploy bog:5").region("bog") == "Ann 5"
    assert given.play("deploy bog").region("bog") == "Ann 5"  # only the last region is left
    assert given.game.parse("redeploy moor") == given.game.parse("deploy moor") == ids[:1]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("redeploy bog:3", "wrong_sum"),
        ("redeploy bog:6", "wrong_sum"),
        ("redeploy moor:3 bog:4", "wrong_sum"),
        ("redeploy moor:0 bog:6", "redeploy_leaves_one"),
        ("redeploy moor:2 moor:4", "regions_repeated"),
        ("redeploy hill:5", "not_your_region"),
        ("redeploy bog:5 hill:1", "not_your_region"),
        ("redeploy bog:five", "not_a_number"),
        ("redeploy bog:", "not_a_number"),
        ("redeploy bog:-1", "not_a_number"),
        ("redeploy bog:999", "not_a_number"),
        ("redeploy marsh:5", "unknown_region"),
        ("redeploy", "words_missing"),
        ("deploy hill", "not_your_region"),
        ("done", "unknown_verb"),
    ],
)
def test_a_redeployment_that_does_not_come_out_is_refused_whole(text: str, code: str) -> None:
    assert refused_whole(scenario(REDEPLOYING), text) == code


def test_a_redeployment_begun_one_by_one_can_be_finished_at_once() -> None:
    given = scenario(REDEPLOYING).play("deploy cave")
    assert given.play("redeploy cave:3 bog:3").region("bog") == "Ann 3"
    assert refused_whole(given, "redeploy moor:2 cave:2 bog:4") == "not_your_region"  # moor is settled
    assert given.refusal("deploy moor") == "out_of_order"


WITHDRAWING = """
    map  four-regions
    Ann  Hill Orcs, 3 withdrawn : moor, bog
    Bob  Swamp Elves : cave 2
    turn Bob withdraw, race orcs, left 3
"""


def test_a_withdrawal_is_told_by_what_is_added() -> None:
    given = scenario(WITHDRAWING)
    assert given.to_move == "Ann"
    after = given.play("withdraw bog:2 moor:1")
    assert (after.region("moor"), after.region("bog")) == ("Ann 2", "Ann 3")
    assert given.play("withdraw moor:3").region("moor") == "Ann 4"
    for text, code in (
        ("withdraw moor:2", "wrong_sum"),
        ("withdraw moor:2 bog:2", "wrong_sum"),
        ("withdraw moor:3 cave:0", "not_your_region"),
        ("withdraw moor bog", "wrong_sum"),
        ("redeploy moor:4", "unknown_verb"),
    ):
        assert refused_whole(given, text) == code


ENCAMPING = """
    map  four-regions
    Ann  Bivouacking Orcs : moor, cave, bog
    Bob
    turn Ann encamp, marker encampment, left 5
"""


def test_encampments_are_placed_at_once_or_one_by_one() -> None:
    given = scenario(ENCAMPING)
    after = given.play("encamp bog:2 moor:1")
    assert [after.region(label) for label in ("moor", "cave", "bog")] == [
        "Ann 1 + encampment", "Ann 1", "Ann 1 + 2 encampment"]  # fmt: skip
    assert after.phase != "encamp"  # the rest stays aside
    assert (
        given.play("encamp moor", "encamp bog", "encamp bog", "done").game.to_text() == after.game.to_text()
    )
    assert given.play("encamp moor bog").region("bog") == "Ann 1 + encampment"
    assert given.play("encamp bog:5").region("bog") == "Ann 1 + 5 encampment"
    assert given.play("encamp moor:0").phase != "encamp"  # none at all
    for text, code in (
        ("encamp bog:6", "wrong_sum"),
        ("encamp hill:1", "not_your_region"),
        ("encamp hill", "not_your_region"),
        ("encamp bog:1 bog:1", "regions_repeated"),
    ):
        assert refused_whole(given, text) == code
    assert refused_whole(given.play("encamp bog"), "encamp moor") == "out_of_order"


def test_displaced_encampments_are_put_back_in_the_same_words() -> None:
    given = scenario("""
        map  four-regions
        Ann  Bivouacking Orcs, 2 displaced : moor, bog
        Bob  Swamp Elves : cave 2
        turn Bob reencamp, race orcs, marker encampment, left 2
    """)
    assert given.to_move == "Ann"
    assert given.play("encamp moor:1 bog:1").region("bog") == "Ann 1 + encampment"
    assert refused_whole(given, "encamp moor:3") == "wrong_sum"


def test_the_dragon_attacks_in_one_word_or_two() -> None:
    given = scenario(
        "map four-regions\nAnn Dragon Master Orcs, 2 in hand : bog <- to move\nBob Hill Elves : hill 5"
    )
    after = given.play("dragon hill")
    assert after.region("hill") == "Ann 1 + dragon"
    assert given.play("dragon", "dragon hill").game.to_text() == after.game.to_text()
    for text, code in (
        ("dragon moor", "not_adjacent"),
        ("dragon bog", "already_held"),
        ("dragon marsh", "unknown_region"),
        ("dragon hill cave", "words_missing"),
    ):
        assert refused_whole(given, text) == code
    assert refused_whole(after, "dragon cave") == "dragon_used"  # once per turn


def test_a_substitution_in_one_word_or_two() -> None:
    given = scenario("""
        map  four-regions
        Ann  Hill Sorcerers : bog, cave 1
        Bob  Swamp Elves : hill 1, moor 7
        turn Ann conquer
    """)
    after = given.play("substitute hill")
    assert after.region("hill") == "Ann 1"
    assert given.play("substitute", "substitute hill").game.to_text() == after.game.to_text()
    assert refused_whole(given, "substitute moor") == "not_substitutable"  # many tokens, not too dear
    assert refused_whole(given, "substitute bog") == "already_held"


def test_heroes_are_stationed_in_any_order_at_once() -> None:
    given = scenario("""
        map  four-regions
        Ann  Heroic Orcs : moor, cave, bog
        Bob
        turn Ann station, marker hero, left 2
    """)
    after = given.play("station bog moor")
    assert (after.region("moor"), after.region("bog")) == ("Ann 1 + hero", "Ann 1 + hero")
    assert given.play("station moor", "station bog").game.to_text() == after.game.to_text()
    for text, code in (
        ("station moor cave bog", "other_decision"),
        ("station moor moor", "regions_repeated"),
        ("station moor hill", "not_your_region"),
        ("station bog", "too_few_regions_after"),  # the second hero must still find a place
    ):
        assert refused_whole(given, text) == code


def test_regions_are_left_in_any_order_at_once() -> None:
    given = scenario("""
        map  four-regions
        Ann  Hill Amazons, 2 in hand : moor, cave, bog
        Bob
        turn Ann give_up, left 2
    """)
    after = given.play("leave bog moor")
    assert [after.region(label) for label in ("moor", "cave", "bog")] == ["empty", "Ann 1", "empty"]
    for text, code in (
        ("leave moor hill", "not_your_region"),
        ("leave moor moor", "regions_repeated"),
        ("leave bog", "too_few_regions_after"),
        ("leave", "words_missing"),
    ):
        assert refused_whole(given, text) == code
    assert refused_whole(given.play("leave cave"), "leave moor") == "out_of_order"


def test_several_regions_are_abandoned_at_once_or_not_at_all() -> None:
    given = scenario("map four-regions\nAnn Hill Orcs : bog 2, cave <- to move\nBob")
    assert given.play("abandon cave bog").hand("orcs") == 3
    assert refused_whole(given, "abandon cave moor") == "not_your_region"


def test_a_compound_text_with_a_dealer_is_refused_whole_too() -> None:
    game = new_game(2, seed=5)
    before = game.to_text()
    for text in ("pick 1 2", "redeploy 1:2", "dragon 3", "station 1 2"):
        with pytest.raises(Refused):
            game.apply(text)
    assert game.to_text() == before


def test_a_counted_text_stands_for_no_more_decisions_than_are_due() -> None:
    """The expansion is tried out on a copy: parsing alone changes nothing."""
    given = scenario(REDEPLOYING)
    before = given.game.to_text()
    actions.parse(given.game.state, given.game.names, "redeploy moor:5")
    assert given.game.to_text() == before
