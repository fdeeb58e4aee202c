"""The socket: one for each client."""

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from parlour.server.sockets import Client, Close
from parlour.server.web import check_origin, guest_cookie, identify


@websocket("/api/socket", guards=[check_origin])
async def socket(socket: WebSocket[Any, Any, Any], state: State) -> None:
    """Follow and play matches."""
    visitor = await identify(socket)
    cookie = visitor.cookie and guest_cookie(state.settings, visitor.cookie).to_header(header="")
    await socket.accept(headers={"set-cookie": cookie} if cookie else {})
    client = Client(visitor, state.hub, state.lobby)
    state.clients.add(client)
    state.lobby.arrive(client)
    sender = asyncio.create_task(_send_all(socket, client))
    try:
        while True:
            await client.handle(await socket.receive_data(mode="text"))
    except WebSocketDisconnect:
        pass
    finally:
        state.clients.discard(client)
        state.lobby.depart(client)
        client.leave()
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


async def _send_all(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    while not isinstance(message := await client.replies.get(), Close):
        await socket.send_data(message, mode="text")
    await socket.close(message.code, message.words)


ROUTES = [socket]
