"""In which language a command speaks: `--language`, else that of the locale, else English.

Only commands for players and tinkerers have it; what operators and researchers read is English.
"""

from __future__ import annotations

import os
from functools import wraps
from typing import TYPE_CHECKING, Final, TypeVar

import click

from elbowroom.rules.languages import chosen, granted, languages
from elbowroom.rules.refusals import Refused
from elbowroom.rules.words import say, speaking

if TYPE_CHECKING:
    from collections.abc import Callable

LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first one that is set tells the language of messages, as everywhere in a terminal."""

T = TypeVar("T")


class RefusedError(click.ClickException):
    """A refusal that was put into words where the language was known."""

    exit_code = 2


def locale_language() -> str:
    """The language of the terminal's locale; English if it is not offered."""
    return chosen([next((os.environ[name] for name in LOCALE_VARIABLES if os.environ.get(name)), "")])


def speaks(command: Callable[..., T]) -> Callable[..., T]:
    """Give a command the option `--language`, and let it speak that language or the locale's."""

    @click.option(
        "--language",
        metavar="CODE",
        callback=_read,
        help="Speak this language, such as de; otherwise that of your locale.",
    )
    @wraps(command)
    def run(*args: object, language: str, **options: object) -> T:
        with speaking(language):
            try:
                return command(*args, **options)
            except Refused as refused:
                raise RefusedError(str(refused)) from refused

    return run


def _read(_context: click.Context, _option: click.Parameter, wish: str | None) -> str:
    usual = locale_language()
    if wish is None:
        return usual
    found = granted(wish)
    if found is None:
        known = [f"{code} ({say('language_name', language=code)})" for code in languages()]
        raise click.BadParameter(say("terminal_unknown_language", word=wish, known=known, language=usual))
    return found
