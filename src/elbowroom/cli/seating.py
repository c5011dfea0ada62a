"""Who sits at the table in the terminal: how many, which of them are computers, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from elbowroom.agents import LEVELS, agent_named
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FEWEST: Final = 2
MOST: Final = 5
NOBODY: Final = "none"
USUAL: Final = "normal"


@dataclass(frozen=True)
class Seating:
    """The players by seat; a person has no level."""

    names: tuple[str, ...]
    levels: tuple[str | None, ...]


def words_of(text: str) -> list[str]:
    """The words of a list that is written with commas or blanks."""
    return text.replace(",", " ").split()


def levels_of(text: str) -> list[str]:
    """The levels of the computer players, each checked; `none` is an empty list."""
    levels = [] if text.strip().lower() == NOBODY else [word.lower() for word in words_of(text)]
    for level in levels:
        agent_named(level, 0)
    return levels


def seat_players(players: int | None, computers: str | None, names: str | None) -> Seating:
    """Seat people first, then computers; what is left open is filled so that a game can begin."""
    named = words_of(names) if names else []
    levels = None if computers is None else levels_of(computers)
    if players is None:
        players = max(
            FEWEST, len(named) + len(levels) if levels and named else len(named), len(levels or ()) + 1
        )
    if levels is None:
        levels = [USUAL] * max(0, players - max(1, len(named)))
    if len(levels) > players:
        raise Refused("more_agents_than_seats", agents=len(levels), players=players)
    seats: list[str | None] = [*[None] * (players - len(levels)), *levels]
    return Seating(tuple(_names(named, seats)), tuple(seats))


def _names(named: Sequence[str], levels: Sequence[str | None]) -> list[str]:
    """The given names; where there are none, what the seat is, numbered where there are several."""
    people = levels.count(None)
    if len(named) not in (0, people, len(levels)):
        raise Refused("name_count", names=len(named), players=people)
    found = list(named)
    for seat in range(len(found), len(levels)):
        is_person = levels[seat] is None
        word = say("terminal_person" if is_person else "terminal_computer")
        several = people > 1 if is_person else len(levels) - people > 1
        found.append(f"{word}{seat + 1 - (0 if is_person else people)}" if several else word)
    return found


def ask_seating(ask: Callable[[str], str]) -> Seating:
    """The two short questions before a game; Enter is a game against one computer."""
    players = _ask_players(ask)
    while True:
        usual = " ".join([USUAL] * (players - 1))
        answer = ask(say("terminal_ask_computers", known=list(LEVELS), usual=usual)) or usual
        try:
            return seat_players(players, answer, None)
        except Refused as refused:
            click.echo(refused.refusal.reason)


def _ask_players(ask: Callable[[str], str]) -> int:
    while True:
        answer = ask(say("terminal_ask_players", fewest=FEWEST, most=MOST)) or str(FEWEST)
        if answer.isdecimal() and FEWEST <= int(answer) <= MOST:
            return int(answer)
        click.echo(say("terminal_bad_players", word=answer, fewest=FEWEST, most=MOST))
