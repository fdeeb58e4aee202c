"""Checkers' own alpha-beta search, over bitboards and whole turns, with a memory that lives with its player.

Principal variation search, deepened step by step, with a learned evaluation (`network`) and the endgame tables. Its
parts and what each of them brought are in docs/decisions/0052-checkers-search.md. A node is a position reached by a
turn, those of the quiescence search included. As in `parlour.search.alpha_beta`:

- A position that came up before, in the match or on the way to it, is worth a draw at once and is not looked up.
- The table is kept from one thought to the next.
- A draw is worth 0 points, a win WIN minus the turns to it. Noise is added at the root only and is never stored.
"""

import math

import numpy as np

from parlour.core.contract import Known, Record
from parlour.core.generator import Words, random_below
from parlour.core.level import OwnSearch
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.games.checkers import endgames, five, rules
from parlour.games.checkers.ai import network, search, workspace
from parlour.games.checkers.ai.network import POINTS_PER_LOGIT
from parlour.games.checkers.ai.turns import can_jump
from parlour.games.checkers.board import Turn, seat_to_move, turns
from parlour.games.checkers.state import CHECKERS, CLAIM, NUM_ACTIONS
from parlour.pieces.colour_draw import is_drawing, legal_claims
from parlour.pieces.transposition_table import GENERATIONS, new_table

MAX_DEPTH = 60
FORCED = 16  # where there is nothing to choose, this part of the nodes is enough to fill the table
FADING = 8  # by which the history of the thought before counts less


