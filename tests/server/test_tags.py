"""The words by which stored entries, commands and messages of workers are told apart, written out.

They stand in databases, in backups and in other people's programs: a class may be renamed, its tag may not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import pytest

from elbowroom.server.storage import backup
from elbowroom.server.tables import commands, entries
from elbowroom.server.views import updates
from elbowroom.server.workers import messages

if TYPE_CHECKING:
    from types import UnionType

ENTRIES = """
    opened joined left filled invited moved named committed sealed revealed started imported continued acted
    undone tookover handedback pauseasked resumed clockheld finished closed rematched said removed forgotten
    mended
"""
COMMANDS = "join leave commit reveal start act undo return pause resume invite close say"
MESSAGES = "update patch ack nack hints costs presence bye"
QUESTIONS = """
    decide advise check read read_to_continue draw sketch inspect read_creation check_map paint_map
    paint_random_map play_tests sum_up_tests
"""
ANSWERS = """
    action advice fine replay picture sketched inspected creation checked_map painted_map tests_played
    tests_summed_up no
"""


def tags(union: UnionType) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


@pytest.mark.parametrize(
    ("union", "expected", "field"),
    [
        (entries.AnyEntry, ENTRIES, "kind"),
        (commands.AnyCommand, COMMANDS, "do"),
        (updates.ServerMessage, MESSAGES, "type"),
        (messages.BotRequest | messages.SandboxRequest | messages.BalanceRequest, QUESTIONS, "ask"),
        (messages.AnyReply, ANSWERS, "answer"),
        (backup.Part | backup.End, "table end", "is"),
    ],
    ids=["entries", "commands", "messages", "questions", "answers", "backup"],
)
def test_tags_are_these(union: UnionType, expected: str, field: str) -> None:
    assert tags(union) == expected.split()
    assert {kind.__struct_config__.tag_field for kind in get_args(union)} == {field}


def test_a_hint_is_asked_for_by_its_name() -> None:
    assert commands.AskHint.__struct_config__.tag == "hint"


def test_the_kind_that_clients_are_told_is_the_kind_that_is_stored() -> None:
    assert entries.kind_of(entries.TookOver(0, "time")) == "tookover"
