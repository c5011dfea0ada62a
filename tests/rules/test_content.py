"""The content loader: every problem of a player's own races and powers is found and told with its place."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from elbowroom.engine.game import Game, new_game
from elbowroom.rules import terms
from elbowroom.rules.content import Content, add_content, base_content, digest
from elbowroom.rules.refusals import Refusal, Refused
from elbowroom.rules.traits import Emblem, Recruits
from elbowroom.rules.words import catalogue


def problems(text: str, content: Content | None = None) -> list[str]:
    """The sentences with which a file is refused."""
    with pytest.raises(Refused) as caught:
        add_content(base_content() if content is None else content, text, "own.toml")
    assert "own.toml" in str(caught.value)
    if caught.value.code != "content":
        return [str(caught.value)]
    found = caught.value.params["problems"]
    assert isinstance(found, list)
    for problem in found:
        assert problem in str(caught.value)
    details = caught.value.params["details"]
    assert isinstance(details, list)
    assert [Refusal(**detail).reason for detail in details] == found
    return found


def code_of(sentence: str) -> str:
    """The code whose message this sentence is; the one with the most words if several fit."""
    fitting = []
    for key, message in catalogue().items():
        if not key.startswith("refusal_content") or key == "refusal_content":
            continue
        for variant in [message] if isinstance(message, str) else message[0]["match"].values():
            parts = [
                re.escape(text) + (".*" if name is not None else "")
                for text, name, *_ in Formatter().parse(variant)
            ]
            if re.fullmatch("".join(parts) + r"( Did you mean .*\?)?", sentence, re.DOTALL):
                fitting.append((sum(len(part) for part in parts), key.removeprefix("refusal_")))
    assert fitting, sentence
    return max(fitting)[1]


RACE = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n'
POWER = "[power.rowdy]\ntokens = 4\n"
STRIKE = 'may = ["strike"]\nstrike.tokens = 1\n'
MARKER = '[power.rowdy]\ntokens = 4\nmarker = { name = "totem", count = 2, placed = "one per turn"%s }\n'

TOTEM = '{ name = "totem", placed = "one per turn" }'
KIN = "".join(f"[race.kin_{'a' * n}]\ntokens = 6\ntokens_in_box = 11\n" for n in range(1, 28))

WRONG = [
    ("content_not_toml", "[race", ""),
    ("content_not_toml", "a = 1\na = 2", ""),
    ("content_not_toml", "[race.x]\ntokens = " + "9" * 5000, ""),
    ("content_not_toml", "x = " + "[" * 5000, ""),
    ("content_not_toml", "\0", ""),
    ("content_table", "[raze.gnomes]\ntokens = 6", "`raze`"),
    ("content_table", "[zzz]\n", "Did you mean race?"),
    ("content_empty", "", ""),
    ("content_empty", "# only a comment", ""),
    ("content_empty", "[race]", ""),
    ("content_not_entries", "race = 5", ""),
    ("content_not_entries", "race = []\n" + POWER, ""),
    ("content_not_a_table", "[race]\ngnomes = 5", "gnomes, gnomes: `5`"),
    ("content_same_id", "[power.hill]\ntokens = 4", "hill"),
    ("content_same_id", "[power.orcs]\ntokens = 4", "orcs"),
    ("content_same_id", RACE.replace("gnomes", "elves"), "elves"),
    ("content_same_id", RACE.replace("gnomes", "flying"), "flying"),
    ("content_same_id_in_file", RACE + POWER.replace("rowdy", "gnomes"), "gnomes is in own.toml already"),
    ("content_bad_id", POWER.replace("rowdy", "Rowdy"), "Rowdy"),
    ("content_bad_id", POWER.replace("rowdy", '"two words"'), "two words"),
    ("content_bad_id", POWER.replace("rowdy", "_rowdy"), "_rowdy"),
    ("content_bad_id", POWER.replace("rowdy", "rowdy_"), "rowdy_"),
    ("content_bad_id", POWER.replace("rowdy", "very__rowdy"), "very__rowdy"),
    ("content_bad_id", POWER.replace("rowdy", "rowdy_2"), "rowdy_2"),
    ("content_bad_id", POWER.replace("rowdy", "2rowdy"), "2rowdy"),
    ("content_bad_id", POWER.replace("rowdy", '"naïve"'), "naïve"),
    ("content_bad_id", POWER.replace("rowdy", '""'), ""),
    ("content_ambiguous", "[power.dragon]\ntokens = 4\n" + RACE.replace("gnomes", "master_orcs"),
     "`dragon master_orcs` reads like `dragon_master orcs`"),
    ("content_ambiguous", RACE.replace("gnomes", "hill_orcs"), "`hill orcs` reads like `hill_orcs`"),
    ("content_needs_tokens_of", "[race.gnomes]\ntokens = 6", "gnomes, tokens_of"),
    ("content_needs_tokens_of", "[race.gnomes]\ntokens = 6", "`tokens_in_box = 11`"),
    ("content_one_source_of_tokens", RACE + "tokens_in_box = 12", "gnomes, tokens_of"),
    ("content_borrowed_twice", RACE + RACE.replace("gnomes", "kobolds"), "kobolds, tokens_of"),
    ("content_unknown_word", RACE.replace("ratmen", "rat_men"), "Did you mean ratmen?"),
    ("content_unknown_word", RACE.replace('"ratmen"', "5"), "gnomes, tokens_of: `5`"),
    ("content_too_few_tokens", RACE.replace("ratmen", "dwarves"), "has 8 tokens, but 11 may be needed"),
    ("content_too_few_tokens", RACE + "attack_only = 3", "ratmen has 13 tokens, but 14 may be needed"),
    ("content_rulebook_flag", "rulebook = 'no'\n" + POWER, "not `no`"),
    ("content_too_few_own_tokens", "[race.gnomes]\ntokens = 6\ntokens_in_box = 10", "10 tokens are too few"),
    ("content_too_few_own_tokens", "[race.orcs]\ntokens = 5\nreplaces = true\ntokens_in_box = 9", "orcs"),
    ("content_too_many_races", KIN, "most 40 banners"),
    ("content_replaces_and_borrows", RACE.replace("gnomes", "orcs") + "replaces = true", "orcs, tokens_of"),
    ("content_unknown_word", RACE + "replaces = true", "gnomes, replaces: `gnomes`"),
    ("content_unknown_word", POWER + "replaces = true", "rowdy, replaces: `rowdy`"),
    ("content_too_many_markers", POWER + f"marker = [{TOTEM}, {TOTEM}, {TOTEM}]", "2 kinds"),
    ("content_markers_alike", POWER + f"marker = [{TOTEM}, {TOTEM}]", "rowdy, marker"),
    ("content_not_a_table", POWER + "marker = [5]", "rowdy, marker: `5`"),
    ("content_recruits_at_start", POWER + 'recruits = { killed = 1, at = "start" }', "recruits.at"),
    ("content_recruits_for_attack", POWER + 'recruits = { turn = 1, for = "attack" }', "recruits.for"),
    ("content_missing", POWER + 'recruits = { at = "start" }', "recruits.turn"),
    ("content_unknown_word", POWER + 'recruits = { turn = 1, at = "dawn" }', "recruits.at: `dawn`"),
    ("content_unknown_word", POWER + "recruits = { turns = 1, turn = 1 }", "Did you mean turn?"),
    ("content_out_of_range", POWER + "recruits.turn = 4", "recruits.turn: 4"),
    ("content_out_of_range", POWER + "recruits.turn = 99999999999999999999", "recruits.turn: 9999"),
    ("content_out_of_range", POWER + "recruits.held.hill = 0", "recruits.held.hill: 0"),
    ("content_out_of_range", POWER + "recruits.conquest.tribe = 9", "recruits.conquest.tribe: 9"),
    ("content_unknown_word", POWER + "coins.conquest.hilll = 1", "coins.conquest: `hilll`"),
    ("content_missing", POWER + "coins.beyond = { regions = 3 }", "coins.beyond.each"),
    ("content_out_of_range", POWER + "coins.beyond = { regions = 0, each = 1 }", "coins.beyond.regions: 0"),
    ("content_unknown_word", POWER + 'coins.hill = { n = 1, when = "it rains" }', "coins.hill.when"),
    ("content_out_of_range", POWER + 'coins.hill = { n = 1, when = "at most 0 regions" }', "hill.when: 0"),
    ("content_out_of_range", POWER + 'coins.hill = { n = 1, when = "at least 99 regions" }', "1 and 20"),
    ("content_not_a_number", POWER + 'coins.hill = { n = 1, when = "at most 2.5 regions" }', "`2.5`"),
    ("content_no_number", POWER + 'coins.hill = { n = 1, when = "at most N regions" }', "coins.hill.when"),
    ("content_unknown_word", POWER + 'coins.hill = { n = 1, when = "at most regions" }', "coins.hill.when"),
    ("content_missing", POWER + "coins.hill = { n = 1 }", "coins.hill.when"),
    ("content_unknown_word", POWER + "coins.beyond = { regions = 3, each = 1, when = 'never' }",
     "coins.beyond.when: `never`"),
    ("content_unknown_word", POWER + "discount.each.conquest = { less = 1, most = 2, when = 5 }",
     "discount.each.conquest.when: `5`"),
    ("content_missing", POWER + 'coins.hill = { when = "even turn" }', "coins.hill.n"),
    ("content_out_of_range", POWER + "discount.hill = 0", "discount.hill: 0"),
    ("content_out_of_range", POWER + "discount.tribe = -4", "discount.tribe: -4"),
    ("content_missing", POWER + "discount.each.conquest = { less = 1 }", "discount.each.conquest.most"),
    ("content_unknown_word", POWER + "discount.each.friend = { less = 1, most = 1 }", "discount.each.friend"),
    ("content_unknown_word", POWER + 'ignores = ["gravity"]', "ignores: `gravity`"),
    ("content_garrison", POWER + "garrison = { least = 2, most = 1 }", "garrison.most"),
    ("content_missing", POWER + "garrison = {}", "garrison.least"),
    ("content_out_of_range", POWER + "garrison.least = 9", "garrison.least: 9"),
    ("content_out_of_range", POWER + "passed_costs = -1", "passed_costs: -1"),
    ("content_not_a_number", POWER + 'passed_costs = "many"', "passed_costs"),
    ("content_one_price", POWER + "pay = { coins = 1, tokens = 1, discount = 1 }", "pay.coins"),
    ("content_one_price", POWER + "pay = { discount = 1 }", "pay.coins"),
    ("content_missing", POWER + "pay = { coins = 1 }", "pay.discount"),
    ("content_out_of_range", POWER + "pay = { coins = 9, discount = 1 }", "pay.coins: 9"),
    ("content_out_of_range", POWER + "pay = { coins = 1, discount = 1, times = 1_000_000 }", "pay.times"),
    ("content_not_a_table", POWER + "pay = 1", "pay"),
    ("content_strike_needs_both", POWER + 'may = ["strike"]', "strike"),
    ("content_strike_needs_both", POWER + "strike.tokens = 1", "strike"),
    ("content_missing", POWER + 'may = ["strike"]\nstrike.uses.turn = 1', "strike.tokens"),
    ("content_out_of_range", POWER + 'may = ["strike"]\nstrike.tokens = 4', "strike.tokens: 4"),
    ("content_out_of_range", POWER + STRIKE + "strike.uses.turn = 6", "strike.uses.turn: 6"),
    ("content_out_of_range", POWER + STRIKE + "strike.uses.game = 10", "strike.uses.game: 10"),
    ("content_out_of_range", POWER + STRIKE + "strike.uses.opponent = 0", "strike.uses.opponent: 0"),
    ("content_unknown_word", POWER + STRIKE + "strike.uses.hour = 1", "strike.uses.hour"),
    ("content_one_price", POWER + STRIKE + "strike.pay = {}", "strike.pay.coins"),
    ("content_out_of_range", POWER + STRIKE + "strike.pay.coins = 99", "strike.pay.coins: 99"),
    ("content_out_of_range", POWER + "kills = 4", "kills: 4"),
    ("content_missing", POWER + "kills = { once = true }", "kills.tokens"),
    ("content_out_of_range", POWER + "takes.victim = 6", "takes.victim: 6"),
    ("content_out_of_range", POWER + "attacker_loses = 0", "attacker_loses: 0"),
    ("content_missing", POWER + 'starts_from = ["hill"]', "rowdy, leaps"),
    ("content_out_of_range", POWER + "leaps = 2", "leaps: 2"),
    ("content_unknown_word", POWER + 'links = ["totem"]', "links: `totem`"),
    ("content_number_not_table", POWER + 'defence.hill = { n = 1, when = "even turn" }', "defence.hill"),
    ("content_number_not_table", POWER + "losses.mountain = 0", "rowdy, losses"),
    ("content_unknown_word", POWER + 'abandons = "none"', "abandons: `none`"),
    ("content_not_a_flag", POWER + "redeploys = 0", "rowdy, redeploys"),
    ("content_unknown_word", POWER + 'in_decline.defence = "half"', "in_decline.defence"),
    ("content_missing", "[power.rowdy]\ncoins.mine = 1", "rowdy, tokens"),
    ("content_not_a_number", POWER.replace("4", '"four"'), "rowdy, tokens: `four`"),
    ("content_not_a_number", POWER.replace("4", "true"), "rowdy, tokens: `True`"),
    ("content_not_a_number", POWER.replace("4", "4.0"), "rowdy, tokens: `4.0`"),
    ("content_no_number", POWER.replace("4", '""'), "rowdy, tokens"),
    ("content_not_a_number", POWER + "coins.mine = 'one'", "rowdy, coins.mine"),
    ("content_out_of_range", POWER.replace("4", "6"), "rowdy, tokens: 6 is not between 0 and 5"),
    ("content_out_of_range", POWER.replace("4", "-1"), "-1"),
    ("content_out_of_range", RACE.replace("6", "11"), "gnomes, tokens: 11 is not between 0 and 10"),
    ("content_out_of_range", RACE + "tokens_in_box = 21", "gnomes, tokens_in_box: 21"),
    ("content_out_of_range", POWER + "coins.mine = 0", "coins.mine: 0"),
    ("content_out_of_range", POWER + "discount.hill = 4", "discount.hill: 4"),
    ("content_out_of_range", POWER + "discount.beside.hill = 4", "discount.beside.hill: 4"),
    ("content_out_of_range", POWER + "losses = 3", "losses: 3"),
    ("content_out_of_range", POWER + "recruits = 0", "recruits: 0"),
    ("content_out_of_range", POWER + "attack_only = 11", "attack_only: 11"),
    ("content_out_of_range", MARKER % ", defence = 4", "marker.defence: 4"),
    ("content_out_of_range", (MARKER % "").replace("count = 2", "count = 11"), "marker.count: 11"),
    ("content_not_a_list", POWER + "may = 5", "rowdy, may"),
    ("content_not_a_list", POWER + "in_decline.keeps = true", "rowdy, in_decline.keeps"),
    ("content_not_a_table", POWER + "coins = 1", "rowdy, coins"),
    ("content_not_a_table", POWER + "discount.beside = 1", "rowdy, discount.beside"),
    ("content_not_a_table", POWER + "in_decline = 'no'", "rowdy, in_decline"),
    ("content_not_a_table", POWER + "marker = 'totem'", "rowdy, marker"),
    ("content_not_a_table", POWER + "text = 'words'", "rowdy, text"),
    ("content_not_a_flag", MARKER % ", immune = 1", "rowdy, marker.immune"),
    ("content_not_a_flag", POWER + "in_decline.counts = 'no'", "rowdy, in_decline.counts"),
    ("content_bad_name", POWER + "name = 5", "rowdy, name"),
    ("content_no_name", POWER + "name = '  '", "rowdy, name"),
    ("content_no_name", (MARKER % "").replace("totem", ""), "rowdy, marker.name"),
    ("content_bad_name", (MARKER % "").replace("totem", "Totem"), "rowdy, marker.name: `Totem`"),
    ("content_bad_name", (MARKER % "").replace("totem", "to tem"), "rowdy, marker.name"),
    ("content_bad_name", (MARKER % "").replace("totem", "forest"), "rowdy, marker.name: `forest`"),
    ("content_unknown_word", POWER + "coins.forrest = 1", "rowdy, coins: `forrest`"),
    ("content_unknown_word", POWER + "coins.forrest = 1", "Did you mean forest?"),
    ("content_unknown_word", POWER + "discount.hills = 1", "Did you mean hill?"),
    ("content_unknown_word", POWER + "discount.turn = 1", "rowdy, discount: `turn`"),
    ("content_unknown_word", POWER + "coins.totem = 1", "rowdy, coins: `totem`"),
    ("content_unknown_word", POWER + "reach = ['cavern']", "Did you mean caverns?"),
    ("content_unknown_word", POWER + "reach = [5, []]", "rowdy, reach: `5`"),
    ("content_unknown_word", POWER + "enters = 'anywere'", "Did you mean anywhere?"),
    ("content_unknown_word", POWER + "may = ['fly']", "rowdy, may: `fly`"),
    ("content_unknown_word", POWER + "in_decline.keep = []", "Did you mean keeps?"),
    ("content_unknown_word", POWER + "in_decline.keeps = ['coin']", "Did you mean coins?"),
    ("content_unknown_word", POWER + "token = 3", "Did you mean tokens?"),
    ("content_unknown_word", POWER + "tokens_of = 'orcs'", "rowdy, tokens_of"),  # a key of races only
    ("content_unknown_word", MARKER % ", defense = 1", "Did you mean defence?"),
    ("content_unknown_word", (MARKER % "").replace("one per turn", "each turn"), "rowdy, marker.placed"),
    ("content_dragon_needs_both", POWER + "may = ['attack with the dragon']", "rowdy, may"),
    ("content_dragon_needs_both", (MARKER % "").replace("one per turn", "dragon attack"), "rowdy, may"),
    ("content_stacks_only_in_redeployment", MARKER % ", per_region = 2", "rowdy, marker.per_region"),
    ("content_marker_differs", (MARKER % ", defence = 2").replace("totem", "lair"), "marker lair of trolls"),
    ("content_marker_differs", MARKER % "" + (MARKER % ", defence = 1").replace("rowdy", "tidy"), "tidy"),
    ("content_too_many_powers", "".join(POWER.replace("rowdy", f"p{n}") for n in range(21)), "40"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "told"), WRONG)
def test_a_problem_is_told_with_file_entry_key_and_nearest_word(code: str, text: str, told: str) -> None:
    found = problems(text)
    assert code in [code_of(problem) for problem in found]
    assert any(told in problem for problem in found)
    assert all("own.toml" in problem for problem in found)


def test_a_word_that_is_like_no_other_gets_no_hint() -> None:
    (problem,) = problems(POWER + "powers = 2")
    assert "rowdy, powers: `powers` is not known" in problem
    assert "Did you mean" not in problem


def test_two_files_with_the_same_id_are_told_apart() -> None:
    """What is refused says which file has the id; only what lies in the box is said to be there."""
    first = add_content(base_content(), RACE, "ann.toml")
    (problem,) = problems(RACE.replace("ratmen", "elves"), first)
    assert "the id gnomes is in ann.toml already" in problem
    assert "box" not in problem
    (problem,) = problems(POWER.replace("rowdy", "hill"), first)
    assert "something in the box is already called hill" in problem


def test_every_refusal_of_content_is_reached() -> None:
    known = {key.removeprefix("refusal_") for key in catalogue() if key.startswith("refusal_content_")}
    assert {code for code, _, _ in WRONG} == known - {"content_digest"}  # that one belongs to records


@pytest.mark.parametrize(
    ("key", "known"),
    [
        ("coins", (*terms.PLACES, *terms.MOMENTS, "conquest", "beyond")),
        ("discount", (*terms.PLACES, *terms.OCCUPANTS, "beside", "each")),
    ],
)
def test_the_words_that_are_known_are_told_with_the_tables_among_them(
    key: str, known: tuple[str, ...]
) -> None:
    (problem,) = problems(POWER + f"{key}.zzz = 1")
    assert f"known are {', '.join(known)}." in problem


def test_all_problems_are_collected_not_just_the_first() -> None:
    text = """
        [race.gnomes]
        tokens = 11
        coins.forrest = 1
        tokens_of = "rats"
        marker = { name = "lair", count = 3, placed = "every region" }

        [power.Rowdy]
        may = ["fly"]
        losses = 3

        [powers.cosy]
    """
    found = [code_of(problem) for problem in problems(text)]
    assert sorted(found) == sorted([
        "content_table", "content_out_of_range", "content_unknown_word", "content_unknown_word",
        "content_bad_id", "content_missing", "content_unknown_word", "content_out_of_range",
    ])  # fmt: skip


def test_each_problem_stands_on_a_line_of_its_own() -> None:
    with pytest.raises(Refused) as caught:
        add_content(base_content(), POWER + "losses = 3\nmay = 5", "own.toml")
    assert str(caught.value).splitlines() == [
        "own.toml cannot be used.",
        'own.toml, rowdy, may: write a list of words such as ["..."]; known are '
        + ", ".join(terms.VERBS)
        + ".",
        "own.toml, rowdy, losses: 3 is not between -1 and 2.",
    ]


def test_an_invented_race_borrows_tokens_and_takes_the_lenders_place() -> None:
    """BLK-4, BLK-5: it plays with tokens of a race that has enough; that race's banner is taken out."""
    content = add_content(base_content(), RACE, "own.toml")
    ids = [race.id for race in content.races]
    assert "gnomes" in ids
    assert "ratmen" not in ids
    assert len(ids) == 14
    assert content.race("gnomes").tokens_in_box == 13
    with pytest.raises(Refused):
        Game.from_text("Ann Hill Ratmen\nBob", content)
    assert Game.from_text("Ann Hill Gnomes, 13 in hand <- to move\nBob", content).view(0).tray["gnomes"] == 0


