"""The options that an agent explains: the best few first actions, each with what it promises and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Option
from elbowroom.agents.reason_finder import OPENERS, reasons_for
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.turn_search import TurnPlan, fill_column, search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.agents.network import Network
    from elbowroom.engine.game import Game

MAX_OPTIONS: Final = 4
BEAM_WIDTH: Final = 6
CONTINUATION_WORK: Final = 1500
"""Evaluations for the rest of the turn after each of the options."""
ENDING_WORK: Final = 60
"""Evaluations for a conquest that follows a roll."""


def best_options(
    game: Game,
    plans: Sequence[TurnPlan],
    network: Network,
    lead_of: Callable[[TurnPlan], float] | None = None,
) -> list[Option]:
    """The first actions of the best plans, each once and played on as well as possible, best first."""
    plan_of: dict[int, TurnPlan] = {}
    for plan in plans:
        if plan.bits[0] not in plan_of and len(plan_of) < MAX_OPTIONS:
            plan_of[plan.bits[0]] = plan
    continued = [_continued(game, plan, network, lead_of) for plan in plan_of.values()]
    continued.sort(key=lambda plan: plan.value, reverse=True)
    return [_option(game, plan, network) for plan in continued]


def _continued(
    game: Game, plan: TurnPlan, network: Network, lead_of: Callable[[TurnPlan], float] | None
) -> TurnPlan:
    """The plan, or a better one with the same first action.

    The search for the best turn follows each set of regions in one order only, so other orders stop early;
    here each is played to its end.
    """
    state = game.state.clone()
    first = plan.bits[: 2 if plan.bits[0] in OPENERS and state.phase == decisions.CONQUER else 1]
    for bit in first:
        turn.apply(state, bit)
        fill_column(state)
    plans = [plan]
    if state.phase == decisions.CONQUER and state.seat == game.state.seat:
        best = search_turn(state, network, BEAM_WIDTH, CONTINUATION_WORK)[0]
        plans.append(TurnPlan(best.state, [*first, *best.bits], best.value))
    if lead_of is not None:  # all of them by the same measure, or the differences would mean nothing
        for each in plans:
            each.value = lead_of(each)
    return max(plans, key=lambda each: each.value)


def _option(game: Game, plan: TurnPlan, network: Network) -> Option:
    """What a plan brings by the end of the turn, and why it is worth it."""
    seat = int(game.state.chooser())
    coins_before = int(game.state.coins[seat])
    endings = turn_endings(game.state, plan.bits, network, BEAM_WIDTH, ENDING_WORK)
    coins = round(sum((int(after.coins[seat]) - coins_before) * chance for after, chance in endings))
    likeliest, _ = max(endings, key=lambda ending: ending[1])
    reasons = reasons_for(game, plan.bits, likeliest, coins)
    action = action_id(int(game.state.phase), plan.bits[0])
    return Option(action, game.text_of(action), coins, round(plan.value, 1), reasons)
