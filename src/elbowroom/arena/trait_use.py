"""How often players use what a race or a special power does: counted from the actions and events of a game.

A trait is named as in its file, such as `coins.mine` or `may substitute`. Traits that work without anybody's
doing and leave no event, such as the number of tokens, are not counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from elbowroom.engine import conquest, decisions
from elbowroom.engine.actions import bit_of, decision_of, is_chance
from elbowroom.engine.events import (
    CoinsGiven,
    Conquered,
    Declined,
    DrivenOut,
    MarkerPlaced,
    Paid,
    Recruited,
    Scored,
)
from elbowroom.rules import terms
from elbowroom.rules.setup import setup_for

if TYPE_CHECKING:
    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.rules.content import Content
    from elbowroom.rules.setup import Setup
    from elbowroom.rules.traits import Entry


def countable_traits(entry: Entry) -> list[str]:
    """The traits of an entry whose use is counted."""
    traits = entry.traits
    words = [f"coins.{word}" for word, _ in traits.coins]
    if traits.conquest_coins:
        words.append("coins.conquest")
    if traits.beyond is not None:
        words.append("coins.beyond")
    if traits.discount or traits.beside or traits.each_conquest or traits.each_neighbour or traits.ignores:
        words.append("discount")
    if traits.reach or traits.links or traits.leaps:
        words.append("reach")
    if traits.enters != "border":
        words.append("enters")
    if traits.losses <= 0:
        words.append("losses")
    if traits.recruits is not None:
        words.append("recruits")
    if traits.takes_victim:
        words.append("takes.victim")
    if traits.takes_attacker:
        words.append("takes.attacker")
    if traits.pay is not None:
        words.append("pay")
    if traits.markers:
        words.append("marker")
    words += [f"may {verb}" for verb in traits.may]
    return words + [f"keeps {word}" for word in traits.keeps if word != "marker"]


def count_uses(game: Game, entry: Entry) -> Counter[str]:
    """How often each trait of the entry was used in a finished game."""
    return _Replay(game, entry).uses


class _Replay:
    """Plays a game again and looks at what its actions and events owe to one entry."""

    def __init__(self, whole: Game, entry: Entry) -> None:
        self.uses: Counter[str] = Counter()
        self._entry = entry
        self._countable = frozenset(countable_traits(entry))
        self._markers = frozenset(marker.name for marker in entry.traits.markers)
        self._game = whole.reopened()
        self._plain_setup = _without_reach(whole.setup, entry)
        for action in whole.history:
            if not is_chance(action):
                self._look_at_action(decision_of(action), bit_of(action))
            is_acting = self._is_acting()
            holders = self._holders()
            for event in self._game.apply_with_events(action):
                self._look_at_event(event, holders, is_acting=is_acting)

    def _count(self, trait: str) -> None:
        if trait in self._countable:
            self.uses[trait] += 1

    def _has_entry(self, race: int) -> bool:
        """Whether the race is in play and has the entry as its banner or badge."""
        state, setup = self._game.state, self._game.setup
        if state.owner[race] < 0:
            return False
        power = int(state.power[race])
        return setup.race_ids[race] == self._entry.id or (
            power >= 0 and setup.power_ids[power] == self._entry.id
        )

    def _holders(self) -> frozenset[str]:
        """The races in play that have the entry."""
        names = enumerate(self._game.setup.race_ids)
        return frozenset(name for race, name in names if self._has_entry(race))

    def _is_acting(self) -> bool:
        """Whether the active race of the player whose turn it is has the entry."""
        state = self._game.state
        active = int(state.active[state.seat]) if state.phase > decisions.FIRST_PLAYER else -1
        return active >= 0 and self._has_entry(active)

    def _seats_of(self, holders: frozenset[str]) -> set[int]:
        """Whose races these are."""
        state, names = self._game.state, self._game.setup.race_ids
        return {int(state.owner[names.index(name)]) for name in holders}

    def _is_active(self, seat: int, race: str) -> bool:
        return int(self._game.state.active[seat]) == self._game.setup.race_ids.index(race)

    def _look_at_action(self, phase: int, bit: int) -> None:
        if not self._is_acting():
            return
        row = decisions.decision(phase)
        assert row is not None
        if row.asks and bit != decisions.DONE:
            self._count(f"may {row.asks}")
        if phase == decisions.CONQUER and bit == decisions.ROLL:
            self._count(f"may {terms.VERBS[terms.ROLL_FIRST]}")
        state = self._game.state
        if not row.is_attack or bit >= state.setup.board.size or state.race != state.active[state.seat]:
            return
        race, power = int(state.race), int(state.power[state.race])
        plain = self._plain_setup.combo(race, power, declined=False)
        if not int(conquest.reach_of(state, race, plain)) >> bit & 1:
            is_entering = state.regions[race] == 0 and "enters" in self._countable
            self._count("enters" if is_entering else "reach")
        if phase == decisions.CONQUER and "discount" in self._countable:
            parts = self._game.cost(state.setup.board.labels[bit]).parts
            if any(part.name == self._entry.id and part.amount < 0 for part in parts):
                self._count("discount")

    def _look_at_event(self, event: Event, holders: frozenset[str], *, is_acting: bool) -> None:
        match event:
            case Scored(parts=parts):
                for part in parts:
                    if part.entry == self._entry.id:
                        self._count(f"coins.{part.source}")
                        if part.in_decline:
                            self._count("keeps coins")
            case DrivenOut(race=race, lost=0) if race in holders:
                self._count("losses")
            case Recruited(race=race) if race in holders:
                self._count("recruits")
            case CoinsGiven(to=seat):
                if is_acting and seat == self._game.state.seat:
                    self._count("takes.victim")
                elif seat in self._seats_of(holders):
                    self._count("takes.attacker")
            case Paid(race=race) if race in holders:
                self._count("pay")
            case MarkerPlaced(marker=marker) if is_acting and marker in self._markers:
                self._count("marker")
            case Declined(race=race, keeps_tokens=True) if race in holders:
                self._count("keeps tokens")
            case Conquered(race=race) if race in holders and not self._is_active(event.seat, race):
                self._count("keeps conquest")


def _without_reach(setup: Setup, entry: Entry) -> Setup:
    """The same setup with an entry that reaches no further than others: what it could not conquer then."""
    content = setup.content
    game_map = content.map(setup.board.map_id)
    return setup_for(_plain_content(content, entry), game_map, setup.options, int(setup.rules_version))


@lru_cache(maxsize=64)
def _plain_content(content: Content, entry: Entry) -> Content:
    plain = replace(
        entry, traits=replace(entry.traits, reach=(), links=(), leaps=0, starts_from=(), enters="border")
    )
    return replace(
        content,
        races=tuple(plain if race.id == entry.id else race for race in content.races),
        powers=tuple(plain if power.id == entry.id else power for power in content.powers),
    )