def test_a_lender_needs_as_many_tokens_as_banner_and_largest_badge_may_ask_for() -> None:
    """11 tokens suffice for a banner of 6 with a badge of 5, and not for a banner of 7."""
    lent = RACE.replace("ratmen", "elves")
    assert add_content(base_content(), lent, "own.toml").race("gnomes").tokens_in_box == 11
    (problem,) = problems(lent.replace("tokens = 6", "tokens = 7"))
    assert "these have enough: amazons, ratmen, skeletons, sorcerers" in problem


def test_races_borrow_one_after_the_other() -> None:
    content = add_content(base_content(), RACE, "own.toml")
    (problem,) = problems(RACE.replace("gnomes", "kobolds"), content)
    assert code_of(problem) == "content_borrowed_twice"
    more = add_content(
        content, RACE.replace("gnomes", "kobolds").replace("ratmen", "trolls").replace("6", "5"), "b"
    )
    assert {"gnomes", "kobolds"} <= {race.id for race in more.races}
    (problem,) = problems(RACE.replace("gnomes", "imps").replace("ratmen", "gnomes"), more)
    assert code_of(problem) == "content_unknown_word"  # borrowed tokens are not lent again


def test_a_marker_of_the_same_name_and_numbers_is_the_same_piece() -> None:
    same = POWER + 'marker = { name = "lair", defence = 1, count = 10, placed = "every region" }'
    content = add_content(base_content(), same, "own.toml")
    assert new_game(2, content=content).setup.kind_names.count("lair") == 1


