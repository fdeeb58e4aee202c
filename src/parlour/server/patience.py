"""Loading a match in the background: patiently, whatever is not ready yet."""

import asyncio
from typing import TYPE_CHECKING

from parlour.match.errors import StorageFailed
from parlour.server.errors import GettingReady, MatchParked
from parlour.server.tasks import AFTER_FAILURE_S

if TYPE_CHECKING:
    from parlour.server.hub import Hub

GAME_WAIT_S = 300.0  # for a game that is being compiled


async def try_to_load(hub: "Hub", match_id: str) -> None:
    """Load a match into memory, if it can be loaded."""
    while True:
        try:
            await hub.find(match_id)
        except GettingReady as wait:
            if not await _is_game_ready(hub, wait.game):
                return
        except MatchParked:
            return
        except StorageFailed:
            await asyncio.sleep(AFTER_FAILURE_S)
        except Exception as error:  # one match must not keep the others from being loaded
            hub.services.tasks.note_failure(error)
            return
        else:
            return


async def _is_game_ready(hub: "Hub", game_id: str) -> bool:
    """Wait for a game; False when it does not get ready, so that its matches wait until they are opened."""
    try:
        async with asyncio.timeout(GAME_WAIT_S):
            await hub.services.games.wait(game_id)
    except TimeoutError:
        return False
    return True
