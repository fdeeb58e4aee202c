"""Lets the sockets of this node follow what other nodes have changed about their people."""

import asyncio
from collections.abc import Iterable

from parlour.server import hints
from parlour.server.accounts import Accounts
from parlour.server.connections import Connections
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.ignoring import Ignoring
from parlour.server.lobby import Lobby
from parlour.server.sockets import SIGNED_OUT, Client


class PeopleFollower:
    """Takes hints in one after the other; the truth is in the database."""

    def __init__(
        self, hub: Hub, lobby: Lobby, connections: Connections, accounts: Accounts, ignoring: Ignoring
    ) -> None:
        self._hub = hub
        self._lobby = lobby
        self._connections = connections
        self._accounts = accounts
        self._ignoring = ignoring
        self._heard: asyncio.Queue[hints.AnyHint] = asyncio.Queue()
        hub.services.bus.listen(hints.CHANNEL, lambda message: self._heard.put_nowait(hints.decode(message)))
        hub.services.bus.after_outage(lambda: self._heard.put_nowait(hints.Missed()))

    async def run(self) -> None:
        """Follow, forever."""
        while True:
            hint = await self._heard.get()
            try:
                await self._follow(hint)
            except Exception:
                self._heard.put_nowait(hints.Missed())  # when it is started again
                raise

    async def _follow(self, hint: hints.AnyHint) -> None:
        match hint:
            case hints.Ended():
                await self._drop_ended(client for client in self._connections if hint.concerns(client.visitor))
            case hints.SignedUp(guest=guest, session=session):
                await self._accounts.follow_sign_up(guest, session)
                await self._hub.after_reassign()
            case hints.Deleted(identity=identity):
                self._hub.forget_chat(identity)
                await self._hub.after_reassign()
            case hints.Ignores(identity=identity):
                await self._ignoring.refresh(identity)
            case hints.Shows(identity=identity):
                await self._show(identity)
            case hints.Missed():
                await self._look_at_all()

    async def _drop_ended(self, clients: Iterable[Client]) -> None:
        for client in clients:
            if not await self._accounts.is_still(client.visitor):
                client.drop(SIGNED_OUT)

    async def _show(self, identity: str) -> None:
        if any(client.identity == identity for client in self._connections):
            self._lobby.show(identity, not await self._accounts.appears_offline(identity))

    async def _look_at_all(self) -> None:
        await self._drop_ended(self._connections)
        for identity in {client.identity for client in self._connections}:
            await self._ignoring.refresh(identity)
            await self._show(identity)
        for identity in self._hub.identities():
            if is_account(identity) and not await self._accounts.exists(identity):
                self._hub.forget_chat(identity)
        await self._hub.after_reassign()
