"""What the nodes of a site state on one topic, as objects."""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from parlour.server.presence import Presence

T = TypeVar("T")
encode = msgspec.msgpack.Encoder().encode


class Topic(Generic[T]):
    """One topic of a `Presence`."""

    def __init__(self, presence: Presence, name: str, kind: type[T]) -> None:
        self._presence = presence
        self._name = name
        self._decode = msgspec.msgpack.Decoder(kind).decode
        self._decoded: dict[bytes, T] = {}  # what was stated when it was last asked

    def state(self, stated: Mapping[str, T]) -> None:
        """State this of this node, and nothing else on the topic."""
        self._presence.replace(self._name, {key: encode(value) for key, value in stated.items()})

    def elsewhere(self) -> Iterator[tuple[str, T]]:
        """Return what the other nodes state, by key; some may state the same."""
        values = [(key, each) for key, by_node in self._presence.elsewhere(self._name).items()
                  for each in by_node.values()]  # fmt: skip
        known = self._decoded
        self._decoded = {each: known[each] if each in known else self._decode(each) for _, each in values}
        return ((key, self._decoded[each]) for key, each in values)
