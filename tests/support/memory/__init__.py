"""The storage ports in memory: the second adapter, against which the suite of the ports is checked."""

from support.memory.log import MemoryLog
from support.memory.moderation import MemoryIgnored, MemoryModeration
from support.memory.people import MemoryPeople
from support.memory.results import MemoryResults
from support.memory.store import Memory

__all__ = ["Memory", "MemoryIgnored", "MemoryLog", "MemoryModeration", "MemoryPeople", "MemoryResults"]
