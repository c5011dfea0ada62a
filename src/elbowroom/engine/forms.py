"""The form of a decision: which regions are to be chosen, or how many pieces go where.

A client that draws a form needs no rule: everything that limits the answer is in it, the words of the answer
too, and a suggestion to begin with. Decisions that are answered by one action have no form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from elbowroom.engine import conquest, decisions
from elbowroom.engine.events import Gathered, MarkerTakenUp
from elbowroom.engine.explanation import places
from elbowroom.rules.bits import bits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elbowroom.engine.events import Event
    from elbowroom.engine.state import State


class SpreadForm(msgspec.Struct, frozen=True, tag_field="kind", tag="spread"):
    """Pieces are spread over regions. The answer is `VERB REGION:COUNT ...`, or `none` if none is placed."""

    verb: str
    regions: tuple[int, ...]
    standing: tuple[int, ...]
    """The pieces that stand in each of the regions whatever is decided."""
    pieces: int
    """How many pieces there are to place."""
    room: tuple[int, ...]
    """How many more pieces each of the regions can take."""
    must_place_all: bool
    says_totals: bool
    """Whether the counts of the answer contain what stands there already."""
    none: str | None
    """The answer that places nothing; null if there is none."""
    exposed: tuple[int, ...]
    """Those of the regions that opponents could attack on their next turn."""
    before: tuple[int, ...]
    """How many stood in each region before they were taken in hand; empty if that is not known."""
    suggestion: tuple[int, ...]
    """How many pieces could go into each region: as before, and the rest where opponents could attack."""


class ChoiceForm(msgspec.Struct, frozen=True, tag_field="kind", tag="choice"):
    """Some regions are chosen. The answer is `VERB REGION REGION ...`, or `none` if none is chosen."""

    verb: str
    regions: tuple[int, ...]
    min: int
    max: int
    none: str | None
    then: str | None
    """The action that follows at once, as a second one of the same command."""
    suggestion: tuple[int, ...]


Form = SpreadForm | ChoiceForm


def form(state: State, lately: Iterable[Event] = ()) -> Form | None:
    """The form of the decision that is due; the events that led to it say where pieces stood before."""
    phase = int(state.phase)
    row = decisions.decision(phase)
    if row is None:
        return None
    if phase == decisions.READY:
        regions = tuple(bit + 1 for bit in bits_of(int(state.regions[state.race])))
        return ChoiceForm(row.verb, regions, 0, len(regions), None, "expand", ())
    if not row.is_spread:
        return None
    regions = tuple(places(state))
    if row.compound:
        return _spread(state, row, regions, lately)
    none = row.word_of(decisions.DONE)
    needed = 1 if none is not None else int(state.left)
    suggestion = tuple(region for region in _markers_before(state, lately) if region in regions)[:needed]
    return ChoiceForm(row.verb, regions, 0 if none is not None else needed, needed, none, None, suggestion)


def suggested_text(state: State, spread: SpreadForm) -> str:
    """The answer that places the pieces as suggested, in the words of the notation."""
    labels = state.setup.board.labels
    rows = zip(spread.regions, spread.standing, spread.suggestion, strict=True)
    places_of = [
        f"{labels[region - 1]}:{added + (standing if spread.says_totals else 0)}"
        for region, standing, added in rows
        if added or spread.says_totals
    ]
    return " ".join([spread.verb, *places_of])


def _spread(
    state: State, row: decisions.Decision, regions: tuple[int, ...], lately: Iterable[Event]
) -> SpreadForm:
    pieces = int(state.left)
    if row.places_marker:
        kind = state.kind
        standing = tuple(int(state.markers_in(kind, region - 1)) for region in regions)
        room = tuple(int(state.setup.kind_layers[kind]) - count for count in standing)
        counts = _markers_before(state, lately)
    else:
        standing = tuple(int(state.tokens[region - 1]) for region in regions)
        room = (pieces,) * len(regions)
        counts = _tokens_before(lately)
    before = tuple(counts.get(region, 0) for region in regions) if counts else ()
    threatened = int(conquest.exposed(state, int(state.chooser())))
    exposed = tuple(region for region in regions if threatened >> (region - 1) & 1)
    return SpreadForm(
        verb=row.compound,
        regions=regions,
        standing=standing,
        pieces=pieces,
        room=room,
        must_place_all=row.places_all,
        says_totals=state.phase == decisions.REDEPLOY,
        none=row.word_of(decisions.DONE),
        exposed=exposed,
        before=before,
        suggestion=_suggestion(regions, standing, pieces, room, before, exposed or regions),
    )


def _suggestion(
    regions: tuple[int, ...],
    standing: tuple[int, ...],
    pieces: int,
    room: tuple[int, ...],
    before: tuple[int, ...],
    weak: tuple[int, ...],
) -> tuple[int, ...]:
    """As many as before; what is left goes one by one to the weak region in which the fewest stand."""
    added = [0] * len(regions)
    left = pieces
    for index, count in enumerate(before):
        added[index] = min(count, room[index], left)
        left -= added[index]
    candidates = [regions.index(region) for region in weak]
    while left > 0:
        open_ones = [index for index in candidates if added[index] < room[index]]
        if not open_ones:
            break
        added[min(open_ones, key=lambda index: standing[index] + added[index])] += 1
        left -= 1
    return tuple(added)


def _tokens_before(lately: Iterable[Event]) -> Mapping[int, int]:
    """Where the tokens stood that were gathered last."""
    counts: dict[int, int] = {}
    for event in lately:
        if isinstance(event, Gathered):
            counts = {each.region: each.tokens for each in event.taken}
    return counts


def _markers_before(state: State, lately: Iterable[Event]) -> Mapping[int, int]:
    """Where the markers stood that are to be placed."""
    counts: dict[int, int] = {}
    if state.kind < 0:
        return counts
    name = state.setup.kind_names[state.kind]
    for event in lately:
        if isinstance(event, MarkerTakenUp) and event.marker == name:
            counts[event.region] = counts.get(event.region, 0) + 1
    return counts
