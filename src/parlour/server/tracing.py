"""Traces for OpenTelemetry: off unless the environment names an endpoint, and without secrets.

A span has a name, a duration and the attributes that its caller gives: ids, kinds and codes. What people did, said or
hold never gets there: no action, seed, token, cookie, name, address, query or text of an error.
"""

import os
import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour import __version__
from parlour.core.errors import ParlourError
from parlour.server.errors import BadSetting

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
    from opentelemetry.trace import Span, Tracer

T = TypeVar("T")
Attributes = dict[str, str]
ENDPOINTS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
ROOTS = ("match.command",)  # a computer's command follows from the one before: one trace would never end
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
STOP_S = 3.0  # to send the last spans

_provider: "TracerProvider | None" = None
_tracer: "Tracer | None" = None


def is_wanted() -> bool:
    """Return whether the environment asks for traces, by OpenTelemetry's own variables."""
    is_off = (
        os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or os.environ.get("OTEL_TRACES_EXPORTER") == "none"
    )
    return not is_off and any(os.environ.get(name) for name in ENDPOINTS)


def start(processor: "SpanProcessor | None" = None) -> None:
    """Begin to trace, by default to where the environment says; without that nothing happens.

    Raises:
        BadSetting: traces are wanted, and their packages are not installed.
    """
    global _provider, _tracer  # noqa: PLW0603  # one for the process, as OpenTelemetry has it
    if processor is None and not is_wanted():
        return
    try:
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415  # few have these packages
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    except ModuleNotFoundError:
        raise _missing() from None
    name = os.environ.get("OTEL_SERVICE_NAME", "parlour")
    _provider = TracerProvider(resource=Resource.create({"service.name": name, "service.version": __version__}))
    _provider.add_span_processor(processor or _exporting())
    _tracer = _provider.get_tracer("parlour", __version__)


def _exporting() -> "SpanProcessor":
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ModuleNotFoundError:
        raise _missing() from None
    return BatchSpanProcessor(OTLPSpanExporter())


def _missing() -> BadSetting:
    return BadSetting(f"{ENDPOINTS[0]} is set, and traces need more packages: pip install 'parlour[telemetry]'.")


def stop() -> None:
    """Send the last spans and stop; a collector that does not answer is not waited for."""
    global _provider, _tracer
    provider, _provider, _tracer = _provider, None, None
    if provider is not None:
        sending = threading.Thread(target=provider.shutdown, name="parlour-last-spans", daemon=True)
        sending.start()
        sending.join(STOP_S)


def traced(work: Coroutine[Any, Any, T], name: str, **attributes: str) -> Coroutine[Any, Any, T]:
    """Return the work inside a span; while nothing is traced, the work itself."""
    return work if _tracer is None else _in_span(_tracer, work, name, attributes)


async def _in_span(tracer: "Tracer", work: Coroutine[Any, Any, T], name: str, attributes: Attributes) -> T:
    from opentelemetry.context import Context  # noqa: PLC0415
    from opentelemetry.trace import Link, get_current_span  # noqa: PLC0415

    is_root = name in ROOTS
    with tracer.start_as_current_span(
        name,
        context=Context() if is_root else None,
        links=[Link(get_current_span().get_span_context())] if is_root else [],
        attributes={f"parlour.{key}": value for key, value in attributes.items()},
        record_exception=False,  # its text may be secret
        set_status_on_exception=False,
    ) as span:
        try:
            return await work
        except Exception as error:
            _note(span, error)
            raise


def _note(span: "Span", error: Exception) -> None:
    from opentelemetry.trace import StatusCode  # noqa: PLC0415

    if isinstance(error, ParlourError):
        span.set_attribute("parlour.refusal", error.code)
    else:
        span.set_attribute("error.type", type(error).__name__)
        span.set_status(StatusCode.ERROR)


def traced_requests(app: ASGIApp) -> ASGIApp:
    """Return an application with a span for each HTTP request; while nothing is traced, the application itself."""
    return app if _tracer is None else TracedRequests(app, _tracer)


class TracedRequests:
    """Makes a span of each HTTP request, named after its route; addresses and queries may hold secrets."""

    def __init__(self, app: ASGIApp, tracer: "Tracer") -> None:
        self._app = app
        self._tracer = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        from opentelemetry.trace import SpanKind, StatusCode  # noqa: PLC0415

        asked = str(scope.get("method"))
        method = asked if asked in METHODS else "_OTHER"
        with self._tracer.start_as_current_span(method, kind=SpanKind.SERVER, record_exception=False) as span:

            async def note(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(StatusCode.ERROR)
                await send(message)

            await self._app(scope, receive, note)
            route = str(scope.get("path_template", ""))
            span.set_attributes({"http.request.method": method, "http.route": route})
            span.update_name(f"{method} {route}".strip())
