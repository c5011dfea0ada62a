"""The language of a page: the first one that its reader's browser asks for and that is offered.

Only what people read is said in it; the API speaks English, and the client words its codes by itself.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Final

from elbowroom.rules.languages import accepted, chosen
from elbowroom.rules.words import speaking

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Concatenate, ParamSpec

    from starlette.requests import Request
    from starlette.responses import Response

    P = ParamSpec("P")

ACCEPT_LANGUAGE: Final = "accept-language"


def language_of(request: Request) -> str:
    """The language that the reader of a page gets."""
    # A request may have the header several times; they count as one.
    return chosen(accepted(",".join(request.headers.getlist(ACCEPT_LANGUAGE))))


def in_reader_language(
    handler: Callable[Concatenate[Request, P], Awaitable[Response]],
) -> Callable[Concatenate[Request, P], Awaitable[Response]]:
    """A handler that makes its page in the language of the reader; caches keep one for each language."""

    @wraps(handler)
    async def answer(request: Request, /, *args: P.args, **params: P.kwargs) -> Response:
        with speaking(language_of(request)):
            response = await handler(request, *args, **params)
        response.headers.add_vary_header(ACCEPT_LANGUAGE)
        return response

    return answer
