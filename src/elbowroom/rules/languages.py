"""Which languages there are, and which of them somebody gets who wishes for several.

The browser client chooses by the same rule (`chosen` in web/src/words/words.ts); that both choose alike is
shown by tests/fixtures/language_choice.json.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from elbowroom.content import names_in
from elbowroom.rules.words import BASE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_FILE: Final = re.compile(r"([a-z]{2,3})\.json")
_PRIMARY: Final = re.compile(r"[A-Za-z]{2,8}(?=[-_.@]|$)")
"""The first part of a tag such as `de-AT`, or of a locale such as `de_AT.UTF-8`."""
_NEAREST: Final = {"no": "nb", "nn": "nb"}
"""What is spoken to those who wish for a language that its neighbours read."""
_WISH: Final = re.compile(r"\s*([\w-]+|\*)\s*(?:;\s*[qQ]\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are."""
    found = (_FILE.fullmatch(name) for name in names_in("locales"))
    return tuple(match[1] for match in found if match)


def chosen(wishes: Iterable[str], offered: Sequence[str] | None = None) -> str:
    """The first language of a wish list that is there, by whole tags: `fil` is not `fi`; `*` is any."""
    for wish in wishes:
        if wish == "*":
            break
        code = granted(wish, offered)
        if code is not None:
            return code
    return BASE


def granted(wish: str, offered: Sequence[str] | None = None) -> str | None:
    """The language that a tag or a locale names; None if it is not there."""
    match = _PRIMARY.match(wish.strip())
    code = match[0].lower() if match else ""
    code = _NEAREST.get(code, code)
    return code if code in (languages() if offered is None else offered) else None


def accepted(header: str) -> list[str]:
    """The wishes of an `Accept-Language` header, the strongest first; what cannot be read is left out."""
    wishes = [match for match in map(_WISH.fullmatch, header.split(",")) if match]
    weighed = [(float(match[2] or 1), match[1]) for match in wishes]
    # Sorting is stable: of several that weigh the same, the first comes first.
    return [tag for weight, tag in sorted(weighed, key=lambda wish: -wish[0]) if weight > 0]