def test_adding_changes_neither_the_box_nor_what_it_was_added_to() -> None:
    before = base_content()
    grown = add_content(before, POWER, "own.toml")
    assert len(before.powers) == 20
    assert len(grown.powers) == 21
    assert before.invented == ()
    assert grown.invented == (POWER,)
    assert grown.power("rowdy").name == "Rowdy"


def test_after_a_refusal_nothing_was_added() -> None:
    before = base_content()
    problems(RACE + POWER + "losses = 3")
    assert [race.id for race in base_content().races] == [race.id for race in before.races]


def test_every_key_is_read() -> None:
    text = """
        [power.everything]
        name = "Every Thing"
        text.en = "It does it all."
        tokens = 3
        coins = { mine = 2, region = 1, totem = 3, turn = 1, first_turn = 4, non_empty_conquest = 1 }
        discount = { hill = 1, region = 2, beside = { mountain = 1 } }
        reach = ["water", "anywhere"]
        enters = "anywhere"
        losses = 0
        recruits = 3
        attack_only = 2
        may = ["substitute", "make peace"]
        marker = { name = "totem", count = 3, placed = "redeployment", per_region = 2, defence = 1, immune = true, company = true }
        in_decline = { keeps = ["marker", "coins"], counts = false }
    """  # noqa: E501 - an inline table must stand on one line
    entry = add_content(base_content(), text, "own.toml").power("everything")
    traits = entry.traits
    assert (entry.name, entry.text) == ("Every Thing", (("en", "It does it all."),))
    assert dict(traits.coins) == {
        "mine": 2, "region": 1, "totem": 3, "turn": 1, "first_turn": 4, "non_empty_conquest": 1,
    }  # fmt: skip
    assert (dict(traits.discount), dict(traits.beside)) == ({"hill": 1, "region": 2}, {"mountain": 1})
    assert (traits.reach, traits.enters, traits.losses) == (("anywhere", "water"), "anywhere", 0)
    assert (traits.recruits, traits.attack_only, traits.tokens) == (Recruits(non_empty=3), 2, 3)
    assert traits.may == ("substitute", "make peace")
    assert (traits.keeps, traits.counts_in_decline) == (("coins", "marker"), False)
    (marker,) = traits.markers
    assert (marker.name, marker.count, marker.placed, marker.per_region) == ("totem", 3, "redeployment", 2)
    assert (marker.defence, marker.immune, marker.company) == (1, True, True)


