"""`elbowroom balance`: what it prints, keeps, takes up again, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from matplotlib.container import ErrorbarContainer

from elbowroom.arena import balance as balance_module
from elbowroom.arena import plots
from elbowroom.cli import cli
from elbowroom.cli.commands import balance as command
from tests.programs import interrupted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from elbowroom.arena.balance_report import BalanceRow

ROOT = Path(__file__).parents[2]
GNOMES = '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\ncoins.mine = 1\n'
LUCKY = '[power.lucky]\ntokens = 4\nmay = ["roll before every conquest"]\n'
FEW = ("--games", "50", "--agent", "random", "--jobs", "1")


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "gnomes.toml"
    path.write_text(GNOMES, encoding="utf-8")
    return str(path)


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["balance", *map(str, words)])


def from_json(*words: object) -> dict[str, Any]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_people_get_the_verdict_and_what_it_rests_on(file: str) -> None:
    text = " ".join(run(file, *FEW).stdout.split())
    assert text.startswith("Gnomes (race): 2 players, 50 games")
    for words in (
        "Whoever begins with it ends with",
        "One token more is worth",
        "Picked freely:",
        "10 deals were played, each 5 times with the same luck.",
        "times for each time it was picked: 1 bonus coin for each region of kind",
        "The longest game had",
        "2 games were checked after every action; no rule was broken.",
        "This is how computers (random) play",
    ):
        assert words in text
    german = run(file, *FEW, "--language", "de").stdout
    assert german.startswith("Gnomes (Rasse): 2 Spieler, 50 Spiele")


def keys_of(value: object) -> set[str]:
    """All keys of JSON objects, but ids of content."""
    if isinstance(value, list):
        return set[str]().union(*map(keys_of, value))
    if not isinstance(value, dict):
        return set()
    inner = [keys_of(found) for key, found in value.items() if key != "uses_per_pick"]
    return set(value).union(*inner)


def test_the_json_has_a_row_for_each_entry_and_number_of_players_and_documented_keys(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    path.write_text(GNOMES + LUCKY, encoding="utf-8")
    found = from_json(path, *FEW, "--players", "2-3")
    assert [(row["entry"], row["kind"], row["players"]) for row in found["rows"]] == [
        ("gnomes", "race", 2),
        ("gnomes", "race", 3),
        ("lucky", "power", 2),
        ("lucky", "power", 3),
    ]
    for row in found["rows"]:
        assert (row["games"], row["deals"], row["violations"], row["unfinished_games"]) == (50, 10, 0, 0)
        assert row["coins"]["difference"]["low"] <= row["coins"]["difference"]["high"]
        assert len(row["box"]) == 10
    page = (ROOT / "docs/balance.md").read_text(encoding="utf-8")
    assert sorted(key for key in keys_of(found) if f"`{key}`" not in page) == []


def test_several_files_are_measured_together(file: str, tmp_path: Path) -> None:
    other = tmp_path / "lucky.toml"
    other.write_text(LUCKY, encoding="utf-8")
    assert [row["entry"] for row in from_json(file, other, *FEW)["rows"]] == ["gnomes", "lucky"]


def test_an_interrupted_run_plays_only_what_is_missing(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that was cut off is played again, and the end is that of a run without interruption."""
    out = tmp_path / "run"
    whole = from_json(file, *FEW, "--out", out)
    stored = out / "results.jsonl"
    lines = stored.read_text(encoding="utf-8").splitlines(keepends=True)
    stored.write_text("".join(lines[:20]) + lines[21][:30], encoding="utf-8")
    played: list[int] = []

    def play(game: balance_module.BalanceGame) -> balance_module.BalanceResult:
        played.append(game.number)
        return balance_module.play_balance_game(game)

    monkeypatch.setattr(command, "play_balance_game", play)
    assert from_json(file, *FEW, "--out", out) == whole
    assert played == list(range(20, 50))
    played.clear()
    more = from_json(file, *FEW, "--games", "60", "--out", out)
    assert played == list(range(50, 60))
    assert more == from_json(file, *FEW, "--games", "60")


