"""Secrets: whoever looks, and however, two games that differ only in what is hidden are the same to the byte.

Every way in which somebody can learn something of a running game is a row of `CHANNELS`:
whoever builds a new one adds a row.
"""

from __future__ import annotations

import asyncio
import io
import re
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import httpx
import msgspec
import numpy as np
import pyspiel
import pytest
from hypothesis import Phase, assume, example, given, settings
from hypothesis import strategies as st

import elbowroom
from elbowroom.cli.terminal.prompt_loop import PromptLoop
from elbowroom.cli.terminal.screen import Screen
from elbowroom.cli.terminal.session import TerminalSession
from elbowroom.drawing.svg.picture import picture
from elbowroom.engine.chance import Dealer
from elbowroom.engine.game import Game
from elbowroom.envs import gymnasium, pettingzoo
from elbowroom.envs.action_space import action_space
from elbowroom.envs.arrays import ArrayObserver
from elbowroom.envs.dataset import decision_rows
from elbowroom.envs.open_spiel import Position
from elbowroom.envs.rendering import ansi
from elbowroom.envs.returns import leads
from elbowroom.rules.refusals import Refused
from elbowroom.server.http.link_previews import table_card
from elbowroom.server.http.routes.hints import find_hints
from elbowroom.server.http.services import app_services
from elbowroom.server.tables import commands, entries
from elbowroom.server.tables.listing import listing_of
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.table import Table
from elbowroom.server.views.game_replay import encoded_replay
from elbowroom.server.views.opening import opening_of
from elbowroom.server.views.table_summary import summary_of_listing
from elbowroom.server.views.table_view import table_view
from elbowroom.server.views.updates import UpdateBuilder
from elbowroom.server.views.what_if import WhatIf, what_if
from tests.scenario import rule
from tests.server.tables import SEED
from tests.twins import TABLE, Course, Twin, Viewer, twins

if TYPE_CHECKING:
    from collections.abc import Callable

Told: TypeAlias = bytes | str
NOTHING = ""
"""What those are told to whom a channel is closed."""


class Channel(NamedTuple):
    """A way to learn something of a game, and whose coins it tells; every word of this row is tested."""

    tell: Callable[[Twin, Viewer], Told]
    own: bool = True
    """It tells the viewer's own coins, or depends on them."""
    others: bool = True
    """It tells the coins of others once they lie open, by a table option or at the end of the game."""
    counts: bool = False
    """It remembers the whole game and has counted: it tells all coins at any time (RUL-36)."""


def decides(twin: Twin, viewer: Viewer) -> bool:
    return viewer is not None and twin.game.to_move == viewer


def as_json(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)


def as_bytes(**arrays: Any) -> bytes:  # noqa: ANN401 - arrays of any kind
    return b"".join(np.asarray(array).tobytes() for array in arrays.values())


def adviser(twin: Twin, viewer: Viewer) -> Told:
    """The game that an adviser gets, and what could be done in it."""
    game = twin.game.seen_by(viewer)
    return f"{game.to_text()}\n{game.legal()}"


def legal_actions(twin: Twin, viewer: Viewer) -> Told:
    return as_json(twin.game.legal_actions()) if decides(twin, viewer) else NOTHING


def costs(twin: Twin, viewer: Viewer) -> Told:
    return as_json([twin.game.costs(), twin.game.places()]) if decides(twin, viewer) else NOTHING


def score_preview(twin: Twin, viewer: Viewer) -> Told:
    return as_json(twin.game.score_preview()) if decides(twin, viewer) else NOTHING


def drawing(twin: Twin, viewer: Viewer) -> Told:
    setup = twin.game.setup
    return picture(setup.content.map(setup.board.map_id), twin.game.view(viewer))


ARGUMENTS = {"cost": "1", "why": "2", "log": "all", "rules": "orcs"}
NOT_LOOKS = {"hint", "save", "resume", "quit"}
"""Commands of the terminal that read or write files, and hints, which are a row of their own."""


