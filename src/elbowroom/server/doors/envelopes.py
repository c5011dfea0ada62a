"""Envelopes: a command with an id of the client's choice, so that it can be sent again safely."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.commands import AnyCommand, AskHint

LONGEST_ID: Final = 64
VERSION: Final = 1
"""Of what is spoken here; another one is another language."""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command on its way."""

    id: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_ID})]
    cmd: AnyCommand | AskHint
    base: int | None = None
    """The number of the log that the decision was made on."""
    v: int = 1


class _Outside(msgspec.Struct):
    """What can be read of an envelope whose command cannot."""

    id: str = ""


_ENVELOPES: Final = msgspec.json.Decoder(Envelope)
_OUTSIDES: Final = msgspec.json.Decoder(_Outside)


def read_envelope(text: str | bytes) -> Envelope:
    """The envelope in a message; refused with the reason if there is none."""
    try:
        envelope = _ENVELOPES.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", cause=str(error)) from None
    if envelope.v != VERSION:
        raise Refused("bad_message", cause=f"this server speaks version {VERSION}")
    if not _is_id(envelope.id):
        raise Refused("bad_message", cause=f"an id has 1 to {LONGEST_ID} letters")
    return envelope


def read_id(text: str | bytes) -> str:
    """The id of a message that is no command, so that its sender knows which one is refused."""
    try:
        found = _OUTSIDES.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    return found if _is_id(found) else ""


def _is_id(word: str) -> bool:
    return 1 <= len(word) <= LONGEST_ID and word.isprintable()
