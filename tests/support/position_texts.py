"""Texts that may or may not be positions: valid ones of random matches, changed at random or written from scratch."""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.option import Option, Options
from support.matches import positions

MATCHES = 4  # with the same options
TOKEN = re.compile(r"[0-9]+|[A-Za-z]+|.", re.DOTALL)
NUMBERS = ("0", "1", "2", "3", "9", "10", "32", "33", "80", "99", "100", "127", "128", "255", "256", "999", "-1", "+1",
           "00", "01", "1000", "65536", "9" * 30, "9" * 5000, "٣", "²", "1.5", "1e3", "NaN")  # fmt: skip
STRANGE = ("", " ", "\n", "\0", "-", "*", "?", "%s", "{0}", "é", "ß", "😀", "\ud800", "(", "[", "\\", "x" * 3000)


class Corpus(NamedTuple):
    """Texts of positions that were reached with the same options."""

    options: Options
    texts: list[str]


def corpora(game: Game, choose: random.Random, number: int = 4) -> list[Corpus]:
    """Return texts of random matches: first with the usual options, then with others."""
    found = [_corpus(game, choose, {}), _corpus(game, choose, game.preset("quick"))]
    while len(found) < number:
        try:
            found.append(_corpus(game, choose, _some_options(game, choose)))
        except ParlourError:
            continue  # options that do not go together
    return found


def _corpus(game: Game, choose: random.Random, options: Options) -> Corpus:
    matches = [positions(game, choose.getrandbits(64), **options) for _ in range(MATCHES)]
    return Corpus(options, [position.to_text() for match in matches for position in match])


def _some_options(game: Game, choose: random.Random) -> Options:
    return {option.name: _some_value(option, choose) for option in game.options if not option.is_text}


def _some_value(option: Option, choose: random.Random) -> int:
    high = min(option.high, int(option.default) + 5)
    return choose.randint(option.low, high) if choose.random() < 0.5 else int(option.default)


def changed_texts(corpus: Corpus, choose: random.Random, number: int) -> Iterator[str]:
    """Yield texts: most are valid ones with a few changes, some are put together from pieces of several."""
    pieces = [
        piece for text in choose.sample(corpus.texts, min(40, len(corpus.texts))) for piece in TOKEN.findall(text)
    ]
    for _ in range(number):
        if choose.random() < 0.1:
            yield "".join(choose.choices([*pieces, " "], k=choose.randint(0, 60)))
        else:
            yield _changed(choose.choice(corpus.texts), corpus, pieces, choose)


def _changed(text: str, corpus: Corpus, pieces: list[str], choose: random.Random) -> str:
    for _ in range(choose.choice((1, 1, 1, 2, 2, 3, 5))):
        parts = TOKEN.findall(text) if choose.random() < 0.6 else list(text)
        text = "".join(_change(parts or [""], corpus, pieces, choose))
    return text


def _change(parts: list[str], corpus: Corpus, pieces: list[str], choose: random.Random) -> list[str]:
    i, j = (choose.randrange(len(parts)) for _ in range(2))
    numbers = [place for place, part in enumerate(parts) if part.isdecimal()]
    match choose.randrange(10):
        case 0:
            return parts[:i] + parts[i + 1 :]
        case 1:
            return [*parts[:i], parts[i], *parts[i:]]
        case 2 | 3:
            parts[i], parts[j] = parts[j], parts[i]
        case 4 | 5:
            parts[i] = choose.choice(pieces)
        case 6 if numbers:
            parts[choose.choice(numbers)] = choose.choice((*NUMBERS, str(choose.randrange(40))))
        case 7:
            return _crossed("".join(parts), choose.choice(corpus.texts), choose)
        case 8 if numbers:
            place = choose.choice(numbers)
            parts[place] = str(int(parts[place][:4]) + choose.choice((-1, 1)))
        case 9 if choose.random() < 0.2:
            parts[i] = choose.choice(STRANGE)
        case _:
            parts[i], parts[-1 - i] = parts[-1 - i], parts[i]
    return parts


def _crossed(text: str, other: str, choose: random.Random) -> list[str]:
    """Replace a word, or everything from a place on, by that of another text."""
    separator = choose.choice((" ", " ", "/", ":", ","))
    ours, theirs = text.split(separator), other.split(separator)
    place = choose.randrange(min(len(ours), len(theirs)))
    if choose.random() < 0.5:
        ours[place] = theirs[place]
        return [separator.join(ours)]
    return [separator.join(ours[:place] + theirs[place:])]