def terminal(twin: Twin, viewer: Viewer) -> Told:
    """The table, plain and drawn, and what every command answers; at the end the ranking."""

    def look(loop: PromptLoop) -> None:
        if loop.seat is None:
            loop.screen.ranking(loop.session)
            return
        loop._show_question(loop.seat)
        Screen(plain=False, width=120).table(loop.session, loop.seat, is_new_turn=True)
        for word in [word for word in loop.commands if word not in NOT_LOOKS]:
            loop._handle_input(f"{word} {ARGUMENTS.get(word, '')}".strip())

    return printed(twin, viewer, look) if decides(twin, viewer) or twin.game.is_over else NOTHING


def terminal_hint(twin: Twin, viewer: Viewer) -> Told:
    return printed(twin, viewer, lambda loop: loop.commands["hint"]("")) if decides(twin, viewer) else NOTHING


def printed(twin: Twin, viewer: Viewer, look: Callable[[PromptLoop], None]) -> str:
    """What is printed when the player who decides looks at the terminal; nobody decides after the end."""
    output = io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(output):
        file = Path(folder) / "game.elbowroom"
        session = TerminalSession(twin.game.copy(), (None,) * twin.players, Dealer(b"fair"), file, 1)
        loop = PromptLoop(session, Screen(plain=True, width=100))
        loop.seat = viewer if decides(twin, viewer) else None
        look(loop)
    return output.getvalue()


def observation(twin: Twin, viewer: Viewer) -> Told:
    if viewer is None:
        return NOTHING
    return as_bytes(seen=ArrayObserver(twin.game.setup).observation(twin.game.state, viewer))


def petting_zoo(twin: Twin, viewer: Viewer) -> Told:
    if viewer is None:
        return NOTHING
    env = pettingzoo.env(players=twin.players, options=twin.options)
    env.reset(seed=1)
    env._game = twin.game
    env._select_agent()
    agent = env.possible_agents[viewer]
    return as_bytes(**env.observe(agent), info=env.infos[agent]["action_mask"])


def gymnasium_env(twin: Twin, viewer: Viewer) -> Told:
    if viewer is None or not decides(twin, viewer):
        return NOTHING
    env = gymnasium.ElbowroomEnv(players=twin.players, seat=viewer, options=twin.options)
    seen, info = env.reset(seed=1, options={"position": twin.game.to_text()})
    return as_bytes(**seen, info=info["action_mask"])


def vector_env(twin: Twin, viewer: Viewer) -> Told:
    if not decides(twin, viewer):
        return NOTHING
    env = gymnasium.ElbowroomVectorEnv(1, players=twin.players, opponents="self", options=twin.options)
    env.reset(seed=1)
    env._batch._states[0] = twin.game.state.clone()
    env._batch._play_to_decision(0)
    return as_bytes(**env._observation(), **env._info())


def shaped_rewards(twin: Twin, viewer: Viewer) -> Told:
    """What a learner gets for the next decisions, to the last digit.

    The same dealer deals for both twins, or they would not win the same.
    """
    if viewer is None or twin.game.is_over:
        return NOTHING
    env = pettingzoo.env(players=twin.players, options=twin.options, reward="shaped")
    env.reset(seed=1)
    env._game = game = Game(twin.game.state.clone(), twin.game.names, Dealer(b"fair"))
    env._leads = leads(game.state)
    env._select_agent()
    rewards: list[float] = []
    while not game.is_over and len(rewards) < 20:
        env.step(env.actions.index_of[game.legal()[0]])
        rewards.append(env.rewards[env.possible_agents[viewer]])
    return repr(rewards)


def rendering(twin: Twin, viewer: Viewer) -> Told:
    return NOTHING if viewer is not None else ansi(twin.game)


@cache
def spiel_game(players: int) -> pyspiel.Game:
    return pyspiel.load_game("python_elbowroom", {"players": players})


