"""`parlour patchwork`: games given as strings are checked, scored, drawn and continued."""

from collections.abc import Callable, Sequence

from parlour.core.contract import SPECTATOR, Known, Record
from parlour.core.errors import BadNotation, BadOption
from parlour.games.patchwork.rules.contract import is_over, result, seat_to_act
from parlour.games.patchwork.text.board import legal, scores
from parlour.games.patchwork.text.draw import render
from parlour.games.patchwork.text.strings import SEAT_NAMES, position_after, why_not_well_formed
from parlour.games.patchwork.text.tokens import action_to_token

USAGE = """\
parlour patchwork check CIRCLE [PLACEMENT]   whether it is a game, and who moves next
parlour patchwork score CIRCLE [PLACEMENT]   the points of both players
parlour patchwork board CIRCLE [PLACEMENT]   the position, drawn as text
parlour patchwork moves CIRCLE [PLACEMENT]   everything that can be played next

  CIRCLE     the 33 letters of the patches in their order
  PLACEMENT  what was played so far; nothing at the beginning"""
HELP = "Check, score or draw a game given as strings, or list how it can go on."


def run(arguments: Sequence[str], read_file: Callable[[str], str]) -> str:
    """Do what the arguments ask for and return what to print.

    Raises:
        BadOption: the arguments are not those of the command.
        BadNotation: the strings are no game; the sentence names the first bad token and the reason.
    """
    asked, *strings = arguments or ("",)
    if asked not in ANSWERS or len(strings) not in (1, 2):
        raise BadOption("Write parlour patchwork check|score|board|moves CIRCLE [PLACEMENT]; --help explains it.")
    circle, placement = strings[0], "".join(strings[1:])
    try:
        s = position_after(circle, placement)
    except BadNotation as error:
        malformed = why_not_well_formed(placement)
        also = f" The string is not well-formed either: {malformed}" if malformed and malformed != str(error) else ""
        raise BadNotation(f"{error}{also}") from error
    return ANSWERS[asked](s)


def _check(s: Record) -> str:
    tokens = f"{s.length} token{'' if s.length == 1 else 's'}"
    if is_over(s):
        winner = 0 if result(s, 0) == 1.0 else 1
        return f"Valid: {tokens}, a finished game that {SEAT_NAMES[winner]} won."
    task = "places a special patch" if s.pending else "moves next"
    return f"Valid: {tokens}, {SEAT_NAMES[seat_to_act(s)]} {task}."


def _score(s: Record) -> str:
    return "\n".join(f"{name}: {points}" for name, points in zip(SEAT_NAMES, scores(s), strict=True))


def _board(s: Record) -> str:
    return render(Known(s), SPECTATOR)


def _moves(s: Record) -> str:
    return "\n".join(action_to_token(action) for action in legal(s)) or "None: the game is over."


ANSWERS: dict[str, Callable[[Record], str]] = {"check": _check, "score": _score, "board": _board, "moves": _moves}
