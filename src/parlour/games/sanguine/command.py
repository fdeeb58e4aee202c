"""`parlour sanguine`: run a match with two deck files, show a board, check a deck file, or simulate many matches."""

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.core.errors import BadOption
from parlour.core.generator import seed_to_words
from parlour.core.level import LEVEL_NAMES
from parlour.core.phrasing import listed
from parlour.core.position import start
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.strategies import CHAIN, STRATEGIES, strategy
from parlour.games.sanguine.text.deck import SHIPPED, SHIPPED_EXTENDED, Card, read_deck, shipped_text
from parlour.games.sanguine.text.draw import long_view, text_view
from parlour.games.sanguine.text.options import HAND_SHARE, OPTIONS, encode_options, usual_hand_size
from parlour.pieces.terminal import PlayRequest, SimulationRequest

HELP = "Run a match of Sanguine with two deck files, show a board, check a deck file, or simulate many matches."
USUAL_MATCHES, MOST_MATCHES, USUAL_LEVEL, USUAL_BOARD = 500, 1_000_000, "expert", (3, 5)
USAGE = f"""\
parlour sanguine ROWS COLS RED.deck BLUE.deck RED_PLAYER BLUE_PLAYER [OPTION]...
parlour sanguine show ROWS COLS RED.deck BLUE.deck [ACTION]... [--long] [OPTION]...
parlour sanguine check FILE [--extended]
parlour sanguine simulate RED.deck BLUE.deck [--games N] [--level PLAYER] [--rows N] [--cols N] [--jobs N] [OPTION]...

  RED.deck, BLUE.deck  deck files, or {listed(SHIPPED)}
  RED_PLAYER           human, {", ".join(LEVEL_NAMES)},
                       a strategy, or a chain of them like strategy2{CHAIN}strategy1; the strategies:
                       {", ".join(STRATEGIES)}
  ACTION               like 2@1,3 (hand card 2 on row 1, column 3, counted from 0), Deckhand[2]@1,3 or pass;
                       Red and Blue in turn
  --long               show who owns pawns, and what cards are worth
  --hand-size N        cards dealt; five when not given, or a third of the smaller deck where that is less
  --seed N             decides all chance
  --no-shuffle         draw the decks as they stand in their files
  --extended           allow upgrades and devaluations
  --games N            matches to simulate; {USUAL_MATCHES} when not given
  --level PLAYER       who plays both sides of them; {USUAL_LEVEL} when not given
  --rows N, --cols N   their board; {USUAL_BOARD[0]} x {USUAL_BOARD[1]} when not given
  --jobs N             how many of them at a time; one for each core when not given"""
PLAYERS = ("human", *LEVEL_NAMES)  # besides the strategies
FLAGS = ("--no-shuffle", "--extended", "--long")
VALUES = ("--hand-size", "--seed", "--games", "--level", "--rows", "--cols", "--jobs")
SHOW, SIMULATE = "show", "simulate"
BELONGS = {"--long": SHOW} | dict.fromkeys(("--games", "--level", "--rows", "--cols", "--jobs"), SIMULATE)

ReadFile = Callable[[str], str]


def run(arguments: Sequence[str], read_file: ReadFile) -> str | PlayRequest | SimulationRequest:
    """Do what the arguments ask; return a text to print, a match to play, or matches to simulate.

    Raises:
        BadOption: something in the arguments or in the files is wrong; the sentence says what.
    """
    places, given = _split(arguments)
    if places and places[0] == "check":
        if len(places) != 2 or set(given) - {"--extended"}:
            raise BadOption("Write parlour sanguine check FILE, and --extended for a deck of the extended game.")
        return _check(places[1], "--extended" in given, read_file)
    for name in given:
        if name in BELONGS and places[:1] != [BELONGS[name]]:
            raise BadOption(f"{name} belongs to parlour sanguine {BELONGS[name]}.")
    if places and places[0] == SIMULATE:
        if len(places) != 3:
            raise BadOption("Write parlour sanguine simulate RED.deck BLUE.deck, and options, if any.")
        return _simulate(places[1:], given, read_file)
    if places and places[0] == SHOW:
        if len(places) < 5:
            raise BadOption("Write parlour sanguine show ROWS COLS RED.deck BLUE.deck, and then actions, if any.")
        return _show(places[1:], given, read_file)
    if len(places) != 6:
        raise BadOption(
            "A match needs six arguments: ROWS COLS RED.deck BLUE.deck RED_PLAYER BLUE_PLAYER; "
            f"{len(places)} {'was' if len(places) == 1 else 'were'} given. See parlour sanguine --help."
        )
    return _match(places, given, read_file)


