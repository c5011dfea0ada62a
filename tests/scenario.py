"""Scenarios: a position in the project's notation, questions about it, and play from there.

Every question answers in the words of the rulebook, so that a rule test reads as a paragraph. The small maps
of tests/maps are at hand beside those of the box.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from elbowroom.engine.game import Game
from elbowroom.rules.content import Content, add_content, base_content
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from elbowroom.engine.events import Event
    from elbowroom.engine.view import RaceView, View

MAPS = Path(__file__).parent / "maps"

rule = pytest.mark.rule
"""Marks the rules and rulings a test proves: `@rule("CON-3", "RUL-41")`."""


@cache
def box() -> Content:
    """The base box with the small maps of the tests."""
    content = base_content()
    for file in sorted(MAPS.glob("*.json")):
        content = add_content(content, file.read_text(encoding="utf-8"), file.name)
    return content


def scenario(text: str, content: Content | None = None) -> Scenario:
    """A position to start from."""
    game = Game.from_text(dedent(text), box() if content is None else content)
    return Scenario(game, ())


@dataclass(frozen=True)
class Scenario:
    """A position, and what happened on the way to it. Playing gives a new scenario."""

    game: Game
    events: tuple[Event, ...]

    def play(self, *texts: str) -> Scenario:
        """The scenario after these actions; chance outcomes (`die 2`, `badge hill`) are actions too."""
        game = Game.from_text(self.game.to_text(), self.game.setup.content)
        events: list[Event] = []
        for text in texts:
            events += game.apply_with_events(text)
        return Scenario(game, tuple(events))

    def refusal(self, text: str) -> str:
        """The code with which an action is refused; fails if it is not refused."""
        trial = Game.from_text(self.game.to_text(), self.game.setup.content)
        with pytest.raises(Refused) as caught:
            trial.apply(text)
        assert caught.value.refusal.reason
        return caught.value.code

    @property
    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return [action.text for action in self.game.legal_actions()]

    @property
    def to_move(self) -> str:
        """The name of the player to move, `chance`, or `nobody`."""
        seat = self.game.to_move
        if seat is None:
            return "nobody"
        return "chance" if seat < 0 else self.game.names[seat]

    @property
    def phase(self) -> str:
        """The decision that is due."""
        return self.game.phase

    def view(self, name: str | None = None) -> View:
        """What a player, or a spectator, sees."""
        return self.game.view(None if name is None else self.game.names.index(name))

    def cost(self, region: str) -> int:
        """What a region costs the acting race (whether or not it may be taken)."""
        return self.game.cost(region).total

    def cost_parts(self, region: str) -> dict[str, int]:
        """The same, part by part."""
        return {part.name: part.amount for part in self.game.cost(region).parts}

    def reasons(self, region: str) -> list[str]:
        """The codes of the reasons why a region cannot be taken."""
        return [reason.code for reason in self.game.cost(region).reasons]

    def targets(self) -> list[str]:
        """The regions that can be conquered outright."""
        return [a.text.split()[1] for a in self.game.legal_actions() if a.region and a.chance is None]

    def attempts(self) -> list[str]:
        """The regions on which a final attempt is possible."""
        return [a.text.split()[1] for a in self.game.legal_actions() if a.region and a.chance is not None]

    def region(self, label: str) -> str:
        """What stands in a region: `Bob 4 + lair`, `lost tribe`, `empty`."""
        found = next(r for r in self.view().regions if r.label == label)
        words = ["lost tribe"] if found.lost_tribe else []
        if found.owner is not None:
            words.append(f"{self.game.names[found.owner]} {found.tokens}")
        for marker, count in found.markers.items():
            words.append(marker if count == 1 else f"{count} {marker}")
        return " + ".join(words) or "empty"

    def race(self, race: str) -> RaceView:
        """A race in play."""
        for player in self.view().players:
            for found in (player.active, *player.declined):
                if found is not None and found.race == race:
                    return found
        raise AssertionError(f"{race} is not in play")

    def races(self, name: str) -> list[str]:
        """A player's races: `forest orcs`, `trolls in decline`."""
        player = self.view().players[self.game.names.index(name)]
        found = [f"{player.active.power} {player.active.race}"] if player.active else []
        return found + [
            f"{r.power} {r.race} in decline" if r.power else f"{r.race} in decline" for r in player.declined
        ]

    def hand(self, race: str) -> int:
        """Tokens of a race in its owner's hand."""
        return self.race(race).hand

    def tray(self, race: str) -> int:
        """Tokens of a race in the storage tray."""
        return self.view().tray[race]

    def coins(self, name: str) -> int:
        """A player's coins."""
        coins = self.view(name).players[self.game.names.index(name)].coins
        assert coins is not None
        return coins

    def preview(self) -> dict[str, int]:
        """The coins by `race source` that the player whose turn it is would score now."""
        found: dict[str, int] = {}
        for part in self.game.score_preview().parts:
            key = f"{part.race} {part.source}"
            found[key] = found.get(key, 0) + part.coins
        return found

    def column(self) -> list[str]:
        """The visible combos from the top: `flying trolls`, with the coins lying on it: `hill elves 2`."""
        return [f"{c.power} {c.race}" + (f" {c.coins}" if c.coins else "") for c in self.view().column]

    def codes(self) -> list[str]:
        """The codes of the events of the last `play`."""
        return [event.code for event in self.events]
