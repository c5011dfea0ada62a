"""Records: a whole game as text, with everything needed to replay it alone (docs/notation.md).

A record holds actions and chance outcomes, never a seed. Its version is that of the rules it was played by.
Reading replays every action on the engine, so a damaged or impossible record is refused with its line and
cause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.engine import actions, decisions, turn
from elbowroom.engine.game import Game, new_game
from elbowroom.engine.notation import at_line, check_names, read_options, write_options
from elbowroom.engine.redeployment import open_regions
from elbowroom.engine.whose_turn import turn_of
from elbowroom.rules.bits import bits_of
from elbowroom.rules.content import add_content, base_content, digest
from elbowroom.rules.refusals import Refused
from elbowroom.rules.setup import RULES_VERSION
from elbowroom.rules.traits import nearest

if TYPE_CHECKING:
    from elbowroom.engine.state import State
    from elbowroom.engine.whose_turn import Turn
    from elbowroom.rules.content import Content

MAX_RECORD_CHARACTERS: Final = 2_000_000
UNFINISHED: Final = "unfinished"
"""What stands instead of the result."""
HEADER: Final = ("map", "players", "options", "content", "position")


def write_record(game: Game) -> str:
    """The record of a game so far."""
    if game.is_clone:
        raise Refused("record_of_a_clone")
    setup = game.setup
    lines = [f"elbowroom record {setup.rules_version}"]
    for text in setup.content.invented:
        lines += [f"content {digest(text)}", *_quoted(text)]
    lines += [f"map {setup.board.map_id}", f"players {' '.join(game.names)}"]
    options = write_options(setup.options, game.names)
    if options:
        lines.append(f"options {options}")
    if game.opening:
        lines += ["position", *_quoted(game.opening)]
    lines.append("")
    lines += write_turns(game)
    lines += ["", _result(game), _check(game)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> list[str]:
    return [f"| {line}".rstrip() for line in text.splitlines()]


def _check(game: Game) -> str:
    """A fingerprint of all decisions and of the position they led to."""
    return "check " + digest(f"{game.history} {game.to_text()}")


def _result(game: Game) -> str:
    if not game.is_over:
        return UNFINISHED
    return "result " + ", ".join(f"{game.names[place.seat]} {place.coins}" for place in game.ranking())


def write_turns(game: Game) -> list[str]:
    """One line for each turn: whose it is, and what the player, chance and the victims decided."""
    trial = game.reopened()
    lines: list[str] = []
    written: Turn | None = None
    history = game.history
    at = 0
    while at < len(history):
        state = trial.state
        if turn_of(state) != written:
            written = turn_of(state)
            lines.append(f"{_turn_name(state, game.names)}: ")
        text, used = next_text(state, history, at)
        for action in history[at : at + used]:
            turn.apply(state, actions.bit_of(action))
        at += used
        lines[-1] += text if lines[-1].endswith(": ") else f"; {text}"
    return lines


def _turn_name(state: State, names: list[str]) -> str:
    turn_now = turn_of(state)
    return "0" if turn_now.seat is None else f"{turn_now.game_turn} {names[turn_now.seat]}"


def next_text(state: State, history: list[int], at: int) -> tuple[str, int]:
    """The next words of a record and how many single decisions they stand for."""
    row = decisions.decision(int(state.phase))
    assert row is not None, "an action answers a decision"
    if any(bit == actions.bit_of(history[at]) for bit, _ in row.opens):
        if at + 1 < len(history):
            return actions.text_of(state.setup, history[at + 1]), 2
        return actions.text_of(state.setup, history[at]), 1
    if not row.compound:
        return actions.text_of(state.setup, history[at]), 1
    return _grouped(state, row, history, at)


def _grouped(state: State, row: decisions.Decision, history: list[int], at: int) -> tuple[str, int]:
    """Pieces placed one by one, told as one sentence if the whole decision is there."""
    phase, copy, used = row.number, state.clone(), 0
    while (
        at + used < len(history)
        and copy.phase == phase
        and copy.race == state.race
        and copy.kind == state.kind
    ):
        turn.apply(copy, actions.bit_of(history[at + used]))
        used += 1
    single = actions.text_of(state.setup, history[at])
    if copy.phase == phase and copy.race == state.race and copy.kind == state.kind:
        return single, 1
    placed: dict[int, int] = {}
    for action in history[at : at + used]:
        bit = actions.bit_of(action)
        if bit != decisions.DONE:
            placed[bit] = placed.get(bit, 0) + 1
    if not placed:
        return single, 1
    if row.places_all:
        regions = bits_of(int(open_regions(state)))
        rest = int(state.left) - sum(placed.values())
        placed[regions[-1]] = placed.get(regions[-1], 0) + rest
        if phase == decisions.REDEPLOY:
            placed = {region: placed.get(region, 0) + int(state.tokens[region]) for region in regions}
            placed = {region: count for region, count in placed.items() if count > 1}
    labels = state.setup.board.labels
    words = " ".join(f"{labels[region]}:{count}" for region, count in sorted(placed.items()) if count)
    return f"{row.compound} {words}", used


@dataclass
class _Header:
    """What stands before the turns."""

    content: Content
    rules_version: int
    map_id: str | None = None
    names: list[str] | None = None
    options: str = ""
    position: str = ""


def read_record(text: str, content: Content | None = None) -> Game:
    """Replay a record; refused with line and cause if any of it is not right."""
    return _Replay(text, base_content() if content is None else content).game


class _Replay:
    """Reads a record line by line and plays it."""

    def __init__(self, text: str, content: Content) -> None:
        if len(text) > MAX_RECORD_CHARACTERS:
            raise Refused("too_long", most=MAX_RECORD_CHARACTERS)
        self.rows = text.splitlines()
        self.at = 0
        try:
            header = self._header(content)
            self.game = self._open(header)
            self._turns()
            self._end()
        except Refused as refused:
            if refused.code == "at_line":
                inner = refused.params
                if inner.get("line") == self.at:
                    raise
            raise at_line(max(self.at, 1), refused) from None

    def _peek(self) -> str:
        """The next line that says something, without taking it."""
        while self.at < len(self.rows) and not self.rows[self.at].split("#")[0].strip():
            self.at += 1
        if self.at >= len(self.rows):
            raise Refused("record_ends_early")
        return self.rows[self.at].strip()

    def _next(self) -> str:
        row = self._peek()
        self.at += 1
        return row

    def _block(self) -> str:
        """The quoted lines that follow."""
        lines = []
        while self.at < len(self.rows) and self.rows[self.at].startswith("|"):
            lines.append(self.rows[self.at][2:])
            self.at += 1
        return "\n".join(lines) + "\n"

    def _header(self, content: Content) -> _Header:
        first = self._next()
        words = first.split()
        if words[:2] != ["elbowroom", "record"]:
            raise Refused("not_a_record")
        if words[2:] not in [[str(version)] for version in range(1, RULES_VERSION + 1)]:
            raise Refused("record_version", found=" ".join(words[2:]), known=RULES_VERSION)
        header = _Header(content, int(words[2]))
        while True:
            word, _, value = self._peek().partition(" ")
            if word not in HEADER:
                if word[:1].isdecimal() or word in (UNFINISHED, "result"):
                    return header
                self.at += 1
                raise Refused("unknown_line", word=word, nearest=nearest(word, HEADER))
            self.at += 1
            if word == "map":
                header.map_id = value.strip()
            elif word == "players":
                header.names = value.split()
            elif word == "options":
                header.options = value
            elif word == "content":
                self._add_content(header, value.strip())
            else:
                header.position = self._block()

    def _add_content(self, header: _Header, expected: str) -> None:
        line = self.at
        text = self._block()
        if digest(text) != expected:
            self.at = line
            raise Refused("content_digest")
        if text not in header.content.invented:
            header.content = add_content(header.content, text, f"line {line}")

    def _open(self, header: _Header) -> Game:
        if header.names is None or header.map_id is None:
            raise Refused("record_header", missing="players" if header.names is None else "map")
        if header.position:
            game = Game.from_text(header.position, header.content, rules_version=header.rules_version)
            if game.names != header.names or game.setup.board.map_id != header.map_id:
                raise Refused("record_header", missing="position")
            return game
        players = len(header.names)
        check_names(header.names, players)
        options = read_options(header.options, header.names)
        return new_game(
            players,
            options=options,
            content=header.content,
            map_id=header.map_id,
            names=header.names,
            rules_version=header.rules_version,
        )

    def _turns(self) -> None:
        game = self.game
        while self._peek()[:1].isdecimal():
            row = self._next()
            name, colon, words = row.partition(":")
            if not colon or name.strip() != _turn_name(game.state, game.names):
                raise Refused("wrong_turn", found=name.strip(), expected=_turn_name(game.state, game.names))
            key = game.turn
            for text in words.split(";"):
                if game.is_over or game.turn != key:
                    raise Refused("after_the_turn", text=text.strip())
                game.apply(text)

    def _end(self) -> None:
        if self._next() != _result(self.game):
            raise Refused("wrong_result", expected=_result(self.game))
        if self._next() != _check(self.game):
            raise Refused("wrong_check")
        if any(row.strip() for row in self.rows[self.at :]):
            raise Refused("after_the_end")
