"""The view: what a seat, or a spectator, may see, as plain data. What is hidden is decided in `secrets`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import msgspec

from elbowroom.engine import decisions
from elbowroom.engine.changes import Changes
from elbowroom.engine.column import price_of
from elbowroom.engine.secrets import may_see_coins, viewer_of
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from elbowroom.engine.state import State


PhaseName: TypeAlias = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(decisions.PHASE_NAMES)})]
"""The name of a decision, or `over`: a closed set for those who read the schema."""


class RaceView(msgspec.Struct, frozen=True):
    """A race in play."""

    race: str
    power: str | None
    in_decline: bool
    regions: tuple[int, ...]
    hand: int
    withdrawn: int
    displaced: int


class PlayerView(msgspec.Struct, frozen=True):
    """A player with their races, and their coins if the viewer may see them."""

    seat: int
    name: str
    coins: int | None
    active: RaceView | None
    declined: tuple[RaceView, ...]


class RegionView(msgspec.Struct, frozen=True):
    """A region and what stands in it."""

    number: int
    label: str
    tokens: int
    race: str | None
    owner: int | None
    in_decline: bool
    lost_tribe: bool
    markers: dict[str, int]


class ComboView(msgspec.Struct, frozen=True):
    """A combo of the column; its price is what lies above it."""

    race: str
    power: str
    coins: int
    price: int
    tokens: int


class View(msgspec.Struct, frozen=True):
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
    return View(
        map=setup.board.map_id,
        game_turns=int(setup.board.game_turns),
        players=players_seen(state, names, viewer),
        regions=_regions(state),
        column=_column(state),
        tray={name: int(state.tray[race]) for race, name in enumerate(setup.race_ids)},
        **_stacks(state),
        **_turn(state),
    )


def _turn(state: State) -> dict[str, Any]:
    """The parts of a view that say where the turn stands, by name."""
    setup = state.setup
    phase = int(state.phase)
    is_nobodys = phase <= decisions.LAST_CHANCE or phase == decisions.OVER
    row = decisions.decision(phase)
    places_marker = row is not None and row.places_marker
    return {
        "game_turn": int(state.game_turn),
        "first_player": int(state.first_player) if phase != decisions.FIRST_PLAYER else None,
        "seat": int(state.seat),
        "to_move": None if is_nobodys else int(state.chooser()),
        "phase": decisions.PHASE_NAMES[phase],
        "acting_race": setup.race_ids[state.race] if state.race >= 0 else None,
        "peace": _peace(int(state.peace), int(setup.players)),
        "die": int(state.die) if state.die >= 0 else None,
        "target": int(state.target) + 1 if state.target >= 0 else None,
        "left": int(state.left),
        "placing": setup.kind_names[state.kind] if places_marker and state.kind >= 0 else None,
        "non_empty_conquests": int(state.non_empty),
        "is_over": phase == decisions.OVER,
    }


def _peace(mask: int, players: int) -> tuple[tuple[int, int], ...]:
    if not mask:
        return ()
    seats = range(players)
    return tuple((ally, seat) for ally in seats for seat in seats if mask >> (8 * ally + seat) & 1)


def _stacks(state: State) -> dict[str, Any]:
    """The parts of a view that tell what may still come into the column, by name."""
    races, powers = state.setup.race_ids, state.setup.power_ids
    return {
        "unrevealed_banners": tuple(races[race] for race in bits_of(int(state.banners))),
        "returned_banners": tuple(races[state.returned[i]] for i in range(int(state.banners_returned))),
        "unrevealed_badges": tuple(powers[power] for power in bits_of(int(state.badges))),
        "discarded_badges": tuple(powers[power] for power in bits_of(int(state.discards))),
    }


def _column(state: State) -> tuple[ComboView, ...]:
    return tuple(_combo(state, slot) for slot in range(int(state.combos_shown)))


def players_seen(state: State, names: list[str], viewer: int | None) -> tuple[PlayerView, ...]:
    """The players as the viewer may see them: the only part of a view in which viewers differ."""
    return tuple(_player(state, names, seat, viewer) for seat in range(int(state.setup.players)))


def _player(state: State, names: list[str], seat: int, viewer: int | None) -> PlayerView:
    shown = may_see_coins(state, viewer_of(viewer), seat)
    active = int(state.active[seat])
    return PlayerView(
        seat=seat,
        name=names[seat],
        coins=int(state.coins[seat]) if shown else None,
        active=_race(state, active) if active >= 0 else None,
        declined=_declined(state, seat),
    )


def _declined(state: State, seat: int) -> tuple[RaceView, ...]:
    active = state.active[seat]
    races = range(int(state.setup.races))
    return tuple(_race(state, race) for race in races if state.owner[race] == seat and race != active)


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
    present = _marker_kinds(state)
    return tuple(_region(state, region, present) for region in range(int(state.setup.board.size)))


def _marker_kinds(state: State) -> list[tuple[int, str]]:
    """The kinds of markers that stand somewhere: only these need be counted."""
    return [(kind, name) for kind, name in enumerate(state.setup.kind_names) if state.marker_mask(kind)]


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
        price=int(price_of(state, slot)),
        tokens=int(setup.combo(race, power, False).tokens),
    )


REPLACED: Final = "="
"""The key of an object in a patch that replaces a whole object: `{"=": {...}}`."""

ViewPatch: TypeAlias = dict[str, Any]
"""What changes in a view, in the shape of the view: `{"regions": {"4": {"tokens": 2}}, "phase": "redeploy"}`.

