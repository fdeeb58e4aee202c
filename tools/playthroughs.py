"""Recorded matches, line by line: any change of a game's behaviour shows as a difference to review.

`make record GAME=checkers` rewrites the files of one game; without GAME, those of all games.
"""

import sys
from importlib import resources
from pathlib import Path

from parlour.core import registry
from parlour.core.contract import SPECTATOR
from parlour.core.game import Game
from parlour.core.position import Position
from support.matches import walk

SEEDS = (1, 2)


def own_tests(game: Game) -> Path:
    """Return the folder of a game's own tests."""
    return Path(str(resources.files(game.package))) / "tests"


def folder(game: Game) -> Path:
    return own_tests(game) / "playthroughs"


def record(game: Game, seed: int) -> str:
    """Play one random match and write down everything that can be seen of it."""
    lines = [f"game: {game.id}", f"rules_version: {game.facts.rules_version}", f"seed: {seed}", ""]
    for number, (position, seat, action) in enumerate(walk(game, seed)):
        lines += [f"# {number}", f"position: {position.to_text()}"]
        for other in position.to_act():
            texts = (position.action_to_text(other, code) for code in position.legal_actions(other))
            lines.append(f"legal {other}: {' '.join(texts)}")
        lines.append(f"play {seat}: {position.action_to_text(seat, action)}")
        lines += [f"  {happening.message}" for happening in position.narrate(seat, action, SPECTATOR)]
        lines.append("")
        last = position.play(seat, action)
    return "\n".join([*lines, *_closing(last), ""])


def _closing(last: Position) -> list[str]:
    return ["# end", f"position: {last.to_text()}", f"outcome: {last.outcome}", *str(last).splitlines()]


def main(ids: list[str]) -> None:
    for game_id in ids or registry.game_ids():
        game = registry.load(game_id)
        folder(game).mkdir(parents=True, exist_ok=True)
        for seed in SEEDS:
            (folder(game) / f"seed_{seed}.txt").write_text(record(game, seed))


if __name__ == "__main__":
    main(sys.argv[1:])
