"""What people have from the version before works unchanged: database, backup, record, weights and bot."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elbowroom.agents.planner import PlannerAgent
from elbowroom.agents.weights import network_of, read_weights
from elbowroom.engine.game import new_game
from elbowroom.engine.record import read_record
from elbowroom.server.storage.factory import store_for
from elbowroom.server.tables.computer_names import COMPUTER_NAMES
from elbowroom.server.tables.table import Table
from tests.server.clients import PATIENCE, Client, Server

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.process
BEFORE = Path(__file__).parents[1] / "fixtures" / "before"
FACTS: dict[str, Any] = json.loads((BEFORE / "facts.json").read_text(encoding="utf-8"))
FINISHED, RUNNING, PAUSED, WAITING = (
    FACTS[name]["table"] for name in ("finished", "running", "paused", "waiting")
)


def data_folder(folder: Path) -> Path:
    """A copy of the data folder of a server of the version before."""
    (folder / "elbowroom.db").write_bytes(gzip.decompress((BEFORE / "elbowroom.db.gz").read_bytes()))
    shutil.copy(BEFORE / "signing.key", folder / "signing.key")
    (folder / "signing.key").chmod(0o600)
    return folder


def restored_folder(folder: Path) -> Path:
    """A data folder that was filled from a backup of the version before."""
    command = [
        sys.executable,
        "-m",
        "elbowroom",
        "restore",
        str(BEFORE / "games.backup"),
        "--data",
        str(folder),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
    return folder


@pytest.fixture(scope="module", params=[data_folder, restored_folder], ids=["database", "backup"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Today's server on data of the version before."""
    running = Server(request.param(tmp_path_factory.mktemp("before"))).start()
    yield running
    running.kill()


def login(server: Server, name: str) -> Client:
    answer = Client(server).post("/api/account/login", {"name": name, "password": FACTS["password"]})
    assert answer.status_code == 200, answer.text
    return Client(server, answer.json()["token"])