def spiel(twin: Twin) -> pyspiel.State:
    """The same game in OpenSpiel, played from the same position."""
    state, space = spiel_game(twin.players).new_initial_state(), action_space(twin.game.setup)
    state._position = Position(twin.game.reopened().state, space)
    for action in twin.game.history:
        state.apply_action(action & 63 if state.is_chance_node() else space.index_of[action])
    return state


def spiel_observation(twin: Twin, viewer: Viewer) -> Told:
    if viewer is None:
        return NOTHING
    state = spiel(twin)
    seen = state.observation_string(viewer), state.observation_tensor(viewer)
    return repr([*seen, state.legal_actions(viewer), state.returns()])


def spiel_history(twin: Twin, viewer: Viewer) -> Told:
    return NOTHING if viewer is None else str(spiel(twin).information_state_string(viewer))


def spiel_information(twin: Twin, viewer: Viewer) -> Told:
    return NOTHING if viewer is None else repr(spiel(twin).information_state_tensor(viewer))


def dataset(twin: Twin, viewer: Viewer) -> Told:
    """What a player saw, could do and did, decision by decision; how a game ended is told when it is over."""
    if viewer is None:
        return NOTHING
    rows = decision_rows(twin.game, 0)
    rows = rows.filter(rows["player"].to_numpy() == viewer)
    lists = {name: rows[name].flatten().to_numpy() for name in ("observation", "mask")}
    return as_bytes(**lists, actions=rows["action"].to_numpy())


def snapshot(twin: Twin, viewer: Viewer) -> Told:
    """The whole table, as both protocols send it."""
    table, person = twin.played.table, twin.person(viewer)
    return as_json([table_view(TABLE, table, person, protocol=protocol) for protocol in (1, 2)])


def updates(twin: Twin, viewer: Viewer, *, wants_states: bool) -> Told:
    """The messages about all entries since the hidden coins came in."""
    log, told = twin.played.log, []
    first = next(row.seq for row in log if isinstance(row.entry, entries.Recovered))
    after = Table.from_log(log[: first - 1])
    for row in log[after.seq :]:
        before, after = after, after.copy()
        after.add(row)
        builder = UpdateBuilder(TABLE, before, after, row)
        told.append(builder.message(twin.person(viewer), wants_states=wants_states))
    return b"\n".join(told)


def update(twin: Twin, viewer: Viewer) -> Told:
    return updates(twin, viewer, wants_states=True)


def patch(twin: Twin, viewer: Viewer) -> Told:
    """Patches, also those that bring the whole table as a check."""
    return updates(twin, viewer, wants_states=False)


def whole_replay(twin: Twin, viewer: Viewer) -> Told:
    """The whole game, read at once."""
    return at_once(encoded_replay(TABLE, twin.played.log, twin.person(viewer)))


def earlier_moment(twin: Twin, viewer: Viewer) -> Told:
    """The table a few decisions ago, though not before the hidden coins came in."""
    room = app_services(twin.server).rooms._rooms[TABLE]
    first = next(row.seq for row in room.rows if isinstance(row.entry, entries.Recovered))
    table = room.log.moment(max(first, room.table.seq - 5))
    return as_json(table_view(TABLE, table, twin.person(viewer)))


ATTEMPTS = (
    "",
    "end",
    "decline",
    "pick 1",
    "pick 6",
    "conquer 3",
    "redeploy 1:1",
    "ally 2",
    "first 1",
    "roll 3",
)


def tried_out(twin: Twin, viewer: Viewer) -> Told:
    """What would happen, and what is refused: from now on, from a while ago, and with all the luck named."""
    log, person = twin.played.log, twin.person(viewer)
    first = next(row.seq for row in log if isinstance(row.entry, entries.Recovered))
    told: list[object] = []
    for seq in (len(log), max(first, len(log) - 5)):
        table = Table.from_log(log[:seq])
        told += [tried(table, person, [text]) for text in ATTEMPTS]
        actions: list[str] = []
        while len(actions) < 20 and isinstance(found := tried(table, person, actions), WhatIf):
            told.append(found)
            decision = found.state.decision
            legal = found.chance if decision is None else [action.text for action in decision.legal]
            if not legal:
                break
            actions.append(legal[-1])
        told.append(found)
    return as_json(told)


