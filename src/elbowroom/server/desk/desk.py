"""A desk: the tables of one player on their own device, one request after the other.

It neither waits nor stores. The program around it stores what it is given, and says so: only then the tables
change, and only then commands are acknowledged.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, assert_never

import msgspec

from elbowroom.drawing.painted_maps import painted_map
from elbowroom.drawing.random_maps import random_map
from elbowroom.drawing.svg.board import board
from elbowroom.drawing.svg.layout import layout
from elbowroom.engine.game import Game
from elbowroom.rules.refusals import Refused
from elbowroom.server.desk import messages
from elbowroom.server.desk.local_table import (
    PERSON,
    LocalTable,
    local_settings,
    new_table,
    read_rows,
    stored_record,
    to_store,
)
from elbowroom.server.desk.messages import AnyDeskRequest, DeskRefusal, DeskReply, ToStore
from elbowroom.server.tables import commands, entries, fairness
from elbowroom.server.tables.box_contents import box_of
from elbowroom.server.tables.command_names import name_of
from elbowroom.server.tables.computer_choices import ComputerChoices
from elbowroom.server.tables.content_check import described_content
from elbowroom.server.tables.envelopes import read_envelope, read_id
from elbowroom.server.tables.log_replay import recovered, replay_log, replayed
from elbowroom.server.tables.long_work import at_once
from elbowroom.server.tables.naming import GUEST
from elbowroom.server.tables.new_tables import new_table_id, opening_entry
from elbowroom.server.tables.painted_map_check import check_painted_map, uploaded_map
from elbowroom.server.tables.record_continuation import continued_log, log_to_continue
from elbowroom.server.tables.record_export import shown_record
from elbowroom.server.tables.record_import import log_of_record
from elbowroom.server.tables.rematch import known_rematch, rematch_entries
from elbowroom.server.tables.settings import check_settings, content_with
from elbowroom.server.tables.table import map_of
from elbowroom.server.tables.table_log import NextRows
from elbowroom.server.views.game_replay import encoded_replay
from elbowroom.server.views.hints import HINT_LEVEL, hint_question
from elbowroom.server.views.missed_updates import MissedUpdates
from elbowroom.server.views.opening import opening_of
from elbowroom.server.views.table_summary import TableReference
from elbowroom.server.views.updates import Ack, HintReply, Nack, costs_for, moment
from elbowroom.server.views.what_if import what_if

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elbowroom.server.tables.commands import Question
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.settings import TableSettings

_LOG: Final = logging.getLogger(__name__)
_REQUESTS: Final = msgspec.json.Decoder(AnyDeskRequest)


@dataclass
class Waiting:
    """What is done as soon as rows are stored."""

    changes: list[tuple[LocalTable, NextRows]]
    """The tables that change, the one that was asked about first."""
    new_tables: list[LocalTable] = field(default_factory=list)
    result: msgspec.Raw | None = None
    command_id: str | None = None
    """The id of the command that is acknowledged then."""


class Desk:
    """The tables that are open on this device, and the computers that play at them."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._tables: dict[str, LocalTable] = {}
        self._choices = ComputerChoices()
        self._waiting: Waiting | None = None
        """What was given to be stored, and is not yet."""

    def answer_json(self, text: str) -> str:
        """Answer a request: JSON in, JSON out. This is all that a worker needs."""
        try:
            reply = self.answer(_REQUESTS.decode(text))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            reply = _refusal(Refused("bad_message", cause=str(error)))
        except Exception:  # noqa: BLE001 - whatever it is, it is answered
            _LOG.exception("unexpected error")
            reply = _refusal(Refused("internal"))
        return msgspec.json.encode(reply, enc_hook=str).decode()

    def answer(self, request: AnyDeskRequest) -> DeskReply:
        """Answer a request."""
        try:
            return self._answer(request)
        except Refused as refused:
            return _refusal(refused)

    def _answer(self, request: AnyDeskRequest) -> DeskReply:
        match request:
            case messages.Stored():
                return self._stored()
            case messages.NotStored():
                return self._not_stored(request.code)
            case messages.ReadOn():
                return self._read_on(request)
            case _ if self._waiting is not None:
                raise Refused("busy")
            case messages.OpenTable():
                return self._open(request)
            case messages.LoadTable():
                return self._load(request)
            case messages.Send():
                return self._send(self._table(request.table), bytes(request.envelope))
            case messages.PlayOn():
                table = self._table(request.table)
                return self._change(table, table.play(self._choices, self._now()))
            case messages.ImportRecord():
                return self._import(request.record)
            case messages.ContinueRecord():
                return self._continue_record(request)
            case messages.Rematch():
                return self._rematch(self._table(request.table))
            case messages.CloseTable():
                self._tables.pop(request.table, None)
                return DeskReply()
            case _:
                return self._look(request)

    def _look(self, request: _Looking) -> DeskReply:
        """Answer a request that changes nothing."""
        match request:
            case messages.GetOpening():
                table = self._table(request.table)
                return self._reply(at_once(opening_of(table.id, table.log, PERSON)), table)
            case messages.CatchUp():
                table = self._table(request.table)
                missed = MissedUpdates(table.id, table.log, PERSON).after(request.since)
                return DeskReply(
                    messages=[msgspec.Raw(message) for message in missed],
                    is_play_due=table.is_play_due(self._now()),
                )
            case messages.GetMoment():
                table = self._table(request.table)
                then = table.log.moment(request.seq)
                row = table.log.rows[then.seq - 1]
                return self._reply(moment(table.id, then, row, PERSON, frozenset(), protocol=2))
            case messages.GetReplay():
                table = self._table(request.table)
                return DeskReply(
                    result=msgspec.Raw(at_once(encoded_replay(table.id, table.log.rows, PERSON)))
                )
            case messages.TryOut():
                table = self._table(request.table)
                then = table.table if request.seq == table.table.seq else table.log.moment(request.seq)
                return self._reply(what_if(table.id, then, PERSON, request.actions))
            case messages.GetRecord():
                return self._reply(shown_record(self._table(request.table).table))
            case messages.GetBox():
                own = self._table(request.table).table.settings.content if request.table else ()
                return self._reply(box_of(content_with(own)))
            case messages.GetLayout():
                return self._reply(layout(map_of(self._table(request.table).table)))
            case messages.DrawBoard():
                return self._reply(board(map_of(self._table(request.table).table), request.theme))
            case messages.CheckContent():
                return self._reply(described_content(request.content))
            case messages.GetStoredRecord():
                return self._reply(stored_record(request.rows, request.position))
            case messages.CheckPaintedMap():
                return self._reply(check_painted_map(request.painted))
            case messages.PaintMap():
                return self._reply(painted_map(uploaded_map(request.map)))
            case messages.PaintRandomMap():
                return self._reply(random_map(request.players, request.seed))
            case messages.DrawPaintedMap():
                return self._reply(board(uploaded_map(request.map), request.theme))
            case _:
                assert_never(request)

    def _table(self, table_id: str) -> LocalTable:
        table = self._tables.get(table_id)
        if table is None:
            raise Refused("unknown_table")
        return table

    def _reply(self, result: object, table: LocalTable | None = None) -> DeskReply:
        """A reply with what was asked for."""
        is_due = table is not None and table.is_play_due(self._now())
        return DeskReply(result=_raw(result), is_play_due=is_due)

    def _wait(self, waiting: Waiting, stores: list[ToStore]) -> DeskReply:
        self._waiting = waiting
        return DeskReply(to_store=stores)

    def _change(self, table: LocalTable, decided: Sequence[AnyEntry]) -> DeskReply:
        """Give the rows of entries to be stored, if there are any."""
        if not decided:
            return DeskReply(is_play_due=table.is_play_due(self._now()))
        new = table.next_rows(decided, self._now())
        return self._wait(Waiting([(table, new)]), [to_store(table.id, new)])

    def _stored(self) -> DeskReply:
        waiting, self._waiting = self._waiting, None
        if waiting is None:
            raise Refused("bad_message", cause="nothing was to be stored")
        for table in waiting.new_tables:
            self._tables[table.id] = table
        told: list[msgspec.Raw] = []
        for table, new in waiting.changes:
            told += table.take(new)
        if waiting.command_id is not None:
            _, new = waiting.changes[0]
            told.append(_raw(Ack(waiting.command_id, new.rows[0].seq)))
        due = [*(table for table, _ in waiting.changes), *waiting.new_tables]
        return DeskReply(
            result=waiting.result,
            messages=told,
            is_play_due=any(table.is_play_due(self._now()) for table in due[:1]),
        )

    def _not_stored(self, code: str) -> DeskReply:
        """Nothing has happened; whoever sent a command is told so."""
        waiting, self._waiting = self._waiting, None
        refused = Refused(code)
        if waiting is None or waiting.command_id is None:
            return _refusal(refused)
        table, _ = waiting.changes[0]
        return DeskReply(messages=[_nack(waiting.command_id, refused, table)])

    def _open(self, request: messages.OpenTable) -> DeskReply:
        settings = local_settings(request.settings)
        check_settings(settings)
        seed = _seed(request.seed)
        opened, store = self._opened(_local_opening(settings, seed), seed, request.joins)
        return self._wait(Waiting([], [opened], _raw(TableReference(opened.id))), [store])

    def _opened(
        self, entry: entries.Opened, seed: str, joins: Sequence[commands.Join]
    ) -> tuple[LocalTable, ToStore]:
        """A new table at which these people sit down, and what is stored of it."""
        table, first = new_table(entry, seed, self._now())
        rows, tables = list(first.rows), list(first.tables)
        for join in joins:
            decided = table.log.decide(PERSON, join, seed, self._now())
            sitting = table.next_rows(decided, self._now())
            table.take(sitting)
            rows, tables = [*rows, *sitting.rows], [*tables, *sitting.tables]
        return table, to_store(table.id, NextRows(rows, tables), seed)

    def _load(self, request: messages.LoadTable) -> DeskReply:
        rows = read_rows(request.rows)
        if not rows:
            raise Refused("table_not_kept")
        log = at_once(replayed(rows, {}, request.position))
        if log is not None:
            table = self._tables[request.table] = LocalTable(request.table, log, request.seed)
            return self._reply(TableReference(table.id), table)
        mended = recovered(rows, request.position, max(self._now(), rows[-1].at))
        loaded = LocalTable(request.table, at_once(replay_log([*rows, *mended.rows])), request.seed)
        reference = _raw(TableReference(request.table))
        return self._wait(Waiting([], [loaded], reference), [to_store(request.table, mended)])

    def _read_on(self, request: messages.ReadOn) -> DeskReply:
        """Take rows that somebody else has stored; what waits here was too late."""
        self._waiting = None
        table = self._table(request.table)
        rows = [row for row in read_rows(request.rows) if row.seq > table.table.seq]
        told = table.take(table.log.after(rows))
        return DeskReply(messages=told, is_play_due=table.is_play_due(self._now()))

    def _send(self, table: LocalTable, text: bytes) -> DeskReply:
        command_id = read_id(text)
        try:
            envelope = read_envelope(text)
            command = envelope.cmd
            if isinstance(command, (commands.AskState, commands.AskHint, commands.AskCosts)):
                return DeskReply(messages=self._replies(table, command_id, command))
            name = name_of(PERSON, command_id, command)
            seq = table.log.answered(name)
            if seq is None:
                if envelope.base is not None:
                    table.log.check_base(envelope.base)
                decided = table.log.decide(PERSON, command, table.seed, self._now(), base=envelope.base)
                if decided:
                    new = table.next_rows(decided, self._now(), name)
                    return self._wait(
                        Waiting([(table, new)], command_id=command_id), [to_store(table.id, new)]
                    )
                seq = table.table.seq
            return DeskReply(messages=[_raw(Ack(command_id, seq))])
        except Refused as refused:
            return DeskReply(messages=[_nack(command_id, refused, table)])

    def _replies(self, table: LocalTable, command_id: str, question: Question) -> list[msgspec.Raw]:
        match question:
            case commands.AskState():
                snapshot = MissedUpdates(table.id, table.log, PERSON).snapshot()
                return [msgspec.Raw(snapshot), _raw(Ack(command_id, table.table.seq))]
            case commands.AskCosts():
                return [_raw(costs_for(table.table, PERSON, command_id))]
            case commands.AskHint():
                seq, position, content = hint_question(table.table, PERSON)
                game = Game.from_text(position, content_with(content))
                return [_raw(HintReply(command_id, seq, self._choices.hints(PERSON, game, HINT_LEVEL)))]
            case _:
                assert_never(question)

    def _import(self, record: str) -> DeskReply:
        opened, played = log_of_record(record)
        opened = msgspec.structs.replace(opened, host=PERSON, is_local=True)
        table, first = new_table(opened, "", self._now())
        shown = table.next_rows(played, self._now())
        table.take(shown)
        rows, tables = [*first.rows, *shown.rows], [*first.tables, *shown.tables]
        store = to_store(table.id, NextRows(rows, tables), table.table.seed or "")
        return self._wait(Waiting([], [table], _raw(TableReference(table.id))), [store])

    def _continue_record(self, request: messages.ContinueRecord) -> DeskReply:
        seed = _seed(request.seed)
        opened, played = log_to_continue(request.record)
        opened = msgspec.structs.replace(opened, host=PERSON, is_local=True)
        log = continued_log(opened, played, GUEST, seed, self._now())
        table = LocalTable(new_table_id(), log, seed)
        store = to_store(table.id, NextRows(list(log.rows), [log.table]), seed)
        return self._wait(Waiting([], [table], _raw(TableReference(table.id))), [store])

    def _rematch(self, old: LocalTable) -> DeskReply:
        known = known_rematch(old.table, PERSON)
        if known is not None:
            return self._reply(TableReference(known))
        seats = [old.table.seats[seat] for seat in old.table.seats_of(PERSON)]
        joins = [commands.Join(seat.name, fairness.new_seed()) for seat in seats]
        seed = fairness.new_seed()
        again, store = self._opened(_local_opening(old.table.settings, seed), seed, joins)
        rematched = old.next_rows(rematch_entries(old.table, again.id), self._now())
        waiting = Waiting([(old, rematched)], [again], _raw(TableReference(again.id)))
        return self._wait(waiting, [to_store(old.id, rematched), store])


