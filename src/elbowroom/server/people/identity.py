"""Who is there: guests are known by a signed token, in a cookie or a header; nothing of them is stored."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING, Final

from itsdangerous import BadSignature, URLSafeSerializer

from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

COOKIE: Final = "elbowroom"
KEY_BYTES: Final = 32
BEARER: Final = "Bearer "


def signing_key(file: Path) -> list[str]:
    """The keys of this server, newest last; a first one is made, readable by its owner alone."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as made:
                made.write(secrets.token_hex(KEY_BYTES) + "\n")
        keys = file.read_text(encoding="utf-8").split()
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error
    if not keys:
        raise Refused("no_signing_key", file=file)
    return keys


class Identity:
    """Makes tokens and reads them."""

    def __init__(self, keys: list[str]) -> None:
        """Sign with the newest key, accept all."""
        self._serializer = URLSafeSerializer(keys, salt="guest")

    def new_guest(self) -> tuple[str, str]:
        """A person nobody has seen before, and the token by which he is known."""
        person = "g" + secrets.token_urlsafe(12)
        return person, str(self._serializer.dumps(person))

    def person(self, token: str | None) -> str | None:
        """The person of a token; None if it is none of ours."""
        if not token:
            return None
        try:
            found = self._serializer.loads(token)
        except BadSignature:
            return None
        return found if isinstance(found, str) else None

    def of_request(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
        """The person who asks, by header or cookie."""
        header = headers.get("authorization", "")
        if header.startswith(BEARER):
            return self.person(header.removeprefix(BEARER))
        return self.person(cookies.get(COOKIE))
