"""Master of any checkout of Parlour over a pipe, for `bench_checkers_players.py against`.

Reads `new SEED`, `play ACTION` and `go`; answers `go` with its action and the processor time that it took.
Run it with PYTHONPATH set to the `src` of the checkout.
"""

import sys
import time

import parlour
from parlour.core.thinking import Stop
from parlour.games.checkers import GAME
from parlour.players.player import make_player

START = "B:W21-32:B1-12"


def main() -> None:
    position, player = parlour.new("checkers", position=START), make_player("master", GAME, 0)
    for line in sys.stdin:
        command, *words = line.split()
        if position.to_act():
            seat = position.to_act()[0]
        if command == "new":
            position, player = parlour.new("checkers", position=START), make_player("master", GAME, int(words[0]))
        elif command == "play":
            position = position.play(seat, words[0])
        else:
            begin = time.process_time()
            known = position.seen_by(seat).known if hasattr(position, "seen_by") else position.hidden(seat)  # type: ignore[attr-defined]  # its name in older checkouts
            action = player.choose(known, seat, Stop())
            print(position.action_to_text(seat, action), time.process_time() - begin, flush=True)


if __name__ == "__main__":
    main()
