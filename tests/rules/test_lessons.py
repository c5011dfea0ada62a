"""Lessons: every one can be played to its end on the real engine, whatever the die shows."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from elbowroom.agents import agent_named
from elbowroom.engine.game import CHANCE, Game
from elbowroom.rules.lessons import Lesson, LessonStep, lessons
from elbowroom.rules.words import has_words

if TYPE_CHECKING:
    from collections.abc import Iterator

LEARNER = 0
PLACING = ("redeploy", "withdraw", "encamp")
"""Decisions that are taken one by one, but sent as one text."""
each = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)


def until_learner(game: Game) -> Iterator[Game]:
    """The game when it is for the learner to decide again: once for every face of a die on the way."""
    if game.to_move == CHANCE:
        outcomes = game.legal() if game.phase == "die" else game.legal()[:1]
    elif game.to_move in (LEARNER, None):
        yield game
        return
    else:
        outcomes = [agent_named("easy", 0).choose(game.clone())]
    for outcome in outcomes:
        after = game.clone()
        after.apply(outcome)
        yield from until_learner(after)


def done(game: Game, step: LessonStep) -> Iterator[Game]:
    """The game after each way in which the learner can do what a step asks for."""
    accepted = [action for action in game.legal() if accepts(step, game, action)]
    if game.phase in PLACING:
        accepted = accepted[-1:]  # where each token goes makes no difference to what comes next
    for action in accepted:
        after = game.clone()
        after.apply(action)
        if game.phase in PLACING and after.phase == game.phase and after.to_move == LEARNER:
            yield from done(after, step)
        else:
            yield from until_learner(after)


def accepts(step: LessonStep, game: Game, action: int) -> bool:
    """Whether a single decision is one that a step asks for; attempts with the die only if it names them."""
    text = game.text_of(action)
    if not step.accepts(text):
        return False
    is_named = text in step.accept
    found = next(legal for legal in game.legal_actions() if legal.id == action)
    return is_named or found.chance is None


@each
def test_a_lesson_can_be_played_whatever_the_die_shows(lesson: Lesson) -> None:
    games = list(until_learner(Game.from_text(lesson.position)))
    for step in lesson.steps:
        before, games = games, []
        for game in before:
            after = list(done(game, step))
            assert after, f"{step.id}: {[game.text_of(action) for action in game.legal()]}"
            games += after
        games = list({game.to_text(): game for game in games}.values())


@each
def test_a_lesson_is_for_two_and_the_learner_begins(lesson: Lesson) -> None:
    game = Game.from_text(lesson.position)
    assert game.names == ["You", "Rival"]
    assert game.to_move == LEARNER
    shown = set(chain.from_iterable(step.highlight for step in lesson.steps))
    assert shown <= set(range(1, int(game.setup.board.size) + 1))


@each
def test_everything_in_a_lesson_has_its_words(lesson: Lesson) -> None:
    for part in ("title", *(step.id for step in lesson.steps)):
        assert has_words(f"lesson_{lesson.id}_{part}"), part


def test_lessons_and_steps_have_names_of_their_own() -> None:
    assert len({lesson.id for lesson in lessons()}) == len(lessons()) > 0
    for lesson in lessons():
        assert len({step.id for step in lesson.steps}) == len(lesson.steps)


def test_a_step_accepts_whole_texts_and_first_words() -> None:
    step = LessonStep("x", ("conquer 5", "redeploy"), (), None)
    assert step.accepts("conquer 5")
    assert step.accepts("redeploy 3:2 5:1")
    assert not step.accepts("conquer 51")
    assert not step.accepts("conquer")
