"""Events, costs, scores, prompts and players in sentences, all from the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.agents import hint_reasons
from elbowroom.agents.reason_finder import shared_reasons
from elbowroom.engine.event_text import sentence
from elbowroom.engine.events import Deployed, Scored
from elbowroom.rules.command_words import in_own_words, own_words
from elbowroom.rules.piece_names import PieceNames, marker_name, place_name, source_name
from elbowroom.rules.refusals import Refusal
from elbowroom.rules.traits import nearest
from elbowroom.rules.words import capital, has_words, listed, percent, region_name, region_title, say, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elbowroom.agents.agent import Option
    from elbowroom.agents.hint_reasons import HintReason
    from elbowroom.engine.events import Event, ScorePart
    from elbowroom.engine.explanation import Cost, CostPart, LegalAction, Score
    from elbowroom.engine.game import Game
    from elbowroom.engine.view import ComboView, PlayerView, RaceView, View
    from elbowroom.rules.traits import Entry

SEAT_PARAMETERS: Final = ("player", "ally")
"""Parameters of refusals that hold a seat, counted from 1."""


class Wording:
    """The sentences of one game: it knows the names of its players, races, powers and regions."""

    def __init__(self, game: Game) -> None:
        content = game.setup.content
        self.names = game.names
        self.map_id = game.setup.board.map_id
        self.regions = content.map(self.map_id).regions
        self.entries: dict[str, Entry] = {entry.id: entry for entry in (*content.races, *content.powers)}
        self.pieces = PieceNames(content)

    def title(self, piece_id: str) -> str:
        """A race or power as it stands at the beginning of a line."""
        return capital(self.pieces.piece(piece_id))

    def label(self, number: int) -> str:
        """A region as it is written in actions."""
        return self.regions[number - 1].label

    def region(self, number: int) -> str:
        """A region as it is called in a sentence."""
        return region_name(self.map_id, number, self.label(number))

    def region_first(self, number: int) -> str:
        """The same where a sentence begins."""
        return region_title(self.map_id, number, self.label(number))

    def ground(self, number: int) -> str:
        """What a region is: its terrain and its symbols."""
        region = self.regions[number - 1]
        return ", ".join(place_name(word) for word in (region.terrain, *region.symbols))

    def events(self, events: Iterable[Event]) -> list[str]:
        """A sentence for each event; pieces that go to one region one by one share a sentence."""
        lines: list[str] = []
        merged: list[Event] = []
        for event in events:
            last = merged[-1] if merged else None
            if isinstance(event, Deployed) and isinstance(last, Deployed) and _is_same_region(last, event):
                merged[-1] = msgspec.structs.replace(last, tokens=last.tokens + event.tokens)
            else:
                merged.append(event)
        for event in merged:
            line = sentence(event, self.names, self.region, self.pieces)
            if isinstance(event, Scored):
                line = f"{line} {self._sources(event.parts)}".rstrip()
            lines.append(line)
        return lines

    def _sources(self, parts: Iterable[ScorePart]) -> str:
        """Coins by race and source, in brackets; nothing if there are none."""
        races: dict[str, list[str]] = {}
        for part in parts:
            words = say("terminal_source", source=self._payer(part), coins=part.coins)
            races.setdefault(part.race, []).append(words)
        lines = [
            told("terminal_sources_race", {**self.pieces.race_words(race), "sources": words})
            for race, words in races.items()
        ]
        return say("terminal_sources", races="; ".join(lines)) if lines else ""

    def _payer(self, part: ScorePart) -> str:
        """Who pays coins: the regions, or the race or power that grants something for them."""
        return source_name(part.source) if part.source == "regions" else self.pieces.piece(part.entry)

    def reason(self, refusal: Refusal) -> str:
        """A refusal with players by name."""
        params = dict(refusal.params)
        for key in SEAT_PARAMETERS:
            if isinstance(seat := params.get(key), int):
                params[key] = self.names[seat - 1]
        return Refusal(refusal.code, params).reason

    def advice(self, options: Sequence[Option]) -> list[str]:
        """The actions an agent would consider, best first; reasons that all share come once."""
        common = shared_reasons(options)
        lines = [say("terminal_hint_title")]
        # Only differences are shown: how far a player is ahead would give away what the others hide.
        for place, option in enumerate(options):
            own = [self.hint_reason(reason) for reason in option.reasons if reason not in common]
            behind = round(options[0].lead - option.lead)
            lead = say("hint_behind", coins=behind) if place else say("hint_best")
            key = "terminal_hint_line" if own else "terminal_hint_bare"
            lines.append(say(key, text=", ".join(map(in_own_words, option.texts)), lead=lead, reasons=own))
        if common:
            lines.append(say("hint_shared", reasons=[self.hint_reason(reason) for reason in common]))
        return lines

    def hint_reason(self, reason: HintReason) -> str:
        """A reason with players, pieces and regions as people call them."""
        params: dict[str, object] = msgspec.structs.asdict(reason)
        match reason:
            case hint_reasons.DrivesOut() | hint_reasons.StrikesTokens():
                params |= {"player": self.names[reason.seat]}
                params |= self.pieces.race_words(reason.race, reason.tokens)
            case hint_reasons.AllyHolds():
                params |= {"player": self.names[reason.seat]}
            case hint_reasons.ThenConquers():
                params |= {"places": listed([self.region(region) for region in reason.places])}
            case hint_reasons.BringsFromSources():
                params |= {
                    "sources": [
                        say("terminal_source", source=source_name(source), coins=coins)
                        for source, coins in reason.sources
                    ]
                }
            case hint_reasons.IfItSucceeds():
                params |= {"chance": percent(reason.chance)}
        return told(f"hint_{reason.code}", params)

    def cost(self, cost: Cost, *, is_readied: bool) -> list[str]:
        """What a region costs, part by part, and whether it can be taken, or why not.

        Before troops are readied, the tokens are those that would be in hand afterwards.
        """
        region = self.region_first(cost.region)
        lines = []
        if cost.parts:
            parts = [
                say("terminal_cost_part", part=self._part(part), amount=part.amount) for part in cost.parts
            ]
            key = "terminal_cost" if is_readied else "terminal_cost_unreadied"
            lines.append(say(key, region=region, total=cost.total, parts=parts, tokens=cost.tokens))
        lines += [self.reason(reason) for reason in cost.reasons]
        if cost.chance is not None:
            lines.append(say("terminal_cost_die", chance=percent(cost.chance)))
        elif not cost.reasons:
            key = "terminal_cost_enough" if is_readied else "terminal_cost_enough_unreadied"
            lines.append(say(key, region=region))
        return lines

    def _part(self, part: CostPart) -> str:
        if part.name in self.entries:
            return self.pieces.piece(part.name)
        if part.name.startswith("marker_"):
            return marker_name(part.name.removeprefix("marker_"))
        return say(f"cost_{part.name}")

    def score(self, score: Score) -> str:
        """Coins by source if the turn ended now, and what must be given up for it."""
        sources = self._sources(score.parts)
        words = [say("terminal_score", coins=score.total), sources, self.given_up(score.gives_up)]
        return " ".join(filter(None, words))

    def given_up(self, count: int) -> str:
        """That regions must be given up as tokens that only attack leave; nothing if none must."""
        return say("terminal_gives_up", count=count) if count else ""

    def prompt(self, view: View) -> str:
        """The question that is due."""
        race = view.acting_race
        held = {each.race: each for player in view.players for each in _races(player)}
        tokens = held[race].hand if race in held else 0
        words = self.pieces.race_words(race, tokens) if race else {}
        return told(f"prompt_{view.phase}", {**words, "tokens": tokens, "left": view.left})

    def legal_words(self, legal: Sequence[LegalAction]) -> list[str]:
        """The legal answers, those that begin alike together: `conquer 3 [2], 7 [4?]`."""
        groups: dict[str, list[str]] = {}
        for action in legal:
            verb, _, rest = action.text.partition(" ")
            groups.setdefault(verb, [])
            if rest:
                price = say("terminal_price", cost=action.cost) if action.cost is not None else ""
                if action.chance is not None:
                    price = say("terminal_price_die", cost=action.cost, chance=percent(action.chance))
                groups[verb].append(f"{rest} {price}".rstrip())
        # Giving up regions is rare: what has no number comes first where a turn begins.
        order = sorted(groups, key=lambda verb: verb == "abandon")
        return [f"{own_words(verb)[0]} {', '.join(groups[verb])}".rstrip() for verb in order]

    def hint(self, view: View, legal: Sequence[LegalAction]) -> str:
        """How this question is answered, with an example that is legal now where one is needed."""
        regions = [action.region for action in legal if action.region is not None]
        first = regions[0] if regions else 1
        tokens = view.regions[first - 1].tokens if view.phase == "redeploy" else 0
        example = f"{view.phase} {self.label(first)}:{tokens + view.left}"
        key = f"terminal_hint_{view.phase}"
        return say(key, example=example, region=self.label(first), left=view.left)

    def combo_line(self, place: int, combo: ComboView) -> str:
        """A combo of the column with its tokens, its price and the coins on it."""
        words = self.pieces.combo_words(combo.power, combo.race)
        price = say("terminal_price_combo", coins=combo.price) if combo.price else say("terminal_price_free")
        line = told("terminal_combo", {**words, "place": place, "tokens": combo.tokens, "price": price})
        return f"{line} {say('terminal_combo_coins', coins=combo.coins)}" if combo.coins else line

    def player_lines(self, player: PlayerView, level: str | None) -> list[str]:
        """A player, their coins if they may be seen, and each of their races."""
        who = player.name
        if level is not None:
            shown = say(f"web_level_{level}").lower() if has_words(f"web_level_{level}") else level
            who = say("terminal_player_computer", player=player.name, level=shown)
        coins = (
            say("terminal_coins_hidden")
            if player.coins is None
            else say("terminal_coins", coins=player.coins)
        )
        lines = [say("terminal_player", player=who, coins=coins)]
        return lines + [self._race_line(race) for race in _races(player)]

    def _race_line(self, race: RaceView) -> str:
        key = "terminal_race_declined" if race.in_decline else "terminal_race"
        regions = [self.label(number) for number in race.regions]
        words = self.pieces.combo_words(race.power, race.race)
        line = told(key, {**words, "count": len(regions), "hand": race.hand})
        if regions:
            line = f"{line} {say('terminal_race_regions', regions=regions)}"
        if race.withdrawn:
            line = f"{line} {say('terminal_race_withdrawn', count=race.withdrawn)}"
        return line

    def entries_named(self, text: str) -> list[Entry]:
        """The races and powers that a text names, in the spoken language or in the notation's words.

        Empty if one of its words is none.
        """
        names = {entry.name.lower(): entry for entry in self.entries.values()}
        names |= {self.pieces.piece(entry.id).lower(): entry for entry in self.entries.values()}
        words, entries = text.replace("_", " ").lower().split(), []
        while words:
            for length in range(len(words), 0, -1):
                entry = names.get(" ".join(words[:length]))
                if entry is not None:
                    entries.append(entry)
                    words = words[length:]
                    break
            else:
                return []
        return entries

    def nearest_entry(self, text: str) -> str:
        """The name of a race or power that is most like this text, or nothing."""
        return nearest(text.title(), [self.title(entry) for entry in self.entries])


def _races(player: PlayerView) -> list[RaceView]:
    return [*([player.active] if player.active else []), *player.declined]


def _is_same_region(one: Deployed, other: Deployed) -> bool:
    return (one.race, one.region) == (other.race, other.region)
