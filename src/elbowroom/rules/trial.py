"""A position on which an own race or power can be tried at once, as text in the notation."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from elbowroom.content import read_text
from elbowroom.rules.content import base_content

if TYPE_CHECKING:
    from elbowroom.rules.content import Content
    from elbowroom.rules.traits import Entry, Traits

TRYING, RIVAL = "P1", "P2"
"""The players: the first one tries the race."""


def trial_position(content: Content, entry: Entry) -> str:
    """The first player is about to move with this race or power, beside everything that it may attack."""
    plan = _plan()
    race, power = _combo(content, entry)
    others = _preferred(plan["rivals"], content.races, race)
    powers = _preferred(plan["rival_powers"], content.powers, power)
    lines = [
        f"map {plan['map']}",
        f"players {TRYING} {RIVAL}",
        f"game-turn {plan['game_turn']}",
        f"tribes {' '.join(map(str, plan['tribes']))}",
        f"{RIVAL} {others[1]}, in decline : {_standing(plan['declined'])}",
        f"{RIVAL} {powers[0]} {others[0]} : {_standing(plan['active'])}",
        f"{TRYING} {power.id} {race.id} : {_own_regions(race.traits, power.traits)} <- to move",
    ]
    return "\n".join(lines) + "\n"


@cache
def _plan() -> dict[str, Any]:
    return tomllib.loads(read_text("base", "trial.toml"))


def _combo(content: Content, entry: Entry) -> tuple[Entry, Entry]:
    """The race and the power that are tried together: both of the author's if there are both."""
    base, plan = base_content(), _plan()
    races = [race for race in content.races if race not in base.races] or [content.race(plan["race"])]
    powers = [power for power in content.powers if power not in base.powers] or [content.power(plan["power"])]
    if entry in content.races:
        return entry, powers[0]
    return races[0], entry


def _preferred(wanted: list[str], entries: tuple[Entry, ...], taken: Entry) -> list[str]:
    """What is in the box besides the piece that is tried; those that are wanted first."""
    there = [entry.id for entry in entries if entry is not taken]
    return sorted(there, key=lambda piece: wanted.index(piece) if piece in wanted else len(wanted))


def _standing(regions: dict[str, int]) -> str:
    return ", ".join(f"{region} {tokens}" for region, tokens in regions.items())


def _own_regions(race: Traits, power: Traits) -> str:
    """All tokens of the combo, spread over its regions, with the markers that stand in every region."""
    tokens, least = race.tokens + power.tokens, max(race.garrison_least, power.garrison_least)
    regions = _plan()["regions"][: max(1, tokens // least)]
    markers = [
        marker
        for marker in (*race.markers, *power.markers)
        if marker.placed == "every region" and not marker.where
    ]
    parts = []
    for number, region in enumerate(regions):
        standing = [marker.name for marker in markers if number < marker.count]
        share = tokens // len(regions) + (number < tokens % len(regions))
        parts.append(" + ".join([f"{region} {share}", *standing]))
    return ", ".join(parts)