def test_an_emblem_and_a_colour_are_made_of_parts_with_names() -> None:
    text = (
        '[race.gnomes]\ntokens = 5\ntokens_of = "ratmen"\ncolour = "moss"\n'
        'emblem = { symbol = "fox", shape = "sun" }\n[power.odd]\ntokens = 4\nemblem.symbol = "bee"\n'
    )
    content = add_content(base_content(), text, "own.toml")
    assert content.race("gnomes").emblem == Emblem("fox", "sun")
    assert (content.race("gnomes").colour, content.race("orcs").colour) == ("moss", "")
    assert content.power("odd").emblem == Emblem("bee")
    assert content.power("hill").emblem is None


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('emblem = "fox"', "gnomes, emblem: `fox` is not a table of keys."),
        ('emblem.shape = "sun"', "gnomes, emblem.symbol: this key is needed."),
        ('emblem.symbol = "foxx"', "Did you mean fox?"),
        ('emblem = { symbol = "fox", shape = "circle" }', "known are hexagon, sun, drop, gate."),
        ('emblem = { symbol = "fox", picture = "https://example.org/fox.png" }', "`picture` is not known"),
        ("emblem = { symbol = 7 }", "`7` is not known"),
        ('colour = "#ff0000"', "`#ff0000` is not known; known are brick, rose"),
        ("colour = 3", "`3` is not known"),
    ],
)
def test_what_no_emblem_is_made_of_is_told_in_words(lines: str, told: str) -> None:
    (problem,) = problems(f'[race.gnomes]\ntokens = 5\ntokens_of = "ratmen"\n{lines}\n')
    assert told in problem


