"""Envelopes: a command with an id of the client's choice, so that it can be sent again safely."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from elbowroom.rules.refusals import Refused
from elbowroom.server.tables.commands import AnyCommand, Question

MAX_ID_CHARACTERS: Final = 64
ENVELOPE_VERSION: Final = 1
PROTOCOLS: Final = (1, 2)
"""1 sends whole states, 2 patches; docs/bot-api.md describes both."""


class Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command on its way."""

    id: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": MAX_ID_CHARACTERS})]
    cmd: AnyCommand | Question
    base: int | None = None
    """The number of the log that the decision was made on."""
    v: int = 1


class _IdOnly(msgspec.Struct):
    """The id of an envelope whose command cannot be read."""

    id: str = ""


_ENVELOPE: Final = msgspec.json.Decoder(Envelope)
_ID_ONLY: Final = msgspec.json.Decoder(_IdOnly)


def read_envelope(text: str | bytes) -> Envelope:
    """The envelope in a message; refused with the reason if there is none."""
    try:
        envelope = _ENVELOPE.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_message", cause=str(error)) from None
    if envelope.v != ENVELOPE_VERSION:
        raise Refused("bad_message", cause=f"this server speaks version {ENVELOPE_VERSION}")
    if not _is_id(envelope.id):
        raise Refused("bad_message", cause=f"an id has 1 to {MAX_ID_CHARACTERS} letters")
    return envelope


def known_protocol(number: int) -> int:
    """The number of a protocol that this server speaks; others are refused."""
    if number not in PROTOCOLS:
        raise Refused("old_client")
    return number


def read_id(text: str | bytes) -> str:
    """The id of a message whose command may be unreadable, so that a refusal can name it."""
    try:
        command_id = _ID_ONLY.decode(text).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    return command_id if _is_id(command_id) else ""


def _is_id(text: str) -> bool:
    return 1 <= len(text) <= MAX_ID_CHARACTERS and text.isprintable()
