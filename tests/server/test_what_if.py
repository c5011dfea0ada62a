"""What-if: actions lead where they would have led, nobody learns what is hidden, and nothing is stored."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from elbowroom.engine.record import next_text
from elbowroom.rules.refusals import Refused
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.settings import TableSettings
from elbowroom.server.tables.table import Table
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.what_if import what_if
from tests.server.houses import house
from tests.server.patching import apply
from tests.server.tables import Played, two

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = ("ann", "bob", "cy")
RISKY = "map 2-players\nplayers Ann Bob\nAnn Hill Orcs, 1 in hand : 3 1\nBob Forest Giants : 20 3\n"
ANN_CONQUERS = RISKY + "turn Ann conquer, acted"


def as_json(value: object) -> Any:  # noqa: ANN401 - JSON
    return msgspec.json.decode(msgspec.json.encode(value, enc_hook=str))


def texts_of(played: Played, first: int, last: int) -> list[str]:
    """What was decided and what chance brought between two numbers of the log, in the notation."""
    game, texts = Table.from_log(played.log[:first]).running.clone(), []
    for row in played.log[first:last]:
        actions = row.entry.actions if isinstance(row.entry, entries.Acted) else []
        at = 0
        while at < len(actions):
            text, used = next_text(game.state, actions, at)
            texts.append(text)
            for action in actions[at : at + used]:
                game.apply(action)
            at += used
    return texts


@pytest.mark.parametrize("seed", range(3))
def test_the_actions_that_were_carried_out_lead_to_the_game_that_was_played(seed: int) -> None:
    """Whoever names what chance brought gets the very table, whoever they are."""
    played, chance = Played(TableSettings(players=3)).sit(*PEOPLE), random.Random(seed)
    while played.table.status == "running" and len(played.log) < 120:
        played.act_at_random(chance)
    begun = next(row.seq for row in played.log if isinstance(row.entry, entries.Started))
    outcomes = 0
    for first in range(begun, len(played.log) - 15, 11):
        last, before = first + 15, Table.from_log(played.log[:first])
        real = Table.from_log(played.log[:last])
        texts = texts_of(played, first, last)
        outcomes += sum(text.startswith(("die", "banner", "badge")) for text in texts)
        for person in (*PEOPLE, None):
            found = as_json(what_if("t", before, person, texts))
            expected = as_json(table_view("t", real, person))
            assert found["state"]["view"] == expected["view"]
            assert found["state"]["to_move"] == expected["to_move"]
            assert found["state"]["seq"] == first
            if expected["decision"] is not None:
                assert without_undo(found["state"]["decision"]) == without_undo(expected["decision"])
            view = as_json(table_view("t", before, person))["view"]
            for step in found["steps"]:
                apply(view, step.get("patch", {}))
            assert view == expected["view"], "the patches lead there too"
            assert [step["text"] for step in found["steps"]] == texts
    assert outcomes > 10


def without_undo(decision: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in decision.items() if name != "can_undo"}


def test_everybody_gets_the_decision_of_whoever_is_to_decide() -> None:
    played = two(position=ANN_CONQUERS)
    for person in ("ann", "bob", "eve", None):
        decision = what_if("t", played.table, person, []).state.decision
        assert decision is not None
        assert (decision.seat, decision.can_undo) == (0, False)
        assert decision.legal == played.table.running.legal_actions()


def test_chance_brings_what_is_named_and_what_it_may_bring_is_told() -> None:
    played = two(position=ANN_CONQUERS)
    risky = next(each.text for each in played.table.running.legal_actions() if each.chance is not None)
    asked = what_if("t", played.table, "ann", [risky])
    assert (asked.state.to_move, asked.state.decision) == (None, None)
    assert asked.chance == ["die 0", "die 1", "die 2", "die 3"]
    lucky, unlucky = (what_if("t", played.table, "ann", [risky, die]).steps[-1] for die in ("die 3", "die 0"))
    assert {event.code for event in lucky.events} >= {"rolled", "conquered"}
    assert {event.code for event in unlucky.events} >= {"rolled", "attempt_failed"}
    assert what_if("t", played.table, "ann", [risky, "die 3"]).chance == []


@pytest.mark.parametrize(
    ("actions", "code", "at_action"),
    [
        (["conquer 20"], "not_adjacent", 0),
        (["end", "conquer 4"], "unknown_verb", 1),
        (["RISKY", "redeploy 3:1"], "chance_unnamed", 1),
        (["RISKY", ""], "chance_unnamed", 1),
        (["RISKY", "die 7"], "number_out_of_range", 1),
        (["die 3"], "unknown_verb", 0),
        (["conquer " + "4" * 400], "too_long", 0),
        (["end"] * 65, "too_many_actions", None),
    ],
)
def test_all_or_nothing_and_the_refused_action_is_named(
    actions: list[str], code: str, at_action: int | None
) -> None:
    played = two(position=ANN_CONQUERS)
    risky = next(each.text for each in played.table.running.legal_actions() if each.chance is not None)
    with pytest.raises(Refused) as caught:
        what_if("t", played.table, "ann", [risky if text == "RISKY" else text for text in actions])
    assert (caught.value.code, caught.value.at_action) == (code, at_action)


def last_turn(options: str) -> tuple[Played, list[str]]:
    """A game one answer before its end, and that answer."""
    played, chance = Played(TableSettings(players=2, options=options)).sit("ann", "bob"), random.Random(1)
    while True:
        before = list(played.log)
        played.act_at_random(chance)
        if played.table.status == "over":
            length = len(before)
            texts = texts_of(played, length, length + 1)
            played.log = before
            played.table = Table.from_log(before)
            return played, texts


def test_the_end_of_a_game_with_hidden_coins_is_not_made_up() -> None:
    played, texts = last_turn("")
    for person in ("ann", "bob", None):
        with pytest.raises(Refused) as caught:
            what_if("t", played.table, person, texts)
        assert (caught.value.code, caught.value.at_action) == ("end_unknown", len(texts) - 1)
    played, texts = last_turn("open_coins")
    found = what_if("t", played.table, None, texts)
    assert found.state.view is not None
    assert found.state.view.is_over
    assert found.state.decision is None
    assert found.state.ranking is None


def test_whoever_holds_several_seats_is_shown_no_coins_that_were_made_up() -> None:
    played, chance = Played(TableSettings(players=2)), random.Random(5)
    for name in ("Ann", "Bob"):
        played.do("ann", commands.Join(name=name, nonce=name.lower()))
    for _ in range(40):
        played.act_at_random(chance)
    seat, texts = played.table.to_move, list[str]()
    assert seat is not None
    found = what_if("t", played.table, "ann", texts)
    while found.state.to_move in (seat, None):
        decision = found.state.decision
        texts.append(found.chance[0] if decision is None else decision.legal[-1].text)
        found = what_if("t", played.table, "ann", texts)
    assert found.state.view is not None
    assert [player.coins is not None for player in found.state.view.players] == [
        number == seat for number in range(2)
    ]


def test_before_the_start_there_is_nothing_to_try() -> None:
    with pytest.raises(Refused) as caught:
        what_if("t", Played(TableSettings(players=2)).table, None, [])
    assert caught.value.code == "table_status"


async def test_the_server_answers_everybody_and_stores_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        ann, bob = server.person("ann"), server.person("bob")
        opened = await server.table("ann", players=2, position=ANN_CONQUERS)
        path = f"/api/tables/{opened['table']}"
        for client, name in ((ann, "Ann"), (bob, "Bob")):
            answer = await client.post(f"{path}/join", json={"name": name, "invite": opened["invite"]})
            assert answer.status_code == 200, answer.text
        room = await server.rooms.room(opened["table"])
        before = as_json(room.rows), room.table.running.to_text()
        attempt = {"seq": room.table.seq, "actions": ["end"]}
        for client in (ann, bob, server.stranger):
            answer = await client.post(f"{path}/what-if", json=attempt)
            assert answer.status_code == 200, answer.text
            assert answer.json()["state"]["view"]["phase"] != "conquer"
        refused = await server.stranger.post(f"{path}/what-if", json={**attempt, "actions": ["end", "end"]})
        assert (refused.status_code, refused.json()["at_action"]) == (422, 1)
        early = await ann.post(f"{path}/what-if", json={"seq": 1})
        assert early.json()["code"] == "table_status"
        missing = await ann.post(f"{path}/what-if", json={"seq": 99})
        assert (missing.status_code, missing.json()["code"]) == (404, "no_such_moment")
        foreign = await ann.post(f"{path}/what-if", json=attempt, headers={"origin": "https://evil.example"})
        assert foreign.json()["code"] == "wrong_origin"
        assert (as_json(room.rows), room.table.running.to_text()) == before
