"""By what anybody can check that luck was not chosen and nothing was rewritten."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.http.responses import compressed_json_response, json_response
from elbowroom.server.http.routing import SPECTATOR, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.rooms.log_proof import LogProof, proof_of

router = Router("/api")


class SigningKey(msgspec.Struct, frozen=True):
    """The public key (Ed25519) of the server, as hexadecimal digits."""

    key: str


@router.get("/tables/{table_id}/proof", LogProof, SPECTATOR)
async def proof(request: Request, table_id: str) -> Response:
    """The log as it is hashed, and the signature under it; from the beginning of the game on."""
    services = services_of(request)
    services.limits.replay_log(request)
    room = await services.rooms.room(table_id)
    if room.table.status == "open":
        raise Refused("not_begun")
    body = msgspec.json.encode(await proof_of(room.table, room.rows))
    return await compressed_json_response(request, body)


@router.get("/signing-key", SigningKey)
async def signing_key(request: Request) -> Response:
    """The key with which this server signs games that are over."""
    return json_response(SigningKey(await services_of(request).signer.public_key()))
