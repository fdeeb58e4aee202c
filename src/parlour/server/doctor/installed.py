"""Checks of the installation: compiled games, and the web client."""

import os
from pathlib import Path

from parlour.core import registry
from parlour.core.errors import BrokenGame
from parlour.core.kernel import CACHE_VARIABLE, cache_root, is_on_disk
from parlour.server.doctor.finding import Finding, fault, ok, warning


def check_games() -> Finding:
    """Check that every game loads, and that its rules were compiled before."""
    missing = []
    for game_id in registry.game_ids():
        try:
            game = registry.load(game_id)
        except BrokenGame as error:
            return fault(f"The game {game_id} cannot be loaded: {error}", "Install Parlour again, or remove the game.")
        if not all(map(is_on_disk, game.bytes_api)):
            missing.append(game.name)
    if missing:
        remedy = "The server compiles them after its start, which takes minutes; `parlour warm` does it before."
        return warning(f"Not compiled yet: {', '.join(missing)}.", remedy)
    return ok("All games are compiled.")


def check_cache() -> Finding:
    """Check that compiled kernels can be kept."""
    folder = cache_root()
    existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(existing, os.W_OK):
        remedy = f"Let {CACHE_VARIABLE} name a folder that the server's user can write."
        return fault(f"Compiled games cannot be kept in {folder}: every start compiles them again.", remedy)
    return ok(f"Compiled games are kept in {folder}.")


def check_client(static: Path) -> Finding:
    """Check that the web client is there."""
    if not (static / "index.html").is_file():
        return fault("The web client is not built in.", "Install the wheel, or run `make web` in the sources.")
    return ok("The web client is built in.")
