"""Positions as text: what is written reads back as it was, and what is damaged is refused with its line."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elbowroom.engine.actions import decisions_of
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.invariants import check_state
from elbowroom.engine.notation import KEYWORDS
from elbowroom.engine.position_parser import MAX_LINE_CHARACTERS, MAX_LINES
from elbowroom.rules.content import add_content, base_content
from elbowroom.rules.options import Options
from elbowroom.rules.refusals import Refused
from tests.scenario import box, scenario
from tests.sizes import long

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.rules.content import Content

STALE_OUTSIDE_CHANCE = ("resume", "events", "combo", "setup")


def games(players: int, seeds: range, content: Content | None = None) -> Iterator[Game]:
    """Every state of seeded random games, chance decisions included."""
    for seed in seeds:
        choices = Random(seed)
        options = Options(
            own_tokens_defend=seed % 3 == 1,
            open_coins=seed % 4 == 2,
            first_player=0 if seed % 5 == 3 else None,
        )
        game = new_game(players, options=options, content=content)
        while True:
            yield game
            if game.is_over:
                break
            game.apply(choices.choice(game.legal()))


def inside(game: Game) -> dict[str, object]:
    """Everything a state holds, by name."""
    state = game.state
    found: dict[str, object] = {}
    for name in dir(state):
        value = getattr(state, name)
        if name.startswith("_") or callable(value) or name in STALE_OUTSIDE_CHANCE:
            continue
        found[name] = value if isinstance(value, (int, bool)) else [int(number) for number in value]
    assert {"tokens", "levels", "markers", "column", "coins", "placed", "floor", "peace"} <= set(found)
    if game.phase in ("banner", "badge"):
        found["resume"] = state.resume
    return found


def phases_of_the_box() -> list[str]:
    """What its races and powers can come to; what invented ones add is tested in tests/rulebook."""
    return [*(row.name for row in decisions_of(new_game(2).setup)), "over"]


@cache
def seeded_positions() -> tuple[str, ...]:
    """A few positions of each phase, for breaking."""
    kept: dict[str, list[str]] = {name: [] for name in phases_of_the_box()}
    for seed in range(200):
        for game in games(2 + seed % 4, range(seed, seed + 1)):
            if len(kept[game.phase]) < 4 and game.state.game_turn > seed % 4:
                kept[game.phase].append(game.to_text())
        if seed > 12 and all(kept.values()):
            break
    assert all(kept.values()), "every phase is met in some game"
    return tuple(text for texts in kept.values() for text in texts)


def refused(text: str, content: Content | None = None) -> Refused:
    """The refusal of a text, which tells its reason in a sentence."""
    with pytest.raises(Refused) as caught:
        Game.from_text(text, box() if content is None else content)
    assert str(caught.value).endswith((".", "?"))
    return caught.value


def cause(text: str, content: Content | None = None) -> tuple[int, str]:
    """The line and the code of the refusal of a text."""
    found = refused(text, content)
    assert found.code == "at_line"
    line, code = found.params["line"], found.params["code"]
    assert isinstance(line, int)
    assert isinstance(code, str)
    assert str(found).startswith(f"Line {line}: ")
    return line, code


def test_markers_that_wait_to_be_put_back_are_counted_too() -> None:
    """BIV-7: five encampments are in the box, on the map and aside together."""
    text = HEAD + "Ann Bivouacking Elves, {aside} displaced : bog 1 + encampment, hill 1"
    assert refused(text.format(aside=5)).code == "too_many_markers"
    Game.from_text(text.format(aside=4), box())


@pytest.mark.parametrize("players", [2, 3, *long(4, 5)])
def test_every_state_of_random_games_reads_back_as_it_was(players: int) -> None:
    met = set()
    for game in games(players, range(4)):
        again = Game.from_text(game.to_text())
        assert inside(again) == inside(game)
        assert again.to_text() == game.to_text()
        assert again.legal() == game.legal()
        assert (again.to_move, again.names) == (game.to_move, game.names)
        met.add(game.phase)
    assert met >= {"first_player", "banner", "badge", "die", "pick", "ready", "conquer", "redeploy", "over"}


def test_positions_of_every_phase_are_written_and_read() -> None:
    found = [Game.from_text(text) for text in seeded_positions()]
    assert {game.phase for game in found} == set(phases_of_the_box())
    assert [game.to_text() for game in found] == list(seeded_positions())


def test_a_position_read_back_plays_on_in_the_same_way() -> None:
    """Beside the game itself, a copy and a re-read game go through the same decisions to the same end."""
    for seed in range(4):
        choices = Random(seed)
        game = new_game(3)
        for _ in range(60):
            game.apply(choices.choice(game.legal()))
        copy, again = game.clone(), Game.from_text(game.to_text())
        while not game.is_over:
            assert copy.legal() == again.legal() == game.legal()
            action = choices.choice(game.legal())
            for one in (game, copy, again):
                one.apply(action)
        assert copy.to_text() == again.to_text() == game.to_text()


def test_invented_races_powers_markers_and_maps_read_back_too() -> None:
    content = add_content(
        box(),
        """
        [race.sea_folk]
        tokens = 5
        tokens_of = "skeletons"
        reach = ["water"]
        marker = { name = "buoy", count = 4, placed = "every region", defence = 1 }
        [power.well_off2]
        tokens = 4
        marker = { name = "tent", count = 5, placed = "redeployment", per_region = 3 }
        """,
        "own.toml",
    )
    choices = Random(5)
    for _ in range(8):
        game = new_game(2, content=content, map_id="valley", options=Options(first_player=0))
        for word in ("banner sea_folk", "badge well_off2"):
            game.apply(word)
        while not game.is_over:
            again = Game.from_text(game.to_text(), content)
            assert inside(again) == inside(game)
            game.apply("pick 1" if game.phase == "pick" else choices.choice(game.legal()))


def test_the_form_of_a_position() -> None:
    """One full example, so that a change of the form is noticed."""
    given = scenario("""
        map    four-regions
        first  Bob
        Ann    Trolls, in decline       : cave 1 + lair
        Bob    Forest Orcs, 5 in hand   : bog 1          <- to move
        coins  Ann 12, Bob 8
        peace  Bob spares Ann
        column Hill Elves 2 | Flying Humans
    """)
    shown = ("elves", "humans", "orcs", "hill", "flying", "forest")
    badges = " ".join(power.id for power in base_content().powers if power.id not in shown)
    assert given.game.to_text().splitlines() == [
        "elbowroom  position 1",
        "map        four-regions",
        "players    Ann Bob",
        "game-turn  1",
        "first      Bob",
        "column     Hill Elves 2 | Flying Humans",
        "banners    amazons dwarves ghouls giants halflings ratmen skeletons sorcerers tritons wizards",
        "returned   -",
        f"badges     {badges}",
        "discards   -",
        "tribes     -",
        "coins      Ann 12, Bob 8",
        "peace      Bob spares Ann",
        "Ann        Trolls, in decline : cave 1 + lair",
        "Bob        Forest Orcs, 5 in hand : bog 1",
        "turn       Bob conquer, race orcs, acted",
    ]


def test_the_smallest_position_is_two_names() -> None:
    """Absent lines take plain values: map by number of players, game turn 1, five coins, a full column."""
    game = Game.from_text("Ann\nBob")
    assert game.setup.board.map_id == "2-players"
    assert game.names == ["Ann", "Bob"]
    assert (game.phase, game.to_move) == ("pick", 0)
    view = game.view(0)
    assert (view.game_turn, view.players[0].coins, len(view.column)) == (1, 5, 6)
    assert [combo.coins for combo in view.column] == [0] * 6
    assert sum(region.lost_tribe for region in view.regions) == 9


@pytest.mark.parametrize(
    ("line", "phase", "to_move"),
    [
        ("Ann <- to move", "pick", "Ann"),
        ("Bob <- to move", "pick", "Bob"),
        ("Ann Hill Orcs : 2 1 <- to move", "ready", "Ann"),
        ("Ann Hill Orcs, 3 in hand <- to move", "conquer", "Ann"),
        ("Ann Hill Amazons, 4 in hand : 2 2 <- to move", "ready", "Ann"),  # these four only attack
        ("Ann Hill Amazons, 5 in hand : 2 2 <- to move", "conquer", "Ann"),
    ],
)
def test_without_a_turn_line_the_phase_is_the_plain_one(line: str, phase: str, to_move: str) -> None:
    given = scenario(f"players Ann Bob\n{line}")
    assert (given.phase, given.to_move) == (phase, to_move)


def test_blanks_comments_tabs_and_case_do_not_matter() -> None:
    plain = Game.from_text("map four-regions\nAnn Forest Orcs, 2 in hand : bog 1 <- to move\nBob", box())
    loose = Game.from_text(
        "# a comment\n\n  map\tfour-regions   # the small one\n\n"
        "Ann \t FOREST   orcs ,2 in hand:bog   1   <- to move\nBob   # waits",
        box(),
    )
    assert loose.to_text() == plain.to_text()


def test_a_region_can_be_named_or_numbered_and_holds_one_token_if_no_number_is_said() -> None:
    named = scenario("map four-regions\nAnn Forest Orcs, 2 in hand : bog 1, hill <- to move\nBob")
    numbered = scenario("map four-regions\nAnn Forest Orcs, 2 in hand : 3, 4 1 <- to move\nBob")
    assert numbered.game.to_text() == named.game.to_text()


def test_tribes_stand_where_the_map_has_them_unless_a_line_says_otherwise() -> None:
    held = scenario("map valley\nAnn Hill Orcs : dell 1\nBob")
    assert (held.region("dell"), held.region("grove")) == ("Ann 1", "lost tribe")
    assert scenario("map valley\nAnn\nBob\ntribes grove").region("dell") == "empty"
    assert scenario("map valley\nAnn\nBob\ntribes -").region("grove") == "empty"


@pytest.mark.parametrize("name", ["revealed", "acted", "spares", "Zoë", "x-1", "Ω", "race"])
def test_any_one_word_can_be_a_name(name: str) -> None:
    game = new_game(2, names=[name, "Bob"], options=Options(first_player=0))
    choices = Random(1)
    while not game.is_over:
        assert Game.from_text(game.to_text()).to_text() == game.to_text()
        game.apply(choices.choice(game.legal()))


@pytest.mark.parametrize(
    "name", [*KEYWORDS, "Turn", "", "two words", "1st", "_x", "a" * 21, "a:b", "a\nb", "a#"]
)
def test_what_cannot_be_a_name(name: str) -> None:
    with pytest.raises(Refused) as caught:
        new_game(2, names=[name, "Bob"])
    assert caught.value.code == "bad_player_name"


def test_names_differ_and_there_is_one_for_each_player() -> None:
    for names, code in ((["Ann", "ann"], "same_names"), (["Ann"], "name_count")):
        with pytest.raises(Refused) as caught:
            new_game(2, names=names)
        assert caught.value.code == code


def test_options_are_part_of_the_position() -> None:
    line = "own_tokens_defend open_coins auto_withdraw left_out=orcs,hill first_player=Bob"
    game = Game.from_text(f"players Ann Bob\noptions {line}\nAnn <- to move")
    found = game.setup.options
    assert found == Options(True, True, ("orcs", "hill"), 1, True)
    assert f"options    {line}\n" in game.to_text()
    assert "orcs" not in game.to_text().replace(line, "")


HEAD = "map four-regions\nplayers Ann Bob\n"


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("elbowroom position 2\nAnn\nBob", 1, "position_version"),
        ("map nowhere\nAnn\nBob", 1, "unknown_map"),
        ("map 3-players\nAnn\nBob", 1, "map_players"),
        ("map four-regions\nmap four-regions\nAnn\nBob", 2, "line_twice"),
        (HEAD + "game-turn 11", 3, "number_limits"),
        (HEAD + "game-turn 0", 3, "number_limits"),
        (HEAD + "game-turn two", 3, "not_a_number"),
        (HEAD + "game-turn -1", 3, "not_a_number"),
        (HEAD + "game-turn " + "9" * 3000, 3, "not_a_number"),
        (HEAD + "first Cid", 3, "unknown_player"),
        (HEAD + "options open_coin", 3, "unknown_word"),
        (HEAD + "options left_out=orks", 3, "left_out_unknown"),
        (HEAD + "coins Ann", 3, "not_a_number"),
        (HEAD + "coins Ann 10000", 3, "number_limits"),
        (HEAD + "coins Ann 3, Ann 4", 3, "said_twice"),
        (HEAD + "peace Ann spares", 3, "bad_peace"),
        (HEAD + "peace Ann spares Ann", 3, "bad_peace"),
        (HEAD + "peace Ann spares Cid", 3, "unknown_player"),
        (HEAD + "Cid Hill Orcs", 3, "unknown_player"),
        (HEAD + "Ann <- to move\nBob <- to move", 4, "to_move_twice"),
        (HEAD + "1st Hill Orcs", 3, "unknown_line"),
        (HEAD + "Ann Hill Orks", 3, "unknown_word"),
        (HEAD + "Ann Hil Orcs", 3, "unknown_word"),
        (HEAD + "Ann Orcs", 3, "active_needs_power"),
        (HEAD + "Ann Hill Orcs\nBob Swamp Orcs", 4, "race_twice"),
        (HEAD + "Ann Hill Orcs\nAnn Swamp Elves", 4, "two_active"),
        (HEAD + "Ann Hill Orcs\nBob Hill Elves", 4, "power_twice"),
        (HEAD + "Ann Hill Orcs, in decline : bog", 3, "power_gone"),
        (HEAD + "Ann Orcs, in decline : bog\nAnn Elves, in decline : hill", 4, "two_declined"),
        (HEAD + "Ann Orcs, in decline : bog 2", 3, "declined_tokens"),
        (HEAD + "Ann Orcs, in decline, 2 in hand : bog 1", 3, "declined_hand"),
        (HEAD + "Ann Orcs, in decline", 3, "declined_gone"),
        (HEAD + "Ann Hill Orcs, 11 in hand", 3, "too_many_tokens"),
        (HEAD + "Ann Hill Orcs, 6 in hand : bog 5", 3, "too_many_tokens"),
        (HEAD + "Ann Hill Orcs, 3 in hand, 4 in hand", 3, "said_twice"),
        (HEAD + "Ann Hill Orcs, 3 asleep", 3, "unknown_word"),
        (HEAD + "Ann Hill Orcs, 100 in hand", 3, "number_limits"),
        (HEAD + "Ann Hill Orcs : marsh 1", 3, "unknown_region"),
        (HEAD + "Ann Hill Orcs : 5 1", 3, "unknown_region"),
        (HEAD + "Ann Hill Orcs : bog 0", 3, "number_limits"),
        (HEAD + "Ann Hill Orcs : bog 1, bog 1", 3, "region_twice"),
        (HEAD + "Ann Hill Orcs : bog 1\nBob Swamp Elves : bog 1", 4, "region_twice"),
        (HEAD + "Ann Hill Trolls : bog 1 + liar", 3, "unknown_word"),
        (HEAD + "Ann Hill Trolls : bog 1 + 2 lair", 3, "too_many_markers"),
        (HEAD + "Ann Heroic Elves : bog 1 + hero, hill + hero, cave + hero", 3, "too_many_markers"),
        (HEAD + "Ann Hill Orcs : bog 1 + lair", 3, "strange_marker"),
        (HEAD + "Ann Orcs, in decline : bog 1 + hero", 3, "strange_marker"),
        (HEAD + "column Hill Orcs | Hill Elves", 3, "piece_twice"),
        (HEAD + "column Hill Orcs | Swamp Orcs", 3, "piece_twice"),
        (HEAD + "column Orcs", 3, "combo_needs_power"),
        (HEAD + "column Hill Orcs |", 3, "unknown_word"),
        (HEAD + "column Hill Orcs 1000", 3, "number_limits"),
        (HEAD + "banners orcs orcs", 3, "piece_twice"),
        (HEAD + "returned orcs\nbanners orcs", 4, "piece_twice"),
        (HEAD + "banners orcs\ncolumn -", 3, "banner_missing"),
        (HEAD + "column -\nbadges hill", 4, "badge_missing"),
        (HEAD + "discards hil", 3, "unknown_word"),
        ("map valley\nAnn\nBob\ntribes field", 4, "no_tribe_there"),
        ("map valley\nAnn Hill Orcs : dell\nBob\ntribes dell", 4, "region_twice"),
        ("map valley\nAnn Hill Orcs : lake\nBob", 2, "holds_water"),
        (HEAD + "turn Cid pick", 3, "unknown_player"),
        (HEAD + "turn Ann pik", 3, "unknown_word"),
        (HEAD + "turn Ann pick, soon", 3, "unknown_word"),
        (HEAD + "turn Ann pick, race orcs", 3, "race_not_in_play"),
        (HEAD + "turn Ann pick, die 4", 3, "number_limits"),
        (HEAD + "turn Ann conquer", 3, "bad_turn"),
        (HEAD + "turn Ann pick, then over", 3, "unknown_word"),
        (HEAD + "turn Ann pick, revealed", 3, "unknown_word"),
        (HEAD + "turn Ann badge, then pick, revealed orcs, revealed elves", 3, "race_twice"),
        (HEAD + "Ann Hill Orcs : bog\nturn Ann badge, then pick, revealed orcs", 4, "race_twice"),
        (HEAD + "column -\nturn Ann pick", 4, "nothing_legal"),
        (HEAD + "column -\nAnn Hill Orcs\nturn Ann banner, race orcs", 5, "bad_turn"),
        (HEAD + "column -\nbadges -\ndiscards " + " ".join(
            power.id for power in base_content().powers) + "\nturn Ann badge, then pick, revealed orcs", 6,
         "nothing_legal"),
        ("x" * (MAX_LINE_CHARACTERS + 1), 1, "line_too_long"),
        ("Ann\nBob\n\0", 3, "unknown_line"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_refused_with_its_number_and_cause(text: str, line: int, code: str) -> None:
    assert cause(text) == (line, code)


def test_what_is_left_out_must_leave_enough() -> None:
    for entries, code in (
        (base_content().powers, "too_few_badges"),
        (base_content().races[:11], "too_few_banners"),
    ):
        words = ",".join(entry.id for entry in entries)
        assert cause(HEAD + f"options left_out={words}") == (3, code)


def test_a_race_whose_tokens_are_borrowed_is_out_already() -> None:
    content = add_content(base_content(), '[race.gnomes]\ntokens = 6\ntokens_of = "ratmen"\n', "own.toml")
    with pytest.raises(Refused) as caught:
        new_game(2, options={"left_out": ["ratmen"]}, content=content)
    assert (caught.value.code, caught.value.params) == (
        "left_out_borrowed",
        {"word": "ratmen", "race": "gnomes"},
    )


HELD = HEAD + "Bob Swamp Humans : hill 1\n"


@pytest.mark.parametrize(
    ("race", "turn"),
    [
        ("Hill Orcs : bog", "Ann pick"),
        ("Hill Orcs : bog", "Bob ready, race orcs"),
        ("Hill Orcs, 1 in hand : bog", "Ann conquer, die 2"),
        ("Berserk Orcs, 1 in hand : bog", "Ann ready, die 2"),
        ("Berserk Orcs, 1 in hand : bog", "Ann conquer, target cave"),
        ("Hill Orcs, 1 in hand : bog", "Ann die"),
        ("Hill Orcs, 3 in hand : bog", "Ann die, target cave"),
        ("Hill Orcs, 3 in hand : bog", "Ann die, target bog"),
        ("Berserk Orcs, 2 in hand : bog", "Ann die, target hill"),
        ("Hill Orcs : bog", "Ann dragon"),
        ("Dragon Master Orcs : bog", "Ann dragon"),
        ("Dragon Master Orcs, 1 in hand : bog", "Ann dragon, dragon used"),
        ("Hill Orcs : bog", "Ann substitute"),
        ("Hill Orcs, 3 in hand : bog, cave", "Ann redeploy, left 2"),
        ("Hill Orcs, 3 in hand : bog", "Ann redeploy, left 3"),
        ("Hill Orcs, 3 in hand : moor, bog", "Ann redeploy, left 3, from bog"),
        ("Hill Orcs, 2 withdrawn : bog, cave", "Bob withdraw, race orcs, left 1"),
        ("Bivouacking Orcs : bog", "Ann encamp, left 5"),
        ("Bivouacking Orcs : bog", "Ann encamp, marker encampment"),
        ("Bivouacking Orcs : bog 1 + 2 encampment", "Ann encamp, marker encampment, left 4"),
        ("Hill Orcs : bog", "Ann encamp, marker encampment, left 4"),
        ("Bivouacking Orcs, 1 displaced : bog", "Bob reencamp, race orcs, marker encampment, left 2"),
        ("Hill Orcs : bog", "Ann fortify, marker fortress"),
        ("Heroic Orcs : bog, cave, moor", "Ann station, left 3, marker hero"),
        ("Hill Orcs : bog", "Ann station, left 1, marker hero"),
        ("Hill Amazons, 3 in hand : bog", "Ann give_up, left 1"),
        ("Hill Amazons, 1 in hand : bog, cave", "Ann give_up, left 1"),
        ("Hill Orcs : bog", "Ann ally"),
        ("Hill Orcs : bog", "Ann retire"),
        ("Hill Orcs : bog", "Ann banner, race orcs, then ready"),
        ("Hill Orcs : bog", "Ann badge, race orcs, then ready, revealed elves"),
        ("Orcs, in decline : bog", "Ann ready, race orcs"),
        ("Hill Orcs : bog", "Ann over, race orcs"),
        ("Hill Orcs : bog", "Ann first_player"),
        ("Hill Orcs, 1 withdrawn : bog", "Ann ready"),
        ("Hill Orcs : bog", "Ann ready, race orcs, revealed elves, left 1, die 0"),
    ],
)  # fmt: skip
def test_a_decision_that_the_race_cannot_face_is_refused(race: str, turn: str) -> None:
    text = HELD + f"Ann {race}\nturn {turn}"
    assert cause(text) == (5, "bad_turn")


def test_the_same_decisions_are_read_where_they_can_be_faced() -> None:
    for race, turn in (
        ("Berserk Orcs, 1 in hand : bog", "Ann conquer, die 2"),
        ("Berserk Orcs, 1 in hand : bog", "Ann die"),
        ("Hill Orcs, 1 in hand : bog", "Ann die, target cave"),
        ("Dragon Master Orcs, 1 in hand : bog", "Ann dragon"),
        ("Hill Sorcerers : bog", "Ann substitute"),
        ("Hill Orcs, 3 in hand : bog, cave", "Ann redeploy, left 3"),
        ("Hill Orcs, 2 withdrawn : bog, cave", "Bob withdraw, race orcs, left 2"),
        ("Bivouacking Orcs : bog", "Ann encamp, marker encampment, left 5"),
        ("Bivouacking Orcs, 1 displaced : bog", "Bob reencamp, race orcs, marker encampment, left 1"),
        ("Fortified Orcs : bog", "Ann fortify, marker fortress"),
        ("Heroic Orcs : bog, cave, moor", "Ann station, left 2, marker hero"),
        ("Hill Amazons, 3 in hand : bog, cave", "Ann give_up, left 1"),
        ("Diplomat Orcs : bog", "Ann ally"),
        ("Stout Orcs : bog", "Ann retire"),
    ):
        given = scenario(HELD + f"Ann {race}\nturn {turn}")
        assert given.legal
        assert Game.from_text(given.game.to_text(), box()).to_text() == given.game.to_text()


def test_problems_of_the_whole_text_are_refused_without_a_line() -> None:
    assert refused("").code == "player_count"
    assert refused("Ann").code == "player_count"
    assert refused("\n".join("ABCDEF")).code == "player_count"
    assert refused("#\n" * 100_000).code == "too_long"
    assert refused("\n" * (MAX_LINES + 1)).code == "too_long"
    assert refused("\n" * (MAX_LINES - 1)).code == "player_count"


def test_the_nearest_known_word_is_offered() -> None:
    assert str(refused(HEAD + "Ann Hill Orks")).endswith("Did you mean orcs?")
    assert str(refused(HEAD + "Ann Hil Orcs")).endswith("Did you mean hill?")
    assert str(refused("map four-region\nAnn\nBob")).endswith("Did you mean four-regions?")
    assert str(refused(HEAD + "turn Ann conqer")).endswith("Did you mean conquer?")


HOSTILE = (
    "\0", "\x1b[2J", "\ufeff", "٣", "²", "🂡", "é", "\u2028", "\ud800", "9" * 30, "-1", "0", "99", "{known}",
    "%s", ":", ",", "+", "|", "#", "=", "<- to move", "in decline", "-", " ", "\t", "\n",
    "5 encampment", "+ hero", "+ lair", "race ghouls", "target 3", "die 3", "left 5", "from 2",
    "then conquer", "revealed orcs", "acted", "P1", "P2",
)  # fmt: skip


def damage(text: str, choices: Random) -> str:
    """The text with a line or a few characters lost, doubled, swapped or replaced."""
    lines = text.splitlines()
    for _ in range(choices.randint(1, 3)):
        at = choices.randrange(len(lines))
        line = lines[at]
        spot = choices.randrange(len(line) + 1)
        kind = choices.randrange(9)
        if kind == 0 and len(lines) > 1:
            del lines[at]
        elif kind == 1:
            lines.insert(choices.randrange(len(lines)), line)
        elif kind == 2:
            lines[at] = line[:spot]
        elif kind == 3:
            lines[at] = line[:spot] + choices.choice(HOSTILE) + line[spot:]
        elif kind == 4:
            lines[at] = line[:spot] + line[spot + choices.randint(1, 4) :]
        elif kind == 5:
            words = line.split(" ")
            words[choices.randrange(len(words))] = choices.choice(HOSTILE)
            lines[at] = " ".join(words)
        elif kind == 6:
            words, others = line.split(" "), choices.choice(lines).split(" ")
            words[choices.randrange(len(words))] = choices.choice(others)
            lines[at] = " ".join(words)
        elif kind == 7:
            lines[at] = "".join(choices.choice("0123456789") if sign.isdecimal() else sign for sign in line)
        else:
            other = choices.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


def read_or_refused(text: str) -> Game | Refused:
    try:
        return Game.from_text(text)
    except Refused as refused:
        return refused


def read_or_refuse(text: str, choices: Random) -> bool:
    """Whether the text is read; then it is a position that holds together and can be played on."""
    game = read_or_refused(text)
    if isinstance(game, Refused):
        assert len(str(game)) > 10
        if game.code == "at_line":
            line = game.params["line"]
            assert isinstance(line, int)
            assert 1 <= line <= len(text.splitlines())
        else:
            assert game.code in ("player_count", "too_long", "nothing_legal", "bad_turn", "bad_player_name")
        return False
    again = Game.from_text(game.to_text())
    assert again.to_text() == game.to_text()
    check_state(game.state)
    for _ in range(12):
        if game.is_over:
            break
        game.apply(choices.choice(game.legal()))
        check_state(game.state)
    return True


@pytest.mark.parametrize("seed", [0, 1, *long(2, 3, 4, 5)])
def test_damaged_positions_are_refused_or_still_sound(seed: int) -> None:
    """Lost, doubled, swapped and altered lines, words and characters never give anything but a refusal."""
    choices = Random(seed)
    positions = seeded_positions()
    read = sum(read_or_refuse(damage(choices.choice(positions), choices), choices) for _ in range(500))
    assert 10 < read < 400  # the damage is neither harmless nor hopeless


def test_a_position_cut_off_anywhere_never_breaks_the_reader() -> None:
    choices = Random(3)
    for text in seeded_positions()[::6]:
        for end in range(0, len(text), 7):
            read_or_refuse(text[:end], choices)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(max_size=300))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    read_or_refuse(text, Random(0))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(
        st.tuples(
            st.sampled_from((*KEYWORDS, "Ann", "Bob")),
            st.one_of(
                st.text(max_size=30),
                st.lists(
                    st.sampled_from(
                        ("Ann", "Bob", "Hill", "Orcs", "Ghouls", "Berserk", ",", ":", "|", "3", "1",
                         "in decline", "in hand", "withdrawn", "conquer", "pick", "die", "banner", "then",
                         "race", "ghouls", "-", "+ lair", "<- to move", "2-players", "left", "target",
                         "revealed", "orcs", "placed")
                    ),
                    max_size=8,
                ).map(" ".join),
            ),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_any_lines_of_known_words_are_read_or_refused(lines: list[tuple[str, str]]) -> None:
    read_or_refuse("players Ann Bob\n" + "\n".join(f"{key} {value}" for key, value in lines), Random(0))


def test_a_hostile_position_with_invented_markers_is_refused() -> None:
    """However many strong markers are invented, no region can be piled with more than a race can have."""
    strong = "\n".join(
        f'[power.p{n}]\ntokens = 5\nin_decline.keeps = ["marker"]\n'
        f'marker = {{ name = "m{n}", count = 10, placed = "redeployment", per_region = 10, defence = 3 }}'
        for n in range(3)
    )
    content = add_content(box(), strong, "own.toml")
    for race in ("P1 Skeletons", "Ghouls, in decline"):
        pile = f"{HEAD}Ann {race} : cave 9 + 10 m1"
        check_state(Game.from_text(pile, content).state)
        assert cause(f"{pile} + 10 m0", content) == (3, "strange_marker")


def test_no_peace_with_the_player_whose_turn_it_is_has_lasted_until_now() -> None:
    """DIP-3: a peace ends when the next turn of the one who made it begins."""
    lines = "map four-regions\nAnn Diplomat Orcs : bog\nBob Hill Elves : hill\npeace Bob spares Ann\n"
    with pytest.raises(Refused) as caught:
        scenario(lines + "turn Ann ready")
    assert "peace" in str(caught.value)
    assert scenario(lines + "turn Bob ready").to_move == "Bob"
