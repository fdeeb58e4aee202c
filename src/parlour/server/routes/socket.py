"""The socket: one for each client."""

import asyncio
import zlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from parlour.server.cancelling import end
from parlour.server.errors import TooMany
from parlour.server.payer import charged
from parlour.server.protocols import direct, with_more
from parlour.server.services import InjectedServices
from parlour.server.sockets import SIGNED_OUT, TOO_MUCH, Client, Close
from parlour.server.visitor import ANYBODY
from parlour.server.web import address_of, check_origin, guest_cookie, identify

PACK_ABOVE = 8 * 1024  # bytes: less is not worth the work
QUICKLY = 1  # of zlib: a thousand choices become a twelfth as long, in a millisecond


@websocket("/api/socket", guards=[check_origin], scope=ANYBODY)
async def socket(socket: WebSocket[Any, Any, Any], services: InjectedServices) -> None:
    """Follow and play matches; what a bot may do is checked message by message."""
    visitor = await identify(socket)
    client = Client(visitor, services.hub, services.lobby, address_of(socket))
    try:
        services.connections.add(client, address_of(socket))
    except TooMany as refusal:
        await socket.accept()  # a browser tells its page nothing of a handshake that fails
        await socket.close(TOO_MUCH.code, str(refusal))
        return
    services.lobby.arrive(client)
    running = services.hub.services.running
    try:
        services.lobby.show(visitor.identity, not await services.accounts.appears_offline(visitor.identity))
        if socket.query_params.get("running") == "1" and (visitor.scopes is None or "play" in visitor.scopes):
            running.listen(client)
        client.unheard = await services.hub.services.conduct.unheard_by(visitor.identity)
        cookie = visitor.cookie and guest_cookie(services.settings, visitor.cookie).to_header(header="")
        await socket.accept(headers={"set-cookie": cookie} if cookie else {})
        # A person may have signed out after `identify` and before the client was added: look again.
        if not await services.accounts.is_still(client.visitor):
            client.drop(SIGNED_OUT)
        await _serve(socket, client)
    finally:
        services.connections.discard(client)
        services.lobby.depart(client)
        running.leave(client)
        client.leave()


async def _serve(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    receiver = asyncio.create_task(_receive_all(socket, client))
    sender = asyncio.create_task(_send_all(socket, client))
    try:
        await asyncio.wait((receiver, sender), return_when=asyncio.FIRST_COMPLETED)
    finally:
        failures = await end(receiver, sender)
    if isinstance(failures[0], Exception):
        raise failures[0]


async def _receive_all(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    try:
        while True:
            await client.handle_in_turn(await socket.receive_data(mode="text"))
    except WebSocketDisconnect:
        return


async def _send_all(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    """Send what could not be written at once."""
    client.payer.pay()
    can_unpack = socket.query_params.get("packed") == "1"
    if (connection := direct(socket.scope)) is not None:
        write, connection.take = connection.write_soon, client.take
        client.write = (lambda message: len(message) <= PACK_ABOVE and write(message)) if can_unpack else write
    while not isinstance(message := await client.next_reply(), Close):
        if can_unpack and len(message) > PACK_ABOVE:
            with charged():
                packed = zlib.compress(message, QUICKLY)
            await socket.send_data(packed, mode="binary")
        elif client.has_reply:
            await socket.send(with_more(message.decode()))
        else:
            await socket.send_data(message, mode="text")
        client.note_sent(message)
    await socket.close(message.code, message.message)


ROUTES = [socket]
