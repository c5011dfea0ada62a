"""The gallery: what people made, its versions, test games, votes and comments."""

from __future__ import annotations

from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.community import comments, gallery, publishing, votes
from elbowroom.server.community.comments import Comment, CommentList, NewComment
from elbowroom.server.community.creations import CreationList, CreationPage, Version
from elbowroom.server.community.gallery import GalleryQuery, file_name
from elbowroom.server.community.publishing import (
    Prospect,
    Publication,
    Published,
    PublishingRules,
    checked_draft,
)
from elbowroom.server.community.table_creations import TableCreation, creations_of_table
from elbowroom.server.community.votes import Vote
from elbowroom.server.http.community import MAX_BODY_BYTES, acting_account, report_subject, writing_account
from elbowroom.server.http.page_language import language_of
from elbowroom.server.http.rate_limits import address_of
from elbowroom.server.http.reading_lane import reading
from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routes.boards import board_response
from elbowroom.server.http.routes.chat import Complaint, Reported
from elbowroom.server.http.routing import EDITION, SVG, TEXT, Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import find_person, require_account
from elbowroom.server.workers.messages import DrawBoard

router = Router("/api")
MAX_PUBLICATION_BYTES: Final = 500_000


@router.get("/creations", CreationList)
async def list_creations(
    request: Request,
    search: str = "",
    kind: Literal["", "race", "power", "map", "set"] = "",
    players: int = 0,
    trait: str = "",
    author: str = "",
    order: Literal["best", "newest", "played"] = "best",
    page: int = 1,
) -> Response:
    """Creations that are listed; those of `author`, if that is oneself, also while they are not."""
    services = services_of(request)
    person = await find_person(request)
    services.limits.read_list(request, person)
    query = GalleryQuery(search, kind, players, trait, author, order, page)
    now = services.settings.now()
    return json_response(await gallery.list_creations(services.people_db, query, person, now))


@router.post("/creations", Published, 201, body=Body(Publication, MAX_PUBLICATION_BYTES))
async def publish_creation(request: Request) -> Response:
    """Publish a race, a power, a map, a set, or a new version of one's own."""
    services = services_of(request)
    person = (await require_account(request)).person
    services.limits.upload(person)
    publication = await read_json(request, Publication, MAX_PUBLICATION_BYTES)
    content = await services.rooms.sandboxes.read_creation(publication.text, person, address_of(request))
    draft = checked_draft(publication, content, person, language_of(request))
    services.blocked_words.check(*content.words, draft.summary, draft.note)
    services.limits.publication(person)
    settings = services.settings
    rules = PublishingRules(settings.review, settings.test_games)
    try:
        published = await publishing.publish(services.people_db, draft, rules, settings.now())
    except Refused:
        services.limits.publication_was_refused(person)
        raise
    services.balance_tester.wake()
    return json_response(published, 201)


@router.get("/publishing", Prospect)
async def publishing_prospect(request: Request, creation: str = "") -> Response:
    """What would become of something new, or of a new version of one's own creation."""
    services, person = services_of(request), (await require_account(request)).person
    services.limits.read(request, person)
    settings = services.settings
    found = await publishing.prospect(services.people_db, creation, person, settings.review, settings.now())
    return json_response(found)


@router.get("/creations/{creation}", CreationPage)
async def show_creation(request: Request, creation: str) -> Response:
    """All about a creation."""
    services, person = services_of(request), await _reader(request)
    now = services.settings.now()
    return json_response(await gallery.creation_page(services.people_db, creation, person, now))


@router.delete("/creations/{creation}", Done)
async def delete_creation(request: Request, creation: str) -> Response:
    """Delete one's own creation, with its versions and comments; games that were played with it stay."""
    services, person = await acting_account(request)
    await publishing.delete(services.people_db, creation, person)
    return json_response(Done())


@router.post("/creations/{creation}/withdraw", Done)
async def withdraw_creation(request: Request, creation: str) -> Response:
    """List one's own creation no longer; who has its address still finds it."""
    services, person = await acting_account(request)
    await publishing.withdraw(services.people_db, creation, person)
    return json_response(Done())


