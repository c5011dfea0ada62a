"""Tables for tests: opened, joined and played without a server, at times that the test chooses."""

from __future__ import annotations

import random
from typing import Literal

from elbowroom.rules.setup import RULES_VERSION
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.entries import LogRow
from elbowroom.server.tables.naming import Naming
from elbowroom.server.tables.settings import TableSettings, check_settings
from elbowroom.server.tables.table import Table

SEED = "11" * 32
INVITE = "invited"


class Played:
    """A table together with its log, moved on by commands."""

    def __init__(self, settings: TableSettings, host: str = "ann") -> None:
        """Open it at time 0."""
        check_settings(settings)
        opened = entries.Opened(
            settings,
            fairness.commitment(SEED),
            host,
            INVITE,
            rules_version=RULES_VERSION,
            proof=fairness.PROOF,
        )
        self.log = [LogRow(1, 0.0, opened)]
        self.table = Table.from_log(self.log)

    def do(
        self, person: str, command: commands.AnyCommand, at: float = 0.0, naming: Naming | None = None
    ) -> list[entries.AnyEntry]:
        """Carry out a command at a time; at rated tables everybody has an account."""
        rated = Naming(person.title() if self.table.settings.is_rated else None)
        found = commands.decide(self.table, command, person, SEED, naming or rated)
        self.write(found, at)
        return found

    def write(self, found: list[entries.AnyEntry], at: float = 0.0) -> None:
        """Write entries and move the table on."""
        for entry in found:
            row = LogRow(self.table.seq + 1, at, entry)
            self.log.append(row)
            self.table.add(row)

    def sit(self, *people: str) -> Played:
        """Let these people join, in order."""
        for person in people:
            name = person.strip("_")
            self.do(person, commands.Join(name=name.title(), nonce=f"n{name}", invite=INVITE))
        return self

    def act_at_random(self, chance: random.Random, at: float = 0.0) -> None:
        """One random decision of whoever is to move."""
        seat = self.table.to_move
        assert seat is not None
        game = self.table.running
        text = game.text_of(chance.choice(game.legal()))
        by: Literal["person", "computer"] = "computer" if self.table.seats[seat].is_computer else "person"
        self.write(commands.act(self.table, seat, (text,), by, SEED), at)


def two(**settings: object) -> Played:
    """A table for two at which Ann and Bob sit."""
    return Played(TableSettings(players=2, **settings)).sit("ann", "bob")  # type: ignore[arg-type]
