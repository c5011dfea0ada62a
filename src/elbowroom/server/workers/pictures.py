"""Pictures of boards: each is drawn once, and kept as long as there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from elbowroom.server.workers.clerks import Clerks
    from elbowroom.server.workers.messages import Draw, Sketch

MOST_BYTES: Final = 32 * 2**20


def name_of(question: Draw | Sketch) -> str:
    """A name for a picture: what looks the same has the same."""
    return blake2b(msgspec.json.encode(question), digest_size=16).hexdigest()


class Pictures:
    """The pictures that were asked for last."""

    def __init__(self, clerks: Clerks, most_bytes: int = MOST_BYTES) -> None:
        """Let these clerks draw."""
        self._clerks = clerks
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Task[bytes]] = {}

    async def drawn(self, question: Draw | Sketch) -> bytes:
        """A picture as PNG, or a board compressed; two who ask for the same at once share it."""
        name = name_of(question)
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        if name not in self._drawing:
            self._drawing[name] = asyncio.create_task(self._clerks.draw(question))
            self._drawing[name].add_done_callback(lambda _: self._drawing.pop(name, None))
        png = await asyncio.shield(self._drawing[name])
        self._keep(name, png)
        return png

    def _keep(self, name: str, png: bytes) -> None:
        self._kept[name] = png
        while sum(map(len, self._kept.values())) > self._most_bytes:
            self._kept.popitem(last=False)
