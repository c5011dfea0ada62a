"""What a race, a power or a map will do, in words: the answer of `elbowroom content check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.rules import terms
from elbowroom.rules.words import say

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map
    from elbowroom.rules.traits import Entry, Marker, Traits


def describe(entry: Entry) -> list[str]:
    """One sentence for each thing the entry does."""
    traits = entry.traits
    is_race = entry.tokens_in_box > 0
    lines = [say("trait_tokens_race" if is_race else "trait_tokens_power", count=traits.tokens)]
    if entry.tokens_of:
        lines.append(say("trait_tokens_of", race=entry.tokens_of, count=entry.tokens_in_box))
    benefits = [*_coins(traits), *_conquest(traits), *_others(traits)]
    if traits.marker is not None:
        benefits += _marker(traits.marker)
    benefits += [say(f"trait_keeps_{word}") for word in traits.keeps]
    if not traits.counts_in_decline:
        benefits.append(say("trait_uncounted"))
    return lines + (benefits or [say("trait_nothing")])


def _coins(traits: Traits) -> list[str]:
    lines = []
    for word, coins in traits.coins:
        if word == "region" or word in terms.MOMENTS:
            lines.append(say(f"trait_coins_{word}", coins=coins))
        elif word in terms.PLACES:
            lines.append(say("trait_coins_place", coins=coins, place=word))
        else:
            lines.append(say("trait_coins_marker", coins=coins, marker=word))
    return lines


def _conquest(traits: Traits) -> list[str]:
    lines = []
    for word, amount in traits.discount:
        key = "trait_discount_region" if word == "region" else "trait_discount_place"
        lines.append(say(key, place=word, amount=amount))
    lines += [say("trait_beside", place=word, amount=amount) for word, amount in traits.beside]
    lines += [say(f"trait_reach_{word}") for word in traits.reach]
    if traits.enters == "anywhere":
        lines.append(say("trait_enters_anywhere"))
    return lines


def _others(traits: Traits) -> list[str]:
    lines = []
    if traits.losses == 0:
        lines.append(say("trait_losses"))
    if traits.recruits:
        lines.append(say("trait_recruits", count=traits.recruits))
    if traits.attack_only:
        lines.append(say("trait_attack_only", count=traits.attack_only))
    return lines + [say(f"trait_may_{verb.replace(' ', '_')}") for verb in traits.may]


def _marker(marker: Marker) -> list[str]:
    words = {"marker": marker.name, "count": marker.count, "placed": marker.placed}
    lines = [say("trait_marker", per_region=marker.per_region, **words)]
    if marker.defence:
        lines.append(say("trait_marker_defence", marker=marker.name, defence=marker.defence))
    if marker.immune:
        lines.append(say("trait_marker_immune", marker=marker.name))
    if marker.company:
        lines.append(say("trait_marker_company", marker=marker.name))
    return lines


def describe_map(found: Map) -> list[str]:
    """A map in a sentence."""
    land = sum(region.terrain in terms.LAND_TERRAINS for region in found.regions)
    tribes = sum(region.lost_tribe for region in found.regions)
    return [
        say(
            "trait_map",
            id=found.id,
            players=found.players,
            game_turns=found.game_turns,
            regions=len(found.regions),
            land=land,
            tribes=tribes,
        )
    ]
