"""Which names and which passwords an account may have."""

import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from parlour.core.level import LEVEL_NAMES
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.match.accounts import fold_name
from parlour.match.skeleton import skeleton
from parlour.server.errors import BadName, BadPassword

SHORTEST_NAME, LONGEST_NAME = 3, 20
SHORTEST_TITLE, LONGEST_TITLE = 3, 40
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_MARKS = 2  # on one letter: as many as written languages need
OPEN_NAME = "Opponent"  # of a seat that nobody has taken
# What players without an account are called, and people in charge. No word of a name begins like one of them.
RESERVED = ("guest", "computer", "deletedplayer", "opponent", "somebody", "admin", "moderator", "operator", "parlour")
# No word of a name is one of them, but it may begin like one.
OFFICIAL_WORDS = ("mod", "staff", "support", "system", "official", "root", "security", "spectator")
RESERVED_WORDS = (*LEVEL_NAMES, *OFFICIAL_WORDS)
ON_ONE_DEVICE = NUMBERED_SEATS  # what two people on one device are called unless they say

# Letters and marks of Unicode that are invisible.
INVISIBLE = {*"\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0", *map(chr, range(0xFE00, 0xFE10)),
             *map(chr, range(0x180B, 0x1810)), *map(chr, range(0xE0100, 0xE01F0))}  # fmt: skip
# Alphabets whose letters look like each other's: a name is written in one of them.
ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
INSTEAD_OF_LETTERS = str.maketrans("34578", "eastb")  # digits that people read as letters

# The commonest passwords that are long enough; a longer list would stop few more.
COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("ascii").split())


def computer_name(level: str) -> str:
    """Return the name of a computer player: "Computer (Casual)"."""
    return f"Computer ({level.capitalize()})"


def clean_name(
    name: str, shortest: int = SHORTEST_NAME, longest: int = LONGEST_NAME, words: Sequence[str] = RESERVED_WORDS
) -> str:
    """Return a name in the form in which it is kept.

    Raises:
        BadName: with a sentence for the person.
    """
    name = " ".join(part for part in unicodedata.normalize("NFKC", name).split(" ") if part)
    if not shortest <= len(name) <= longest:
        raise BadName(f"A name has {shortest} to {longest} characters.")
    num_marks = 0
    for letter in name:
        num_marks = num_marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if num_marks > MOST_MARKS or not _may_stand_in_a_name(letter):
            raise BadName("A name has letters, digits, - and _, and spaces between them.")
    if not any(map(str.isalpha, name)) or not name[0].isalnum():
        raise BadName("A name begins with a letter or a digit, and has at least one letter.")
    if len({_alphabet(letter) for letter in name} & ALPHABETS) > 1:
        raise BadName("A name is written in one alphabet; these letters look like others.")
    if is_reserved(name, words):
        raise BadName("Names like this one are kept for guests, computers and the people who run this site.")
    return name


def clean_title(title: str) -> str:
    """Return the name of a tournament in the form in which it is kept; unlike players, it may be called after a level.

    Raises:
        BadName: with a sentence for the host.
    """
    return clean_name(title, SHORTEST_TITLE, LONGEST_TITLE, OFFICIAL_WORDS)


def clean_account_name(name: str) -> str:
    """Return the name of an account in the form in which it is kept.

    Raises:
        BadName: with a sentence for the person.
    """
    name = clean_name(name)
    if skeleton(name) in map(skeleton, ON_ONE_DEVICE):
        raise BadName("Names like this one are kept for two people on one device.")
    return name


def is_reserved(name: str, reserved_words: Sequence[str] = RESERVED_WORDS) -> bool:
    """Return whether a name could be taken for that of a role or of a player without an account."""
    words = {_spelled(word) for word in (name, *re.split("[ _-]", name))}
    begins = tuple(map(skeleton, RESERVED))
    return any(word.startswith(begins) for word in words) or not words.isdisjoint(map(skeleton, reserved_words))


def _may_stand_in_a_name(letter: str) -> bool:
    is_wanted = letter in " -_" or unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")
    return is_wanted and letter not in INVISIBLE


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _spelled(word: str) -> str:
    """Return the skeleton of a word without accents, and with letters for the digits that stand for them."""
    plain = unicodedata.normalize("NFKD", fold_name(word))
    return skeleton("".join(letter for letter in plain if letter.isalnum()).translate(INSTEAD_OF_LETTERS))


def clean_password(password: str, name: str) -> str:
    """Return a password in the form in which it is hashed.

    Length and strangeness are all that is asked for. Rules about capitals, digits and signs make passwords harder to
    remember, not to guess: people answer them with "Password1!".

    Raises:
        BadPassword: with a sentence for the person.
    """
    password = normal_password(password)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise BadPassword(f"A password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters.")
    if fold_name(password) in COMMON or len(set(password)) == 1:
        raise BadPassword("This password is too common. Choose another.")
    if fold_name(password) == fold_name(name):
        raise BadPassword("The password must not be the name.")
    return password


def normal_password(password: str) -> str:
    """Return the same text for the same keys on every keyboard."""
    return unicodedata.normalize("NFC", password)
