"""A Raptor position as text, and back.

Six rows of 13 letters, columns a to m, `/` between them:

    . free     # rock        X exit     - beyond the edge     ^ fire     M mother     ~ water or a fence
    b baby     c moved by this card     z asleep              Z asleep since this round
    s scientist     a has attacked      f frightened          F frightened since this round
    w scientist walking through fire    v the same, has attacked
    S sister   K has killed             y asleep              Y asleep since this round
    h hound    g has attacked           l frightened          L frightened since this round

Then `name=value`, each left out where it has its default: `step` (raptors, scientists, choose, effect, actions,
return, over; choose), `rounds` begun (1), `cards` revealed last, raptor's first (`3,8`), `points` and `units` left
(what the cards give), `begun` (1 after the first unit or action), `tokens`, `wound_paid` (1: the mother has moved),
`observation` (1), `escaped`, `captured`, `reserve` (6, or what the factions have), `kennel`, `fire_limit`, `played`
piles in order (`49,27`), `hands` (`138,249`; dealt at random when left out), `chosen` (`5,`), `one` and `two` (sets of
cards of which each side is known to hold at least one or two), `seat` of the raptor (1), `environment` (jungle), `map`
(standard), `raptors` (mother) and `scientists` (the factions).
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.raptor.factions import KENNELS, NAMES, RESERVES, SISTERS, START_HOUNDS, UNITS
from parlour.games.raptor.geometry import CELLS, HEIGHT, MAP_NAMES, SPACES, WIDTH, cell_to_name
from parlour.games.raptor.rules.actions import win
from parlour.games.raptor.rules.cards import guess_cards, is_possible_hand
from parlour.games.raptor.state import (
    ACTIONS,
    ALL_CARDS,
    BABIES,
    BABIES_TO_WIN,
    BABY_KIND,
    BARRIER,
    BURNING,
    CAPTURED,
    CARDS,
    CHOOSE,
    DISAPPEAR,
    DRAWN,
    EFFECT,
    ESCAPED,
    EXIT,
    FREE,
    FRESH,
    HOUND_KIND,
    INACTIVE,
    MAX_TOKENS,
    MOST_HOUNDS,
    MOTHER_KIND,
    NEUTRALIZED,
    NO_SCIENTIST,
    OVER,
    PLACE_SCIENTISTS,
    RAPTOR,
    RAPTOR_WON,
    RETURN,
    ROCK,
    ROUND_CAP,
    ROUNDS,
    SCIENTIST,
    SCIENTIST_KIND,
    SCIENTIST_WON,
    SISTER_KIND,
    START_SCIENTISTS,
    USED,
)
from parlour.games.raptor.text.board import cards, cells_of, content, is_on_board, kind, legal
from parlour.games.raptor.text.position_checks import check_step
from parlour.games.raptor.text.words import SIDE_NAMES, SIDES, card_effect

LETTERS = {
    ".": FREE, "#": ROCK, "-": ROCK, "X": EXIT, "^": BURNING, "M": MOTHER_KIND,
    "b": BABY_KIND, "c": BABY_KIND | USED, "z": BABY_KIND | INACTIVE, "Z": BABY_KIND | INACTIVE | FRESH,
    "s": SCIENTIST_KIND, "a": SCIENTIST_KIND | USED,
    "f": SCIENTIST_KIND | INACTIVE, "F": SCIENTIST_KIND | INACTIVE | FRESH,
    "w": SCIENTIST_KIND | BURNING, "v": SCIENTIST_KIND | BURNING | USED, "~": BARRIER,
    "S": SISTER_KIND, "K": SISTER_KIND | USED, "y": SISTER_KIND | INACTIVE, "Y": SISTER_KIND | INACTIVE | FRESH,
    "h": HOUND_KIND, "g": HOUND_KIND | USED, "l": HOUND_KIND | INACTIVE, "L": HOUND_KIND | INACTIVE | FRESH,
}  # fmt: skip
LETTER_OF = {code: letter for letter, code in LETTERS.items() if letter != "-"}
FACTION_FIELDS = ("raptors", "scientists")  # by side
STEP_NAMES = ("raptors", "scientists", "choose", "effect", "actions", "return", "over")
ENVIRONMENTS = ("jungle", "desert")
MOST_SCIENTISTS = START_SCIENTISTS + int(RESERVES.max())
# Fields that are one number, with the largest
NUMBERS = {
    "rounds": ROUND_CAP, "points": CARDS - 1, "units": 4, "begun": 1, "tokens": MAX_TOKENS, "wound_paid": 1,
    "observation": 1, "escaped": BABIES_TO_WIN, "captured": BABIES_TO_WIN, "reserve": MOST_SCIENTISTS,
    "fire_limit": SPACES, "kennel": MOST_HOUNDS,
}  # fmt: skip


def rows(s: Record) -> list[str]:
    """Return the six rows of the board as letters."""
    board = s.board.tolist()
    return [
        "".join(_letter(s, board[cell], cell) for cell in range(WIDTH * row, WIDTH * (row + 1)))
        for row in range(1, HEIGHT + 1)
    ]


def cells_showing(s: Record, letter: str) -> list[str]:
    """List the names of the cells that show a letter."""
    board = "".join(rows(s))
    return [cell_to_name(WIDTH + index) for index, shown in enumerate(board) if shown == letter]


def _letter(s: Record, here: int, cell: int) -> str:
    return "-" if here == ROCK and not is_on_board(s, cell) else LETTER_OF[here]


def state_to_text(s: Record) -> str:
    defaults = _default_numbers(s)
    words = ["/".join(rows(s)), *([f"step={STEP_NAMES[s.phase]}"] if s.phase != CHOOSE else [])]
    words += [f"{name}={getattr(s, name)}" for name in NUMBERS if getattr(s, name) != defaults.get(name, 0)]
    pairs = {
        "cards": [str(value or "") for value in s.revealed],
        "played": ["".join(map(str, s.played[side, : s.num_played[side]])) for side in SIDES],
        "hands": [_set_text(s.hand[side]) for side in SIDES],
        "chosen": [str(value or "") for value in s.chosen],
        "one": [_set_text(s.one_of[side]) for side in SIDES],
        "two": [_set_text(s.two_of[side]) for side in SIDES],
    }
    words += [f"{name}={','.join(values)}" for name, values in pairs.items() if any(values)]
    words += ["seat=2"] if s.raptor_seat else []
    words += ["environment=desert"] if s.environment else []
    words += [f"map={MAP_NAMES[int(s.map)]}"] if s.map else []
    words += [f"{FACTION_FIELDS[side]}={NAMES[side][int(s.factions[side])]}" for side in SIDES if s.factions[side]]
    return " ".join(words)


def _set_text(bits: int) -> str:
    return "".join(map(str, cards(int(bits))))


def _text_set(text: str) -> int:
    return sum(1 << int(digit) - 1 for digit in text)


def _lower(s: Record) -> tuple[int, int]:
    """Return the side whose card was lower, and that card."""
    raptor, scientist = int(s.revealed[RAPTOR]), int(s.revealed[SCIENTIST])
    return (RAPTOR, raptor) if raptor < scientist else (SCIENTIST, scientist)


def _default_numbers(s: Record) -> dict[str, int]:
    """Return the numbers that need not be written; those that are missing are 0."""
    is_placing, is_resolving = s.phase < CHOOSE, s.phase in (EFFECT, ACTIONS)
    return {
        "rounds": 0 if is_placing else 1,
        "points": abs(int(s.revealed[RAPTOR]) - int(s.revealed[SCIENTIST])) if is_resolving else 0,
        "units": _most_units(s) if s.phase == EFFECT else 0,
        "reserve": _all_scientists(s) - (len(cells_of(s, SCIENTIST_KIND)) if is_placing else START_SCIENTISTS),
        "kennel": _all_hounds(s) - (len(cells_of(s, HOUND_KIND)) if is_placing else START_HOUNDS[_trade(s)]),
    }


def _trade(s: Record) -> int:
    """Return the faction of the scientists."""
    return int(s.factions[SCIENTIST])


def _all_scientists(s: Record) -> int:
    return START_SCIENTISTS + int(RESERVES[int(s.factions[RAPTOR]), _trade(s)])


def _all_hounds(s: Record) -> int:
    return START_HOUNDS[_trade(s)] + KENNELS[_trade(s)]


def _most_units(s: Record) -> int:
    side, card = _lower(s)
    return int(UNITS[int(s.factions[side]), side, card])


def text_to_state(s: Record, text: str) -> None:
    board, *words = text.split() or [""]
    fields: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name in fields or not value:
            raise BadNotation(f"{word} is not a name=value, or it comes twice.")
        fields[name] = value
    options = _options(s)
    s.map = _word(fields, "map", MAP_NAMES, MAP_NAMES[int(s.map)])
    for side in SIDES:
        s.factions[side] = _word(fields, FACTION_FIELDS[side], NAMES[side], NAMES[side][int(s.factions[side])])
    _read_rows(s, board)
    s.phase = _word(fields, "step", STEP_NAMES, "choose")
    s.environment = _word(fields, "environment", ENVIRONMENTS, ENVIRONMENTS[int(s.environment)])
    s.raptor_seat = _word(fields, "seat", ("1", "2"), str(s.raptor_seat + 1))
    _read_piles(s, fields)
    _read_numbers(s, fields)
    hands = _pair(fields, "hands", ",")
    if fields:
        raise BadNotation(f"{next(iter(fields))} is not part of a position.")
    if any(option and not value for option, value in zip(options, _options(s), strict=True)):
        raise BadNotation("What has its default is left out, like seat=1 or map=standard, and the options must agree.")
    _count_figurines(s)
    _read_turn(s)
    _settle(s)
    check_step(s)
    _read_hands(s, hands)
    if s.phase != OVER and not any(legal(s, seat) for seat in (0, 1)):
        raise BadNotation("Neither seat could do anything in this position.")


def _options(s: Record) -> tuple[int, ...]:
    """Return what a text leaves out where it is 0; then it is as the options say."""
    names = ("raptor_seat", "environment", "fire_limit", "map")
    return (*(int(getattr(s, name)) for name in names), *s.factions.tolist())


def _word(fields: dict[str, str], name: str, words: tuple[str, ...], default: str) -> int:
    value = fields.pop(name, default)
    if value not in words:
        raise BadNotation(f"{name} is {' or '.join(words)}, not {value}.")
    return words.index(value)


def _pair(fields: dict[str, str], name: str, default: str, most: int = CARDS) -> tuple[str, str]:
    """Take two rows of different card values, raptor's first."""
    text = fields.pop(name, default)
    raptor, comma, scientist = text.partition(",")
    for digits in (raptor, scientist):
        if not comma or not re.fullmatch(f"[1-9]{{0,{most}}}", digits) or len(set(digits)) < len(digits):
            raise BadNotation(f"{name} are card values of the raptor, a comma, and those of the scientist; not {text}.")
    return raptor, scientist


