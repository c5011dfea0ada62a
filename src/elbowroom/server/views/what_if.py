"""What if: a moment of a game, and some actions that nobody has carried out.

They are played on a copy of what the person who asks may know, without a dealer: hidden coins are made up,
and chance brings what the person names. Nothing is stored, and the table does not change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from elbowroom.engine.actions import is_chance, verbs_at
from elbowroom.engine.game import CHANCE
from elbowroom.engine.view import ViewChanges
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.commands import MAX_ACTION_CHARACTERS, MAX_ACTIONS
from elbowroom.server.views.table_view import (
    StepPatch,
    TableView,
    TableViews,
    audience_of,
    decision_of,
    viewing_seat,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.events import Event
    from elbowroom.engine.game import Game
    from elbowroom.server.tables.table import Table


ENOUGH_COINS: Final = 1000
"""What players have whose coins are hidden: nobody knows what they could not pay for."""


class WhatIf(msgspec.Struct, frozen=True):
    """A game as it would be after some actions."""

    steps: list[StepPatch]
    """What each action does, in order."""
    state: TableView
    """The table after them, with the decision of whoever is then to decide."""
    chance: list[str]
    """What chance may bring next, if it is for chance to decide: one of these is the next action."""


def what_if(table_id: str, table: Table, person: str | None, texts: Sequence[str]) -> WhatIf:
    """The game after these actions, as far as a person, or a spectator (None), may know it."""
    if table.game is None:
        raise Refused("table_status", status=table.status)
    if len(texts) > MAX_ACTIONS:
        raise Refused("too_many_actions", most=MAX_ACTIONS)
    audience = audience_of(table, person)
    seat = viewing_seat(table, audience)
    game = table.game.seen_by(seat, ENOUGH_COINS)
    lately, steps = table.lately, list[StepPatch]()
    for number, text in enumerate(texts):
        try:
            step = _step(game, seat, text)
        except Refused as refused:
            refused.at_action = number
            raise
        lately = [*lately, *step.events] if is_chance(game.history[-1]) else step.events
        steps.append(step)
    whole = TableViews(table_id, table).whole(audience)
    return WhatIf(steps, _after(whole, game, seat, lately), _outcomes(game))


def _step(game: Game, seat: int | None, text: str) -> StepPatch:
    """Carry out one action, which may be an outcome of chance."""
    if len(text) > MAX_ACTION_CHARACTERS:
        raise Refused("too_long", most=MAX_ACTION_CHARACTERS)
    if game.to_move == CHANCE and text.lower().split()[:1] != verbs_at(int(game.state.phase)):
        raise Refused("chance_unnamed", example=_outcomes(game)[0])
    before = game.state.clone()
    events = game.apply_with_events(text)
    if game.is_over and not game.setup.open_coins:
        raise Refused("end_unknown")
    return StepPatch(text, events, ViewChanges(before, game.state, game.names, game.names).patch(seat, seat))


def _after(whole: TableView, game: Game, seat: int | None, lately: list[Event]) -> TableView:
    """The table of the moment, with the game after the actions."""
    mover = None if game.to_move == CHANCE else game.to_move
    return msgspec.structs.replace(
        whole,
        view=game.view(seat),
        to_move=mover,
        decision=None if mover is None else decision_of(game, mover, lately),
    )


def _outcomes(game: Game) -> list[str]:
    return [game.text_of(outcome) for outcome in game.legal()] if game.to_move == CHANCE else []
