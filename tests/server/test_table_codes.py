"""Codes that can be read aloud: they lead to tables that wait for players, and cannot be guessed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.requests import Request

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.rate_limits import (
    MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR,
    MAX_WRONG_TABLE_CODES_PER_HOUR,
    RateLimits,
)
from elbowroom.server.tables.invite_codes import (
    TABLE_CODE_ALPHABET,
    TABLE_CODE_LETTERS,
    is_table_code,
    new_invite,
    table_code,
    typed_code,
)
from tests.server.houses import house

if TYPE_CHECKING:
    import httpx

WAITING_TABLES = 1000
PROCESSES = 8
SECURITY = Path(__file__).parents[2] / "docs" / "security.md"


def hours_of_guessing(processes: int = 1) -> float:
    """Hours, on average, until somebody who uses up all tries finds any of the waiting tables."""
    codes = len(TABLE_CODE_ALPHABET) ** TABLE_CODE_LETTERS
    return codes / WAITING_TABLES / (MAX_WRONG_TABLE_CODES_PER_HOUR * processes)


def chance_of_a_guess(days: int, processes: int = 1) -> float:
    """How likely any of the waiting tables is found within some days."""
    tries = MAX_WRONG_TABLE_CODES_PER_HOUR * processes * 24 * days
    codes = len(TABLE_CODE_ALPHABET) ** TABLE_CODE_LETTERS
    return 1.0 - (1 - WAITING_TABLES / codes) ** tries


def test_guessing_into_any_of_a_thousand_waiting_tables_takes_months() -> None:
    """Also with eight processes, each of which counts for itself; the document says the same numbers."""
    month = 30 * 24
    assert TABLE_CODE_LETTERS <= 8
    assert hours_of_guessing(PROCESSES) > 6 * month
    assert chance_of_a_guess(30) < 0.02
    text = " ".join(SECURITY.read_text(encoding="utf-8").split())
    letters, codes = len(TABLE_CODE_ALPHABET), len(TABLE_CODE_ALPHABET) ** TABLE_CODE_LETTERS
    assert f"{letters}^{TABLE_CODE_LETTERS} = {codes / 1e9:.1f} thousand million codes" in text
    assert f"{MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR} wrong ones in an hour from one address" in text
    assert f"{MAX_WRONG_TABLE_CODES_PER_HOUR} in all" in text
    assert f"{hours_of_guessing() / month / 12:.1f} years" in text
    assert f"{hours_of_guessing(PROCESSES) / month:.1f} months" in text
    assert f"{chance_of_a_guess(30):.1%}".replace("%", " %") in text


def test_a_code_is_two_groups_of_four_letters_without_vowels() -> None:
    codes = [table_code(new_invite()) for _ in range(200)]
    assert all(code is not None and re.fullmatch(r"[B-Z]{4}-[B-Z]{4}", code) for code in codes)
    assert not set("AEIOUY") & set("".join(filter(None, codes)))
    assert len(set(codes)) == 200
    assert table_code("abcdefgh23456") is None, "that of an older version"


@pytest.mark.parametrize(
    "typed", ["bcdf-ghjk", "BCDF GHJK", "bcdfghjk", " b c d f \u2013 ghjk. ", "Bcdf_Ghjk"]
)
def test_a_code_is_taken_however_it_is_typed(typed: str) -> None:
    assert typed_code(typed) == "bcdfghjk"
    assert is_table_code(typed_code(typed))


async def tried(client: httpx.AsyncClient, code: str) -> tuple[int, str]:
    """The status, and which table was found or why none."""
    answer = await client.post("/api/invites", json={"invite": code})
    told = answer.json()
    return answer.status_code, told.get("table") or told["code"]


@pytest.mark.process
async def test_a_code_lets_a_friend_in_while_the_table_waits(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        opened = await here.table("ann", players=2)
        ann, bob = here.person("ann"), here.person("bob")
        table = opened["table"]
        code = (await ann.get(f"/api/tables/{table}")).json()["table_code"]
        assert code == table_code(opened["invite"])
        assert (await bob.get(f"/api/tables/{table}")).json()["table_code"] is None
        found = (await bob.post("/api/invites", json={"invite": code.lower().replace("-", " ")})).json()
        assert found == opened
        for person, name in ((bob, "Bob"), (ann, "Ann")):
            wish = {"name": name, "invite": found["invite"]}
            assert (await person.post(f"/api/tables/{table}/join", json=wish)).status_code == 200
        assert await tried(bob, code) == (404, "unknown_table_code")


@pytest.mark.process
async def test_a_new_invite_makes_the_old_code_void(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        opened = await here.table("ann", players=2)
        ann, path = here.person("ann"), f"/api/tables/{opened['table']}"
        old = table_code(opened["invite"]) or ""
        await ann.post(f"{path}/commands", json={"v": 1, "id": "1", "cmd": {"do": "invite"}})
        new = (await ann.get(path)).json()["table_code"]
        assert await tried(here.person("bob"), old) == (404, "unknown_table_code")
        assert await tried(here.person("bob"), new) == (200, opened["table"])


@pytest.mark.process
async def test_wrong_codes_are_counted_for_each_address_and_right_ones_are_not(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        opened = await here.table("ann", players=2)
        code, bob = table_code(opened["invite"]) or "", here.person("bob")
        for _ in range(MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR - 1):
            assert await tried(bob, "bbbb-bbbb") == (404, "unknown_table_code")
            assert await tried(bob, code) == (200, opened["table"])
        assert await tried(bob, "bbbb-bbbb") == (404, "unknown_table_code")
        assert await tried(bob, "bbbb-bbbb") == (429, "too_many_codes")
        assert await tried(bob, code) == (429, "too_many_codes"), (
            "else the answer would tell that it is right"
        )
        assert await tried(bob, opened["invite"]) == (200, opened["table"]), "links always work"


def from_address(number: int) -> Request:
    return Request({"type": "http", "client": (f"10.1.{number // 250}.{number % 250}", 1)})


def test_wrong_codes_are_counted_in_all() -> None:
    """From many addresses together no more are taken; right ones are given back."""
    limits = RateLimits()
    for number in range(MAX_WRONG_TABLE_CODES_PER_HOUR):
        limits.table_code(from_address(number))
        limits.table_code_was_right(from_address(number))
    for number in range(MAX_WRONG_TABLE_CODES_PER_HOUR):
        limits.table_code(from_address(number))
    for _ in range(2 * MAX_WRONG_TABLE_CODES_PER_ADDRESS_PER_HOUR):
        with pytest.raises(Refused, match="So many wrong codes"):
            limits.table_code(from_address(MAX_WRONG_TABLE_CODES_PER_HOUR))
