"""How a search for perfect information acts while something is still hidden, such as the bag of a colour draw."""

import numpy as np

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.generator import Words, random_below
from parlour.core.thinking import ActionValue, Thought


def random_while_hidden(game: Game, state: Known, seat: int, random: Words) -> Thought | None:
    """Return a random action, all being equally good, while chance is still to decide; None when nothing is hidden."""
    s = state.copy()
    s.generator[:] = [random_below(random, 2**31), random_below(random, 2**31), 0]
    game.rules.guess(s, seat)
    if s.generator[2] == 0:  # the determinization drew no random number
        return None
    actions = np.empty(game.facts.num_actions, np.int32)
    n = game.rules.legal_actions(s, seat, actions)
    mixed = np.roll(actions[:n], -random_below(random, n)).tolist()
    return Thought(mixed[0], [ActionValue(action, 0.5, 0) for action in mixed])