_Looking = (
    messages.GetOpening
    | messages.CatchUp
    | messages.GetMoment
    | messages.GetReplay
    | messages.TryOut
    | messages.GetRecord
    | messages.GetBox
    | messages.GetLayout
    | messages.DrawBoard
    | messages.CheckContent
    | messages.GetStoredRecord
    | messages.CheckPaintedMap
    | messages.PaintMap
    | messages.PaintRandomMap
    | messages.DrawPaintedMap
)


def _seed(wanted: str) -> str:
    """The dealer's seed for a new table."""
    return fairness.check_seed(wanted) if wanted else fairness.new_seed()


def _local_opening(settings: TableSettings, seed: str) -> entries.Opened:
    return opening_entry(settings, seed, PERSON, is_local=True)


def _raw(value: Any) -> msgspec.Raw:  # noqa: ANN401 - any message
    return msgspec.Raw(msgspec.json.encode(value, enc_hook=str))


def _nack(command_id: str, refused: Refused, table: LocalTable) -> msgspec.Raw:
    params, head = refused.params, table.table.seq
    return _raw(Nack(command_id, refused.code, params, str(refused), head, refused.at_action))


def _refusal(refused: Refused) -> DeskReply:
    return DeskReply(refused=DeskRefusal(refused.code, refused.params, str(refused)))
