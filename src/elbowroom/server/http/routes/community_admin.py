"""Looking after the community: publications that wait, and what people complained of."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elbowroom.server.community import complaints
from elbowroom.server.community.complaints import CommunityReport, Judgement, WaitingCreation, subject_kind
from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routes.administration import MAX_BODY_BYTES, require_admin
from elbowroom.server.http.routing import Body, Router

router = Router("/api/admin")


@router.get("/creations", list[WaitingCreation])
async def list_waiting_creations(request: Request) -> Response:
    """Publications that wait for a moderator, oldest first."""
    people_db = (await require_admin(request)).services.people_db
    return json_response(await complaints.waiting_creations(people_db))


@router.post("/creations/{creation}", Done, body=Body(Judgement, MAX_BODY_BYTES))
async def judge_creation(request: Request, creation: str) -> Response:
    """List a creation, or hide it with a reason; it need not wait, and no one need have complained."""
    return await _judge(request, "creation", creation)


@router.get("/complaints", list[CommunityReport])
async def list_complaints(request: Request, is_handled: bool = False) -> Response:
    """Creations, comments and tips that people complained of, newest first."""
    people_db = (await require_admin(request)).services.people_db
    return json_response(await complaints.complaints(people_db, is_handled=is_handled))


@router.post("/complaints/{kind}/{subject}", Done, body=Body(Judgement, MAX_BODY_BYTES))
async def judge_complaint(request: Request, kind: str, subject: str) -> Response:
    """Decide about a creation, a comment or a tip: leave it, or hide or remove it with a reason.

    Again changes nothing, and another decision takes the place of the one before.
    """
    return await _judge(request, kind, subject)


async def _judge(request: Request, kind: str, subject: str) -> Response:
    admin = await require_admin(request)
    services = admin.services
    judgement = await read_json(request, Judgement, MAX_BODY_BYTES)
    done = await complaints.judge(
        services.people_db, subject_kind(kind), subject, judgement, services.settings.now()
    )
    if done is not None:
        await admin.note(done.act, subject=done.author, subject_name=done.author_name, note=done.note)
    return json_response(Done())