def listed(answer: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401 - JSON
    """Tables of a list by their ids."""
    return {table["table"]: table for table in answer.json()}


def test_lists_tell_the_tables_as_before(server: Server) -> None:
    ann = login(server, "Ann")
    assert WAITING in listed(ann.get("/api/tables"))
    assert RUNNING in listed(ann.get("/api/tables/running"))
    mine = listed(ann.get("/api/tables/mine"))
    assert {FINISHED, RUNNING, PAUSED} <= set(mine)
    names = {table: [seat["name"] or seat["level"] for seat in mine[table]["seats"]] for table in mine}
    assert names[RUNNING] == ["Ann", "Gus", "easy"]
    assert (mine[FINISHED]["status"], mine[FINISHED]["is_rated"]) == ("over", True)
    assert mine[RUNNING]["title"] == "Ann, Gus and a computer"
    waiting = listed(ann.get("/api/tables"))[WAITING]
    assert (waiting["free"], waiting["title"]) == (1, "Who plays with Bob?")


def test_an_account_has_its_rating_and_results(server: Server) -> None:
    nothing_yet: dict[str, Any] = {"next_results": None, "creations": [], "tips": []}
    assert Client(server).get("/api/people/Ann").json() == FACTS["profile"] | nothing_yet


def test_a_wrong_password_is_still_wrong(server: Server) -> None:
    answer = Client(server).post("/api/account/login", {"name": "Ann", "password": "correct horse 18"})
    assert answer.status_code == 401


def test_a_finished_game_has_its_ranking_seed_log_and_record(server: Server) -> None:
    client = Client(server)
    state = client.get(f"/api/tables/{FINISHED}").json()
    assert (state["status"], state["seq"]) == ("over", FACTS["finished"]["seq"])
    assert state["ranking"] == FACTS["finished"]["ranking"]
    assert state["seed"] == FACTS["finished"]["seed"]
    log = client.get(f"/api/tables/{FINISHED}/log").json()
    assert [line["seq"] for line in log] == list(range(1, state["seq"] + 1))
    assert [line["what"] for line in log[:4]] == ["opened", "joined", "joined", "started"]
    assert log[-1]["what"] == "finished"
    told = client.get(f"/api/tables/{FINISHED}/record").text
    assert told == (BEFORE / "game.record").read_text(encoding="utf-8")


async def test_a_running_game_goes_on_where_it_was(server: Server) -> None:
    ann, fact = login(server, "Ann"), FACTS["running"]
    async with ann.at(RUNNING) as line:
        while not line.state:
            await line.hear()
        state = line.state
        assert state["view"] == fact["view"]
        assert [action["text"] for action in state["decision"]["legal"]] == fact["legal"]
        assert not state["is_mended"]
        first = await line.do(
            {"do": "act", "seat": fact["seat"], "action": fact["legal"][0]}, base=state["seq"]
        )
        assert first == {"type": "ack", "ack": first["ack"], "seq": fact["seq"] + 1}
        undo = await line.do({"do": "undo", "seat": fact["seat"]})
        # Between them, the seat was marked as that of an account: the version before did not tell.
        assert undo["seq"] == fact["seq"] + 3
        while line.state["seq"] < undo["seq"]:
            await line.hear()
        assert line.state["view"] == fact["view"]
        assert [seat["is_account"] for seat in line.state["seats"]] == [True, False, False]
        while line.state["decision"] is not None:
            action = line.state["decision"]["legal"][0]["text"]
            answer = await line.do({"do": "act", "seat": fact["seat"], "action": action})
            while line.state["seq"] < answer["seq"]:
                await line.hear()
    # It is the guest's turn now: their token of before is valid, and their seat is theirs.
    guest = Client(server, FACTS["guest_token"])
    decision = guest.get(f"/api/tables/{RUNNING}").json()["decision"]
    assert decision["seat"] == 1
    answer = guest.do(RUNNING, {"do": "act", "seat": 1, "action": decision["legal"][0]["text"]})
    assert answer.status_code == 200, answer.text
    said = [saying["text"] for saying in ann.get(f"/api/tables/{RUNNING}/chat").json()]
    assert said == ["Good luck!", "And to you."]


def test_a_paused_game_is_paused_with_its_clocks_and_can_be_resumed(server: Server) -> None:
    clients, fact = [login(server, "Ann"), login(server, "Bob")], FACTS["paused"]
    mover = clients[fact["to_move"]]
    state = mover.get(f"/api/tables/{PAUSED}").json()
    assert state["is_paused"]
    assert state["left"] == fact["left"]
    action = {"do": "act", "seat": fact["to_move"], "action": state["decision"]["legal"][0]["text"]}
    assert mover.do(PAUSED, action).json()["code"] == "paused"
    assert mover.do(PAUSED, {"do": "resume", "seat": fact["to_move"]}).status_code == 200
    assert mover.do(PAUSED, action).status_code == 200


def test_a_waiting_table_starts_when_the_seat_is_taken_by_its_invite(server: Server) -> None:
    guest = Client(server)
    found = guest.post("/api/invites", {"invite": FACTS["waiting"]["invite"]}).json()
    assert found["table"] == WAITING
    join = {"do": "join", "name": "Cat", "nonce": "ncat", "invite": found["invite"]}
    assert guest.do(WAITING, join).status_code == 200
    assert guest.get(f"/api/tables/{WAITING}").json()["status"] == "running"


async def test_every_log_replays_to_the_position_that_was_stored_with_it(tmp_path: Path) -> None:
    store = store_for(f"sqlite:///{data_folder(tmp_path) / 'elbowroom.db'}")
    await store.start()
    try:
        for table_id in (FINISHED, RUNNING, PAUSED):
            table = Table.from_log(await store.rows(table_id))
            assert table.running.to_text() == await store.position(table_id)
    finally:
        await store.stop()


def test_a_record_is_read_as_before() -> None:
    game = read_record((BEFORE / "game.record").read_text(encoding="utf-8"))
    assert len(game.history) == FACTS["record"]["decisions"]
    assert game.to_text() == FACTS["record"]["end"]


def test_the_luck_of_a_record_can_still_be_verified() -> None:
    command = [sys.executable, "-m", "elbowroom", "verify", str(BEFORE / "game.record")]
    done = subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE, text=True)
    assert "Fair: everything" in done.stdout
    assert "the numbers were told openly as people sat down" in done.stdout, "which proof it carries"
    assert "The log was not signed" in done.stdout


def test_weights_judge_a_position_as_before_and_an_agent_plays_with_them() -> None:
    weights = read_weights(str(BEFORE / "weights.json"))
    game = read_record((BEFORE / "game.record").read_text(encoding="utf-8"))
    half = game.earlier(len(game.history) // 2)
    coins = [network_of(weights).coming_coins(half.state, seat) for seat in (0, 1)]
    assert coins == pytest.approx(FACTS["weights"]["coming_coins"])
    fresh = new_game(2, seed=1)
    assert PlannerAgent(1, weights).choose(fresh) in fresh.legal()


def test_a_bot_plays_a_whole_game(server: Server) -> None:
    command = [sys.executable, str(BEFORE / "bot.py"), server.url]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=2 * PATIENCE).stdout
    own, computer = (line.split()[0] for line in told.splitlines())
    assert own == "Bot"
    assert computer in COMPUTER_NAMES
    assert all(line.split()[1].isdecimal() for line in told.splitlines())
