"""What a race, a power or a map will do, as messages of the catalogue that people read in their language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elbowroom.rules import terms
from elbowroom.rules.piece_names import BOX, marker_words, place_name
from elbowroom.rules.words import say, told

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map
    from elbowroom.rules.traits import Entry, Marker, Traits


@dataclass(frozen=True)
class Sentence:
    """A message of the catalogue, and what it is filled in with."""

    code: str
    params: dict[str, str | int]

    def __str__(self) -> str:
        """In words."""
        return told(self.code, _named(self.params))


def describe(entry: Entry) -> list[str]:
    """One sentence for each thing the entry does."""
    return [str(sentence) for sentence in sentences(entry)]


def sentences(entry: Entry) -> list[Sentence]:
    """The same as codes and parameters, for any language."""
    traits = entry.traits
    is_race = entry.tokens_in_box > 0
    lines = [_said("trait_tokens_race" if is_race else "trait_tokens_power", count=traits.tokens)]
    if entry.tokens_of:
        lines.append(_said("trait_tokens_of", race=entry.tokens_of, count=entry.tokens_in_box))
    benefits = [*_coins(traits), *_conquest(traits), *_others(traits)]
    if traits.marker is not None:
        benefits += _marker(traits.marker)
    benefits += [_said(f"trait_keeps_{word}") for word in traits.keeps]
    if not traits.counts_in_decline:
        benefits.append(_said("trait_uncounted"))
    return lines + (benefits or [_said("trait_nothing")])


def _named(params: dict[str, str | int]) -> dict[str, object]:
    """The parameters of a sentence, with everything that they name in words."""
    named: dict[str, object] = dict(params)
    for key, value in params.items():
        if not isinstance(value, str):
            continue
        if key == "place":
            named["place"] = place_name(value)
        elif key == "marker":
            named |= marker_words([value])
        elif key == "race":
            named |= BOX.race_words(value, params["count"])
        elif key == "placed":
            named["placed"] = say(f"web_piece_placed_{value.replace(' ', '_')}")
    return named


def _said(code: str, **params: str | int) -> Sentence:
    return Sentence(code, params)


def _coins(traits: Traits) -> list[Sentence]:
    lines = []
    for word, coins in traits.coins:
        if word == "region" or word in terms.MOMENTS:
            lines.append(_said(f"trait_coins_{word}", coins=coins))
        elif word in terms.PLACES:
            lines.append(_said("trait_coins_place", coins=coins, place=word))
        else:
            lines.append(_said("trait_coins_marker", coins=coins, marker=word))
    return lines


def _conquest(traits: Traits) -> list[Sentence]:
    lines = []
    for word, amount in traits.discount:
        code = "trait_discount_region" if word == "region" else "trait_discount_place"
        lines.append(_said(code, place=word, amount=amount))
    lines += [_said("trait_beside", place=word, amount=amount) for word, amount in traits.beside]
    lines += [_said(f"trait_reach_{word}") for word in traits.reach]
    if traits.enters == "anywhere":
        lines.append(_said("trait_enters_anywhere"))
    return lines


def _others(traits: Traits) -> list[Sentence]:
    lines = []
    if traits.losses == 0:
        lines.append(_said("trait_losses"))
    if traits.recruits:
        lines.append(_said("trait_recruits", count=traits.recruits))
    if traits.attack_only:
        lines.append(_said("trait_attack_only", count=traits.attack_only))
    return lines + [_said(f"trait_may_{verb.replace(' ', '_')}") for verb in traits.may]


def _marker(marker: Marker) -> list[Sentence]:
    lines = [
        _said(
            "trait_marker",
            marker=marker.name,
            count=marker.count,
            placed=marker.placed,
            per_region=marker.per_region,
        )
    ]
    if marker.defence:
        lines.append(_said("trait_marker_defence", marker=marker.name, defence=marker.defence))
    if marker.immune:
        lines.append(_said("trait_marker_immune", marker=marker.name))
    if marker.company:
        lines.append(_said("trait_marker_company", marker=marker.name))
    return lines


def describe_map(game_map: Map) -> list[str]:
    """A map in a sentence."""
    land = sum(region.terrain in terms.LAND_TERRAINS for region in game_map.regions)
    tribes = sum(region.lost_tribe for region in game_map.regions)
    return [
        say(
            "trait_map",
            id=game_map.id,
            players=game_map.players,
            game_turns=game_map.game_turns,
            regions=len(game_map.regions),
            land=land,
            tribes=tribes,
        )
    ]
