"""Tips for combos, and votes on them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.languages import granted
from elbowroom.server.community import tips, votes
from elbowroom.server.community.tips import NewTip, Tip, TipList
from elbowroom.server.community.votes import Vote
from elbowroom.server.http.community import MAX_BODY_BYTES, acting_account, report_subject, writing_account
from elbowroom.server.http.page_language import language_of
from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routes.chat import Complaint, Reported
from elbowroom.server.http.routing import Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_person

router = Router("/api")


@router.get("/tips", TipList)
async def list_tips(
    request: Request, race: str, power: str, players: int, language: str = "", limit: int = 3
) -> Response:
    """The best tips for a combo and a number of players, in the reader's language first."""
    services, person = services_of(request), await find_person(request)
    services.limits.read_list(request, person)
    reader = granted(language) or language_of(request)
    return json_response(await tips.tips_for(services.people_db, race, power, players, reader, limit, person))


@router.post("/tips", Tip, 201, body=Body(NewTip, MAX_BODY_BYTES))
async def write_tip(request: Request) -> Response:
    """Write one's tip for a combo that one has played, or change it."""
    services, person = await writing_account(request)
    new = await read_json(request, NewTip, MAX_BODY_BYTES)
    now, words = services.settings.now(), services.blocked_words
    return json_response(await tips.write_tip(services.people_db, words, person, new, now), 201)


@router.delete("/tips/{tip}", Done)
async def delete_tip(request: Request, tip: str) -> Response:
    """Delete one's own tip."""
    services, person = await acting_account(request)
    await tips.delete_tip(services.people_db, tip, person)
    return json_response(Done())


@router.post("/tips/{tip}/vote", Done, body=Body(Vote, MAX_BODY_BYTES))
async def vote_on_tip(request: Request, tip: str) -> Response:
    """Say whether a tip is useful, after a game with the combo."""
    services, person = await acting_account(request)
    vote = await read_json(request, Vote, MAX_BODY_BYTES)
    await votes.vote_on_tip(services.people_db, tip, person, vote.value, services.settings.now())
    return json_response(Done())


@router.post("/tips/{tip}/report", Reported, 201, body=Body(Complaint, MAX_BODY_BYTES))
async def report_tip(request: Request, tip: str) -> Response:
    """Complain of a tip."""
    return await report_subject(request, "tip", tip)
