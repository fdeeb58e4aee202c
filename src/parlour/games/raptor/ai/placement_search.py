"""Where to place the figurines of Raptor: random ways to go on are tried, each against the scientists' best answer."""

from parlour.core.generator import Words, random_below
from parlour.core.kernel import kernel
from parlour.games.raptor.ai.evaluate import CERTAIN, score
from parlour.games.raptor.ai.turn_search import Desk, Row, copy_row
from parlour.games.raptor.rules.contract import apply, legal_actions, seat_of
from parlour.games.raptor.state import PLACE_SCIENTISTS, RAPTOR, State


@kernel
def plan_placement(desk: Desk, start: Row, tries: int, random: Words) -> int:
    """Return the legal action, by its number, whose best way to go on leaves the best position; and write `reach`."""
    row = desk.table[0]
    s, after = start.view(State)[0], row.view(State)[0]
    side = int(s.side)
    n = legal_actions(s, seat_of(s, side), desk.legal[0])
    desk.reach[:n] = -CERTAIN
    desk.tried[:n] = 0
    best = 0
    for i in range(max(tries, n)):
        if desk.flag[0] and i >= n:
            break
        copy_row(row, start)
        apply(after, seat_of(s, side), desk.legal[0, i % n])
        while after.phase == s.phase:
            others = legal_actions(after, seat_of(s, side), desk.legal[1])
            apply(after, seat_of(s, side), desk.legal[1, random_below(random, others)])
        while after.phase == PLACE_SCIENTISTS:
            place_best(desk, row)
        value = score(after, desk.weights, desk.found, desk.sets)
        value = value if side == RAPTOR else -value
        desk.reach[i % n] = max(desk.reach[i % n], value)
        desk.tried[i % n] += 1
        if desk.reach[i % n] > desk.reach[best]:
            best = i % n
    return best


@kernel
def place_best(desk: Desk, row: Row) -> None:
    """Place the next scientist where it looks worst for the raptor."""
    s, after = row.view(State)[0], desk.child[0].view(State)[0]
    lowest, chosen = CERTAIN, 0
    for i in range(legal_actions(s, seat_of(s, s.side), desk.legal[1])):
        copy_row(desk.child[0], row)
        apply(after, seat_of(s, s.side), desk.legal[1, i])
        value = score(after, desk.weights, desk.found, desk.sets)
        if value < lowest:
            lowest, chosen = value, desk.legal[1, i]
    apply(s, seat_of(s, s.side), chosen)
