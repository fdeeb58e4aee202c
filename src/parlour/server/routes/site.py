"""What the server is and which games it has."""

from typing import Any

from litestar import MediaType, get

from parlour.core import registry
from parlour.core.level import LEVEL_NAMES


@get("/healthz", media_type=MediaType.TEXT)
async def healthz() -> str:
    """Tell that the server lives."""
    return "ok"


@get("/api/games", sync_to_thread=False)
def games() -> list[dict[str, Any]]:
    """List the games, with what can be chosen for each."""
    return [
        {"id": game.id, "name": game.name, "summary": game.summary, "levels": LEVEL_NAMES}
        for game in map(registry.load, registry.game_ids())
    ]


ROUTES = [healthz, games]
