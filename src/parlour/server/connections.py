"""`Connections`: the clients at the sockets of a server."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from parlour.server.limits import Limits
from parlour.server.sockets import Client, Close
from parlour.server.visitor import Visitor

IsWanted = Callable[[Visitor], bool]


def is_nobody(_: Visitor) -> bool:
    """Want none of the visitors."""
    return False


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

    def drop(self, why: Close, is_wanted: IsWanted) -> None:
        """Disconnect some visitors at once."""
        for client in self:
            if is_wanted(client.visitor):
                client.drop(why)

    def become(self, guest: str, visitor: Visitor) -> None:
        """Let the clients of a guest be those of another visitor: the account that the guest has become."""
        for client in self:
            if client.identity == guest:
                client.become(visitor)
