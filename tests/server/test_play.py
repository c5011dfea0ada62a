"""Playing through the server: sockets, REST, resuming, secrets, computers, and a server that is killed."""

from __future__ import annotations

import asyncio
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from elbowroom.engine.record import read_record
from elbowroom.server.tables import fairness
from elbowroom.server.tables.computer_names import COMPUTER_NAMES
from tests.server.clients import PATIENCE, Client, Line, Server, invites
from tests.server.play import join, play

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = pytest.mark.process
KILLS = 4
"""`make chaos` kills many more."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server")).start()
    yield found
    found.stop()


def two_people(server: Server, **settings: object) -> tuple[Client, Client, str]:
    ann, bob = Client(server), Client(server)
    table = ann.open(players=2, **settings)
    join(ann, table, "Ann")
    join(bob, table, "Bob")
    return ann, bob, table


async def test_two_people_play_a_whole_game_and_everything_fits_together(server: Server) -> None:
    """Numbers are contiguous, both end in the same position, the record replays, and the luck was fair."""
    ann, bob, table = two_people(server)

    async def both() -> tuple[Line, Line]:
        async with ann.at(table, since=1) as one, bob.at(table, since=1) as other:
            await asyncio.gather(play(one, random.Random(1)), play(other, random.Random(2)))
            return one, other

    one, other = await both()
    for line in (one, other):
        assert [update["seq"] for update in line.updates] == list(range(2, line.state["seq"] + 1))
    assert one.state["view"]["regions"] == other.state["view"]["regions"]
    record = ann.get(f"/api/tables/{table}/record").text
    game = read_record(record)
    assert game.is_over
    seed = one.state["seed"]
    assert fairness.commitment(seed) == one.state["commitment"]
    assert fairness.is_dealt_by(game, fairness.key_of(seed, ["nAnn", "nBob"]))


async def test_nobody_is_told_more_than_he_may_see(server: Server) -> None:
    """Each sees their own coins and no others', a spectator nobody's, and no seed before the end."""
    ann, bob, table = two_people(server)
    watcher = Client(server)

    async def all_three() -> list[Line]:
        async with ann.at(table) as one, bob.at(table) as other, watcher.at(table) as third:
            await asyncio.gather(
                play(one, random.Random(3), 40),
                play(other, random.Random(4), 40),
                play(third, random.Random(5), 40),
            )
            return [one, other, third]

    lines = await all_three()
    for seat, line in enumerate(lines):
        for update in line.updates:
            state = update["state"]
            assert state["seed"] is None
            for player in state["view"]["players"]:
                assert (player["coins"] is not None) == (player["seat"] == seat)
            assert [place["is_yours"] for place in state["seats"]] == [seat == 0, seat == 1]
            if state["decision"] is not None:
                assert state["decision"]["seat"] == seat
            assert ann.token not in str(update)
            assert bob.token not in str(update)


async def test_a_client_that_was_away_hears_exactly_what_it_missed(server: Server) -> None:
    ann, _, table = two_people(server)
    seat = ann.get(f"/api/tables/{table}").json()["to_move"]

    async def story() -> None:
        async with ann.at(table) as line:
            head = (await line.hear())["seq"]
        if seat == 0:
            assert ann.do(table, {"do": "act", "seat": 0, "action": "pick 1"}).status_code == 200
        ann.do(table, {"do": "pause", "seat": 0})
        now = ann.get(f"/api/tables/{table}").json()["seq"]
        async with ann.at(table, since=head) as line:
            for expected in range(head + 1, now + 1):
                assert (await line.hear())["seq"] == expected

    await story()


def test_the_same_command_again_gets_the_same_answer_and_happens_once(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=3)
    answers = [
        ann.do(table, {"do": "join", "name": "Ann"}, command_id="once").json()["seq"] for _ in range(3)
    ]
    assert answers == [2, 2, 2]
    assert ann.get(f"/api/tables/{table}").json()["seq"] == 2


def test_two_people_may_choose_the_same_id(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    table = ann.open(players=3)
    for person, name, seq in ((ann, "Ann", 2), (bob, "Bob", 3)):
        assert person.do(table, {"do": "join", "name": name}, command_id="1").json()["seq"] == seq


async def test_every_refusal_has_a_code_a_reason_and_the_head(server: Server) -> None:
    ann, bob, table = two_people(server)

    async def story() -> list[dict[str, Any]]:
        async with ann.at(table) as one, bob.at(table) as other:
            await one.hear()
            await other.hear()
            mover, waiter = (one, other) if one.state["decision"] else (other, one)
            seat = mover.state["to_move"]
            found = [
                await waiter.do({"do": "act", "seat": 1 - seat, "action": "pick 1"}),
                await waiter.do({"do": "act", "seat": seat, "action": "pick 1"}),
                await mover.do({"do": "act", "seat": seat, "action": "conquer 99"}),
                await mover.do({"do": "act", "seat": 7, "action": "pick 1"}),
                await mover.do({"do": "undo", "seat": seat}),
            ]
            await mover.do({"do": "act", "seat": seat, "action": "pick 1"})
            found.append(await mover.do({"do": "act", "seat": seat, "action": "end"}, base=1))
            await mover.connection.send("{nonsense")
            while "" not in mover.answers:
                await mover.hear()
            return [*found, mover.answers[""]]

    answers = await story()
    codes = [answer["code"] for answer in answers]
    assert codes == [
        "not_your_decision",
        "not_your_seat",
        "unknown_verb",
        "unknown_seat",
        "no_undo",
        "stale",
        "bad_message",
    ]
    assert all(answer["reason"] and answer["head"] >= 4 for answer in answers)


async def test_one_person_plays_all_seats_of_a_device(server: Server) -> None:
    """They see the table through the eyes of the seat that decides; the other total stays hidden."""
    ann = Client(server)
    table = ann.open(players=2)
    join(ann, table, "Ann")
    join(ann, table, "Bert")

    async def story() -> None:
        async with ann.at(table) as line:
            await line.hear()
            await play(line, random.Random(7), 60)
            for update in line.updates:
                state = update["state"]
                shown = [player["seat"] for player in state["view"]["players"] if player["coins"] is not None]
                assert shown == [state["to_move"]]

    await story()


@pytest.mark.parametrize("level", ["gentle", "easy", "normal"])
async def test_a_person_plays_a_whole_game_against_computers(server: Server, level: str) -> None:
    ann = Client(server)
    table = ann.open(players=3, computers=[level, "easy"])

    async def story() -> Line:
        async with ann.at(table) as line:
            await line.do({"do": "join", "name": "Ann"})
            await play(line, random.Random(5))
            return line

    line = await story()
    assert line.state["status"] == "over"
    assert [place["level"] for place in line.state["seats"]] == [None, level, "easy"]


def test_the_example_bot_joins_and_plays(server: Server) -> None:
    """Alone against a computer, and at a table that somebody else has opened."""
    bot = Path(__file__).parents[2] / "examples" / "bot.py"
    assert len(bot.read_text(encoding="utf-8").splitlines()) < 70
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    for arguments in ([server.url], [server.url, invites[table]]):
        command = [sys.executable, str(bot), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
        assert re.fullmatch(r"Bot \d+\n[A-Z][a-z]+ \d+\n", done.stdout)
    assert ann.get(f"/api/tables/{table}").json()["status"] == "over"


async def test_a_hint_names_legal_actions_with_reasons(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    join(ann, table, "Ann")

    async def story() -> dict[str, Any]:
        async with ann.at(table) as line:
            while not line.state.get("decision"):
                await line.hear()
            return dict(line.state["decision"])

    decision = await story()
    hints = ann.get(f"/api/tables/{table}/hint").json()["hints"]
    assert hints
    assert {hint["actions"][0] for hint in hints} <= {action["text"] for action in decision["legal"]}
    assert all(hint["reasons"] for hint in hints)
    assert all(hint["shared"] == hints[0]["shared"] for hint in hints)
    assert not any(reason in hint["shared"] for hint in hints for reason in hint["reasons"])
    assert min(hint["behind"] for hint in hints) == 0, "what others hide is not told by a lead"
    assert Client(server).get(f"/api/tables/{table}/hint").json()["code"] == "no_hint"

    async def asked() -> dict[str, Any]:
        async with ann.at(table) as line:
            await line.connection.send('{"v": 1, "id": "h", "cmd": {"do": "hint"}}')
            while (message := await line.hear())["type"] != "hints":
                pass
            return message

    told = await asked()
    assert (told["ack"], told["hints"]) == ("h", hints), "the same through a socket"


async def test_a_table_can_be_seen_at_any_number_of_its_log(server: Server) -> None:
    ann, bob, table = two_people(server)

    async def story() -> tuple[Line, Line]:
        async with ann.at(table, since=1) as one, bob.at(table, since=1) as other:
            await asyncio.gather(play(one, random.Random(3), 25), play(other, random.Random(4), 25))
            return one, other

    one, _ = await story()
    for update in one.updates[::5]:
        seen = ann.get(f"/api/tables/{table}/at/{update['seq']}").json()
        assert seen["state"].pop("agreement")["players"] == 2
        assert update["state"].pop("agreement") is None, "it does not change, and can be long"
        assert seen == update, "with everything that happened then"
    assert ann.get(f"/api/tables/{table}/at/99999").status_code == 404


def test_lists_show_open_tables_and_ones_own(server: Server) -> None:
    ann, bob = Client(server), Client(server)
    shown, hidden = ann.open(players=4, is_open=True, title="Come in"), ann.open(players=4)
    join(ann, shown, "Ann")
    listed = {row["table"]: row for row in bob.get("/api/tables").json()}
    assert listed[shown]["free"] == 3
    assert listed[shown]["title"] == "Come in"
    assert not listed[shown]["is_yours"]
    assert hidden not in listed
    assert [row["table"] for row in ann.get("/api/tables/mine").json()] == [shown]
    assert shown not in {row["table"] for row in bob.get("/api/tables/running").json()}


def test_lists_tell_who_plays_and_whose_turn_it_is(server: Server) -> None:
    ann, bob, table = two_people(server)

    def listed(client: Client) -> dict[str, Any]:
        return next(row for row in client.get("/api/tables/mine").json() if row["table"] == table)

    shown = ann.get(f"/api/tables/{table}").json()
    entry = listed(ann)
    assert entry["seats"] == [{"name": name, "level": None, "is_account": False} for name in ("Ann", "Bob")]
    assert entry["to_move"] == shown["to_move"]
    assert (entry["game_turn"], entry["game_turns"]) == (1, shown["view"]["game_turns"])
    first, other = (ann, bob) if shown["to_move"] == 0 else (bob, ann)
    assert (listed(first)["is_your_turn"], listed(other)["is_your_turn"]) == (True, False)
    for action in ("pick 1", "end"):
        first.do(table, {"do": "act", "seat": shown["to_move"], "action": action})
    while listed(first)["is_your_turn"]:
        decision = first.get(f"/api/tables/{table}").json()["decision"]
        action = decision["legal"][-1]["text"]
        assert first.do(table, {"do": "act", "seat": decision["seat"], "action": action}).status_code == 200
    assert listed(other)["is_your_turn"]
    assert listed(other)["to_move"] == 1 - shown["to_move"]


def test_a_table_that_waits_is_listed_with_its_computers_and_no_turn(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=3, computers=["hard"], is_open=True)
    join(ann, table, "Ann")
    entry = next(row for row in Client(server).get("/api/tables").json() if row["table"] == table)
    ann_seat, free, computer = entry["seats"]
    assert (ann_seat["name"], ann_seat["level"]) == ("Ann", None)
    assert (free["name"], free["level"]) == ("", None)
    assert computer["name"] in COMPUTER_NAMES
    assert computer["level"] == "hard"
    assert (entry["to_move"], entry["game_turn"], entry["is_your_turn"]) == (None, 0, False)


async def test_strangers_and_pages_of_others_are_kept_out(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)
    assert httpx.post(f"{server.url}/api/tables", json={"players": 2}).status_code == 401
    forged = Client(server, ann.token[:-2] + "xx")
    assert forged.post("/api/tables", {"players": 2}).status_code == 401
    evil = {**ann.headers, "Origin": "https://evil.example"}
    assert httpx.post(f"{server.url}/api/tables", json={"players": 2}, headers=evil).status_code == 403
    assert httpx.get(f"{server.url}/api/health", headers={"Host": "evil.example"}).status_code == 400
    assert ann.get("/api/tables/nosuchtable").status_code == 404

    async def story() -> None:
        ann.headers["Origin"] = "https://evil.example"
        with pytest.raises(InvalidStatus):
            async with ann.at(table):
                pass

    await story()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"players": 9}, "player_count"),
        ({"players": 2, "surprise": 1}, "bad_message"),
        ({"players": 2, "content": ["[race.x"]}, "content_not_toml"),
        ({"players": 2, "computers": ["nobody"]}, "unknown_level"),
        ({"players": 2, "computers": ["mine:First"]}, "unknown_level"),
        ({"players": 2, "computers": ["expert:weights.json"]}, "unknown_level"),
        ({"players": 2, "position": "map 2-players\nAnn Forest Nobodies : 3 1\nBob"}, "at_line"),
    ],
)
def test_a_table_that_cannot_be_played_is_not_opened(server: Server, body: dict[str, Any], code: str) -> None:
    response = Client(server).post("/api/tables", body)
    assert response.status_code == 422
    assert response.json()["code"] == code
    assert response.json()["reason"]


async def test_a_socket_that_sends_too_much_is_told_so(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)

    async def story() -> set[str]:
        async with ann.at(table) as line:
            for number in range(150):
                await line.send({"do": "undo", "seat": 0}, f"x{number}")
            while "x149" not in line.answers:
                await line.hear()
            return {answer["code"] for answer in line.answers.values()}

    assert "too_fast" in await story()


async def test_more_sockets_do_not_let_a_person_send_more(server: Server) -> None:
    """What is counted is the person, however many connections they have, and requests count too."""
    ann = Client(server)
    table = ann.open(players=2)
    async with ann.at(table) as one, ann.at(table) as other:
        for line in (one, other):
            for number in range(60):
                await line.send({"do": "undo", "seat": 0}, f"y{number}")
            while "y59" not in line.answers:
                await line.hear()
    codes = [answer["code"] for line in (one, other) for answer in line.answers.values()]
    assert codes.count("too_fast") >= 5, "of 120 messages, a little more than 50 are taken"
    assert ann.do(table, {"do": "undo", "seat": 0}).status_code == 429


async def test_a_frame_that_is_too_long_ends_the_connection(server: Server) -> None:
    ann = Client(server)
    table = ann.open(players=2)

    async def story() -> None:
        async with ann.at(table) as line:
            await line.connection.send("x" * 20_000)
            with pytest.raises(ConnectionClosed):
                await line.until("over")

    await story()


async def test_a_server_that_is_killed_loses_nothing_and_plays_on(tmp_path: Path) -> None:
    """Killed at random instants while commands are on their way; the client resumes from what it heard."""
    server = Server(tmp_path).start()
    ann = Client(server)
    table = ann.open(players=2, computers=["easy"])
    join(ann, table, "Ann")
    chance = random.Random(9)
    heard: dict[int, dict[str, Any]] = {}
    acknowledged: dict[str, int] = {}
    sent: dict[str, dict[str, Any]] = {}

    async def stretch(seconds: float | None) -> None:
        """Play until the server is killed, or to the end."""
        async with ann.at(table, since=max(heard, default=1)) as line:
            line.state = heard[max(heard)]["state"] if heard else {}
            killer = asyncio.create_task(_kill_after(server, seconds))
            try:
                await play(line, chance)
            except ConnectionClosed:
                assert seconds is not None, "nobody killed it"
            finally:
                await killer
                sent.update(line.sent)
                heard.update({update["seq"]: update for update in line.updates})
                acknowledged.update(
                    {name: answer["seq"] for name, answer in line.answers.items() if answer["type"] == "ack"}
                )

    last: list[str] = []
    for _ in range(KILLS):
        await stretch(chance.uniform(0.01, 0.3))
        last += list(acknowledged)[-1:]
        server.start()
    await stretch(None)
    assert acknowledged
    assert sorted(heard) == list(range(2, max(heard) + 1))
    for name, seq in acknowledged.items():
        assert heard[seq]["what"] == "acted"
        if name not in last and seq % 10:
            continue  # asking for all takes minutes, as nobody may ask so fast
        assert _repeated(ann, table, name, sent[name])["seq"] == seq, (
            "what was acknowledged is stored, and known by its id"
        )
    assert ann.get(f"/api/tables/{table}").json()["status"] == "over"
    assert read_record(ann.get(f"/api/tables/{table}/record").text).is_over
    assert "Traceback" not in server.log()
    server.stop()


def _repeated(client: Client, table: str, name: str, command: dict[str, Any]) -> dict[str, Any]:
    """The answer to a command that is sent a second time, as soon as the server lets so many through."""
    while True:
        answer: dict[str, Any] = client.do(table, command, command_id=name).json()
        if answer.get("code") != "too_fast":
            return answer
        time.sleep(0.3)


async def _kill_after(server: Server, seconds: float | None) -> None:
    if seconds is not None:
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.kill)


def test_it_is_told_beforehand_what_can_be_conquered_after_expanding(server: Server) -> None:
    ann = Client(server)
    position = "map 2-players\nAnn Hill Orcs : 3 3, 4 3\nBob Forest Giants : 20 3\nturn Ann ready"
    table = ann.open(players=2, computers=["easy"], position=position)
    join(ann, table, "Ann")

    def decision() -> dict[str, Any]:
        found: dict[str, Any] = ann.get(f"/api/tables/{table}").json()["decision"]
        return found

    outlook = decision()["outlook"]
    ann.do(table, {"do": "act", "seat": 0, "action": "expand"})
    after = decision()
    assert after["legal"] == outlook["legal"] != []
    assert after["costs"] == outlook["costs"] != []
    assert after["outlook"] is None
    hand = ann.get(f"/api/tables/{table}").json()["view"]["players"][0]["active"]["hand"]
    assert outlook["tokens"] == hand == 4, "all but one in each region"


@pytest.mark.parametrize(("hand", "placed"), [(4, 0), (6, 2)])
def test_tokens_that_only_attack_are_told_before_the_turn_ends(
    server: Server, hand: int, placed: int
) -> None:
    ann = Client(server)
    position = (
        f"map 2-players\nAnn Hill Amazons, {hand} in hand : 3 2, 4 1\n"
        "Bob Forest Giants : 20 3\nturn Ann conquer, acted"
    )
    table = ann.open(players=2, computers=["easy"], position=position)
    join(ann, table, "Ann")
    decision = ann.get(f"/api/tables/{table}").json()["decision"]
    assert (decision["ending_tokens"], decision["attack_only"]) == (placed, 4)
    ann.do(table, {"do": "act", "seat": 0, "action": "end"})
    redeployment = ann.get(f"/api/tables/{table}").json()["decision"]
    assert (redeployment["form"]["pieces"], redeployment["attack_only"]) == (placed + 1, 4)


def test_a_turn_can_be_ended_from_the_conquests_on_if_only_the_redeployment_is_left(server: Server) -> None:
    ann = Client(server)
    giants = "Bob Forest Giants : 20 3"
    for power, is_offered in (("Hill", True), ("Fortified", False)):
        position = f"map 2-players\nAnn {power} Orcs, 1 in hand : 3 2, 4 1 <- to move\n{giants}"
        table = ann.open(players=2, computers=["easy"], position=position)
        join(ann, table, "Ann")
        decision = ann.get(f"/api/tables/{table}").json()["decision"]
        assert bool(decision["ending"]) == is_offered
        if not is_offered:
            continue
        # What stood there stays, and the token in hand goes where opponents could attack.
        assert decision["ending"][0] == "end"
        assert (decision["ending_tokens"], decision["attack_only"]) == (1, 0)
        ann.do(table, {"do": "act", "seat": 0, "actions": decision["ending"]})
        view = ann.get(f"/api/tables/{table}").json()["view"]
        assert [view["regions"][at]["tokens"] for at in (2, 3)] in ([3, 1], [2, 2])
        assert view["seat"] == 1 or view["game_turn"] == 2