@router.post("/creations/{creation}/relist", Done)
async def relist_creation(request: Request, creation: str) -> Response:
    """List one's own creation again."""
    services, person = await acting_account(request)
    await publishing.relist(services.people_db, creation, person)
    return json_response(Done())


@router.post("/creations/{creation}/vote", Done, body=Body(Vote, MAX_BODY_BYTES))
async def vote_on_creation(request: Request, creation: str) -> Response:
    """Say whether one likes a creation, after a finished game with it."""
    services, person = await acting_account(request)
    vote = await read_json(request, Vote, MAX_BODY_BYTES)
    await votes.vote_on_creation(services.people_db, creation, person, vote.value, services.settings.now())
    return json_response(Done())


@router.post("/creations/{creation}/report", Reported, 201, body=Body(Complaint, MAX_BODY_BYTES))
async def report_creation(request: Request, creation: str) -> Response:
    """Complain of a creation."""
    return await report_subject(request, "creation", creation)


@router.get("/creations/{creation}/comments", CommentList)
async def list_comments(request: Request, creation: str, page: int = 1) -> Response:
    """The comments on a creation, newest first."""
    services, person = services_of(request), await find_person(request)
    services.limits.read_list(request, person)
    return json_response(await comments.comments_on(services.people_db, creation, person, page))


@router.post("/creations/{creation}/comments", Comment, 201, body=Body(NewComment, MAX_BODY_BYTES))
async def write_comment(request: Request, creation: str) -> Response:
    """Comment on a creation."""
    services, person = await writing_account(request)
    text = (await read_json(request, NewComment, MAX_BODY_BYTES)).text
    now, words = services.settings.now(), services.blocked_words
    return json_response(
        await comments.write_comment(services.people_db, words, creation, person, text, now), 201
    )


@router.delete("/comments/{comment}", Done)
async def delete_comment(request: Request, comment: str) -> Response:
    """Delete one's own comment."""
    services, person = await acting_account(request)
    await comments.delete_comment(services.people_db, comment, person)
    return json_response(Done())


@router.post("/comments/{comment}/report", Reported, 201, body=Body(Complaint, MAX_BODY_BYTES))
async def report_comment(request: Request, comment: str) -> Response:
    """Complain of a comment."""
    return await report_subject(request, "comment", comment)


@router.get("/tables/{table_id}/creations", list[TableCreation])
async def table_creations(request: Request, table_id: str) -> Response:
    """The creations with which a game is played, and whether one may vote on them when it is over."""
    async with reading(request) as visitor:
        services = services_of(request)
        room = await services.rooms.room(table_id)
        return json_response(await creations_of_table(services.people_db, room.table, visitor))


@router.get("/versions/{digest}", Version)
async def show_version(request: Request, digest: str) -> Response:
    """A version, as it was published."""
    return json_response(await _version(request, digest))


@router.get("/versions/{digest}/file", TEXT)
async def version_file(request: Request, digest: str) -> Response:
    """The same as a file to keep."""
    version = await _version(request, digest)
    disposition = f'attachment; filename="{file_name(version)}"'
    headers = {"content-disposition": disposition, "cache-control": "no-store"}
    return Response(version.text, 200, headers, "text/plain; charset=utf-8")


@router.get("/versions/{digest}/board", SVG, EDITION)
async def version_board(request: Request, digest: str, theme: Literal["day", "night"] = "day") -> Response:
    """The map of a version, drawn; refused if it is no map, or has no outlines."""
    services = services_of(request)
    services.limits.preview(request)
    version = await _version(request, digest)
    if version.kind != "map":
        raise Refused("no_board")
    return await board_response(request, services.pictures, DrawBoard(version.text, theme))


async def _version(request: Request, digest: str) -> Version:
    return await gallery.find_version(services_of(request).people_db, digest, await _reader(request))


async def _reader(request: Request) -> str | None:
    """Who looks at something, which is counted."""
    person = await find_person(request)
    services_of(request).limits.read(request, person)
    return person