def _read_rows(s: Record, board: str) -> None:
    lines = board.split("/")
    if [len(line) for line in lines] != [WIDTH] * HEIGHT or set(board) - set(LETTERS) - {"/"}:
        letters = " ".join(LETTERS)
        raise BadNotation(f"A board is {HEIGHT} rows of {WIDTH} letters with / between them. The letters: {letters}")
    for cell in range(WIDTH, CELLS - WIDTH):
        letter = lines[cell // WIDTH - 1][cell % WIDTH]
        if is_on_board(s, cell) == (letter in "-X"):
            raise BadNotation(f"{letter} cannot be on {cell_to_name(cell)}.")
        s.board[cell] = LETTERS[letter]


def _read_piles(s: Record, fields: dict[str, str]) -> None:
    revealed, chosen = _pair(fields, "cards", ",", most=1), _pair(fields, "chosen", ",", most=1)
    played, one, two = (_pair(fields, name, ",") for name in ("played", "one", "two"))
    for side in SIDES:
        s.revealed[side] = int(revealed[side] or 0)
        s.chosen[side] = int(chosen[side] or 0)
        s.num_played[side] = len(played[side])
        s.played[side, : len(played[side])] = [int(digit) for digit in played[side]]
        s.one_of[side], s.two_of[side] = _text_set(one[side]), _text_set(two[side])
    if s.phase != CHOOSE and any(chosen):
        raise BadNotation("Cards are chosen in the step choose only.")
    if all(chosen):
        raise BadNotation("When both have chosen, the cards are revealed.")


def _read_numbers(s: Record, fields: dict[str, str]) -> None:
    defaults = _default_numbers(s) | {"fire_limit": int(s.fire_limit)}
    for name, most in NUMBERS.items():
        value = fields.pop(name, str(defaults.get(name, 0)))
        if not re.fullmatch("[0-9]{1,3}", value) or int(value) > most:
            raise BadNotation(f"{name} is a number from 0 to {most}, not {value}.")
        setattr(s, name, int(value))
    if s.phase >= CHOOSE and s.rounds == 0:
        raise BadNotation("Rounds are counted from 1.")


def _count_figurines(s: Record) -> None:
    mothers, babies, scientists = (cells_of(s, figure) for figure in (MOTHER_KIND, BABY_KIND, SCIENTIST_KIND))
    if len(mothers) > 1:
        raise BadNotation("There is only one mother.")
    if len(babies) + s.escaped + s.captured > BABIES:
        raise BadNotation(f"There are only {BABIES} babies, those that left included.")
    if len(scientists) + s.reserve > _all_scientists(s):
        raise BadNotation(f"There are only {_all_scientists(s)} scientists, the reserve included.")
    _count_badlands(s)
    burning = [cell for cell in range(CELLS) if content(s, cell) & BURNING and content(s, cell) != BARRIER]
    walkers = [cell for cell in burning if kind(s, cell) == SCIENTIST_KIND]
    if len(walkers) > (s.phase == ACTIONS):
        raise BadNotation("One scientist can stand in fire, in the step actions.")
    s.mother = mothers[0] if mothers else 0
    s.scientists, s.fires, s.walking = len(scientists), len(burning), walkers[0] if walkers else 0


def _count_badlands(s: Record) -> None:
    sisters, hounds = cells_of(s, SISTER_KIND), cells_of(s, HOUND_KIND)
    if len(sisters) > SISTERS[int(s.factions[RAPTOR])]:
        raise BadNotation("Only the pack has a sister, and only one.")
    if s.phase >= PLACE_SCIENTISTS and not sisters and SISTERS[int(s.factions[RAPTOR])]:
        raise BadNotation("The sister of the pack is on the board.")
    if len(hounds) + s.kennel > _all_hounds(s):
        raise BadNotation(f"There are only {_all_hounds(s)} hounds, the kennel included.")
    s.sister, s.hounds = sisters[0] if sisters else 0, len(hounds)


def _read_turn(s: Record) -> None:
    """Find out whose turn it is from the cards."""
    side, card = _lower(s)
    s.card = card if s.phase in (EFFECT, ACTIONS, RETURN) else 0
    s.side = {PLACE_SCIENTISTS: SCIENTIST, EFFECT: side, ACTIONS: 1 - side}.get(int(s.phase), RAPTOR)
    if s.card and s.revealed[RAPTOR] == s.revealed[SCIENTIST]:
        raise BadNotation("After a tie there is no effect and there are no actions.")
    if s.phase in (EFFECT, ACTIONS, RETURN) and not s.card:
        raise BadNotation(f"The step {STEP_NAMES[s.phase]} needs the cards that were revealed, like cards=3,8.")
    if s.phase in (EFFECT, ACTIONS) and (s.points == 0 or (s.phase == EFFECT and s.units == 0)):
        raise BadNotation(f"The step {STEP_NAMES[s.phase]} needs units and points that are left.")
    is_away = s.card and card_effect(s, side, card) == DISAPPEAR
    if s.phase in (CHOOSE, EFFECT, ACTIONS, RETURN) and bool(s.mother) == bool(is_away):
        raise BadNotation("The mother is on the board, except after her disappearance.")
    if s.phase == PLACE_SCIENTISTS and (not s.mother or len(cells_of(s, BABY_KIND)) != BABIES):
        raise BadNotation(f"Scientists are placed after the mother and {BABIES} babies.")
    if s.phase == CHOOSE and s.observation and s.chosen[RAPTOR]:
        raise BadNotation("Under Observation the scientist chooses first.")


def _settle(s: Record) -> None:
    """End the game where it is won."""
    if s.phase < CHOOSE:
        return
    if s.phase == OVER and s.rounds == ROUND_CAP:
        s.over, s.ending = DRAWN, ROUNDS
    if s.escaped == BABIES_TO_WIN:
        win(s, RAPTOR_WON, ESCAPED)
    elif s.scientists == 0:
        win(s, RAPTOR_WON, NO_SCIENTIST)
    elif s.tokens == MAX_TOKENS:
        win(s, SCIENTIST_WON, NEUTRALIZED)
    elif s.captured == BABIES_TO_WIN:
        win(s, SCIENTIST_WON, CAPTURED)


def _read_hands(s: Record, hands: tuple[str, str]) -> None:
    """Take the hands that are given, deal the others at random."""
    for side in SIDES:
        if hands[side] and not is_possible_hand(s, side, _text_set(hands[side])):
            raise BadNotation(f"{hands[side]} cannot be the hand of the {SIDE_NAMES[side]} here.")
        if not any(is_possible_hand(s, side, hand) for hand in range(ALL_CARDS + 1)):
            raise BadNotation(f"The {SIDE_NAMES[side]} could have no hand with these piles.")
        s.hand[side] = _text_set(hands[side])
        if not hands[side]:
            guess_cards(s, side)
