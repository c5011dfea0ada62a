"""Looking after the server: reports, bans, tables, and what administrators did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from elbowroom.rules.refusals import Refused
from elbowroom.server.community.complaints import count_open_complaints, count_waiting_creations
from elbowroom.server.http.responses import Done, json_response, read_json
from elbowroom.server.http.routing import Body, Router
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import host_of, require_owner
from elbowroom.server.people import bans
from elbowroom.server.people.accounts import account_named, account_of, find_person
from elbowroom.server.people.admin_acts import ActKind, AdminAct, acts, note_act
from elbowroom.server.people.admins import Admin, new_code
from elbowroom.server.people.bans import AddressBan, Ban
from elbowroom.server.people.mutes import checked_reason
from elbowroom.server.people.sessions import revoke_all, revoke_guest
from elbowroom.server.rooms import moderation
from elbowroom.server.rooms.moderation import ChatReport
from elbowroom.server.tables import commands
from elbowroom.server.tables.entries import Closed
from elbowroom.server.tables.listing import read_summary

if TYPE_CHECKING:
    from elbowroom.server.http.services import Services
    from elbowroom.server.tables.entries import AnyEntry
    from elbowroom.server.tables.table import Table

router = Router("/api/admin")
MAX_BODY_BYTES: Final = 4096
MAX_LISTED_TABLES: Final = 100
Status = Literal["open", "running", "over", "closed"]


class AdminOverview(msgspec.Struct, frozen=True):
    """How things stand."""

    name: str
    """The administrator's own."""
    open_reports: int
    """Lines of chat."""
    open_complaints: int
    """Creations, comments and tips."""
    waiting_creations: int
    """Publications that nobody but their authors sees before a moderator has."""
    connections: int
    """Sockets that are open in this process."""
    tables: int
    """Tables that are open in this process."""
    errors: int
    """Errors since the start of this process that nobody expected."""


class AdminCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code by which somebody becomes an administrator, once."""

    code: str


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a line that people complained of."""

    remove: bool


class Somebody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person, by the name of the account or by id; or a network, such as 203.0.113.0/24.

    `@NAME` is an account also if its name reads like a network.
    """

    who: str
    reason: str = ""
    """Shown to whoever is banned."""


class Bans(msgspec.Struct, frozen=True):
    """Everybody who may only look on."""

    people: list[Ban]
    networks: list[AddressBan]


class AdminTable(msgspec.Struct, frozen=True):
    """A table in the administrator's list."""

    table: str
    status: str
    players: int
    free: int
    title: str
    names: list[str]
    changed_at: float


class Administrator:
    """Who asks, and writes down what they do."""

    def __init__(self, services: Services, person: str, name: str) -> None:
        self.services = services
        self.person = person
        self.name = name

    async def note(
        self,
        act: ActKind,
        *,
        table: str = "",
        seq: int | None = None,
        subject: str = "",
        subject_name: str = "",
        note: str = "",
    ) -> None:
        """Write down what was done."""
        at = self.services.settings.now()
        done = AdminAct(at, self.name, act, table, seq, subject, subject_name, note)
        await note_act(self.services.people_db, self.person, done)


async def require_admin(request: Request) -> Administrator:
    """Who asks; refused for everybody who is no administrator, and for programs with a token."""
    visitor, _ = await require_owner(request)
    services = services_of(request)
    name = await services.admins.name_of(visitor.person)
    if name is None:
        raise Refused("admins_only")
    return Administrator(services, visitor.person, name)


@router.get("", AdminOverview)
async def admin_overview(request: Request) -> Response:
    """How things stand."""
    admin = await require_admin(request)
    metrics, people_db = admin.services.rooms.metrics, admin.services.people_db
    return json_response(
        AdminOverview(
            name=admin.name,
            open_reports=await moderation.count_open_reports(people_db),
            open_complaints=await count_open_complaints(people_db),
            waiting_creations=await count_waiting_creations(people_db),
            connections=int(metrics.registry.get_sample_value("elbowroom_sockets") or 0),
            tables=len(admin.services.rooms),
            errors=int(metrics.registry.get_sample_value("elbowroom_errors_total") or 0),
        )
    )


@router.post("/claim", Done, body=Body(AdminCode, MAX_BODY_BYTES))
async def become_admin(request: Request) -> Response:
    """Become an administrator by a code, which the server told at its first start or another one made."""
    visitor, _ = await require_owner(request)
    services = services_of(request)
    services.limits.invite(request)
    code = (await read_json(request, AdminCode, MAX_BODY_BYTES)).code
    async with services.people_db.read() as connection:
        account = await account_of(connection, visitor.person)
    if account is None:
        raise Refused("needs_account")
    await services.admins.claim(visitor.person, code)
    admin = Administrator(services, visitor.person, account.name)
    await admin.note("admin_added", subject=visitor.person, subject_name=account.name)
    return json_response(Done())


@router.post("/codes", AdminCode, 201)
async def make_admin_code(request: Request) -> Response:
    """A code for one more administrator; the one before it is void."""
    admin = await require_admin(request)
    code = await new_code(admin.services.people_db)
    await admin.note("code_made")
    return json_response(AdminCode(code), 201)


@router.get("/admins", list[Admin])
async def list_admins(request: Request) -> Response:
    """Everybody who looks after the server."""
    admin = await require_admin(request)
    return json_response(await admin.services.admins.all())


