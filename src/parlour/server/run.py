"""Runs the application until it is stopped; then all clients are told when to come back."""

import asyncio
import gc
import socket
import sys
from typing import Any

import uvicorn
from litestar import Litestar

from parlour.server import tracing
from parlour.server.messages import MAX_BYTES, Goodbye
from parlour.server.operator_port import OperatorPort
from parlour.server.protocols import BoundedHttp, BoundedWebSocket, ConnectionState
from parlour.server.services import Services
from parlour.server.sockets import Close
from parlour.server.watchers import encode

BACK_IN_MS = 3_000
FAREWELL_S = 2.0  # for clients to disconnect
SWITCH_S = 0.002  # after which a thread that presents a match lets the event loop go on; Python's own is 5 ms
UNFINISHED_S = 2  # for requests that a client has not finished, or replies that it does not read
RESTARTS = Close(1012, "the server restarts")


class Server(uvicorn.Server):
    """Announces the stop to clients before it closes their sockets."""

    def __init__(self, app: Litestar, operator: socket.socket | None = None, **options: Any) -> None:
        """Make a server; with a socket for the operator, it answers there too."""
        config = uvicorn.Config(
            tracing.traced_requests(app),
            lifespan="on",
            http=BoundedHttp,
            ws=BoundedWebSocket,
            ws_max_size=MAX_BYTES,
            ws_per_message_deflate=False,  # it would cost a socket more memory than all the rest of it
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=UNFINISHED_S,
            **options,
        )
        super().__init__(config)
        proxies = frozenset(options.get("forwarded_allow_ips", ()) if options.get("proxy_headers") else ())
        self.server_state = ConnectionState(app.state.settings.limit_factor, proxies)
        self._app = app
        self._operator = operator
        self._operator_port: OperatorPort | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # Connections inherit it from the socket that listens; asyncio sets it only where the protocol was named.
        # Without it the second half of a response waits up to 40 ms for the other end to acknowledge the first.
        for listening in sockets or ():
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await super().startup(sockets)
        if self._operator is not None and not self.should_exit:  # as it does when the application could not start
            self._operator_port = OperatorPort(self._operator, self._app.state)
        # What exists now stays. Searching it for garbage would delay every request by 130 ms, again and again.
        gc.collect()
        gc.freeze()
        sys.setswitchinterval(SWITCH_S)
        # A move makes hundreds of objects, nearly all of them gone before the next one. Those that stay are searched
        # again soon: 200,000 at once, as by Python's own 10, delay every request by 108 ms (bench/results.md).
        gc.set_threshold(20_000, 1, 55)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await say_goodbye(self._app.state.services)
        await super().shutdown(sockets)
        if self._operator_port is not None:
            await self._operator_port.close()
        tracing.stop()


async def say_goodbye(services: Services) -> None:
    """Send all clients the time to come back, and wait a little until they are gone."""
    for client in list(services.connections):
        client.send(encode(Goodbye(back_in_ms=BACK_IN_MS)))
        client.close(RESTARTS)
    deadline = asyncio.get_running_loop().time() + FAREWELL_S
    while services.connections and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.02)
