"""The hash chain over a log: each entry's hash covers the hash before it and the entry itself.

The hash of the newest entry, the head, is told with every update, and signed when the game is over. Whoever
remembers a head can check later that the log which led to it is still the same.

What tells who people are, and what they wrote, is covered by a salted digest of its own. When it is deleted,
the digest stays and the salt goes: the chain holds, and nobody can guess what it was. Ids of people, invite
codes and commands are told to nobody, and not covered.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from elbowroom.server.tables import entries
from elbowroom.server.tables.entries import PersonalEntry

if TYPE_CHECKING:
    from elbowroom.server.tables.entries import AnyEntry, LogRow

SALT_BYTES: Final = 16
SHOWN_DIGITS: Final = 16
"""Hexadecimal digits of a head that updates tell: 64 bits are enough for a game."""
UNCOVERED_FIELDS: Final = frozenset({"person", "host", "invite", "table", "salt", "digest"})
"""Fields that are not hashed: ids of people, codes, the table of a rematch, and the salt itself."""
PERSONAL_FIELDS: Final[dict[type[msgspec.Struct], tuple[str, ...]]] = {
    entries.Joined: ("name", "is_account"),
    entries.Moved: ("name", "is_account"),
    entries.Named: ("name", "is_account"),
    entries.Started: ("names",),
    entries.Imported: ("names",),
    entries.Said: ("name", "seat", "text", "is_account"),
    entries.Recovered: ("position",),
}
"""Fields that may be deleted later, or that not everybody may see."""

SIGNATURE: Final = re.compile(
    r"^# log (\d+) ([0-9a-f]{64})\n# signature ([0-9a-f]{64}) ([0-9a-f]{128})$", re.MULTILINE
)

_Entry = TypeVar("_Entry", bound=msgspec.Struct)


@dataclass(frozen=True)
class SignedHead:
    """The head of a log and the server's signature under it and the seed; a record holds it as comments."""

    seq: int
    """The number of the last entry before the end of the game."""
    chain: str
    key: str
    signature: str

    def lines(self) -> list[str]:
        """The comments of a record."""
        return [f"# log {self.seq} {self.chain}", f"# signature {self.key} {self.signature}"]


def read_signature(record: str) -> SignedHead | None:
    """The signature in the comments of a record, if there is one."""
    found = SIGNATURE.search(record)
    return None if found is None else SignedHead(int(found[1]), found[2], found[3], found[4])


def linked(head: str, row: LogRow) -> str:
    """The head of the chain after one more entry; before the first one it is empty."""
    return linked_text(head, canonical_text(row))


def linked_text(head: str, text: str) -> str:
    """The same for the text of an entry."""
    return sha256(f"{head}\n{text}".encode()).hexdigest()


def signed_text(seq: int, head: str, seed: str) -> bytes:
    """What is signed when a game is over: the head after its last entry, and the seed that is shown."""
    return f"elbowroom game 1\n{seq}\n{head}\n{seed}".encode()


def shown_head(head: str) -> str:
    """The part of a head that is told with every update."""
    return head[:SHOWN_DIGITS]


def canonical_text(row: LogRow) -> str:
    """What is hashed of an entry: JSON with sorted keys, without fields that have their default value."""
    covered: dict[str, Any] = {"kind": entries.kind_of(row.entry), **_covered(row.entry)}
    digest = personal_digest(row.entry)
    if digest:
        covered["personal"] = digest
    return _json({"seq": row.seq, "at": row.at, "entry": covered})


def salted(entry: AnyEntry) -> AnyEntry:
    """The entry with a salt of its own, if there is something personal in it; for entries that are new."""
    if isinstance(entry, PersonalEntry) and not (entry.salt or entry.digest):
        return msgspec.structs.replace(entry, salt=secrets.token_hex(SALT_BYTES))
    return entry


def redacted(entry: _Entry, **changes: object) -> _Entry:
    """The entry with something personal changed; the digest of what it was stays."""
    if isinstance(entry, PersonalEntry):
        changes |= {"digest": personal_digest(entry), "salt": ""}
    return msgspec.structs.replace(entry, **changes)


def personal_digest(entry: msgspec.Struct) -> str:
    """The digest of what is personal in an entry; empty in logs of before, which have no salt."""
    if not isinstance(entry, PersonalEntry) or entry.digest or not entry.salt:
        return entry.digest if isinstance(entry, PersonalEntry) else ""
    return sha256(f"{entry.salt}\n{personal_text(entry)}".encode()).hexdigest()


def personal_text(entry: msgspec.Struct) -> str:
    """What the digest covers beside the salt."""
    return _json({name: getattr(entry, name) for name in PERSONAL_FIELDS[type(entry)]})


def _covered(value: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct that are hashed; what a later version adds has its default in old logs."""
    covered = {}
    for name, wire_name, default in _fields(type(value)):
        found = getattr(value, name)
        if found != default:
            covered[wire_name] = _covered(found) if isinstance(found, msgspec.Struct) else found
    return covered


@cache
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, str, object]]:
    """Name, name in JSON and default of each field that is hashed as it is."""
    left_out = UNCOVERED_FIELDS | {*PERSONAL_FIELDS.get(kind, ())}
    shown = [field for field in msgspec.structs.fields(kind) if field.name not in left_out]
    return [(field.name, field.encode_name, _default_of(field)) for field in shown]


def _default_of(field: msgspec.structs.FieldInfo) -> object:
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
