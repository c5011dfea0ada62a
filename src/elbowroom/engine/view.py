"""The view: what a seat, or a spectator, may see, as plain data. What is hidden is decided in `secrets`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec

from elbowroom.engine import decisions
from elbowroom.engine.secrets import may_see_coins, viewer_of
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from elbowroom.engine.state import State


PhaseName: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(decisions.PHASE_NAMES)})]
"""The name of a decision, or `over`: a closed set for those who read the schema."""


@dataclass(frozen=True)
class RaceView:
    """A race in play."""

    race: str
    power: str | None
    in_decline: bool
    regions: tuple[int, ...]
    hand: int
    withdrawn: int
    displaced: int


@dataclass(frozen=True)
class PlayerView:
    """A player with their races, and their coins if the viewer may see them."""

    seat: int
    name: str
    coins: int | None
    active: RaceView | None
    declined: tuple[RaceView, ...]


@dataclass(frozen=True)
class RegionView:
    """A region and what stands in it."""

    number: int
    label: str
    tokens: int
    race: str | None
    owner: int | None
    in_decline: bool
    lost_tribe: bool
    markers: dict[str, int]


@dataclass(frozen=True)
class ComboView:
    """A combo of the column; its price is what lies above it."""

    race: str
    power: str
    coins: int
    price: int
    tokens: int


@dataclass(frozen=True)
class View:
    """Everything a viewer may see of a game."""

    map: str
    game_turn: int
    game_turns: int
    first_player: int | None
    seat: int
    to_move: int | None
    phase: PhaseName
    acting_race: str | None
    players: tuple[PlayerView, ...]
    regions: tuple[RegionView, ...]
    column: tuple[ComboView, ...]
    unrevealed_banners: tuple[str, ...]
    returned_banners: tuple[str, ...]
    unrevealed_badges: tuple[str, ...]
    discarded_badges: tuple[str, ...]
    tray: dict[str, int]
    peace: tuple[tuple[int, int], ...]
    """Pairs (ally, player): the ally may not attack the player's active race."""
    die: int | None
    target: int | None
    left: int
    placing: str | None
    non_empty_conquests: int
    is_over: bool


def view(state: State, names: list[str], viewer: int | None) -> View:
    """What the viewer may see; None is a spectator."""
    setup = state.setup
    seats = range(int(setup.players))
    dealt = state.phase != decisions.FIRST_PLAYER
    chance = state.phase <= decisions.LAST_CHANCE or state.phase == decisions.OVER
    row = decisions.decision(int(state.phase))
    places_marker = row is not None and row.places_marker
    return View(
        map=setup.board.map_id,
        game_turn=int(state.game_turn),
        game_turns=int(setup.board.game_turns),
        first_player=int(state.first_player) if dealt else None,
        seat=int(state.seat),
        to_move=None if chance else int(state.chooser()),
        phase=decisions.PHASE_NAMES[state.phase],
        acting_race=setup.race_ids[state.race] if state.race >= 0 else None,
        players=players_seen(state, names, viewer),
        regions=_regions(state),
        column=tuple(_combo(state, slot) for slot in range(int(state.combos_shown))),
        unrevealed_banners=tuple(setup.race_ids[race] for race in bits_of(int(state.banners))),
        returned_banners=tuple(setup.race_ids[state.returned[i]] for i in range(int(state.banners_returned))),
        unrevealed_badges=tuple(setup.power_ids[power] for power in bits_of(int(state.badges))),
        discarded_badges=tuple(setup.power_ids[power] for power in bits_of(int(state.discards))),
        tray={name: int(state.tray[race]) for race, name in enumerate(setup.race_ids)},
        peace=tuple(
            (ally, seat) for ally in seats for seat in seats if int(state.peace) >> (8 * ally + seat) & 1
        ),
        die=int(state.die) if state.die >= 0 else None,
        target=int(state.target) + 1 if state.target >= 0 else None,
        left=int(state.left),
        placing=setup.kind_names[state.kind] if places_marker and state.kind >= 0 else None,
        non_empty_conquests=int(state.non_empty),
        is_over=state.phase == decisions.OVER,
    )


def players_seen(state: State, names: list[str], viewer: int | None) -> tuple[PlayerView, ...]:
    """The players as the viewer may see them: the only part of a view in which viewers differ."""
    return tuple(_player(state, names, seat, viewer) for seat in range(int(state.setup.players)))


def _player(state: State, names: list[str], seat: int, viewer: int | None) -> PlayerView:
    setup = state.setup
    shown = may_see_coins(state, viewer_of(viewer), seat)
    active = int(state.active[seat])
    declined = [race for race in range(int(setup.races)) if state.owner[race] == seat and race != active]
    return PlayerView(
        seat=seat,
        name=names[seat],
        coins=int(state.coins[seat]) if shown else None,
        active=_race(state, active) if active >= 0 else None,
        declined=tuple(_race(state, race) for race in declined),
    )


def _race(state: State, race: int) -> RaceView:
    setup, power = state.setup, int(state.power[race])
    return RaceView(
        race=setup.race_ids[race],
        power=setup.power_ids[power] if power >= 0 else None,
        in_decline=state.is_declined(race),
        regions=tuple(region + 1 for region in bits_of(int(state.regions[race]))),
        hand=int(state.hand[race]),
        withdrawn=int(state.withdrawn[race]),
        displaced=int(state.displaced[2 * race] + state.displaced[2 * race + 1]),
    )


def _regions(state: State) -> tuple[RegionView, ...]:
    """All regions; only the kinds of markers that stand somewhere are counted."""
    present = [(kind, name) for kind, name in enumerate(state.setup.kind_names) if state.marker_mask(kind)]
    return tuple(_region(state, region, present) for region in range(int(state.setup.board.size)))


def _region(state: State, region: int, present: list[tuple[int, str]]) -> RegionView:
    setup, race = state.setup, int(state.holder(region))
    counts = {name: int(state.markers_in(kind, region)) for kind, name in present}
    return RegionView(
        number=region + 1,
        label=setup.board.labels[region],
        tokens=int(state.tokens[region]),
        race=setup.race_ids[race] if race >= 0 else None,
        owner=int(state.owner[race]) if race >= 0 else None,
        in_decline=race >= 0 and state.is_declined(race),
        lost_tribe=bool(int(state.tribes) >> region & 1),
        markers={name: count for name, count in counts.items() if count},
    )


def _combo(state: State, slot: int) -> ComboView:
    setup = state.setup
    race, power = int(state.column[slot]) >> 6, int(state.column[slot]) & 63
    return ComboView(
        race=setup.race_ids[race],
        power=setup.power_ids[power],
        coins=int(state.column_coins[slot]),
        price=slot,
        tokens=int(setup.combo(race, power, False).tokens),
    )
