"""What requests about creations, comments and tips have in common: an account that acts, and complaints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.server.community.complaints import complain
from elbowroom.server.http.responses import json_response, read_json
from elbowroom.server.http.routes.chat import Complaint, Reported
from elbowroom.server.http.services import services_of
from elbowroom.server.http.visitors import require_account, require_person

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from elbowroom.server.community.complaints import Subject
    from elbowroom.server.http.services import Services

MAX_BODY_BYTES: Final = 8192


async def acting_account(request: Request) -> tuple[Services, str]:
    """The services, and the person with an account who asks for something small, such as a vote."""
    services, person = services_of(request), (await require_account(request)).person
    services.limits.personal_action(person)
    return services, person


async def writing_account(request: Request) -> tuple[Services, str]:
    """The services, and the person with an account who writes something for all to read."""
    services, person = services_of(request), (await require_account(request)).person
    services.limits.text(person)
    return services, person


async def report_subject(request: Request, kind: Subject, subject: str) -> Response:
    """Complain of something; guests may, as in chat."""
    services, person = services_of(request), await require_person(request)
    services.limits.personal_action(person)
    reason = (await read_json(request, Complaint, MAX_BODY_BYTES)).reason
    services.limits.complaint(request, person)
    await complain(services.people_db, kind, subject, person, reason, services.settings.now())
    return json_response(Reported(is_reported=True), 201)
