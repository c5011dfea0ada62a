"""How an entry of the log names the command that led to it: who sent it, its id, a digest of what it says.

The same person may use an id once: the same command again gets the same answer, another one is refused.
"""

from __future__ import annotations

import base64
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

if TYPE_CHECKING:
    from elbowroom.server.tables.commands import AnyCommand

DIGEST_BYTES: Final = 6
_DIGEST_MARK: Final = "\x1f"
"""Stands before the digest; no id contains it. Commands that an older version stored have no digest."""


class CommandName(NamedTuple):
    """Who sent a command under which id, and a digest of it."""

    person: str
    id: str
    digest: str

    @property
    def key(self) -> str:
        """Person and id, as two people may choose the same id."""
        return f"{self.person} {self.id}"

    def says_other_than(self, other: CommandName) -> bool:
        """Whether two commands with the same id are not the same."""
        return bool(self.digest and other.digest) and self.digest != other.digest

    def written(self) -> str:
        """As it is stored."""
        return f"{self.key}{_DIGEST_MARK}{self.digest}"


def name_of(person: str, command_id: str, command: AnyCommand) -> CommandName:
    """The name of a command."""
    return CommandName(person, command_id, _digest(command))


def read_name(text: str) -> CommandName:
    """The name of a command as it was stored."""
    key, _, digest = text.partition(_DIGEST_MARK)
    person, _, command_id = key.partition(" ")
    return CommandName(person, command_id, digest)


def _digest(command: AnyCommand) -> str:
    """Fields with their usual value do not count: a newer version may have more of them."""
    usual = {field.name: field.default for field in msgspec.structs.fields(command)}
    said = {name: value for name, value in msgspec.structs.asdict(command).items() if value != usual[name]}
    text = msgspec.json.encode((type(command).__name__, said))
    return base64.urlsafe_b64encode(blake2b(text, digest_size=DIGEST_BYTES).digest()).decode()