def tried(table: Table, person: str | None, actions: list[str]) -> object:
    try:
        return what_if(TABLE, table, person, actions)
    except Refused as refused:
        return [refused.code, refused.params, str(refused), refused.at_action]


def refusals(twin: Twin, viewer: Viewer) -> Told:
    """How the server refuses what somebody tries: to act for any seat, to undo, to pause, to take a seat."""
    seats = range(twin.players)
    tried: list[commands.AnyCommand] = [commands.Act(seat, text) for seat in seats for text in ATTEMPTS]
    for kind in (commands.Undo, commands.Return, commands.Pause):
        tried += [kind(seat) for seat in seats]
    tried += [commands.Start(), commands.Close(), commands.Join("Eve"), commands.Say("hello", "Eve")]
    return as_json([attempted(twin, twin.person(viewer) or "", command) for command in tried])


def attempted(twin: Twin, person: str, command: commands.AnyCommand) -> object:
    try:
        commands.decide(twin.played.table, command, person, SEED)
    except Refused as refused:
        return [refused.code, refused.params, str(refused)]
    return "carried out"


def hint(twin: Twin, viewer: Viewer) -> Told:
    """What the server advises, with reasons, or that it gives no advice."""
    rooms, person = app_services(twin.server).rooms, twin.person(viewer) or ""
    try:
        return as_json(asyncio.run(find_hints(rooms, rooms._rooms[TABLE], person, "", "")))
    except Refused as refused:
        return str(refused)


def in_a_list(twin: Twin, viewer: Viewer) -> Told:
    return as_json(summary_of_listing(TABLE, listing_of(twin.played.table), twin.person(viewer)))


def preview_picture(twin: Twin, viewer: Viewer) -> Told:
    del viewer  # there is one picture for everybody
    return as_json(table_card(twin.played.table))


def answer(path: str) -> Callable[[Twin, Viewer], Told]:
    """What the server answers to anybody who asks for this path."""

    async def get(twin: Twin) -> bytes:
        door = httpx.ASGITransport(twin.server)
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            found = await client.get(path)
            return repr([found.status_code, sorted(found.headers.items())]).encode() + found.content

    return lambda twin, _: asyncio.run(get(twin))


def opening(twin: Twin, viewer: Viewer) -> Told:
    """The table that comes with its page."""
    room = app_services(twin.server).rooms._rooms[TABLE]
    return as_json(at_once(opening_of(room.id, room.log, twin.person(viewer))))


def embedded(twin: Twin, viewer: Viewer) -> Told:
    """What a page that only watches is told, though the browser of a player shows it."""

    async def ask() -> list[bytes]:
        door, identity = httpx.ASGITransport(twin.server), app_services(twin.server).identity
        person, path = twin.person(viewer), f"/api/tables/{TABLE}"
        headers = {} if person is None else {"Cookie": f"{identity.cookie}={identity.guest_token(person)}"}
        seq, watching = twin.played.table.seq, {"spectator": "1", "protocol": "2"}
        async with httpx.AsyncClient(transport=door, base_url="http://localhost", headers=headers) as client:
            asked = [path, f"{path}/at/{seq}", f"{path}/log", f"{path}/replay", f"{path}/opening"]
            found = [await client.get(one, params=watching) for one in asked]
            attempt = {"seq": seq, "actions": ["pick 6"]}
            found.append(await client.post(f"{path}/what-if", params=watching, json=attempt))
            return [answer.content for answer in found]

    return b"\n".join(asyncio.run(ask()))