Objects are followed into, with the indexes of lists as keys; anything else takes the place of what is there.
"""


class ViewChanges:
    """What changes in the views of a game from one state to another, for one viewer after the other.

    Applying the patch of a viewer to their view of the first state gives their view of the second one.
    """

    def __init__(self, before: State, after: State, names_before: list[str], names: list[str]) -> None:
        self._before = before
        self._after = after
        self._changes = Changes(before, after)
        self._renamed = {seat: name for seat, name in enumerate(names) if names_before[seat] != name}
        self._shared: ViewPatch = {**self._map(), **self._players(), **self._turn()}
        """What all viewers see."""

    def patch(self, viewer_before: int | None, viewer: int | None) -> ViewPatch:
        """The changes that a viewer sees, who may look from another seat than before."""
        coins = self.coins(viewer_before, viewer)
        if not coins:
            return self._shared
        players = dict(self._shared.get("players", {}))
        for seat, amount in coins.items():
            players[seat] = {**players.get(seat, {}), "coins": amount}
        return {**self._shared, "players": players}

    def coins(self, viewer_before: int | None, viewer: int | None) -> dict[str, int | None]:
        """The coins by seat that change for a viewer: the only change in which viewers differ."""
        before, after = self._before, self._after
        seen_before, seen_now = viewer_of(viewer_before), viewer_of(viewer)
        changes: dict[str, int | None] = {}
        is_end = before.phase == decisions.OVER or after.phase == decisions.OVER
        if not self._changes.coins and seen_before == seen_now and not is_end:
            return changes
        for seat in range(int(after.setup.players)):
            was_seen, is_seen = may_see_coins(before, seen_before, seat), may_see_coins(after, seen_now, seat)
            if was_seen != is_seen or (is_seen and before.coins[seat] != after.coins[seat]):
                changes[str(seat)] = int(after.coins[seat]) if is_seen else None
        return changes

    def _map(self) -> ViewPatch:
        before, after, changes = self._before, self._after, self._changes
        patch: ViewPatch = {}
        if changes.regions:
            was, now = _marker_kinds(before), _marker_kinds(after)
            patch["regions"] = {
                str(region): _differences(_region(before, region, was), _region(after, region, now))
                for region in bits_of(int(changes.regions))
            }
        if changes.trays:
            races = after.setup.race_ids
            patch["tray"] = {races[race]: int(after.tray[race]) for race in bits_of(int(changes.trays))}
        if changes.is_column:
            patch["column"] = _column(after)
        if changes.is_stacks:
            patch |= _changed_items(_stacks(before), _stacks(after))
        return patch

    def _players(self) -> ViewPatch:
        before, after, changes = self._before, self._after, self._changes
        players: dict[str, dict[str, Any]] = {}
        for seat, name in self._renamed.items():
            players.setdefault(str(seat), {})["name"] = name
        for seat in bits_of(int(changes.active)):
            was, now = int(before.active[seat]), int(after.active[seat])
            active = _race(after, now) if now >= 0 else None
            if active is not None and was == now:
                change: Any = _differences(_race(before, was), active)
            else:
                change = active if active is None else {REPLACED: active}
            players.setdefault(str(seat), {})["active"] = change
        for seat in bits_of(int(changes.declined)):
            players.setdefault(str(seat), {})["declined"] = _declined(after, seat)
        return {"players": players} if players else {}

    def _turn(self) -> ViewPatch:
        return _changed_items(_turn(self._before), _turn(self._after))


def _differences(before: RegionView | RaceView, after: RegionView | RaceView) -> dict[str, Any]:
    """The fields in which two records of one kind differ, as the second one has them."""
    return {
        name: {REPLACED: value} if isinstance(value, dict) else value
        for name in after.__struct_fields__
        if (value := getattr(after, name)) != getattr(before, name)
    }


def _changed_items(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in after.items() if value != before[name]}
