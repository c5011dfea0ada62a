"""What a player may take back, for the server and the terminal alike."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from elbowroom.engine.game import new_game
from elbowroom.engine.undo_policy import UndoStep, step_before, undo_refusal

if TYPE_CHECKING:
    from elbowroom.engine.game import Game


def act(game: Game, text: str) -> list[UndoStep]:
    """Carry out an action; the steps that it took, chance included."""
    before = game.clone()
    length = len(game.history)
    game.apply(text)
    steps = []
    for action in game.history[length:]:
        steps.append(step_before(before, action))
        before.apply(action)
    return steps


def test_a_conquest_of_ones_own_turn_may_be_taken_back() -> None:
    game = new_game(2, seed=1)
    game.apply("pick 1")
    conquest = next(action.text for action in game.legal_actions() if action.chance is None and action.cost)
    assert undo_refusal(act(game, conquest), game) is None


def test_a_combo_that_was_shown_cannot_be_hidden_again() -> None:
    game = new_game(2, seed=1)
    assert undo_refusal(act(game, "pick 1"), game) == "reveal"


def test_every_refusal_is_met_in_a_game_and_names_its_cause() -> None:
    game, chance, met = new_game(3, seed=4), random.Random(4), set()
    while not game.is_over:
        seat, turn = game.to_move, game.turn
        steps = act(game, game.text_of(chance.choice(game.legal())))
        refusal = undo_refusal(steps, game)
        met.add(refusal)
        may = all(step.seat == seat for step in steps) and game.to_move == seat and game.turn == turn
        assert (refusal is None) == may
    assert met >= {None, "die", "reveal", "other_player"}


def test_the_turn_before_cannot_be_taken_back() -> None:
    game = new_game(2, seed=1)
    game.apply("pick 1")
    step = step_before(game, game.legal()[0])
    earlier = step._replace(turn=step.turn._replace(game_turn=step.turn.game_turn - 1))
    assert undo_refusal([step], game) is None
    assert undo_refusal([earlier], game) == "turn_over"
