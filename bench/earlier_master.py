"""A level, or a player of the lab, of any checkout of Parlour over a pipe, for `bench_masters.py`.

Reads `new GAME LEVEL PLAYER_SEED SEED OPTIONS` with the options as JSON, `play SEAT ACTION` and `go SEAT`; answers `go`
with its action and the processor time that it took. Run it with PYTHONPATH set to the `src` of the checkout.
"""

import json
import sys
import time

import parlour
from parlour.core import registry
from parlour.core.thinking import Stop

try:
    from parlour.lab.entrants import make_entrant as make_player
except ImportError:  # an older checkout
    from parlour.players.player import make_player  # type: ignore[assignment]  # called alike


def main() -> None:
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split(" ", 1)
        if command == "new":
            game, level, player_seed, seed, options = words[0].split(" ", 4)
            position = parlour.new(game, int(seed), **json.loads(options))
            player = make_player(level, registry.load(game), int(player_seed))
            continue
        seat, _, action = words[0].partition(" ")
        if command == "play":
            position = position.play(int(seat), action)
            continue
        begin = time.process_time()
        known = position.seen_by(int(seat)).known if hasattr(position, "seen_by") else position.hidden(int(seat))  # type: ignore[attr-defined]  # its name in older checkouts
        chosen = player.choose(known, int(seat), Stop())
        print(time.process_time() - begin, position.action_to_text(int(seat), chosen), flush=True)


if __name__ == "__main__":
    main()
