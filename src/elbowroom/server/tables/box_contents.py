"""The content of the box for clients: races, powers and maps, what they do, which of them players added."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from elbowroom.drawing.svg.palette import race_colour
from elbowroom.rules import terms
from elbowroom.rules.boards import Board
from elbowroom.rules.content import add_content, base_content, lenders_for, most_tokens
from elbowroom.rules.description import Sentence, own_sentences, sentences
from elbowroom.rules.emblems import emblem_symbols
from elbowroom.rules.refusals import Refusal, Refused, refuse_all
from elbowroom.rules.trait_keys import SHORT_FORMS
from elbowroom.rules.trait_offers import TraitOffer, box_markers, trait_offers
from elbowroom.rules.traits import Emblem, Traits
from elbowroom.rules.trial import trial_position
from elbowroom.server.tables.settings import check_uploads

if TYPE_CHECKING:
    from elbowroom.rules.content import Content
    from elbowroom.rules.maps import Map
    from elbowroom.rules.traits import Entry


NEW_RACE_TOKENS: Final = 5


class EntryInfo(msgspec.Struct, frozen=True):
    """A race or a special power."""

    id: str
    name: str
    tokens: int
    """What its banner or badge says."""
    tokens_in_box: int | None
    """Of a race."""
    tokens_of: str | None
    """For an own race: the race of the box whose tokens it borrows."""
    text: dict[str, str]
    """What its author says of it, by language."""
    traits: list[Sentence]
    """What it does: messages of the catalogue, with what they are filled in with."""
    marker: str | None
    colour: str | None
    """Of a race's tokens."""
    emblem: Emblem | None
    """What the author of an own piece chose."""
    is_own: bool
    """Whether a player added it."""
    trial: str | None
    """When own content is checked: a position on which it can be tried."""


class RegionInfo(msgspec.Struct, frozen=True):
    """A region of a map."""

    number: int
    label: str
    terrain: str
    symbols: list[str]
    is_border: bool
    is_coastal: bool
    neighbors: list[int]


class MapInfo(msgspec.Struct, frozen=True):
    """A map, without what it looks like."""

    id: str
    name: str
    """What people call it; the id of a map that was given no other name."""
    players: int
    game_turns: int
    is_own: bool
    has_outlines: bool
    """Whether it can be drawn."""
    regions: list[RegionInfo]


class Box(msgspec.Struct, frozen=True):
    """What can be played with."""

    races: list[EntryInfo]
    powers: list[EntryInfo]
    maps: list[MapInfo]


class TokenLimits(msgspec.Struct, frozen=True):
    """The highest number on a piece: by the rulebook, and in a file that leaves it."""

    rulebook: int
    free: int


class NewRace(msgspec.Struct, frozen=True):
    """What a race has that somebody begins with."""

    tokens: int
    lenders: tuple[str, ...]
    """The races of the box that have enough tokens for it; the one without an ability is missed least."""


class Workshop(msgspec.Struct, frozen=True):
    """What a form for own races and powers offers."""

    traits: tuple[TraitOffer, ...]
    short_forms: dict[str, str]
    """Keys that take a number in the place of a table, and which key of the table that number is."""
    conditions: tuple[str, ...]
    """When a conditional number counts; N is a number of regions."""
    max_condition_regions: int
    markers: tuple[dict[str, Any], ...]
    """The markers of the box as they are written: one of the same name must have the same numbers."""
    banner: TokenLimits
    badge: TokenLimits
    max_tokens_in_box: int
    new_race: NewRace
    symbols: tuple[str, ...]
    """What an emblem may show."""
    shapes: tuple[str, ...]
    """What may lie behind it."""
    colours: tuple[str, ...]
    """What a race may be painted with."""


