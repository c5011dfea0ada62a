"""Parameters in the path and the query of a request: a handler's signature declares them.

They are converted and checked before the handler runs, and the OpenAPI document lists them.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_type_hints

import msgspec

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from starlette.requests import HTTPConnection

REQUIRED = inspect.Parameter.empty
MAX_NUMBER: Final = 2**31 - 1
"""The largest number that every database stores."""


@dataclass(frozen=True)
class Parameter:
    """A named value that a handler takes from the path or the query."""

    name: str
    location: Literal["path", "query"]
    kind: Any
    """The type that the text is converted to."""
    default: Any = REQUIRED
    """The value if it is left out."""

    @property
    def is_required(self) -> bool:
        """Whether it must be given."""
        return self.default is REQUIRED

    def read(self, request: HTTPConnection) -> Any:  # noqa: ANN401 - of the declared type
        """The value in a request; refused if it is missing or of another type."""
        values = request.path_params if self.location == "path" else request.query_params
        if self.name not in values:
            if self.is_required:
                raise Refused("bad_message", cause=f"{self.name}: missing")
            return self.default
        try:
            value = msgspec.convert(values[self.name], self.kind, strict=False)
        except (msgspec.ValidationError, UnicodeError) as error:
            raise Refused("bad_message", cause=f"{self.name}: {error}") from None
        if isinstance(value, int) and abs(value) > MAX_NUMBER:
            raise Refused("bad_message", cause=f"{self.name}: Expected `int` <= {MAX_NUMBER}")
        return value

    def schema(self) -> dict[str, Any]:
        """The parameter as OpenAPI describes it."""
        schema = msgspec.json.schema(self.kind) | {"title": self.name.replace("_", " ").title()}
        if "enum" in schema:
            schema["type"] = "string"
        if not self.is_required:
            schema["default"] = self.default
        return {"name": self.name, "in": self.location, "required": self.is_required, "schema": schema}


def parameters_of(handler: Callable[..., Any], path_names: Collection[str]) -> tuple[Parameter, ...]:
    """What a handler takes after the request; what is not in the path is in the query."""
    kinds = get_type_hints(handler)
    _, *declared = inspect.signature(handler).parameters.values()
    return tuple(
        Parameter(one.name, "path" if one.name in path_names else "query", kinds[one.name], one.default)
        for one in declared
    )