CHANNELS: dict[str, Channel] = {
    "view": Channel(lambda twin, viewer: as_json(twin.game.view(viewer))),
    "text": Channel(lambda twin, viewer: twin.game.text_for(viewer)),
    "game for an adviser": Channel(adviser),
    "legal actions": Channel(legal_actions, others=False),
    "costs": Channel(costs, own=False, others=False),
    "score preview": Channel(score_preview, own=False, others=False),
    "drawing": Channel(drawing),
    "terminal": Channel(terminal),
    "terminal: hint": Channel(terminal_hint),
    "observation": Channel(observation),
    "PettingZoo": Channel(petting_zoo),
    "Gymnasium": Channel(gymnasium_env),
    "vector environment": Channel(vector_env),
    "shaped rewards": Channel(shaped_rewards, own=False, others=False),
    "rendering": Channel(rendering, own=False),
    "OpenSpiel: observation": Channel(spiel_observation),
    "OpenSpiel: information state, text": Channel(spiel_history, own=False, others=False),
    "OpenSpiel: information state, tensor": Channel(spiel_information, counts=True),
    "data set": Channel(dataset),
    "server: snapshot": Channel(snapshot),
    "server: update": Channel(update),
    "server: patch": Channel(patch),
    "server: earlier moment": Channel(earlier_moment),
    "server: replay": Channel(whole_replay),
    "server: refusals": Channel(refusals, others=False),
    "server: what-if": Channel(tried_out),
    "server: hint": Channel(hint),
    "server: list of tables": Channel(in_a_list, own=False, others=False),
    "server: opening": Channel(opening),
    "server: log": Channel(answer(f"/api/tables/{TABLE}/log"), own=False, others=False),
    "server: record": Channel(answer(f"/api/tables/{TABLE}/record"), own=False),
    "server: proof": Channel(answer(f"/api/tables/{TABLE}/proof"), own=False, others=False),
    "server: embedded page": Channel(embedded, own=False),
    "server: page of the table": Channel(answer(f"/t/{TABLE}"), own=False),
    "server: picture for links": Channel(preview_picture, own=False),
}


COINS = st.integers(0, 9) | st.integers(0, 99)
"""Few, so that not every combo can be paid for, or any number."""


@rule("SCO-5", "RUL-36")
@settings(max_examples=15, deadline=None, phases=(Phase.explicit, Phase.generate))  # to shrink takes minutes
@given(
    players=st.sampled_from([2, 3]),
    seed=st.integers(0, 10**6),
    decisions=st.integers(0, 150),
    mover=st.sampled_from([0, 1]),
    viewer=st.sampled_from([0, 1, None]),
    coins=st.tuples(*[st.tuples(COINS, COINS)] * 3),
)
@example(players=3, seed=1, decisions=0, mover=1, viewer=0, coins=((5, 5), (0, 9), (5, 5)))
def test_nobody_can_tell_twins_apart(
    players: int,
    seed: int,
    decisions: int,
    mover: int,
    viewer: Viewer,
    coins: tuple[tuple[int, int], ...],
) -> None:
    """What others have and what chance will bring can be anything: no channel gives another byte."""
    course = Course(players, seed, decisions, mover)
    start = [one for one, _ in coins]
    one, other = twins(
        course, start, [own if seat == viewer else coins[seat][1] for seat, own in enumerate(start)]
    )
    assume(not one.game.is_over)
    unlucky = one.in_other_hands()
    told = {name: channel.tell(one, viewer) for name, channel in CHANNELS.items()}
    leaks = [
        name
        for name, channel in CHANNELS.items()
        if channel.tell(unlucky if channel.counts else other, viewer) != told[name]
    ]
    assert not leaks, ", ".join(leaks)
    assert not [name for name, text in told.items() if SEED in str(text)]


ANN, BOB = 0, 1
PICK, CONQUER, END = 0, 40, 10**6
"""How many decisions lead to the first pick of Bob, to one of Bob's conquests, and to the end."""
VIEWERS: tuple[Viewer, ...] = (BOB, None)


