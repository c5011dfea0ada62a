"""Records: a whole game as text that replays alone to the same end, or is refused with line and cause."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import MAX_RECORD_CHARACTERS, read_record, write_record
from elbowroom.rules.content import Content, add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import MAPS, box
from tests.sizes import long

FIXTURES = Path(__file__).parents[1] / "fixtures"
OWN = """\
# An own race, and a power with a marker of its own.
[race.gnomes]
tokens = 6
tokens_of = "ratmen"
coins.mine = 1

[power.builders]
tokens = 4
marker = { name = "tower", count = 4, placed = "one per turn", defence = 2 }
"""


def play(game: Game, seed: int, decisions: int = 100_000) -> Game:
    """The game after so many seeded random decisions."""
    choices = Random(seed)
    for _ in range(decisions):
        if game.is_over:
            break
        game.apply(choices.choice(game.legal()))
    return game


@cache
def finished(players: int = 2, seed: int = 4) -> str:
    """The record of a seeded game."""
    return write_record(
        play(new_game(players, seed, names=["Ann", "Bob", "Cid", "Dee", "Eve"][:players]), seed)
    )


def cause(text: str, content: Content | None = None) -> tuple[int, str]:
    """The line and the code with which a record is refused."""
    with pytest.raises(Refused) as caught:
        read_record(text, content)
    assert caught.value.code == "at_line"
    line, code = caught.value.params["line"], caught.value.params["code"]
    assert isinstance(line, int)
    assert isinstance(code, str)
    assert 1 <= line <= max(1, len(text.splitlines()))
    assert len(str(caught.value)) > 20
    return line, code


@pytest.mark.parametrize("players", [2, 3, *long(4, 5)])
def test_a_record_replays_to_the_same_end(players: int) -> None:
    for seed in range(6):
        options = Options(
            auto_withdraw=seed == 1, own_tokens_defend=seed == 2, left_out=("orcs",) * (seed == 3)
        )
        game = play(new_game(players, seed, options), seed)
        again = read_record(write_record(game))
        assert again.is_over
        assert again.to_text() == game.to_text()
        assert again.history == game.history
        assert again.ranking() == game.ranking()
        assert write_record(again) == write_record(game)


def test_an_unfinished_game_is_recorded_at_any_point() -> None:
    """Also in the middle of a redeployment, an attempt, or while chance is drawing."""
    met = set()
    for seed in range(4):
        game = new_game(2 + seed % 4)
        choices = Random(seed)
        while not game.is_over:
            record = write_record(game)
            again = read_record(record)
            assert "unfinished" in record
            assert (again.to_text(), again.history) == (game.to_text(), game.history)
            met.add(game.phase)
            for _ in range(choices.randint(1, 5)):
                if not game.is_over:
                    game.apply(choices.choice(game.legal()))
    assert met >= {
        "first_player",
        "banner",
        "badge",
        "die",
        "pick",
        "ready",
        "conquer",
        "redeploy",
        "withdraw",
    }


def test_a_game_taken_up_from_a_record_goes_on() -> None:
    game = play(new_game(3, 8), 8, 70)
    again = read_record(write_record(game))
    assert again.legal() == game.legal()
    play(again, 1)
    assert read_record(write_record(again)).to_text() == again.to_text()


def test_a_game_from_a_position_keeps_the_position_in_its_record() -> None:
    opening = """
        map   valley                  # with a comment that ends in blanks   \n
        Ann   Heroic Orcs, 5 in hand  : dell 1        <- to move
        Bob   Hill Ghouls : grove 3
    """
    game = play(Game.from_text(opening, box()), 3, 40)
    record = write_record(game)
    assert "position\n|" in record
    again = read_record(record, box())
    assert (again.to_text(), again.history) == (game.to_text(), game.history)


def test_a_record_needs_nothing_but_itself_for_invented_content() -> None:
    """Own races, powers and maps are part of the record."""
    content = add_content(base_content(), OWN, "own.toml")
    content = add_content(content, (MAPS / "valley.json").read_text(encoding="utf-8"), "valley.json")
    game = new_game(2, content=content, map_id="valley", options=Options(first_player=0))
    for word in ("banner gnomes", "badge builders"):
        game.apply(word)
    play(game, 2)
    record = write_record(game)
    assert "tokens_of" in record
    again = read_record(record)
    assert (again.to_text(), again.history) == (game.to_text(), game.history)
    assert again.setup.race_ids == game.setup.race_ids
    assert (
        read_record(record, content).to_text() == game.to_text()
    )  # who has the content needs it no second time


@pytest.mark.parametrize(
    "text",
    [
        OWN.replace("\n", "\r\n"),
        OWN.replace("\n", "   \n"),
        OWN.rstrip("\n"),
        OWN + "\n\n\n",
        "\n\n" + OWN,
        "\ufeff" + OWN,
        OWN.replace("# An", "# |\tAn"),
        OWN + "# ends in a comment; with: signs | and 'quotes'",
    ],
)
def test_content_is_quoted_faithfully_however_its_file_was_written(text: str) -> None:
    content = add_content(base_content(), text, "own.toml")
    game = play(new_game(2, 3, content=content), 3, 30)
    again = read_record(write_record(game))
    assert again.to_text() == game.to_text()


def test_content_that_a_record_could_not_quote_is_refused_when_it_is_added() -> None:
    for text, code in (
        (OWN.replace("# An", "# \u2028An"), "content_not_toml"),
        (OWN + "# \ud800", "not_text"),
    ):
        with pytest.raises(Refused) as caught:
            add_content(base_content(), text, "own.toml")
        assert caught.value.code == code
        assert "own.toml" in str(caught.value)


def test_a_record_with_other_line_ends_or_comment_lines_is_the_same_record() -> None:
    plain = read_record(finished()).to_text()
    assert read_record(finished().replace("\n", "\r\n")).to_text() == plain
    assert read_record(finished().replace("\nplayers", "\n# a remark\n\nplayers")).to_text() == plain


def test_the_form_of_a_record() -> None:
    """Whole decisions are told as one, and chance outcomes are part of the turn; there is no seed."""
    game = new_game(2, names=["Ann", "Bob"], options=Options(first_player=1))
    for number in range(6):
        race, power = base_content().races[number], base_content().powers[number]
        game.apply(f"banner {race.id}")
        game.apply(f"badge {power.id}")
    for text in (
        "pick 3",
        "banner humans",
        "badge flying",
        "conquer 2",
        "conquer 3",
        "end",
        "redeploy 3:10",
        "done",
    ):
        game.apply(text)
    lines = write_record(game).splitlines()
    assert lines[:4] == ["elbowroom record 2", "map 2-players", "players Ann Bob", "options first_player=Bob"]
    assert lines[5].startswith("1 Bob: banner amazons; badge alchemist; banner dwarves; badge berserk; ")
    assert lines[5].endswith(
        "; pick 3; banner humans; badge flying; conquer 2; conquer 3; end; redeploy 3:10; done"
    )
    assert lines[-2] == "unfinished"
    assert re.fullmatch(r"check [0-9a-f]{16}", lines[-1])


@pytest.mark.parametrize("text", ["", "\n\n", "#", "elbowroom position 1\nAnn\nBob", "hello", "\0"])
def test_what_is_no_record_is_refused(text: str) -> None:
    assert cause(text)[1] in ("not_a_record", "record_ends_early")


@pytest.mark.parametrize("version", ["0", "3", "1.1", "", "1 1", "one"])
def test_another_version_is_refused(version: str) -> None:
    changed = finished().replace("elbowroom record 2", f"elbowroom record {version}")
    assert cause(changed) == (1, "record_version")


def test_a_record_cut_off_after_any_line_is_refused() -> None:
    content = add_content(base_content(), OWN, "own.toml")
    game = Game.from_text("Ann Hill Gnomes, 3 in hand <- to move\nBob", content)
    for record in (finished(), write_record(play(game, 5, 30)), write_record(new_game(2, 3))):
        lines = record.splitlines(keepends=True)
        assert write_record(read_record(record)) == record
        for end in range(len(lines)):
            line, code = cause("".join(lines[:end]))
            assert line <= max(end, 1)
            assert code in ("record_ends_early", "content_digest", "player_count", "at_line", "unknown_word")


@pytest.mark.parametrize("players", [2, *long(3)])
def test_any_changed_action_or_chance_outcome_is_refused(players: int) -> None:
    """Another number, another piece, an action left out, doubled or moved: the record no longer fits."""
    record = finished(players, 7)
    lines = record.splitlines()
    content = base_content()
    others = {race.id: content.races[(n + 1) % 14].id for n, race in enumerate(content.races)}
    others |= {power.id: content.powers[(n + 1) % 20].id for n, power in enumerate(content.powers)}
    tried = 0
    for at, line in enumerate(lines):
        if not line[:1].isdecimal():
            continue
        head, _, words = line.partition(": ")
        actions = words.split("; ")
        for place, action in enumerate(actions):
            changes = [[], [action, action]]
            for word in re.findall(r"\d+|[a-z_]+$", action):
                other = str(int(word) + 1) if word.isdecimal() else others.get(word, "done")
                changes.append([action.replace(word, other, 1)])
            for change in changes:
                if change == [action]:
                    continue
                told = "; ".join(actions[:place] + change + actions[place + 1 :])
                changed = "\n".join([*lines[:at], f"{head}: {told}", *lines[at + 1 :]]) + "\n"
                with pytest.raises(Refused) as caught:
                    read_record(changed)
                assert caught.value.code == "at_line"
                tried += 1
    assert tried > 300


def test_a_redeployment_that_leaves_no_trace_is_noticed_too() -> None:
    """Tokens that are readied again stood elsewhere in between: the check covers the whole way."""
    game = Game.from_text("map four-regions\nAnn Hill Orcs, 2 in hand : cave, bog <- to move\nBob", box())
    for text in ("end", "redeploy bog:3", "pick 1"):
        game.apply(text)
    while game.to_move != 0:
        game.apply(game.legal()[-1] if game.phase == "conquer" else game.legal()[0])
    game.apply("expand")
    record = write_record(game)
    assert read_record(record, box()).to_text() == game.to_text()
    changed = record.replace("redeploy 3:3", "redeploy bog:3").replace("redeploy bog:3", "redeploy cave:3")
    assert changed != record
    assert cause(changed, box())[1] == "wrong_check"


def insert(text: str, after: str, line: str) -> str:
    """The text with a line after the one that begins so."""
    lines = text.splitlines()
    at = next(number for number, row in enumerate(lines) if row.startswith(after))
    return "\n".join([*lines[: at + 1], line, *lines[at + 1 :]]) + "\n"


def without(text: str, start: str) -> str:
    return "\n".join(row for row in text.splitlines() if not row.startswith(start)) + "\n"


def test_each_part_of_a_record_is_checked() -> None:
    record = finished()
    lines = record.splitlines()
    last = len(lines)
    assert cause(without(record, "players"))[1] == "record_header"
    assert cause(without(record, "map"))[1] == "record_header"
    assert cause(record.replace("map 2-players", "map nowhere"))[1] == "unknown_map"
    assert cause(record.replace("map 2-players", "map 3-players"))[1] == "map_players"
    assert cause(record.replace("players Ann Bob", "players Ann"))[1] in ("map_players", "name_count")
    assert cause(record.replace("players Ann Bob", "players Ann Ann"))[1] == "same_names"
    assert cause(record.replace("players Ann Bob", "players Ann turn"))[1] == "bad_player_name"
    assert cause(insert(record, "players", "options open_coin"))[1] == "unknown_word"
    assert cause(insert(record, "players", "options open_coins"))[1] == "wrong_check"
    assert cause(insert(record, "map", "mapp 2-players")) == (3, "unknown_line")
    assert cause(record.replace("\n1 Ann:", "\n2 Ann:").replace("\n1 Bob:", "\n2 Bob:"))[1] == "wrong_turn"
    assert cause(record.replace("\n2 Ann: ", "\n2 Ann "))[1] == "wrong_turn"
    assert cause(re.sub(r"result (\w+) \d+", r"result \1 999", record)) == (last - 1, "wrong_result")
    assert cause(re.sub(r"result .*", "unfinished", record)) == (last - 1, "wrong_result")
    assert cause(re.sub(r"check .*", "check 0123456789abcdef", record)) == (last, "wrong_check")
    assert cause(record + "more\n") == (last, "after_the_end")


def test_a_text_that_is_too_long_is_not_read_at_all() -> None:
    with pytest.raises(Refused) as caught:
        read_record("x" * (MAX_RECORD_CHARACTERS + 1))
    assert caught.value.code == "too_long"


def test_words_after_the_end_of_a_turn_are_refused() -> None:
    lines = finished().splitlines()
    turns = [number for number, line in enumerate(lines) if line[:1].isdecimal()]
    at = turns[2]
    _, _, next_words = lines[at + 1].partition(": ")
    joined = "\n".join([*lines[:at], f"{lines[at]}; {next_words}", *lines[at + 2 :]])
    assert cause(joined) == (at + 1, "after_the_turn")


def test_changed_content_in_a_record_is_refused() -> None:
    content = add_content(base_content(), OWN, "own.toml")
    record = write_record(play(new_game(2, 5, content=content), 5, 20))
    assert cause(record.replace("| tokens = 6", "| tokens = 7")) == (2, "content_digest")
    assert cause(record.replace("content ", "content 0", 1)) == (2, "content_digest")


def test_a_position_in_a_record_must_fit_its_head() -> None:
    record = write_record(Game.from_text("Ann Hill Orcs, 3 in hand <- to move\nBob"))
    assert cause(record.replace("players Ann Bob", "players Bob Ann"))[1] == "record_header"
    assert cause(record.replace("| Ann Hill Orcs", "| Ann Hill Orks"))[1] in ("unknown_word", "at_line")


def read_or_refused(text: str) -> Game | Refused:
    try:
        return read_record(text)
    except Refused as refused:
        return refused


def test_damaged_records_are_refused_and_nothing_else() -> None:
    """Lost, doubled or altered characters and lines never give anything but a refusal or the same game."""
    choices = Random(11)
    content = add_content(base_content(), OWN, "own.toml")
    game = play(Game.from_text("Ann Hill Gnomes, 3 in hand <- to move\nBob", content), 5, 60)
    records = [finished(), finished(3, 7), write_record(game)]
    signs = "\0٣²é🂡\u2028\n\t 019azAZ|:;#_-" + "\ud800"
    for _ in range(200):
        record = choices.choice(records)
        at = choices.randrange(len(record))
        sign = choices.choice(signs) * choices.choice([1, 1, 1, 5000])
        harmed = choices.choice([record[:at] + sign + record[at:], record[:at] + sign + record[at + 1 :],
                                 record[:at] + record[at + 3 :], record[:at]])  # fmt: skip
        result = read_or_refused(harmed)
        if isinstance(result, Refused):
            assert result.code == "at_line"
            assert len(str(result)) > 20
        else:
            assert write_record(result).splitlines()[-1] == record.splitlines()[-1]


def test_a_record_of_the_first_version_replays_by_its_rules() -> None:
    """RUL-60: it shuffled discarded badges earlier, so by the rules of today it would end otherwise."""
    text = (FIXTURES / "before/five-players.elbowroom").read_text(encoding="utf-8")
    assert text.startswith("elbowroom record 1\n")
    game = read_record(text)
    assert game.setup.rules_version == 1
    assert write_record(game) == text
    assert cause(text.replace("record 1", "record 2", 1))[1] == "wrong_check"
