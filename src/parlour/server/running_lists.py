"""Lists of running matches, read from the disk where this server has not seen a match yet."""

from collections.abc import Iterable

from parlour.core.errors import ParlourError
from parlour.server.errors import GettingReady
from parlour.server.hub import Hub
from parlour.server.running import Note, note_of


async def notes_of(hub: Hub, match_ids: Iterable[str]) -> tuple[dict[str, Note], bool]:
    """Return what lists show of matches that go on, by id, and whether no game of theirs is still getting ready."""
    notes: dict[str, Note] = {}
    is_complete = True
    for match_id in dict.fromkeys(match_ids):
        try:
            notes[match_id] = await _note(hub, match_id)
        except GettingReady:
            is_complete = False
        except ParlourError:  # it was parked or deleted meanwhile
            continue
    return {match_id: note for match_id, note in notes.items() if not note.is_over}, is_complete


async def _note(hub: Hub, match_id: str) -> Note:
    return hub.services.running.get(match_id) or note_of(await hub.find(match_id))
