"""Play in the terminal, as a person types it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from elbowroom.cli.commands.terminal import terminal
from elbowroom.cli.terminal import saved_games
from elbowroom.cli.terminal.prompt_loop import PromptLoop
from elbowroom.cli.terminal.screen import Screen
from elbowroom.cli.terminal.seating import seat_players
from elbowroom.cli.terminal.session import TerminalSession
from elbowroom.engine import decisions
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.record import read_record, write_record
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import has_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

SEED = 5
ANN_BOB = ("--names", "Ann,Bob", "--seed", str(SEED), "--option", "first_player=Ann")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.elbowroom"


def said(*args: str, save: Path | None, lines: list[str], env: dict[str, str] | None = None) -> Result:
    """What the terminal answers when these lines are typed."""
    where = [] if save is None else ["--save", str(save)]
    return CliRunner().invoke(
        terminal, [*args, *where], input="".join(f"{line}\n" for line in lines), env=env
    )


def ann_and_bob() -> Game:
    """The game that ANN_BOB starts."""
    return new_game(
        2, options=Options(first_player=0), names=["Ann", "Bob"], dealer=Dealer(str(SEED).encode())
    )


def typed(game: Game, until: Callable[[Game], bool] = lambda game: game.is_over) -> list[str]:
    """The first legal word of every decision, and Enter whenever the keyboard is passed on."""
    lines, looking = [], None
    while not until(game) and not game.is_over:
        if game.to_move != looking:
            looking = game.to_move
            lines.append("")
        first = game.legal_actions()[0].text
        lines.append(first)
        game.apply(first)
    return lines


def kept(save: Path) -> Game:
    """The game in a save file."""
    return read_record(save.read_text(encoding="utf-8"))


def position_in(output: str) -> list[str]:
    """Every position that `text` printed."""
    return re.findall(r"elbowroom +position 1.*?\nturn[^\n]*", output, flags=re.DOTALL)


def test_two_people_play_a_whole_game(save: Path) -> None:
    game = ann_and_bob()
    lines = typed(game)
    result = said(*ANN_BOB, save=save, lines=lines)
    assert result.exit_code == 0, result.output
    assert kept(save).to_text() == game.to_text()
    for place in game.ranking():
        assert f"{place.place}. {game.names[place.seat]}: {place.coins} coin" in result.output
    assert str(save) in result.output.splitlines()[-1]


def test_computers_play_a_whole_game_told_in_words(save: Path) -> None:
    result = said("--players", "3", "--computers", "greedy,random,gentle", "--seed", "1", save=save, lines=[])
    assert result.exit_code == 0
    assert kept(save).is_over
    assert "Computer2 picks" in result.output
    assert "Computer3 scores" in result.output
    told = [line for line in result.output.splitlines() if " deploy in region " in line]
    assert not any(one == other for one, other in pairwise(told))


def test_a_person_meets_a_computer_without_saying_more(save: Path) -> None:
    result = said("--seed", "1", save=save, lines=["players"])
    assert "Player: 5 coins" in result.output
    assert "Computer (normal): coins hidden" in result.output


def rich_bob(options: str = "") -> Game:
    """Ann is to move, and Bob has 777 coins."""
    text = re.sub(r"(coins +).*", r"\1Ann 5, Bob 777", ann_and_bob().to_text())
    return Game.from_text(text.replace("\ncolumn", f"\noptions {options}\ncolumn") if options else text)


LOOKS = ["", "players", "score", "column", "text", "log all", "map", "regions", "help", "rules", "undo", ""]


def test_nobody_sees_the_coins_of_another(save: Path) -> None:
    save.write_text(write_record(rich_bob()), encoding="utf-8")
    result = said("--resume", str(save), save=None, lines=LOOKS)
    assert result.exit_code == 0
    assert "Ann: 5 coins" in result.output
    assert "Bob: coins hidden" in result.output
    assert "777" not in result.output


def test_everybody_sees_all_coins_if_the_table_agreed_so(save: Path) -> None:
    game = new_game(2, seed=SEED, options=Options(open_coins=True), names=["Ann", "Bob"])
    save.write_text(write_record(game), encoding="utf-8")
    result = said("--resume", str(save), save=None, lines=["players"])
    assert "coins hidden" not in result.output
    assert "Pass the keyboard" not in result.output


def test_the_keyboard_is_passed_before_the_other_sees_anything(save: Path) -> None:
    game = ann_and_bob()
    lines = typed(game, until=lambda game: game.to_move == 1)
    output = said(*ANN_BOB, save=save, lines=lines).output
    after = output[output.index("Pass the keyboard to Bob.") :]
    assert "Bob>" not in after  # Nobody pressed Enter yet.
    assert "Bob: 5 coins" not in output


def test_a_conquest_can_be_taken_back(save: Path) -> None:
    result = said(*ANN_BOB, save=save, lines=["", "pick 1", "text", "conquer 2", "undo", "text"])
    before, after = position_in(result.output)
    assert "Taken back." in result.output
    assert before == after
    assert kept(save).phase == "conquer"


def test_tokens_put_down_one_by_one_are_taken_back_one_by_one(save: Path) -> None:
    lines = [
        "",
        "pick 1",
        "conquer 2",
        "conquer 3",
        "end",
        "text",
        "deploy 2",
        "deploy 2",
        "undo",
        "undo",
        "text",
    ]
    before, after = position_in(said(*ANN_BOB, save=save, lines=lines).output)
    assert before == after


def test_undo_goes_on_after_resuming(save: Path) -> None:
    said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2", "conquer 3"])
    result = said("--resume", str(save), save=None, lines=["", "undo", "undo", "undo"])
    assert result.output.count("Taken back.") == 2
    assert "a new combo has been revealed" in result.output


def test_what_revealed_a_combo_cannot_be_taken_back(save: Path) -> None:
    result = said(*ANN_BOB, save=save, lines=["", "pick 1", "undo"])
    assert "a new combo has been revealed since" in result.output
    assert kept(save).phase == "conquer"


def test_a_roll_of_the_die_cannot_be_taken_back(save: Path) -> None:
    game = ann_and_bob()
    lines = ["", "pick 1"]
    game.apply("pick 1")
    while game.history[-1] >> 6 != decisions.DIE:
        legal = game.legal_actions()
        daring = [action for action in legal if action.chance is not None]
        lines.append((daring or legal)[0].text)
        game.apply(lines[-1])
    assert game.to_move == 0
    result = said(*ANN_BOB, save=save, lines=[*lines, "undo"])
    assert "the die has fallen since" in result.output
    assert kept(save).to_text() == game.to_text()


def test_the_decision_of_another_cannot_be_taken_back(save: Path) -> None:
    game = ann_and_bob()
    lines = typed(game, until=lambda game: game.to_move == 1)
    result = said(*ANN_BOB, save=save, lines=[*lines, "", "undo"])
    assert "Ann has decided since" in result.output
    assert kept(save).to_text() == game.to_text()


def test_before_the_first_decision_there_is_nothing_to_take_back(save: Path) -> None:
    result = said(*ANN_BOB, save=save, lines=["", "undo"])
    assert "cannot be taken back" in result.output or "nothing to take back" in result.output


def test_a_resumed_game_is_the_same_game(save: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.elbowroom"
    said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2", f"save {copy}", "quit", ""])
    assert copy.read_bytes() == save.read_bytes()
    before = kept(save).to_text()
    result = said("--resume", str(copy), save=None, lines=["", "log all", "conquer 3"])
    assert "Ann conquers Humming Meadow (2)" in result.output
    assert kept(save).to_text() == before
    assert kept(copy).history[: len(kept(save).history)] == kept(save).history
    assert len(kept(copy).history) > len(kept(save).history)


def test_a_resumed_game_knows_which_seats_are_computers(save: Path) -> None:
    said("--players", "3", "--computers", "random,greedy", "--seed", "2", save=save, lines=["pick 1"])
    result = said("--resume", str(save), save=None, lines=["players"])
    assert "Computer1 (random)" in result.output
    assert "Computer2 (greedy)" in result.output


def test_a_game_can_be_taken_up_from_within_another(save: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.elbowroom"
    said("--names", "Cid,Dee", "--seed", "9", save=other, lines=[""])
    result = said(*ANN_BOB, save=save, lines=["", "pick 1", f"resume {other}", ""])
    assert f"The game in {other} goes on." in result.output
    assert re.search(r"(Cid|Dee)>", result.output)


@pytest.mark.parametrize(
    ("damage", "cause"),
    [
        (lambda text: text[: len(text) // 2], ""),
        (lambda text: text.replace("conquer 2", "conquer 9"), "Line"),
        (lambda text: text.replace("# seats person person", "# seats person queen"), "who plays"),
        (lambda _: "Dear diary", "no game record"),
        (lambda _: "", "ends before"),
    ],
)
def test_a_damaged_save_is_refused_with_a_clear_line(
    save: Path, damage: Callable[[str], str], cause: str
) -> None:
    said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2"])
    save.write_text(damage(save.read_text(encoding="utf-8")), encoding="utf-8")
    damaged = save.read_bytes()
    result = said("--resume", str(save), save=None, lines=[""])
    assert result.exit_code == 1
    assert f"Error: The saved game {save} is damaged" in result.output
    assert cause in result.output
    assert save.read_bytes() == damaged


def test_a_missing_save_is_refused_with_a_clear_line(save: Path) -> None:
    result = said("--resume", str(save), save=None, lines=[])
    assert result.exit_code == 1
    assert f"There is no saved game {save}." in result.output


def test_a_file_that_is_no_record_is_never_overwritten(save: Path, tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary", encoding="utf-8")
    result = said(*ANN_BOB, save=save, lines=["", f"save {diary}"])
    assert "is not a saved game, so it is not overwritten" in result.output
    assert said(*ANN_BOB, save=diary, lines=[]).exit_code == 1
    assert diary.read_text(encoding="utf-8") == "Dear diary"


@pytest.mark.parametrize("ending", [["quit", ""], []])
def test_leaving_keeps_the_game(save: Path, ending: list[str]) -> None:
    result = said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2", *ending])
    assert result.exit_code == 0
    last = result.output.splitlines()[-1]
    assert "Take it up again with: elbowroom terminal --resume" in last
    assert str(save) in last
    assert kept(save).view(0).regions[1].owner == 0


def test_the_last_game_is_taken_up_without_naming_its_file(tmp_path: Path) -> None:
    homes = {"XDG_DATA_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "HOME": str(tmp_path)}
    said(*ANN_BOB, save=None, lines=["", "pick 1"], env=homes)
    result = said("--resume", save=None, lines=["", "log"], env=homes)
    assert result.exit_code == 0
    assert "Ann picks" in result.output


def test_a_new_game_moves_an_unfinished_one_aside(save: Path) -> None:
    said(*ANN_BOB, save=save, lines=["", "pick 1"])
    before = save.read_bytes()
    result = said(*ANN_BOB, save=save, lines=[""])
    aside = save.with_name("game-1.elbowroom")
    assert str(aside) in result.output
    assert aside.read_bytes() == before


def test_a_game_that_cannot_be_saved_any_more_goes_on(save: Path) -> None:
    game = ann_and_bob()
    session = TerminalSession(game, (None, None), Dealer(b"x"), save, 1)
    save.unlink()
    save.mkdir()
    told = session.act("pick 1")
    assert any("cannot be written" in line for line in told)
    assert game.phase == "conquer"


def test_plain_output_has_no_escape_codes_and_no_drawing(save: Path) -> None:
    lines = ["", "pick 1", "map", "conquer 2", "help", "log", "players", "end"]
    result = said(*ANN_BOB, "--plain", save=save, lines=lines, env={"FORCE_COLOR": "1", "TERM": "xterm"})
    assert "\x1b" not in result.output
    assert not set("╭─│╯♠Ω") & set(result.output)
    assert "conquer 3: 2 tokens. forest, mine." in result.output


def test_the_map_is_drawn_with_numbers_holders_and_costs(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ann_and_bob()
    game.apply("pick 1")
    game.apply("conquer 2")
    session = TerminalSession(game, (None, None), Dealer(b"x"), save, 1)
    for width in (80, 120):
        Screen(plain=False, width=width).table(session, 0, is_new_turn=True)
        shown = capsys.readouterr().out
        assert "╭──" in shown
        assert all(re.search(rf"(?<!\d){number}(?!\d)", shown) for number in range(1, 24))
        assert "Elves 1" in shown
        assert "7 [2]" in shown
        assert "Bob: coins hidden" in shown
        assert max(map(len, shown.splitlines())) <= width


def test_a_terminal_too_narrow_for_the_map_gets_the_list(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = TerminalSession(ann_and_bob(), (None, None), Dealer(b"x"), save, 1)
    Screen(plain=False, width=40).map(session, 0)
    assert "Adjacent: 1, 3, 6, 7." in " ".join(capsys.readouterr().out.split())


def test_a_cost_is_told_in_parts_and_reasons_in_words(save: Path) -> None:
    result = said(*ANN_BOB, save=save, lines=["", "pick 1", "cost 7", "why 6", "cost", "cost 99"])
    assert "Grandmother Down (7) costs 2: base 2, lost tribe 1, Mounted -1. In hand: 11." in result.output
    assert "The first conquest must be made in a border region" in result.output
    assert "Hollow Anvil (6) costs 3: base 2, mountain 1." in result.output
    assert "Hollow Anvil (6) can be taken now." in result.output
    assert "There is no region 99" in result.output


def test_a_cost_before_readying_names_the_tokens_that_would_be_in_hand(save: Path) -> None:
    game = ann_and_bob()
    lines = typed(game, until=lambda game: game.phase == "ready")
    cost = game.cost(7)
    readied = game.clone()
    readied.apply("expand")
    assert cost.tokens == readied.cost(7).tokens
    output = said(*ANN_BOB, save=save, lines=[*lines, "", "cost 7"]).output
    assert f"In hand after `expand`: {cost.tokens}." in output
    assert "Grandmother Down (7) can be taken now." not in output


def amazons(save: Path, in_hand: int) -> TerminalSession:
    """Ann, who could end her conquests with so many Amazons in hand; four of hers only attack."""
    game = Game.from_text(f"""
        map 2-players
        Ann Hill Amazons, {in_hand} in hand : 2 1, 3 1, 6 1
        Bob Forest Humans : 18 4
        turn Ann conquer, acted
    """)
    return TerminalSession(game, (None, None), Dealer(b"x"), save, 1)


@pytest.mark.parametrize(
    ("in_hand", "loss"), [(2, "2 regions: tokens that"), (3, "1 region: tokens that"), (4, None)]
)
@pytest.mark.parametrize(("plain", "width"), [(True, 100), (False, 80), (False, 120)])
def test_what_must_be_given_up_is_told_once_before_the_conquests_end(
    save: Path, capsys: pytest.CaptureFixture[str], in_hand: int, loss: str | None, plain: bool, width: int
) -> None:
    session, screen = amazons(save, in_hand), Screen(plain=plain, width=width)
    screen.table(session, 0, is_new_turn=False)
    screen.question(session, 0, with_hint=False)
    shown = capsys.readouterr().out
    assert shown.count("must give") == (loss is not None)
    PromptLoop(session, screen).commands["score"]("")
    score = " ".join(capsys.readouterr().out.split())
    assert "If the turn ended now" in score
    assert ("At the end you must give up" in score) == (loss is not None)
    assert loss is None or loss in score


def test_rules_tell_what_a_race_or_power_does(save: Path) -> None:
    lines = ["", "rules Dragon Master", "rules mounted elves", "rules trols", "rules"]
    output = said(*ANN_BOB, save=save, lines=lines).output
    assert "however strongly it is defended" in output
    assert "It loses no token when one of its regions is conquered" in output
    assert "Did you mean Trolls?" in output
    assert "Races: Amazons, Dwarves" in output


def test_unknown_words_get_a_helpful_sentence(save: Path) -> None:
    output = said(*ANN_BOB, save=save, lines=["", "pikc 1", "pick 9", "\x1b[A", "conquer 3"]).output
    assert "`pikc` is not an answer to this decision. You can say: pick." in output
    assert "Did you mean pick?" in output
    assert "`help` lists everything you can say." in output
    assert "\x1b" not in output


@pytest.mark.parametrize(
    ("position", "verbs"),
    [
        ("Bob Forest Humans, 9 in hand : 3 1 <- to move", "conquer, end"),
        ("Bob Berserk Humans, 9 in hand : 3 1 <- to move", "conquer, roll, end"),
        ("Bob Dragon_Master Humans, 9 in hand : 3 1 <- to move", "conquer, dragon, end"),
        ("Bob Forest Sorcerers, 9 in hand : 3 1 <- to move", "conquer, substitute, end"),
    ],
)
def test_you_can_say_only_what_the_race_can_do_now(
    save: Path, capsys: pytest.CaptureFixture[str], position: str, verbs: str
) -> None:
    game = Game.from_text(f"map 2-players\ncoins Ann 1, Bob 8\nAnn Hill Orcs : 4 1\n{position}")
    session = TerminalSession(game, (None, None), Dealer(b"x"), save, 1)
    PromptLoop(session, Screen(plain=True, width=200))._handle_input("jump 3")
    said_words = capsys.readouterr().out.partition("You can say: ")[2].partition(".")[0]
    assert sorted(said_words.split(", ")) == sorted(verbs.split(", "))


def test_whoever_redeploys_can_say_redeploy(save: Path) -> None:
    output = said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2", "conquer 3", "end", "jump"]).output
    assert "You can say: redeploy." in output


def test_a_hint_is_given_once_for_each_kind_of_question(save: Path) -> None:
    output = said(*ANN_BOB, save=save, lines=["", "pick 1", "conquer 2", "conquer 3"]).output
    assert output.count("`cost 7` tells its price in parts") == 1


def test_a_resumed_game_takes_no_other_table(save: Path) -> None:
    result = said("--resume", str(save), "--players", "3", save=None, lines=[])
    assert result.exit_code == 2
    assert "give --resume alone" in result.output


def test_invented_content_is_played_and_kept(save: Path, tmp_path: Path) -> None:
    race = tmp_path / "gnomes.toml"
    race.write_text('[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n', encoding="utf-8")
    result = said(*ANN_BOB, "--content", str(race), save=save, lines=["", "rules gnomes", "pick 1"])
    assert "It plays with the tokens of Ratmen" in result.output
    assert said("--resume", str(save), save=None, lines=["", "rules gnomes"]).exit_code == 0


@pytest.mark.parametrize(
    ("players", "computers", "names", "expected"),
    [
        (None, None, None, "Player Computer:normal"),
        (3, None, None, "Player Computer1:normal Computer2:normal"),
        (None, None, "Ann", "Ann Computer:normal"),
        (None, None, "Ann,Bob", "Ann Bob"),
        (None, "random", "Ann,Bob", "Ann Bob Computer:random"),
        (3, "none", None, "Player1 Player2 Player3"),
        (2, "greedy", "Ann,Hal", "Ann Hal:greedy"),
        (None, "greedy,random", None, "Player Computer1:greedy Computer2:random"),
    ],
)
def test_people_sit_before_computers_and_gaps_are_filled(
    players: int | None, computers: str | None, names: str | None, expected: str
) -> None:
    seating = seat_players(players, computers, names)
    pairs = zip(seating.names, seating.levels, strict=True)
    assert " ".join(f"{name}:{level}" if level else name for name, level in pairs) == expected


@pytest.mark.parametrize(
    ("players", "computers", "names", "code"),
    [
        (2, "gredy", None, "unknown_agent"),
        (2, "greedy,greedy,greedy", None, "more_agents_than_seats"),
        (3, "none", "Ann,Bob", "name_count"),
    ],
)
def test_an_impossible_table_is_refused(players: int, computers: str, names: str | None, code: str) -> None:
    with pytest.raises(Refused) as refused:
        seat_players(players, computers, names)
    assert refused.value.code == code


def test_every_phase_has_a_prompt_and_a_hint() -> None:
    for row in decisions.DECISIONS:
        assert has_words(f"prompt_{row.name}")
        assert has_words(f"terminal_hint_{row.name}") or row.decider == decisions.BY_CHANCE


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_is_asked_with_its_legal_words(save: Path, seed: int) -> None:
    game = new_game(3, seed=seed)
    wording = TerminalSession(game, (None,) * 3, Dealer(b"x"), save, 1).wording
    while not game.is_over:
        view, legal = game.view(game.to_move), game.legal_actions()
        assert wording.prompt(view)
        assert wording.hint(view, legal)
        words = " | ".join(wording.legal_words(legal))
        assert all(word in words for action in legal for word in action.text.split())
        game.apply(legal[(len(game.history) * 7 + seed) % len(legal)].id)


@pytest.mark.process
def test_a_real_terminal_asks_two_questions_and_draws_in_colour(tmp_path: Path) -> None:
    """As a person sees it: Enter twice, a look around, the end of the input."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    env = {name: value for name, value in env.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    command = [sys.executable, "-c", "from elbowroom.cli import main; main()", "terminal"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        os.write(ours, b"\n\nmap\nquit\n\n")
        shown = b""
        while b"--resume\r\n" not in shown:
            shown += os.read(ours, 4096)
        assert process.wait(timeout=60) == 0
    os.close(ours)
    output = re.sub(r"\x1b\[[\d;]*m", "", shown.decode())
    assert output != shown.decode()
    assert "How many players" in output
    assert "Which computers play" in output
    assert "╭──" in output
    assert saved_games.is_record(next(tmp_path.rglob("terminal.elbowroom")))


def test_a_hint_tells_options_with_reasons(save: Path) -> None:
    result = said("--players", "2", "--computers", "easy", "--seed", "3", save=save, lines=["hint", "pick 1"])
    assert "The expert would consider" in result.output
    assert "looks best" in result.output
    assert re.search(r"pick 1: .*free, gives \d+ tokens, the plan: \d+ regions this turn", result.output)
    assert "after this turn: about" in result.output, "what is only expected says so"
    assert "ahead" not in result.output, "a lead would tell what others hide"