def workshop() -> Workshop:
    """What a form for own races and powers offers."""
    return Workshop(
        traits=trait_offers(),
        short_forms=dict(SHORT_FORMS),
        conditions=terms.CONDITIONS,
        max_condition_regions=terms.MAX_CONDITION_REGIONS,
        markers=box_markers(),
        banner=_token_limits(is_race=True),
        badge=_token_limits(is_race=False),
        max_tokens_in_box=terms.MAX_TOKENS_IN_BOX,
        new_race=_new_race(),
        symbols=emblem_symbols(),
        shapes=terms.EMBLEM_SHAPES,
        colours=terms.COLOURS,
    )


def _new_race() -> NewRace:
    lenders = sorted(lenders_for(NEW_RACE_TOKENS), key=lambda race: race.traits != Traits(race.traits.tokens))
    return NewRace(NEW_RACE_TOKENS, tuple(race.id for race in lenders))


def _token_limits(*, is_race: bool) -> TokenLimits:
    return TokenLimits(most_tokens(is_race=is_race, free=False), most_tokens(is_race=is_race, free=True))


def box_of(content: Content) -> Box:
    """All that this content holds."""
    base = base_content()
    return Box(
        [_piece(race, is_own=race not in base.races) for race in content.races],
        [_piece(power, is_own=power not in base.powers) for power in content.powers],
        [_map(board, is_own=board not in base.maps) for board in content.maps],
    )


def own_box(content: Content) -> Box:
    """What players added to it, with what it makes of the rulebook's limits."""
    base, box = base_content(), box_of(content)
    return Box(
        [_own_piece(race, content) for race in content.races if race not in base.races],
        [_own_piece(power, content) for power in content.powers if power not in base.powers],
        [board for board in box.maps if board.is_own],
    )


def check_own_content(texts: tuple[str, ...]) -> None:
    """Refuse a player's own races, powers and maps, naming everything that is wrong with any of them."""
    check_uploads(texts)
    content, refusals = base_content(), {}
    for number, text in enumerate(texts, start=1):
        try:
            content = add_content(content, text, f"own {number}", is_new=True)
        except Refused as refused:
            refusals[f"own {number}"] = refused
    if len(refusals) == 1:
        raise next(iter(refusals.values()))
    problems = [problem for refused in refusals.values() for problem in _problems(refused)]
    refuse_all("content", ", ".join(refusals), problems)


def _problems(refused: Refused) -> list[Refusal]:
    """All that is wrong with one text."""
    details = cast("list[dict[str, Any]]", refused.params.get("details", []))
    return [Refusal(**detail) for detail in details] or [refused.refusal]


def _piece(entry: Entry, *, is_own: bool) -> EntryInfo:
    markers = entry.traits.markers
    return EntryInfo(
        id=entry.id,
        name=entry.name,
        tokens=entry.traits.tokens,
        tokens_in_box=entry.tokens_in_box or None,
        tokens_of=entry.tokens_of or None,
        text=dict(entry.text),
        traits=sentences(entry),
        marker=markers[0].name if markers else None,
        colour=race_colour(entry.id, entry.colour) if entry.tokens_in_box else None,
        emblem=entry.emblem,
        is_own=is_own,
        trial=None,
    )


def _own_piece(entry: Entry, content: Content) -> EntryInfo:
    return msgspec.structs.replace(
        _piece(entry, is_own=True), traits=own_sentences(entry), trial=trial_position(content, entry)
    )


def _map(game_map: Map, *, is_own: bool) -> MapInfo:
    masks = Board(game_map).masks
    return MapInfo(
        id=game_map.id,
        name=game_map.name,
        players=game_map.players,
        game_turns=game_map.game_turns,
        is_own=is_own,
        has_outlines=all(region.outline for region in game_map.regions),
        regions=[
            RegionInfo(
                number=number + 1,
                label=region.label,
                terrain=region.terrain,
                symbols=list(region.symbols),
                is_border=bool(masks["border"] >> number & 1),
                is_coastal=bool(masks["coastal"] >> number & 1),
                neighbors=[other + 1 for other in region.neighbors],
            )
            for number, region in enumerate(game_map.regions)
        ],
    )
