"""`Connections`: the clients at the sockets of a server."""

from collections import Counter
from collections.abc import Collection, Iterator

from parlour.server.limits import Limits
from parlour.server.sockets import Client


class Connections(Collection[Client]):
    """All clients of a server, counted."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._counted: dict[Client, tuple[str, str]] = {}  # as which address and identity they came
        self._from: Counter[str] = Counter()
        self._of: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._counted)

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self._counted))

    def __contains__(self, client: object) -> bool:
        return client in self._counted

    def add(self, client: Client, address: str) -> None:
        """Count a client that connects.

        Raises:
            TooMany: the client was not counted.
        """
        self._limits.check_sockets(len(self._counted), self._from[address], self._of[client.identity])
        self._counted[client] = address, client.identity
        self._from[address] += 1
        self._of[client.identity] += 1

    def discard(self, client: Client) -> None:
        """Stop counting a client."""
        address, identity = self._counted.pop(client)
        for counter, name in ((self._from, address), (self._of, identity)):
            counter[name] -= 1
            if not counter[name]:
                del counter[name]
