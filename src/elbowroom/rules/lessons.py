"""Lessons: short positions on which the game is learned, each with the steps that are to be taken.

What is said at each step is in the catalogue, as `lesson_<lesson>_title` and `lesson_<lesson>_<step>`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from elbowroom.content import read_text


@dataclass(frozen=True)
class LessonStep:
    """One thing that the learner is to do."""

    id: str
    accept: tuple[str, ...]
    """Actions that are right: whole texts of the notation, or the first words of them."""
    highlight: tuple[int, ...]
    """Regions to look at."""
    show: str | None
    """The part of the screen to look at."""

    def accepts(self, action: str) -> bool:
        """Whether this action is one that the step asks for."""
        return any(action == words or action.startswith(f"{words} ") for words in self.accept)


@dataclass(frozen=True)
class Lesson:
    """A position, which the learner plays from the first seat, and its steps."""

    id: str
    position: str
    steps: tuple[LessonStep, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in the order in which they are learned."""
    data = tomllib.loads(read_text("base", "lessons.toml"))
    return tuple(
        Lesson(
            id=lesson["id"],
            position=lesson["position"].strip() + "\n",
            steps=tuple(
                LessonStep(
                    id=step["id"],
                    accept=tuple(step["accept"]),
                    highlight=tuple(step.get("highlight", ())),
                    show=step.get("show"),
                )
                for step in lesson["step"]
            ),
        )
        for lesson in data["lesson"]
    )