@cache
def twins_at(decisions: int, whose: int, *, open_coins: bool = False) -> tuple[Twin, Twin]:
    """Twins who differ in the coins of one player: none at the start, or forty."""
    start = [[coins if seat == whose else 20 for seat in range(3)] for coins in (0, 40)]
    return twins(Course(3, 12, decisions, BOB, open_coins=open_coins), *start)


def differs(channel: Channel, pair: tuple[Twin, Twin], viewers: tuple[Viewer, ...] = VIEWERS) -> bool:
    """Whether any of the viewers can tell the twins apart by this channel."""
    one, other = pair
    return any(channel.tell(one, viewer) != channel.tell(other, viewer) for viewer in viewers)


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_speaks_of_the_game(name: str) -> None:
    """So there is something that a secret could be in."""
    games = [twins_at(when, ANN)[0] for when in (PICK, CONQUER, END)]
    told = {CHANNELS[name].tell(game, viewer) for game in games for viewer in VIEWERS}
    assert len(told - {NOTHING}) > 1


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_depends_on_the_coins_of_the_viewer_or_says_that_it_does_not(name: str) -> None:
    """So those of the others are left out, and not all coins."""
    found = [differs(CHANNELS[name], twins_at(when, BOB), (BOB,)) for when in (PICK, CONQUER)]
    assert any(found) == CHANNELS[name].own


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_tells_coins_that_lie_open_or_says_that_it_does_not(name: str) -> None:
    """By the table option, or at the end of the game: so twins would be found out if nothing were hidden."""
    pairs = [twins_at(when, ANN, open_coins=True) for when in (PICK, CONQUER)]
    found = [differs(CHANNELS[name], pair) for pair in (*pairs, twins_at(END, ANN))]
    assert any(found) == CHANNELS[name].others


@pytest.mark.parametrize("name", CHANNELS)
def test_a_channel_knows_hidden_coins_only_if_it_has_counted(name: str) -> None:
    """The same twins as above, whose coins are hidden."""
    found = [differs(CHANNELS[name], twins_at(when, ANN)) for when in (PICK, CONQUER)]
    assert any(found) == CHANNELS[name].counts


def test_twins_have_different_luck() -> None:
    one = twins_at(PICK, ANN)[0]
    games = [one.game.copy(), one.in_other_hands().game]
    assert games[0] == games[1]
    for game in games:
        game.apply("pick 1")
    assert games[0] != games[1]


PROVED_BY: dict[str, tuple[str, ...]] = {
    "engine/game.py": ("text", "game for an adviser"),
    "engine/invariants.py": (),  # it tells nobody anything
    "engine/notation.py": ("text",),
    "engine/view.py": ("view", "server: patch"),
    "envs/batch.py": ("vector environment",),
    "envs/dataset.py": ("data set",),
    "envs/gymnasium.py": ("Gymnasium", "vector environment"),
    "envs/observation.py": ("observation",),
    "envs/open_spiel.py": ("OpenSpiel: observation",),
    "envs/returns.py": ("shaped rewards",),
    "server/views/table_view.py": ("server: patch", "server: replay"),
}
"""The modules that ask `engine/secrets`, or that show something and read the coins of a state themselves."""
SHOWING = ("cli/", "drawing/", "envs/", "server/")


def test_every_module_that_could_tell_a_secret_has_a_row() -> None:
    """Whoever writes another one thinks of a channel first."""
    folder = Path(elbowroom.__file__).parent
    asking = re.compile(
        r"^from elbowroom\.engine(\.secrets import| import (\([^)]*|.*)\bsecrets\b)", re.MULTILINE
    )
    reading = re.compile(r"\bstate\.coins\b")
    found = set()
    for file in folder.rglob("*.py"):
        module, text = file.relative_to(folder).as_posix(), file.read_text(encoding="utf-8")
        if asking.search(text) or (module.startswith(SHOWING) and reading.search(text)):
            found.add(module)
    assert found == set(PROVED_BY)
    assert {row for rows in PROVED_BY.values() for row in rows} <= set(CHANNELS)
