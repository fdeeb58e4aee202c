"""What operators see and do: reports, sanctions, parked matches, and what was done before."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Router, get, post
from litestar.datastructures import ResponseHeader
from litestar.params import JSONBody

from parlour.match.moderation import AuditEntry
from parlour.server.errors import NotOperator
from parlour.server.moderation import NamedReport
from parlour.server.routes.conduct import Number, Sentence
from parlour.server.services import InjectedServices, Services
from parlour.server.web import identify

AnyRequest = Request[Any, Any, Any]


class ReportInfo(msgspec.Struct, frozen=True):
    """A report that waits."""

    id: int
    link: str  # to the match, which may be private
    reporter: str  # the name
    reported: str  # the name
    has_account: bool  # the reported; a guest cannot be silenced or suspended
    reason: str
    chat: list[str]  # the last lines of the match when it was reported
    at_ms: int


class SanctionedInfo(msgspec.Struct, frozen=True):
    """An account that is silenced or suspended."""

    account: int
    name: str
    silenced_until_ms: int | None
    suspended: str | None  # the reason


class ParkedInfo(msgspec.Struct, frozen=True):
    """A match that cannot be loaded."""

    match: str
    reason: str


class AuditInfo(msgspec.Struct, frozen=True):
    """Something that an operator did."""

    at_ms: int
    operator: str  # the name
    action: str
    name: str  # of the person concerned
    detail: str


class OperatorDesk(msgspec.Struct, frozen=True):
    """What waits for operators, and what they did."""

    reports: list[ReportInfo]
    sanctioned: list[SanctionedInfo]
    parked: list[ParkedInfo]
    audit: list[AuditInfo]


class Silence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For how long the chat of an account is silenced."""

    days: Annotated[int, msgspec.Meta(ge=1, le=365)]


class Suspension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why an account is suspended."""

    reason: Sentence  # shown at sign-in


async def operator_of(request: AnyRequest) -> int:
    """Return the account of the operator who makes a request.

    Raises:
        NotOperator
    """
    visitor = await identify(request)
    if visitor.account is None or not visitor.is_operator:
        raise NotOperator("This is for operators. Sign in with an operator's account.")
    return visitor.account


@get("/")
async def desk(request: AnyRequest, services: InjectedServices) -> OperatorDesk:
    """Return what waits for operators, and what they did."""
    await operator_of(request)
    reports = await services.moderation.open_reports()
    return await asyncio.to_thread(_desk, services, reports)


def _desk(services: Services, reports: list[NamedReport]) -> OperatorDesk:
    stored = services.moderation.stored
    return OperatorDesk(
        reports=[_report(each) for each in reports],
        sanctioned=[SanctionedInfo(*each) for each in stored.sanctioned(services.clock.wall_ms())],
        parked=[ParkedInfo(*each) for each in services.hub.services.log.parked_matches()],
        audit=[_audit(services, each) for each in stored.audit_entries()],
    )


def _report(named: NamedReport) -> ReportInfo:
    report = named.report
    return ReportInfo(
        id=report.id,
        link=f"/match/{report.match}?invitation={report.invitation}",
        reporter=named.reporter,
        reported=named.reported,
        has_account=named.has_account,
        reason=report.reason,
        chat=report.chat.splitlines(),
        at_ms=report.at_ms,
    )


def _audit(services: Services, entry: AuditEntry) -> AuditInfo:
    name = services.moderation.name_of(entry.identity)
    return AuditInfo(entry.at_ms, entry.operator or "command line", entry.action, name, entry.detail)


@post("/reports/{number:int}/dismiss", status_code=204)
async def dismiss(number: Number, request: AnyRequest, services: InjectedServices) -> None:
    """Close a report without a sanction."""
    await services.moderation.dismiss(number, await operator_of(request))


@post("/reports/{number:int}/silence", status_code=204)
async def silence(number: Number, data: JSONBody[Silence], request: AnyRequest, services: InjectedServices) -> None:
    """Silence the chat of the reported for some days."""
    await services.moderation.silence(number, data.days, await operator_of(request))


@post("/reports/{number:int}/suspend", status_code=204)
async def suspend(number: Number, data: JSONBody[Suspension], request: AnyRequest, services: InjectedServices) -> None:
    """Suspend the account of the reported; it is signed out everywhere."""
    await services.moderation.suspend(number, data.reason, await operator_of(request))


@post("/accounts/{number:int}/lift", status_code=204)
async def lift(number: Number, request: AnyRequest, services: InjectedServices) -> None:
    """End the sanctions of an account."""
    await services.moderation.lift(number, await operator_of(request))


ROUTES = [
    Router(
        "/api/operator",
        route_handlers=[desk, dismiss, silence, suspend, lift],
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
    )
]
