"""Routes that know what they take and return, so that the OpenAPI document can say it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from starlette.routing import Match, Route

from elbowroom.server.http.parameters import Parameter, parameters_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Scope

Handler = TypeVar("Handler", bound="Callable[..., Awaitable[Response]]")

JSON: Final = "application/json"
TEXT: Final = "text/plain"
HTML: Final = "text/html"
SVG: Final = "image/svg+xml"
EDITION: Final = Parameter("v", "query", str, "")
"""A request may name the server's edition (see `GET /api/server`): its response is then cached for ever."""
SPECTATOR: Final = Parameter("spectator", "query", Literal["0", "1"], "0")
"""A request with `spectator=1` is that of nobody, whatever token comes along: embedded pages ask so."""


@dataclass(frozen=True)
class Body:
    """The JSON body of a request."""

    kind: Any
    """The type that it is decoded to."""
    max_bytes: int
    is_required: bool = True


@dataclass(frozen=True)
class Operation:
    """What the OpenAPI document says about a request, besides its parameters."""

    returns: Any
    """The type of the JSON that is returned, or the media type of something else."""
    statuses: tuple[int, ...] = (200,)
    """Of responses that are not refusals, the usual one first."""
    body: Body | None = None
    may_return_html: bool = False
    """Whether a browser may get a page instead of JSON."""


class ApiRoute(Route):
    """A route whose handler gets the request and the parameters that it declares.

    Without an operation it is not part of the documented API, like the pages.
    """

    def __init__(
        self,
        path: str,
        handler: Callable[..., Awaitable[Response]],
        method: str,
        operation: Operation | None,
        more_parameters: tuple[Parameter, ...] = (),
    ) -> None:
        @wraps(handler)
        async def endpoint(request: Request) -> Response:
            return await handler(request, **{one.name: one.read(request) for one in declared})

        super().__init__(path, endpoint, methods=[method])
        declared = parameters_of(handler, self.param_convertors)
        self.method = method
        self.operation = operation
        self.parameters = (*declared, *more_parameters)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Let the request log know which route answers."""
        match, child_scope = super().matches(scope)
        return match, child_scope if match is Match.NONE else {**child_scope, "route": self}


class Router:
    """The routes of one subject."""

    def __init__(self, prefix: str = "") -> None:
        self.routes: list[ApiRoute] = []
        self._prefix = prefix

    def page(self, path: str) -> Callable[[Handler], Handler]:
        """Register a GET request that is not part of the documented API."""
        return self._register(path, "GET", None)

    def get(
        self,
        path: str,
        returns: Any,  # noqa: ANN401 - a type
        *more_parameters: Parameter,
    ) -> Callable[[Handler], Handler]:
        """Register a request that only reads."""
        return self._register(path, "GET", Operation(returns), more_parameters)

    def post(
        self,
        path: str,
        returns: Any,  # noqa: ANN401 - a type
        *statuses: int,
        body: Body | None = None,
        may_return_html: bool = False,
        more_parameters: tuple[Parameter, ...] = (),
    ) -> Callable[[Handler], Handler]:
        """Register a request that changes something; its status is 200 unless others are named."""
        operation = Operation(returns, statuses or (200,), body, may_return_html)
        return self._register(path, "POST", operation, more_parameters)

    def delete(
        self,
        path: str,
        returns: Any,  # noqa: ANN401 - a type
        body: Body | None = None,
    ) -> Callable[[Handler], Handler]:
        """Register a request that removes something."""
        return self._register(path, "DELETE", Operation(returns, body=body))

    def _register(
        self,
        path: str,
        method: str,
        operation: Operation | None,
        more_parameters: tuple[Parameter, ...] = (),
    ) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.routes.append(ApiRoute(self._prefix + path, handler, method, operation, more_parameters))
            return handler

        return register
