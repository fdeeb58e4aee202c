"""PDN, the Portable Draughts Notation: files of whole games of English draughts (game type 21), read and written.

It reads tags, moves by their hops or their ends, comments, variations (skipped) and results, from the standard start or
a FEN, and writes every hop.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from parlour.core.contract import GameRecord, Outcome, Played, Record
from parlour.core.errors import BadNotation, ParlourError
from parlour.core.reading import shown
from parlour.games.checkers import notation, rules
from parlour.games.checkers.board import seat_to_move
from parlour.games.checkers.state import COLOUR_DRAW, MAX_QUIET, WHITE, State
from parlour.pieces.colour_draw_text import is_drawing

TITLE, SUFFIX = "PDN", "pdn"
GAME_TYPE = "21"
START_FEN = "B:W21-32:B1-12"
RESULTS = {"1-0": WHITE, "0-1": 1 - WHITE, "1/2-1/2": None, "2-0": WHITE, "0-2": 1 - WHITE, "1-1": None}
LINE_WIDTH = 79
_TOKEN = re.compile(
    r"""\s+ | \{[^}]*\} | ;[^\n]* | %[^\n]* | \$\d+ | [()]
    | \[\s*(?P<tag>\w+)\s+"(?P<value>[^"]*)"\s*\]
    | (?P<result>1/2-1/2 | [012]-[012](?![\dx:-]) | \*)
    | \d+\.+ | (?P<move>\d+(?:[-x:]\d+)+)[!?*]*""",
    re.VERBOSE,
)


def read(text: str) -> list[GameRecord]:
    """Read all games of a PDN file; each move is checked against the rules.

    Raises:
        BadNotation: with the number of the game and the move, or the line, that cannot be read.
    """
    return [_replay(number, *game) for number, game in enumerate(_split(text), 1)]


def _split(text: str) -> Iterator[tuple[dict[str, str], list[str], str]]:
    """Split a file into games: tags, moves as written, result."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    variation = place = 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            line = text.count("\n", 0, place) + 1
            raise BadNotation(f"Line {line} cannot be read as PDN: {text[place : place + 20].split(maxsplit=1)[0]}")
        place = token.end()
        variation += {"(": 1, ")": -1}.get(token[0], 0)
        if variation > 0:
            continue
        if token["tag"]:
            if moves:  # a game without its result mark
                yield tags, moves, "*"
                tags, moves = {}, []
            tags[token["tag"]] = token["value"]
        elif token["move"]:
            moves.append(token["move"])
        elif token["result"]:
            yield tags, moves, token["result"]
            tags, moves = {}, []
    if tags or moves:
        yield tags, moves, "*"


def _replay(number: int, tags: dict[str, str], moves: list[str], result: str) -> GameRecord:
    if tags.get("GameType", GAME_TYPE).split(",")[0] != GAME_TYPE:
        raise BadNotation(
            f"Game {number} is of type {shown(tags['GameType'])}; only {GAME_TYPE}, English draughts, is known."
        )
    position = tags.get("FEN", START_FEN)
    try:
        state = _fresh(position)
    except BadNotation as error:
        raise BadNotation(f"Game {number}: {error}") from error
    actions: list[tuple[int, str]] = []
    for count, move in enumerate(moves, 1):
        try:
            actions += _play(state, move)
        except ParlourError as error:
            raise BadNotation(f"Game {number}, move {count}, {shown(move)}: {error}") from error
    side = RESULTS.get(result)
    winner = None if side is None else int(state.first) ^ side
    names = (tags.get("Black", "Black"), tags.get("White", "White"))
    return GameRecord(position, actions, names, is_finished=result in RESULTS, winner=winner, tags=tags)


def _fresh(position: str) -> Record:
    state = np.zeros(1, State)[0]
    rules.setup(state, np.array([1, 0, MAX_QUIET]), np.zeros(2, np.uint64))
    notation.text_to_state(state, position)
    if is_drawing(state):
        raise BadNotation("A game in PDN begins when the colours are drawn.")
    return state


def _play(state: Record, move: str) -> list[tuple[int, str]]:
    """Play a move as written on the state, and return its hops."""
    hops = []
    seat = seat_to_move(state)
    for action in notation.text_to_actions(state, seat, move):
        hops.append((seat, notation.action_to_text(state, seat, action)))
        rules.apply(state, seat, action)
    return hops


def write(played: Sequence[Played], outcome: Outcome | None, names: Sequence[str], tags: Mapping[str, str]) -> str:
    """Write one game.

    Args:
        played: every action with the position before it; the colour draw is left out.
        names: of the players, by seat.
        tags: further tags, such as Event and Date.
    """
    moves = [step for step in played if not COLOUR_DRAW.is_claim(step.action)]
    first = int(moves[0].state.first) if moves else 0
    result = _result(outcome, first)
    fen = notation.state_to_text(moves[0].state) if moves else START_FEN
    setup = {} if fen.removesuffix(":S2") == _long_start() else {"SetUp": "1", "FEN": fen.removesuffix(":S2")}
    known = {"Event": "Parlour match", "Site": "?", "Date": "????.??.??", "Round": "?"}
    sides = {"Black": names[first], "White": names[1 - first], "Result": result, "GameType": GAME_TYPE}
    lines = [f'[{name} "{value}"]' for name, value in {**known, **tags, **sides, **setup}.items()]
    return "\n".join([*lines, "", *_wrapped([*_turns(moves), result]), ""])


def _long_start() -> str:
    return notation.state_to_text(_fresh(START_FEN))


def _result(outcome: Outcome | None, first: int) -> str:
    if outcome is None:
        return "*"
    if outcome.winner is None:
        return "1/2-1/2"
    return "0-1" if outcome.winner == first else "1-0"


def _turns(moves: Sequence[Played]) -> list[str]:
    turns: list[str] = []
    for state, seat, action in moves:
        text = notation.action_to_text(state, seat, action)
        if state.jumping >= 0 and turns:
            turns[-1] += text[text.index("x") :]
        else:
            turns.append(text)
    return [f"{i // 2 + 1}. {turn}" if i % 2 == 0 else turn for i, turn in enumerate(turns)]


def _wrapped(words: Sequence[str]) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 1 > LINE_WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
