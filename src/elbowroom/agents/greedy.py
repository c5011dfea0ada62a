"""The greedy agent: most coins now for the fewest tokens, and decline when the race is spent.

It looks no further than its own turn. A first, simple version: enough for an opponent in the terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elbowroom.engine.chance import Generator

if TYPE_CHECKING:
    from elbowroom.agents.agent import Budget
    from elbowroom.engine.explanation import LegalAction
    from elbowroom.engine.game import Game

FEW_TOKENS = 3
"""Decline when readying the troops would free fewer tokens than this."""
FAIR_CHANCE = 0.33


class GreedyAgent:
    """Takes what pays best this turn."""

    def __init__(self, seed: int) -> None:
        """The seed breaks ties."""
        self._generator = Generator(seed)

    def choose(self, game: Game, budget: Budget | None = None) -> int:
        """The id of a legal action."""
        del budget
        actions = game.legal_actions()
        phase = game.phase
        if phase == "pick":
            return self._pick(game, actions)
        if phase == "ready":
            return self._ready(game, actions)
        if phase in ("conquer", "dragon", "substitute"):
            return self._conquer(game, actions)
        if phase in ("redeploy", "withdraw"):
            return _spread(game, actions)
        if phase == "ally":
            return actions[0].id
        return self._any(actions)

    def _any(self, actions: list[LegalAction]) -> int:
        placing = [action for action in actions if action.region is not None] or actions
        return placing[int(self._generator.below(len(placing)))].id

    def _pick(self, game: Game, actions: list[LegalAction]) -> int:
        column = game.view(None).column
        worth = [combo.tokens + combo.coins - combo.price for combo in column]
        return max(actions, key=lambda action: worth[action.id & 63]).id

    def _ready(self, game: Game, actions: list[LegalAction]) -> int:
        view = game.view(None)
        active = view.players[view.seat].active
        texts = {action.text: action.id for action in actions}
        if "decline" not in texts or active is None or view.game_turn == view.game_turns:
            return texts["expand"]
        tokens = sum(view.regions[number - 1].tokens - 1 for number in active.regions)
        return texts["decline"] if tokens + active.hand < FEW_TOKENS else texts["expand"]

    def _conquer(self, game: Game, actions: list[LegalAction]) -> int:
        """The region that pays most for its tokens; then the likeliest final attempt; then the end."""
        sure = [action for action in actions if action.region is not None and action.chance is None]
        if sure:
            return max(sure, key=lambda action: self._worth(game, action)).id
        texts = {action.text: action.id for action in actions}
        for special in ("dragon", "substitute"):
            if special in texts:
                return texts[special]
        attempts = [action for action in actions if (action.chance or 0) >= FAIR_CHANCE]
        if attempts:
            return max(attempts, key=lambda action: action.chance or 0).id
        return texts.get("roll", texts.get("end", actions[0].id))

    def _worth(self, game: Game, action: LegalAction) -> float:
        trial = game.clone()
        before = trial.score_preview().total
        trial.apply(action.id)
        gain = trial.score_preview().total - before
        return gain / (action.cost or 1) + int(self._generator.below(1000)) / 1e6


def _spread(game: Game, actions: list[LegalAction]) -> int:
    """An even share for each region that is still open."""
    left = game.view(None).left
    share = -(-left // len(actions))
    regions = game.view(None).regions
    first = actions[0]
    settled = first.region is not None and regions[first.region - 1].tokens - 1 >= share
    return actions[1].id if settled and len(actions) > 1 else first.id
