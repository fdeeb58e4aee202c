"""Positions of a game for the gallery of boards: `python -m tools.stills checkers [seed] [every]`."""

import json
import random
import sys
from pathlib import Path

import msgspec

import parlour
from parlour.core.contract import SPECTATOR, Happening

FOLDER = Path(__file__).parents[1] / "web/gallery/stills"


def still(position: parlour.Position, seat: int, happened: list[Happening]) -> dict[str, object]:
    """Return what a board is given, as the server would send it."""
    sides = position.game.view.side_names(position.seen_by(SPECTATOR).known)
    seats = [
        {"name": name, "side": side, "kind": "person", "is_here": True, "left_ms": None, "deadline_ms": None}
        for name, side in zip(("Ann", "Bea"), sides, strict=True)
    ]
    to_act = list(position.to_act())
    return {
        "seat": None if seat == SPECTATOR else seat,
        "view": position.seen_by(seat).view(),
        "choices": position.seen_by(seat).choices() if seat in to_act else [],
        "prompt": position.seen_by(seat).prompt() if to_act else "",
        "toAct": to_act,
        "seats": seats,
        "happened": happened,
        "isOver": not to_act,
    }


def main(game_id: str, seed: str = "1", every: str = "1") -> None:
    """Play a random match and write every `every`-th position of it, as the seat to act sees it."""
    chance, position, stills, count = random.Random(int(seed)), parlour.new(game_id, seed=int(seed)), [], 0
    happened: list[Happening] = []
    while seats := position.to_act():
        seat = chance.choice(seats)
        if count % int(every) == 0:
            stills.append(still(position, seat, happened))
        action = chance.choice(position.legal_actions(seat))
        after = position.play(seat, action)
        viewer = next(iter(after.to_act()), seat)
        happened = position.game.view.narrate(
            position.seen_by(viewer).known, seat, action, after.seen_by(viewer).known, viewer
        )
        position, count = after, count + 1
    stills.append(still(position, 0, happened))
    stills.append(still(position, SPECTATOR, []))
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game_id}.json").write_bytes(msgspec.json.encode(stills))
    print(json.dumps({"game": game_id, "stills": len(stills)}))  # noqa: T201  # this is a command


if __name__ == "__main__":
    main(*sys.argv[1:])