class CheckersThinker:
    """Searches one position at a time, with a table that it keeps from thought to thought."""

    keeps_results = True

    def __init__(self, settings: OwnSearch, *, has_tables: bool = True, has_five: bool = False) -> None:
        self.settings = settings
        self.net = network.load()
        self.work = workspace.new_workspace(self.net)
        self.table = new_table(settings.memory_mb)
        # Read-only like tables that were loaded: another type would be compiled a second time.
        # An analysis does without five, to prove what it can.
        if has_five and not settings.every_action:
            self.tables = five.load()
        else:
            self.tables = endgames.load() if has_tables else np.frombuffer(b"", np.int8)
        self.nodes = 0  # searched for the last position
        self.depth = 0  # the last completed depth for it, in turns

    @property
    def num_bytes(self) -> int:
        return self.table.nbytes + self.work.nbytes

    def think(self, state: Known, seat: int, random: Words, stop: Stop) -> Thought:
        """Return the best action of a seat that is to act; a random one while colours are drawn."""
        if is_drawing(state):
            return _claim(state, random)
        ways = turns(state)
        for i in range(len(ways) - 1, 0, -1):  # so that equal turns are equally likely
            j = random_below(random, i + 1)
            ways[i], ways[j] = ways[j], ways[i]
        self._prepare(state, ways)
        ways = self._without_mistakes(state, ways)
        self._add_noise(ways, random)
        w, every = self.work, self.settings.every_action
        self.depth = search.deepen(
            w, self.net, self.table, self.tables, stop.flag, int(state.side), len(ways), MAX_DEPTH, every
        )
        self.nodes = int(w.nodes)
        return self._thought([way.actions[0] for way in ways])

    def _prepare(self, s: Record, ways: list[Turn]) -> None:
        """Put the position and what follows on each turn into the workspace."""
        w, seat = self.work, seat_to_move(s)
        w.nodes = w.is_stopped = 0
        is_forced = len({way.actions[0] for way in ways}) == 1 and not self.settings.every_action
        w.max_nodes = self.settings.nodes // FORCED if is_forced else self.settings.nodes
        w.generation = (w.generation + 1) % GENERATIONS
        if w.generation == 0:
            self.table[:] = 0
            w.generation = 1
        w.history //= FADING
        w.killers[:] = workspace.NO_TURN
        w.values[:] = -workspace.WIN
        w.tried[:] = 0
        w.quiet_limit = s.quiet_limit
        # With five checkers the search has to find the way to a win; before, it is enough to know of it.
        w.asks_five = int(s.pieces[0] | s.pieces[1]).bit_count() > five.NUMBER
        self._remember(s)
        for i, way in enumerate(ways):
            after = s.copy()
            for action in way.actions:
                rules.apply(after, seat, action)
            w.roots[i] = after.pieces[1 - s.side], after.pieces[s.side], after.kings, after.quiet
            w.order[i] = i

    def _without_mistakes(self, s: Record, ways: list[Turn]) -> list[Turn]:
        """Leave out the steps that give away what the tables know of five checkers, here and in the workspace."""
        own, enemy, kings, side = int(s.pieces[s.side]), int(s.pieces[1 - s.side]), int(s.kings), int(s.side)
        if (own | enemy).bit_count() != five.NUMBER or can_jump(own, enemy, kings, side):
            return ways
        result = five.result_at(own, enemy, kings, side == 1, self.tables)
        roots = self.work.roots[: len(ways)].copy()
        kept = [i for i, (own, enemy, kings, _) in enumerate(roots.tolist())
                if can_jump(own, enemy, kings, 1 - side)  # not in the tables
                or -five.result_at(own, enemy, kings, side == 0, self.tables) >= result]  # fmt: skip
        self.work.roots[: len(kept)] = roots[kept]
        return [ways[i] for i in kept]

    def _remember(self, s: Record) -> None:
        """Write the keys of the positions since the last capture or man's move."""
        w, quiet = self.work, int(s.quiet)
        men = [int(s.pieces[side] & ~s.kings) for side in range(2)]
        w.past = quiet
        for i in range(quiet + 1):
            kings = [spread(int(s.memory[i, side])) for side in range(2)]
            mover = int(s.side) ^ (quiet - i) & 1
            own, enemy = men[mover] | kings[mover], men[1 - mover] | kings[1 - mover]
            w.keys[i] = workspace.key_of(own, enemy, kings[0] | kings[1], mover, 0)

    def _add_noise(self, ways: list[Turn], random: Words) -> None:
        """Turns that begin alike get the same noise: they are one action."""
        noise = self.settings.noise
        bonus = {way.actions[0]: random_below(random, 2 * noise + 1) - noise for way in ways}
        self.work.bonus[: len(ways)] = [bonus[way.actions[0]] for way in ways]

    def _thought(self, actions: list[int]) -> Thought:
        """Return the values of the actions with which the turns begin: each is worth what its best turn is."""
        w = self.work
        values: dict[int, ActionValue] = {}
        for i in w.order[: len(actions) if self.settings.every_action else 1].tolist():
            points = int(w.values[i])
            is_proven = abs(points) > workspace.PROVEN and self.depth > 0
            value = _expected(points if is_proven else points - int(w.bonus[i]))
            values.setdefault(actions[i], ActionValue(actions[i], value, int(w.tried[i]), is_exact=is_proven))
        found = list(values.values())
        return Thought(found[0].action, found, all(each.is_exact for each in found))


def _claim(state: Known, random: Words) -> Thought:
    """Claim any checker of the bag: all are equally good."""
    out = np.empty(NUM_ACTIONS, np.int32)
    n = legal_claims(state, CHECKERS, CLAIM, out)
    claims = np.roll(out[:n], -random_below(random, n)).tolist()
    return Thought(claims[0], [ActionValue(claim, 0.5, 0) for claim in claims])


def _expected(points: int) -> float:
    """Convert points into an expected result, 0 to 1."""
    if abs(points) > workspace.PROVEN:
        return 1.0 if points > 0 else 0.0
    return 1 / (1 + math.exp(-points / POINTS_PER_LOGIT))


def spread(squares: int) -> int:
    """Return a set of 32 squares with the gaps of a bitboard; the inverse of `rules.squeezed`."""
    return squares & 0xFF | (squares & 0xFF00) << 1 | (squares & 0xFF0000) << 2 | (squares & 0xFF000000) << 3
