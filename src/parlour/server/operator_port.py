"""The operator's port: metrics and health, on an address that the public cannot reach."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn
from litestar import Litestar, get
from litestar.datastructures import State

from parlour.core.errors import ParlourError
from parlour.server.routes.site import healthz, readyz
from parlour.server.services import DEPENDENCIES, InjectedServices
from parlour.server.web import refuse

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"  # the content type of its format


@get("/metrics", media_type=PROMETHEUS)
async def metrics(services: InjectedServices) -> bytes:
    """Return the metrics of the server."""
    return services.metrics.to_text()


def make_operator_app(state: State) -> Litestar:
    """Make what answers on the operator's port, given the state of the public application."""
    return Litestar(
        [healthz, readyz, metrics], dependencies=DEPENDENCIES, exception_handlers={ParlourError: refuse},
        openapi_config=None, logging_config=None, state=state,
    )  # fmt: skip


class OperatorPort:
    """Answers on a socket beside the public server, in the same event loop, until it is closed."""

    def __init__(self, listening: socket.socket, state: State) -> None:
        config = uvicorn.Config(
            make_operator_app(state), lifespan="off", ws="none", log_config=None, access_log=False,
            proxy_headers=False, timeout_graceful_shutdown=1,
        )  # fmt: skip
        self._server = _Beside(config)
        self._task = asyncio.create_task(self._server.serve([listening]))

    async def close(self) -> None:
        """Stop answering."""
        self._server.should_exit = True
        await self._task


class _Beside(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # the public server does
