"""The options that an agent explains: the best few first steps, each with what it promises and why."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from elbowroom.agents.agent import Option
from elbowroom.agents.cached_plan import with_phases
from elbowroom.agents.reason_finder import first_step, reasons_for
from elbowroom.agents.reply import turn_endings
from elbowroom.agents.turn_search import TurnPlan, fill_column, search_turn
from elbowroom.engine import decisions, turn
from elbowroom.engine.actions import action_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.agents.network import Network
    from elbowroom.engine.game import Game
    from elbowroom.engine.state import State

MAX_OPTIONS: Final = 4
BEAM_WIDTH: Final = 6
CONTINUATION_WORK: Final = 1500
"""Evaluations for the rest of the turn after each of the options."""
ENDING_WORK: Final = 60
"""Evaluations for a conquest that follows a roll."""
MIN_GAIN_OF_ABANDONING: Final = 2.0
"""Coins that abandoning regions must promise beyond keeping them: play-outs did not keep smaller promises."""


def best_options(
    game: Game,
    plans: Sequence[TurnPlan],
    network: Network,
    lead_of: Callable[[TurnPlan], float] | None = None,
) -> list[Option]:
    """The first steps of the best plans, each once and played on as well as possible, best first."""
    plan_of: dict[int, TurnPlan] = {}
    for plan in plans:
        if plan.bits[0] not in plan_of and len(plan_of) < MAX_OPTIONS:
            plan_of[plan.bits[0]] = plan
    continued = [_continued(game, plan, network, lead_of) for plan in plan_of.values()]
    continued.sort(key=lambda plan: plan.value, reverse=True)
    return [option_of(game, plan, network) for plan in without_needless_abandoning(game.state, continued)]


def without_needless_abandoning(state: State, plans: list[TurnPlan]) -> list[TurnPlan]:
    """The plans without those that abandon regions for little: the loss is certain, the gain is not."""
    keeping = [plan.value for plan in plans if not _abandons(state, plan)]
    if not keeping:
        return plans
    needed = max(keeping) + MIN_GAIN_OF_ABANDONING
    return [plan for plan in plans if plan.value >= needed or not _abandons(state, plan)]


def _abandons(state: State, plan: TurnPlan) -> bool:
    return state.phase == decisions.READY and plan.bits[0] not in (decisions.DONE, decisions.DECLINE)


def _continued(
    game: Game, plan: TurnPlan, network: Network, lead_of: Callable[[TurnPlan], float] | None
) -> TurnPlan:
    """The plan, or a better one with the same first step.

    The search for the best turn follows each set of regions in one order only, so other orders stop early;
    here each is played to its end.
    """
    state = game.state.clone()
    first = first_step(state, plan.bits)
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


def option_of(game: Game, plan: TurnPlan, network: Network) -> Option:
    """What a plan brings by the end of the turn, and why it is worth it."""
    seat = int(game.state.chooser())
    coins_before = int(game.state.coins[seat])
    endings = turn_endings(game.state, plan.bits, network, BEAM_WIDTH, ENDING_WORK)
    coins = round(fsum((int(after.coins[seat]) - coins_before) * chance for after, chance in endings))
    likeliest, _ = max(endings, key=lambda ending: ending[1])
    reasons = reasons_for(game, plan.bits, likeliest, coins)
    texts, regions = _told(game, first_step(game.state, plan.bits))
    return Option(texts, regions, coins, round(plan.value, 1), reasons)


def _told(game: Game, step: Sequence[int]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """A step as the actions of one command, where regions with one verb share a text; and its regions."""
    texts: list[str] = []
    regions: list[int] = []
    for phase, bit in with_phases(game.state, step):
        text = game.text_of(action_id(phase, bit))
        row = decisions.decision(phase)
        if row is not None and row.names == decisions.REGION and bit < game.setup.board.size:
            regions.append(bit + 1)
        verb, _, label = text.partition(" ")
        if label and texts and texts[-1].startswith(f"{verb} "):
            texts[-1] += f" {label}"
        else:
            texts.append(text)
    return tuple(texts), tuple(regions)
