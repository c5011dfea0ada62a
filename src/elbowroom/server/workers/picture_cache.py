"""A cache of pictures of boards: each is drawn once, and kept as long as there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from elbowroom.server.workers.messages import DrawBoard, DrawPicture
    from elbowroom.server.workers.sandbox_pool import SandboxPool

MAX_CACHE_BYTES: Final = 32 * 2**20


def cache_key(request: DrawPicture | DrawBoard) -> str:
    """The key of a picture: the same request has the same key."""
    return blake2b(msgspec.json.encode(request), digest_size=16).hexdigest()


class PictureCache:
    """The pictures that were asked for most recently."""

    def __init__(self, sandboxes: SandboxPool, max_bytes: int = MAX_CACHE_BYTES) -> None:
        self._sandboxes = sandboxes
        self._max_bytes = max_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing: dict[str, asyncio.Task[bytes]] = {}

    async def picture(self, request: DrawPicture | DrawBoard, source: str = "") -> bytes:
        """A picture as PNG, or a compressed board; several who ask for the same one share the work."""
        key = cache_key(request)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._drawing:
            self._drawing[key] = asyncio.create_task(self._sandboxes.draw(request, source))
            self._drawing[key].add_done_callback(lambda _: self._drawing.pop(key, None))
        data = await asyncio.shield(self._drawing[key])
        self._keep(key, data)
        return data

    def _keep(self, key: str, data: bytes) -> None:
        self._kept[key] = data
        while sum(map(len, self._kept.values())) > self._max_bytes:
            self._kept.popitem(last=False)
