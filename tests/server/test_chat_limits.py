"""Chat: players and spectators have budgets of their own, so nobody ends the talk of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from elbowroom.rules.refusals import Refused
from elbowroom.server.durations import HOUR_SECONDS
from elbowroom.server.http.rate_limits import RateLimits
from elbowroom.server.tables import commands
from elbowroom.server.tables.chat_limits import (
    IN_A_ROW_SECONDS,
    MAX_LINES_IN_A_ROW,
    MAX_LINES_OF_SPECTATORS,
    MAX_LINES_PER_PLAYER,
    MAX_LINES_PER_SPECTATOR,
    MAX_SHOWN_LINES_OF_PLAYERS,
    MAX_SHOWN_LINES_OF_SPECTATORS,
    ChatLimits,
)
from elbowroom.server.tables.entries import LogRow, Said
from elbowroom.server.views.updates import chat_messages
from tests.server.tables import two

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


class Talk:
    """A table at which people write as much as they may."""

    def __init__(self) -> None:
        self.limits = ChatLimits([])
        self.now = 1000.0

    def say(self, person: str, *, is_player: bool) -> bool:
        """Write a line; False if it is refused."""
        try:
            self.limits.check(person, self.now, is_player=is_player)
        except Refused:
            return False
        self.limits.note(LogRow(1, self.now, Said(person, person, 0 if is_player else None, "x")))
        return True

    def talk(self, person: str, seconds: float, *, is_player: bool) -> int:
        """Write every second; how many lines were taken."""
        taken = 0
        for _ in range(int(seconds)):
            taken += self.say(person, is_player=is_player)
            self.now += 1.0
        return taken


def test_nobody_writes_many_lines_in_a_row() -> None:
    talk = Talk()
    assert [talk.say("ann", is_player=True) for _ in range(7)] == [True] * 5 + [False] * 2
    assert talk.say("bob", is_player=True), "others may"
    talk.now += IN_A_ROW_SECONDS
    assert talk.say("ann", is_player=True)
    assert MAX_LINES_IN_A_ROW == 5


def test_one_who_watches_cannot_end_the_chat() -> None:
    talk = Talk()
    assert talk.talk("eve", 600, is_player=False) == MAX_LINES_PER_SPECTATOR
    assert talk.say("cy", is_player=False), "another spectator may"
    for number in range(10):
        talk.talk(f"guest {number}", 60, is_player=False)
    assert not talk.say("dan", is_player=False), "all spectators together have written too much"
    assert talk.say("ann", is_player=True), "but those who play go on"
    talk.now += HOUR_SECONDS
    assert talk.say("eve", is_player=False), "old lines age out"


def test_a_player_writes_as_much_as_anybody_would() -> None:
    talk = Talk()
    assert talk.talk("ann", HOUR_SECONDS - 1, is_player=True) == MAX_LINES_PER_PLAYER
    assert talk.talk("ann", HOUR_SECONDS, is_player=True) > MAX_LINES_PER_PLAYER / 2


def test_what_was_written_before_a_restart_counts() -> None:
    rows = [LogRow(seq, 1000.0, Said("eve", "Eve", None, "x")) for seq in range(1, 40)]
    with pytest.raises(Refused):
        ChatLimits(rows).check("eve", 1100.0, is_player=False)
    ChatLimits(rows).check("ann", 1100.0, is_player=True)


def test_the_newest_lines_of_players_and_spectators_are_shown() -> None:
    """However much one kind writes, lines of the other stay."""
    played = two()
    rows = list(played.log)
    for number in range(300):
        seat = None if number < 250 else 0
        rows.append(LogRow(len(rows) + 1, float(number), Said("x", "X", seat, str(number))))
    shown = [message.text for message in chat_messages(rows, played.table, None, frozenset())]
    of_spectators = [str(number) for number in range(250 - MAX_SHOWN_LINES_OF_SPECTATORS, 250)]
    assert shown == of_spectators + [str(number) for number in range(250, 300)]
    assert MAX_SHOWN_LINES_OF_PLAYERS >= 50
    assert MAX_LINES_OF_SPECTATORS <= MAX_SHOWN_LINES_OF_SPECTATORS


def test_spectators_of_one_address_cannot_end_the_chat_for_others() -> None:
    limits = RateLimits()

    def is_taken(address: str, table: str, person: str) -> bool:
        request = cast("HTTPConnection", {"client": (address, 1)})
        try:
            limits.message(request, table, person, commands.Say("x", "Eve"), is_player=False)
        except Refused:
            return False
        return True

    taken = sum(is_taken("203.0.113.7", "table", f"guest {number}") for number in range(200))
    assert 0 < taken <= MAX_LINES_OF_SPECTATORS / 2
    assert is_taken("198.51.100.1", "table", "cy")
    assert is_taken("203.0.113.7", "another table", "dan")
