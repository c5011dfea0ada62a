"""Who sits at the table in the terminal: how many, which of them are computers, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from elbowroom.agents import LEVELS, SHIPPED, agent_named
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NO_COMPUTERS: Final = "none"
DEFAULT_LEVEL: Final = "normal"


@dataclass(frozen=True)
class Seating:
    """The players by seat; a person has no level."""

    names: tuple[str, ...]
    levels: tuple[str | None, ...]


def split_words(text: str) -> list[str]:
    """The words of a list that is written with commas or blanks."""
    return text.replace(",", " ").split()


def parse_levels(text: str) -> list[str]:
    """The levels or agents of the computer players, each checked; `none` is an empty list."""
    words = [] if text.strip().lower() == NO_COMPUTERS else split_words(text)
    levels = [word.lower() if word.lower() in SHIPPED else word for word in words]
    for level in levels:
        agent_named(level, 0)
    return levels


def seat_players(players: int | None, computers: str | None, names: str | None) -> Seating:
    """Seat people first, then computers; what is left open is filled so that a game can begin."""
    given_names = split_words(names) if names else []
    levels = None if computers is None else parse_levels(computers)
    if players is None:
        players = max(
            MIN_PLAYERS,
            len(given_names) + len(levels) if levels and given_names else len(given_names),
            len(levels or ()) + 1,
        )
    if levels is None:
        levels = [DEFAULT_LEVEL] * max(0, players - max(1, len(given_names)))
    if len(levels) > players:
        raise Refused("more_agents_than_seats", agents=len(levels), players=players)
    seats: list[str | None] = [*[None] * (players - len(levels)), *levels]
    return Seating(tuple(_fill_names(given_names, seats)), tuple(seats))


def _fill_names(given_names: Sequence[str], levels: Sequence[str | None]) -> list[str]:
    """The given names; where there are none, what the seat is, numbered where there are several."""
    people = levels.count(None)
    if len(given_names) not in (0, people, len(levels)):
        raise Refused("name_count", names=len(given_names), players=people)
    filled = list(given_names)
    for seat in range(len(filled), len(levels)):
        is_person = levels[seat] is None
        word = say("terminal_person" if is_person else "terminal_computer")
        several = people > 1 if is_person else len(levels) - people > 1
        filled.append(f"{word}{seat + 1 - (0 if is_person else people)}" if several else word)
    return filled


def ask_seating(ask: Callable[[str], str]) -> Seating:
    """The two short questions before a game; Enter is a game against one computer."""
    players = _ask_players(ask)
    while True:
        usual = " ".join([DEFAULT_LEVEL] * (players - 1))
        answer = ask(say("terminal_ask_computers", known=list(LEVELS), usual=usual)) or usual
        try:
            return seat_players(players, answer, None)
        except Refused as refused:
            click.echo(refused.refusal.reason)


def _ask_players(ask: Callable[[str], str]) -> int:
    while True:
        answer = ask(say("terminal_ask_players", fewest=MIN_PLAYERS, most=MAX_PLAYERS)) or str(MIN_PLAYERS)
        if answer.isdecimal() and MIN_PLAYERS <= int(answer) <= MAX_PLAYERS:
            return int(answer)
        click.echo(say("terminal_bad_players", word=answer, fewest=MIN_PLAYERS, most=MAX_PLAYERS))
