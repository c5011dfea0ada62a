"""What a race, a power or a map will do, as messages of the catalogue that people read in their language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from elbowroom.rules import terms
from elbowroom.rules.content import leaves_rulebook
from elbowroom.rules.piece_names import BOX, marker_words, place_name
from elbowroom.rules.words import say, told

if TYPE_CHECKING:
    from elbowroom.rules.maps import Map
    from elbowroom.rules.traits import Entry, Marker, Price, Recruits, Strike, Traits


@dataclass(frozen=True)
class Sentence:
    """A message of the catalogue, and what it is filled in with."""

    code: str
    params: dict[str, str | int]
    key: str = ""
    """The key of the entry that it tells, such as `coins.hill`; of a list, with the word: `reach.water`."""

    def __str__(self) -> str:
        """In words."""
        return told(self.code, _named(self.params))


def describe(entry: Entry) -> list[str]:
    """One sentence for each thing the entry does."""
    return [str(sentence) for sentence in sentences(entry)]


def describe_own(entry: Entry) -> list[str]:
    """The same for a player's own entry, with what it makes of the rulebook's limits."""
    return [str(sentence) for sentence in own_sentences(entry)]


def sentences(entry: Entry) -> list[Sentence]:
    """The same as codes and parameters, for any language."""
    traits = entry.traits
    is_race = entry.tokens_in_box > 0
    tokens = "trait_tokens_race" if is_race else "trait_tokens_power"
    lines = [_said("tokens", tokens, count=traits.tokens)]
    if entry.tokens_of:
        lines.append(_said("tokens_of", "trait_tokens_of", race=entry.tokens_of, count=entry.tokens_in_box))
    benefits = [*_coins(traits), *_conquest(traits), *_others(traits)]
    for marker in traits.markers:
        benefits += _marker(marker)
    benefits += [_said(f"in_decline.keeps.{word}", f"trait_keeps_{word}") for word in traits.keeps]
    if not traits.counts_in_decline:
        benefits.append(_said("in_decline.counts", "trait_uncounted"))
    if traits.immune_in_decline:
        benefits.append(_said("in_decline.immune", "trait_immune_in_decline"))
    if traits.defence_in_decline == "none":
        benefits.append(_said("in_decline.defence", "trait_defenceless_in_decline"))
    return lines + (benefits or [_said("", "trait_nothing")])


def own_sentences(entry: Entry) -> list[Sentence]:
    """What a player's own entry does, and whether it keeps the rulebook's limits for blank pieces."""
    is_race = entry.tokens_in_box > 0
    tokens, *others = sentences(entry)
    lines = [tokens]
    if is_race and not entry.tokens_of:
        lines.append(_said("tokens_in_box", "trait_tokens_own", count=entry.tokens_in_box))
    left = [_said("rulebook", f"trait_beyond_{code}") for code in leaves_rulebook(entry, is_race=is_race)]
    return lines + others + (left or [_said("rulebook", "trait_rulebook_kept")])


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


_KINDS: Final = {"region": "any", "tribe": "with_tribe", "active": "with_active", "declined": "with_declined"}
"""Words of content that are called otherwise where a sentence speaks of regions of a kind."""


def _said(key: str, code: str, **params: str | int) -> Sentence:
    place = params.get("place")
    if isinstance(place, str):
        params = params | {"place": _KINDS.get(place, place)}
    return Sentence(code, params, key)


def _when(traits: Traits, key: str) -> list[Sentence]:
    """When the number of a key counts, if not always."""
    condition = terms.read_condition(traits.condition(key))
    if condition is None:
        return []
    words, count = condition
    code = f"trait_when_{words.replace(' N', '').replace(' ', '_')}"
    return [_said(key, code, count=count) if count else _said(key, code)]


def _coins(traits: Traits) -> list[Sentence]:
    lines = []
    for word, coins in traits.coins:
        key = f"coins.{word}"
        if word == "region" or word in terms.MOMENTS:
            lines.append(_said(key, f"trait_coins_{word}", coins=coins))
        elif word in terms.PLACES:
            lines.append(_said(key, "trait_coins_place", coins=coins, place=word))
        else:
            lines.append(_said(key, "trait_coins_marker", coins=coins, marker=word))
        lines += _when(traits, key)
    for word, coins in traits.conquest_coins:
        key = f"coins.conquest.{word}"
        lines.append(_said(key, "trait_coins_conquest", coins=coins, place=word))
        lines += _when(traits, key)
    if traits.beyond is not None:
        beyond = traits.beyond
        lines.append(_said("coins.beyond", "trait_coins_beyond", coins=beyond.each, regions=beyond.regions))
        lines += _when(traits, "coins.beyond")
    return lines


def _conquest(traits: Traits) -> list[Sentence]:
    lines = []
    for word, amount in traits.discount:
        key = f"discount.{word}"
        if amount < 0:
            lines.append(_said(key, "trait_dearer_place", place=word, amount=-amount))
        else:
            code = "trait_discount_region" if word == "region" else "trait_discount_place"
            lines.append(_said(key, code, place=word, amount=amount))
        lines += _when(traits, key)
    for word, amount in traits.beside:
        key = f"discount.beside.{word}"
        code = "trait_beside" if amount > 0 else "trait_dearer_beside"
        lines.append(_said(key, code, place=word, amount=abs(amount)))
        lines += _when(traits, key)
    if traits.each_conquest is not None:
        each = traits.each_conquest
        lines.append(_said("discount.each.conquest", "trait_each_conquest", amount=each.less, most=each.most))
        lines += _when(traits, "discount.each.conquest")
    if traits.each_neighbour is not None:
        each = traits.each_neighbour
        key = "discount.each.neighbour"
        lines.append(_said(key, "trait_each_neighbour", amount=each.less, most=each.most))
        lines += _when(traits, key)
    lines += [_said(f"ignores.{word}", f"trait_ignores_{word}") for word in traits.ignores]
    return lines + _reach(traits)


def _reach(traits: Traits) -> list[Sentence]:
    lines = [_said(f"reach.{word}", f"trait_reach_{word}") for word in traits.reach]
    for word in traits.links:
        if word in terms.PLACES:
            lines.append(_said(f"links.{word}", "trait_links_place", place=word))
            if word in terms.WATER_TERRAINS and "water" not in traits.reach:
                lines.append(_said(f"links.{word}", "trait_links_water"))
        else:
            lines.append(_said(f"links.{word}", "trait_links_marker", marker=word))
    if traits.leaps and not traits.starts_from:
        lines.append(_said("leaps", "trait_leaps"))
    lines += [_said(f"starts_from.{word}", "trait_leaps_from", place=word) for word in traits.starts_from]
    if traits.enters == "anywhere":
        lines.append(_said("enters", "trait_enters_anywhere"))
    return lines


def _recruits(recruits: Recruits) -> list[Sentence]:
    lines = []
    if recruits.non_empty:
        lines.append(_said("recruits.non_empty", "trait_recruits", count=recruits.non_empty))
    if recruits.turn:
        lines.append(_said("recruits.turn", "trait_recruits_turn", count=recruits.turn))
    lines += [
        _said(f"recruits.held.{word}", "trait_recruits_held", count=n, place=word)
        for word, n in recruits.held
    ]
    lines += [
        _said(f"recruits.conquest.{word}", "trait_recruits_conquest", count=n, place=word)
        for word, n in recruits.conquest
    ]
    if recruits.killed:
        lines.append(_said("recruits.killed", "trait_recruits_killed", count=recruits.killed))
    if recruits.declined_races:
        count = recruits.declined_races
        lines.append(_said("recruits.declined_races", "trait_recruits_declined_races", count=count))
    if recruits.at_start:
        lines.append(_said("recruits.at", "trait_recruits_at_start"))
    if recruits.for_attack:
        lines.append(_said("recruits.for", "trait_recruits_for_attack"))
    return lines


def _losses(traits: Traits) -> list[Sentence]:
    lines = []
    if traits.losses == 0:
        lines.append(_said("losses", "trait_losses"))
    elif traits.losses < 0:
        lines.append(_said("losses", "trait_losses_join"))
    elif traits.losses > 1:
        lines.append(_said("losses", "trait_losses_more", count=traits.losses))
    if traits.kills == 0:
        lines.append(_said("kills", "trait_kills_once_none" if traits.kills_once else "trait_kills_none"))
    elif traits.kills is not None:
        code = "trait_kills_once" if traits.kills_once else "trait_kills"
        lines.append(_said("kills", code, count=traits.kills))
    if traits.attacker_loses:
        lines.append(_said("attacker_loses", "trait_attacker_loses", count=traits.attacker_loses))
    if traits.takes_victim:
        lines.append(_said("takes.victim", "trait_takes_victim", coins=traits.takes_victim))
    if traits.takes_attacker:
        lines.append(_said("takes.attacker", "trait_takes_attacker", coins=traits.takes_attacker))
    return lines


def _standing(traits: Traits) -> list[Sentence]:
    lines = [
        _said(f"defence.{word}", "trait_defence", place=word, amount=amount)
        for word, amount in traits.defence
    ]
    lines += [_said(f"immune.{word}", "trait_immune", place=word) for word in traits.immune]
    if traits.garrison_least > 1:
        lines.append(_said("garrison.least", "trait_garrison_least", count=traits.garrison_least))
    if traits.garrison_most:
        lines.append(_said("garrison.most", "trait_garrison_most"))
    if not traits.redeploys:
        lines.append(_said("redeploys", "trait_redeploys_not"))
    if traits.abandons == "all":
        lines.append(_said("abandons", "trait_abandons_all"))
    return lines


def _others(traits: Traits) -> list[Sentence]:
    lines = [*_losses(traits), *_standing(traits)]
    if traits.recruits is not None:
        lines += _recruits(traits.recruits)
    if traits.attack_only:
        lines.append(_said("attack_only", "trait_attack_only", count=traits.attack_only))
    told = (verb for verb in traits.may if verb != "strike")
    lines += [_said(f"may.{verb}", f"trait_may_{verb.replace(' ', '_')}") for verb in told]
    if traits.strike is not None:
        lines += _strike(traits.strike)
    if traits.passed_costs == 0:
        lines.append(_said("passed_costs", "trait_passed_costs_none"))
    elif traits.passed_costs is not None:
        lines.append(_said("passed_costs", "trait_passed_costs", coins=traits.passed_costs))
    if traits.pay is not None:
        lines.append(_said("pay", "trait_pay", amount=traits.pay.discount, times=traits.pay.times))
        lines += _price("pay", traits.pay.price)
    return lines


def _strike(strike: Strike) -> list[Sentence]:
    lines = [_said("strike", "trait_may_strike", count=strike.tokens, times=strike.turn)]
    if strike.game:
        lines.append(_said("strike", "trait_strike_game", times=strike.game))
    if strike.opponent:
        lines.append(_said("strike", "trait_strike_opponent", times=strike.opponent))
    return lines + _price("strike", strike.price)


def _price(key: str, price: Price) -> list[Sentence]:
    if price.coins:
        return [_said(key, "trait_price_coins", coins=price.coins)]
    return [_said(key, "trait_price_tokens", count=price.tokens)] if price.tokens else []


def _marker(marker: Marker) -> list[Sentence]:
    name = marker.name
    numbers = {"count": marker.count, "per_region": marker.per_region}
    lines = [_said("marker", "trait_marker", marker=name, placed=marker.placed, **numbers)]
    if marker.defence:
        lines.append(_said("marker.defence", "trait_marker_defence", marker=name, defence=marker.defence))
    if marker.immune:
        lines.append(_said("marker.immune", "trait_marker_immune", marker=name))
    if marker.company:
        lines.append(_said("marker.company", "trait_marker_company", marker=name))
    lines += [_said("marker.where", "trait_marker_where", marker=name, place=word) for word in marker.where]
    if marker.guards:
        lines.append(_said("marker.guards", "trait_marker_guards", marker=name, amount=marker.guards))
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
