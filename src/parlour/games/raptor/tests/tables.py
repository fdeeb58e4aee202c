"""Raptor positions for tests, described by what stands where."""

import parlour
from parlour import Position
from parlour.games.raptor.text.position_text import rows

RAPTOR, SCIENTIST = 0, 1  # seats, as long as nothing else is asked for
STANDARD_ROCKS = "d3 f2 h3 j2 j3 e4 f4 j5 c6"
STANDARD_EXITS = "a3 a4 m1 m6"
START = {"mother": "g5", "babies": "e3 h1 i2 e6 i5", "scientists": "b2 b5 l3 l6"}
LETTERS = {
    "rocks": "#", "exits": "X", "mother": "M", "babies": "b", "scientists": "s", "fires": "^", "asleep": "z",
    "asleep_now": "Z", "frightened": "f", "frightened_now": "F", "attacked": "a",
}  # fmt: skip


def text(more: str = "", **pieces: str) -> str:
    """Write a position of the standard layout; pieces that are not named stand as in START."""
    board = [["." if 0 < column < 12 else "-" for column in range(13)] for _ in range(6)]
    for name, spaces in ({"rocks": STANDARD_ROCKS, "exits": STANDARD_EXITS} | START | pieces).items():
        for space in spaces.split():
            board[int(space[1]) - 1]["abcdefghijklm".index(space[0])] = LETTERS[name]
    return " ".join(["/".join("".join(row) for row in board), *more.split()])


def at(more: str = "", **pieces: str) -> Position:
    return parlour.new("raptor", seed=1, position=text(more, **pieces))


def raptor_acts(points: int, more: str = "", **pieces: str) -> Position:
    return at(f"step=actions cards=9,1 points={points} {more}", **pieces)


def scientist_acts(points: int, more: str = "", **pieces: str) -> Position:
    return at(f"step=actions cards=1,9 points={points} {more}", **pieces)


def raptor_resolves(card: int, more: str = "", **pieces: str) -> Position:
    return at(f"step=effect cards={card},9 {more}", **pieces)


def scientist_resolves(card: int, more: str = "", **pieces: str) -> Position:
    return at(f"step=effect cards=9,{card} {more}", **pieces)


def both_play(raptor: int, scientist: int, more: str = "", **pieces: str) -> Position:
    """Let both sides play a card from hands that hold it."""
    hands = [
        f"{card}{''.join(str(other) for other in range(1, 10) if other != card)[:2]}" for card in (raptor, scientist)
    ]
    sorted_hands = ",".join("".join(sorted(hand)) for hand in hands)
    return at(f"hands={sorted_hands} {more}", **pieces).play(RAPTOR, str(raptor)).play(SCIENTIST, str(scientist))


def legal(position: Position) -> set[str]:
    """Return the legal actions of the seat to act, in notation."""
    (seat,) = position.to_act()
    return {choice.action for choice in position.seen_by(seat).choices()}


def targets(position: Position, origin: str) -> set[str]:
    """Return where the figurine on a space can go."""
    return {action[3:] for action in legal(position) if action.startswith(f"{origin}-")}


def spaces(position: Position, verb: str) -> set[str]:
    """Return the spaces that a verb can be done at."""
    return {action.partition(":")[2] for action in legal(position) if action.startswith(f"{verb}:")}


def figures(position: Position, kind: str) -> dict[str, bool]:
    """Return the spaces of one kind of figurine, with whether it is active."""
    return {figure.space: figure.is_active for figure in position.seen_by().view().figures if figure.kind == kind}


def mother(position: Position) -> str:
    """Return the space of the mother, or nothing."""
    return "".join(figures(position, "mother"))


def board(position: Position) -> list[str]:
    """Return the rows of the board in letters."""
    return rows(position.state)


def words(spaces_in_a_row: str) -> set[str]:
    """Read a set of spaces: "g1 g2"."""
    return set(spaces_in_a_row.split())
