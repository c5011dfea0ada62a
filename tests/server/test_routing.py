"""Routes: what a handler declares is read from the path and the query, checked, and documented."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.parameters import Parameter, parameters_of
from elbowroom.server.http.routing import EDITION, Router


async def handler(
    request: Request, table_id: str, seq: int, theme: Literal["day", "night"] = "day", at: int | None = None
) -> Response:
    del request, table_id, seq, theme, at
    return Response()


def request_with(query: str = "", **path: str) -> Request:
    return Request(
        {"type": "http", "method": "GET", "headers": [], "query_string": query.encode(), "path_params": path}
    )


def read(name: str, request: Request) -> Any:  # noqa: ANN401 - of the declared type
    parameters = {one.name: one for one in parameters_of(handler, {"table_id", "seq"})}
    return parameters[name].read(request)


def test_the_signature_declares_where_a_parameter_is_and_what_it_is() -> None:
    assert parameters_of(handler, {"table_id", "seq"}) == (
        Parameter("table_id", "path", str),
        Parameter("seq", "path", int),
        Parameter("theme", "query", Literal["day", "night"], "day"),
        Parameter("at", "query", int | None, None),
    )


def test_values_have_the_declared_type() -> None:
    assert read("seq", request_with(seq="12")) == 12
    assert read("table_id", request_with(table_id="12")) == "12"
    assert read("theme", request_with("theme=night")) == "night"
    assert read("at", request_with("at=3")) == 3


def test_what_is_left_out_has_its_default() -> None:
    assert read("theme", request_with()) == "day"
    assert read("at", request_with()) is None


@pytest.mark.parametrize(
    ("name", "query", "path"),
    [
        ("seq", "", {"seq": "soon"}),
        ("seq", "", {"seq": "1.5"}),
        ("seq", "", {"seq": ""}),
        ("seq", "", {"seq": "9" * 5000}),
        ("theme", "theme=dusk", {}),
        ("at", "at=", {}),
        ("at", "at=x", {}),
    ],
)
def test_other_values_are_refused_with_the_name_of_the_parameter(
    name: str, query: str, path: dict[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        read(name, request_with(query, **path))
    assert refused.value.code == "bad_message"
    assert str(refused.value.params["cause"]).startswith(f"{name}: ")


def test_a_required_parameter_must_be_there() -> None:
    with pytest.raises(Refused, match="players"):
        Parameter("players", "query", int).read(request_with())


def test_a_parameter_is_described_with_its_type_and_default() -> None:
    assert EDITION.schema() == {
        "name": "v",
        "in": "query",
        "required": False,
        "schema": {"type": "string", "title": "V", "default": ""},
    }
    theme = Parameter("theme", "query", Literal["day", "night"], "day").schema()
    assert theme["schema"] == {"type": "string", "enum": ["day", "night"], "title": "Theme", "default": "day"}


def test_a_page_is_no_part_of_the_documented_api() -> None:
    router = Router("/api")
    router.page("/tables/{table_id}/{seq}")(handler)
    router.get("/tables/{table_id}/at/{seq}", int, EDITION)(handler)
    page, documented = router.routes
    assert page.operation is None
    assert page.methods == {"GET", "HEAD"}
    assert documented.operation is not None
    assert [one.name for one in documented.parameters] == ["table_id", "seq", "theme", "at", "v"]