@pytest.mark.process
def test_ctrl_c_keeps_what_is_finished(file: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = interrupted("balance", file, *FEW, "--out", str(out))
    assert done.returncode == 130
    assert "The same command goes on" in done.stderr
    assert "Traceback" not in done.stderr
    assert len((out / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    assert from_json(file, *FEW, "--out", out) == from_json(file, *FEW)


def test_another_file_is_not_mixed_in(file: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    from_json(file, *FEW, "--out", out)
    Path(file).write_text(GNOMES.replace("6", "7"), encoding="utf-8")
    for words in ((file, *FEW), (file, *FEW, "--seed", "2")):
        result = run(*words, "--out", out)
        assert result.exit_code == 2
        assert "content: there" in result.output


def test_a_picture_is_drawn(file: str, tmp_path: Path) -> None:
    picture, out = tmp_path / "deep" / "balance.svg", tmp_path / "run"
    assert run(file, *FEW, "--picture", picture, "--out", out).exit_code == 0
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert sorted(path.name for path in out.iterdir()) == [
        "balance.png",
        "balance.svg",
        "report.json",
        "report.txt",
        "results.jsonl",
        "settings.json",
    ]
    assert (out / "balance.svg").read_bytes() == picture.read_bytes()


def test_the_report_that_is_kept_is_the_one_that_is_printed(file: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    *printed, last = run(file, *FEW, "--out", out).stdout.splitlines()
    kept = (out / "report.txt").read_text(encoding="utf-8")
    assert kept.split() == " ".join(printed).split()
    assert last.endswith(f"are in {out}.")


def test_what_was_measured_once_has_no_interval_in_the_picture(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With ten deals, each entry of the box that comes up does so once."""
    drawn: list[Axes] = []
    draw = plots._balance_bars

    def look(axes: Axes, row: BalanceRow) -> None:
        draw(axes, row)
        drawn.append(axes)

    monkeypatch.setattr(plots, "_balance_bars", look)
    run(file, *FEW, "--picture", tmp_path / "balance.svg")
    [axes] = drawn
    names = [label.get_text() for label in axes.get_yticklabels()]
    assert sum(name.endswith("(measured once)") for name in names) == 10
    assert "Gnomes" in names
    [intervals] = [bars for bars in axes.containers if isinstance(bars, ErrorbarContainer)]
    assert len(intervals.lines[2][0].get_segments()) == 1
    assert axes.get_title().startswith("Gnomes (race): 2 players, 50 games\n10 deals were played")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("{file}", "--games", "20"), "20 games are too few to tell anything; at least 50 are needed."),
        (("{file}", "--players", "7"), "2 to 5 players can play, not 7"),
        (("{file}", "--players", "two"), "write a number of players"),
        (("{file}", "--agent", "gredy"), "Did you mean greedy?"),
        (("{file}", "--picture", "balance.gif"), "a picture ends in .png or .svg"),
        (("{map}",), "islands.json is a map; only races and special powers can be measured."),
        (("{broken}",), "is not valid TOML"),
        (("{binary}",), "binary.toml"),
        (("{file}", "{file}"), "the id gnomes is in gnomes.toml already"),
        (("no-such-file.toml",), "does not exist"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_gets_a_clear_sentence(
    words: tuple[str, ...], sentence: str, file: str, tmp_path: Path
) -> None:
    places = {"file": file, "map": "islands.json", "broken": "broken.toml", "binary": "binary.toml"}
    (tmp_path / "islands.json").write_text(
        '{"id": "islands", "players": 2, "game_turns": 10, "regions": ['
        '{"id": 1, "terrain": "hill", "edge": true, "neighbors": [2]},'
        '{"id": 2, "terrain": "hill", "lost_tribe": true, "neighbors": [1]}]}',
        encoding="utf-8",
    )
    (tmp_path / "broken.toml").write_text("[race", encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    result = run(*(str(tmp_path / word.format(**places)) if "{" in word else word for word in words))
    assert result.exit_code == 2
    assert sentence in " ".join(result.output.replace("│", " ").split())