def test_a_power_has_no_colour() -> None:
    (problem,) = problems('[power.odd]\ntokens = 4\ncolour = "moss"\n')
    assert "odd, colour: `colour` is not known" in problem


def test_one_word_may_stand_for_a_list_of_one() -> None:
    content = add_content(base_content(), POWER + "reach = 'water'\nmay = 'make peace'", "own.toml")
    assert content.power("rowdy").traits.reach == ("water",)
    assert content.power("rowdy").traits.may == ("make peace",)


def test_what_is_in_the_box() -> None:
    content = base_content()
    assert (len(content.races), len(content.powers), len(content.maps)) == (14, 20, 4)
    assert (content.box.die, content.box.starting_coins, content.box.visible_combos) == (
        (0, 0, 0, 1, 2, 3),
        5,
        6,
    )
    assert sum(race.tokens_in_box for race in content.races) == 168
    assert [content.map_for(players).id for players in (2, 3, 4, 5)] == [
        "2-players", "3-players", "4-players", "5-players"]  # fmt: skip


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 100])
def test_there_is_no_map_for_other_numbers_of_players(players: int) -> None:
    with pytest.raises(Refused) as caught:
        base_content().map_for(players)
    assert caught.value.code == "player_count"


def test_unknown_ids_are_refused_with_the_nearest() -> None:
    content = base_content()
    for ask, word, code, near in (
        (content.race, "orks", "unknown_race", "orcs"),
        (content.power, "hil", "unknown_power", "hill"),
        (content.map, "2-player", "unknown_map", "2-players"),
    ):
        with pytest.raises(Refused) as caught:
            ask(word)
        assert (caught.value.code, caught.value.params["nearest"]) == (code, near)
        assert str(caught.value).endswith(f"Did you mean {near}?")


def test_the_fingerprint_of_a_text() -> None:
    assert digest("a") == digest("a") != digest("b")
    assert re.fullmatch("[0-9a-f]{16}", digest(""))