def _split(arguments: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split arguments into positional and named ones."""
    places: list[str] = []
    given: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        name, equals, value = argument.partition("=")
        if not argument.startswith("--"):
            places.append(argument)
        elif argument in FLAGS:
            given[argument] = ""
        elif name in VALUES:
            given[name] = value if equals else next(rest, "")
        else:
            raise BadOption(f"There is no option {name}. The options: {', '.join(VALUES + FLAGS)}.")
    return places, given


def _match(places: list[str], given: dict[str, str], read_file: ReadFile) -> PlayRequest:
    options, seed = _setup(places[:4], given, read_file)
    red_player, blue_player = places[4:]
    return PlayRequest(options, (_player(red_player), _player(blue_player)), seed)


def _simulate(places: list[str], given: dict[str, str], read_file: ReadFile) -> SimulationRequest:
    board = [given.get(name, str(usual)) for name, usual in zip(("--rows", "--cols"), USUAL_BOARD, strict=True)]
    options, seed = _setup([*board, *places], given, read_file)
    player = _player(given.get("--level", USUAL_LEVEL))
    if player == "human":
        raise BadOption("Both sides of a simulation are played by the computer: name a level or a strategy.")
    matches = _positive("--games", given.get("--games", str(USUAL_MATCHES)))
    jobs = _positive("--jobs", given["--jobs"]) if "--jobs" in given else None
    return SimulationRequest(options, player, matches, 1 if seed is None else seed, jobs)


def _setup(
    places: list[str], given: dict[str, str], read_file: ReadFile
) -> tuple[dict[str, int | bool | str], int | None]:
    """Return the options and the seed of a match."""
    rows, columns, red_file, blue_file = places
    extended = "--extended" in given
    texts = [_read(path, extended, read_file) for path in (red_file, blue_file)]
    decks = _read_decks((red_file, blue_file), texts, extended)
    options: dict[str, int | bool | str] = {
        "rows": _number("ROWS", rows),
        "cols": _number("COLS", columns),
        "hand_size": _number("--hand-size", given.get("--hand-size", str(usual_hand_size(*decks)))),
        "shuffle": "--no-shuffle" not in given,
        "extended": extended,
        "red_deck": texts[0],
        "blue_deck": texts[1],
    }
    encode_options({option.name: option.read(options[option.name]) for option in OPTIONS})
    seed = _number("--seed", given["--seed"]) if "--seed" in given else None
    if seed is not None:
        seed_to_words(seed)
    return options, seed


def _show(places: list[str], given: dict[str, str], read_file: ReadFile) -> str:
    """Return the board after some actions in the short form, or in the long one."""
    options, seed = _setup(places[:4], given, read_file)
    position = start(GAME, seed, options)
    for number, action in enumerate(places[4:]):
        position = position.play(number % 2, action)
    return (long_view if "--long" in given else text_view)(position.seen_by().known)


def _read(path: str, extended: bool, read_file: ReadFile) -> str:
    if path in SHIPPED_EXTENDED and not extended:
        raise BadOption(f"The deck {path} is for the extended game: add --extended.")
    if path in SHIPPED:
        return shipped_text(path)
    try:
        return read_file(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a file name"
        raise BadOption(f"The deck file {path} cannot be read: {reason}.") from error


def _read_decks(names: tuple[str, str], texts: Sequence[str], extended: bool) -> list[list[Card]]:
    """Read both decks; report the faults of both together."""
    decks, refusals = [], []
    for name, text in zip(names, texts, strict=True):
        try:
            decks.append(read_deck(text, extended, name))
        except BadOption as refusal:
            refusals.append(str(refusal))
    if refusals:
        raise BadOption("\n".join(dict.fromkeys(refusals)))
    return decks


def _number(what: str, word: str) -> int:
    digits = word.strip()
    if not digits.removeprefix("-").isascii() or not digits.removeprefix("-").isdigit() or len(digits) > 40:
        raise BadOption(f"{what} is a whole number, not {word[:40] or 'nothing'}.")
    return int(digits)


def _positive(what: str, word: str) -> int:
    number = _number(what, word)
    if not 1 <= number <= MOST_MATCHES:
        raise BadOption(f"{what} is from 1 to {MOST_MATCHES:,}, not {word.strip()}.")
    return number


def _player(name: str) -> str:
    if name not in PLAYERS and strategy(name) is None:
        names = ", ".join([*PLAYERS, *STRATEGIES])
        raise BadOption(f"There is no player {name}. The players: {names}, or a chain like strategy2{CHAIN}strategy1.")
    return name


def _check(path: str, extended: bool, read_file: ReadFile) -> str:
    deck = read_deck(_read(path, extended, read_file), extended, path)
    copies = Counter(deck)
    lines = [f"  {count} x {card.name}, cost {card.cost}, value {card.value}" for card, count in copies.items()]
    largest_hand = len(deck) // HAND_SHARE
    hand = f"a hand of up to {largest_hand}" if largest_hand else "too few to deal a hand"
    facts = f"{len(deck)} cards, {len(copies)} different, for a board of up to {len(deck)} cells and {hand}"
    return "\n".join([f"{path} is valid: {facts}.", *lines])