@router.delete("/admins/{name}", Done)
async def remove_admin(request: Request, name: str) -> Response:
    """Let somebody look after the server no longer."""
    admin = await require_admin(request)
    async with admin.services.people_db.read() as connection:
        account = await account_named(connection, name)
    if account is None:
        raise Refused("nobody_called", name=name)
    await admin.services.admins.remove(account.person)
    await admin.note("admin_removed", subject=account.person, subject_name=account.name)
    return json_response(Done())


@router.get("/reports", list[ChatReport])
async def list_reports(request: Request, is_handled: bool = False) -> Response:
    """Lines that people complained of, newest first: those that wait, or those that were handled."""
    services = (await require_admin(request)).services
    found = await moderation.reports(services.people_db, services.rooms.store, is_handled=is_handled)
    return json_response(found)


@router.post("/reports/{table_id}/{seq}", Done, body=Body(Decision, MAX_BODY_BYTES))
async def decide_report(request: Request, table_id: str, seq: int) -> Response:
    """Decide about a line that people complained of: remove it, or leave it; again changes nothing."""
    admin = await require_admin(request)
    services = admin.services
    decision = await read_json(request, Decision, MAX_BODY_BYTES)
    is_new = await moderation.handle_report(services.people_db, table_id, seq, services.settings.now())
    if decision.remove:
        is_new = await (await services.rooms.room(table_id)).remove_chat(seq) or is_new
    if is_new:
        await admin.note("chat_removed" if decision.remove else "report_dismissed", table=table_id, seq=seq)
    return json_response(Done())


@router.get("/bans", Bans)
async def list_bans(request: Request) -> Response:
    """Everybody who may only look on, newest first."""
    people_db = (await require_admin(request)).services.people_db
    return json_response(Bans(await bans.all_bans(people_db), await bans.all_address_bans(people_db)))


@router.post("/bans", Done, 201, body=Body(Somebody, MAX_BODY_BYTES))
async def ban_somebody(request: Request) -> Response:
    """Let a person, or everybody from a network, only look on from now on."""
    admin = await require_admin(request)
    services, now = admin.services, admin.services.settings.now()
    body = await read_json(request, Somebody, MAX_BODY_BYTES)
    reason = checked_reason(body.reason)
    network = bans.network_of(body.who)
    if network is not None:
        if bans.holds(network, host_of(request)):
            raise Refused("own_network")
        await bans.ban_network(services.people_db, network, reason, now)
        await services.identity.recheck()
        await admin.note("banned", subject=str(network), note=reason)
    else:
        person, name = await find_person(services.people_db, body.who)
        if person == admin.person:
            raise Refused("own_ban")
        await bans.ban(services.people_db, person, reason, now)
        await services.identity.recheck(person)
        await admin.note("banned", subject=person, subject_name=name, note=reason)
    return json_response(Done(), 201)


@router.post("/bans/lift", Done, body=Body(Somebody, MAX_BODY_BYTES))
async def lift_ban(request: Request) -> Response:
    """Let a person, or those from a network, take part again."""
    admin = await require_admin(request)
    services = admin.services
    who = (await read_json(request, Somebody, MAX_BODY_BYTES)).who
    network = bans.network_of(who)
    if network is not None:
        subject, name = str(network), ""
        was_banned = await bans.unban_network(services.people_db, network)
    else:
        subject, name = await find_person(services.people_db, who)
        was_banned = await bans.unban(services.people_db, subject)
    if not was_banned:
        raise Refused("not_banned", person=who)
    await services.identity.recheck()
    await admin.note("unbanned", subject=subject, subject_name=name)
    return json_response(Done())


@router.post("/sign-out", Done, body=Body(Somebody, MAX_BODY_BYTES))
async def sign_somebody_out(request: Request) -> Response:
    """Void all tokens of a person: their sessions and programs, or what a guest has."""
    admin = await require_admin(request)
    services = admin.services
    who = (await read_json(request, Somebody, MAX_BODY_BYTES)).who
    person, name = await find_person(services.people_db, who)
    async with services.people_db.begin() as connection:
        await revoke_all(connection, person)
    await revoke_guest(services.people_db, person, services.settings.now())
    await services.identity.recheck(person)
    await admin.note("signed_out", subject=person, subject_name=name)
    return json_response(Done())


@router.get("/tables", list[AdminTable])
async def list_admin_tables(request: Request, status: Status = "running") -> Response:
    """The tables with a status, last changed first."""
    people_db = (await require_admin(request)).services.people_db
    listed = await moderation.tables(people_db, [status], MAX_LISTED_TABLES)
    return json_response(
        [
            AdminTable(
                table=one.table,
                status=one.status,
                players=one.players,
                free=one.free,
                title=one.title,
                names=[seat.name for seat in read_summary(one.summary).seats if seat.name],
                changed_at=one.changed_at,
            )
            for one in listed
        ]
    )


@router.post("/tables/{table_id}/close", Done)
async def close_by_admin(request: Request, table_id: str) -> Response:
    """Close a table, whether its game has begun or not."""
    admin = await require_admin(request)
    room = await admin.services.rooms.room(table_id)

    def decide(table: Table, _seed: str) -> list[AnyEntry]:
        if table.status not in ("open", "running"):
            raise Refused("table_status", status=table.status)
        commands.check_not_dealing(table)
        return [Closed("admin")]

    await room.write(decide)
    await admin.note("table_closed", table=table_id)
    return json_response(Done())


@router.get("/acts", list[AdminAct])
async def list_admin_acts(request: Request) -> Response:
    """What administrators did, newest first."""
    return json_response(await acts((await require_admin(request)).services.people_db))
