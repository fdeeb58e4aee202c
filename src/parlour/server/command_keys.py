"""The keys of commands: a repeat gets the first answer, and a key that comes back with another command is refused."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from parlour.match import commands as co
from parlour.match.errors import KeyReused

SEPARATOR = "\n"  # between a key and the hash of its command, as they are stored


class CommandKey(NamedTuple):
    """The key of a command: of its seat, because the player may sign up meanwhile."""

    seat: int
    key: str  # of the client's choice
    command: str  # the hash of what was asked

    @property
    def name(self) -> str:
        return f"{self.seat} {self.key}"

    @property
    def stored(self) -> str:
        return f"{self.name}{SEPARATOR}{self.command}"


def command_key(seat: int, key: str, command: co.Command) -> CommandKey:
    """Return the key under which the client of a seat sent a command."""
    return CommandKey(seat, key, hashlib.sha256(msgspec.json.encode(command)).hexdigest()[:16])


class DoneCommands:
    """The commands of one match that were done under a key."""

    def __init__(self, stored: Mapping[str, int]) -> None:
        self._done: dict[str, tuple[str, int]] = {}  # by name of the key: the command, and the version after it
        self.take_in(stored)

    def take_in(self, stored: Mapping[str, int]) -> None:
        """Note commands that were done, by their keys as they are stored."""
        for text, version in stored.items():
            name, separator, command = text.rpartition(SEPARATOR)
            self._done[name if separator else text] = command if separator else "", version

    def version(self, key: CommandKey) -> int | None:
        """Return the version of the match after a command that was done; None for a new one.

        Raises:
            KeyReused: another command was done under this key.
        """
        if key.name not in self._done:
            return None
        command, version = self._done[key.name]
        if command not in ("", key.command):  # older keys were stored without their command
            raise KeyReused("This key was used for another command. Choose a new key for every command.")
        return version

    def add(self, key: CommandKey, version: int) -> None:
        """Note that a command was done."""
        self._done[key.name] = key.command, version
