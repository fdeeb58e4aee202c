"""Which names and which passwords an account may have."""

import unicodedata
from pathlib import Path

from parlour.match.accounts import fold_name
from parlour.server.errors import BadName, BadPassword

SHORTEST_NAME, LONGEST_NAME = 3, 20
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_MARKS = 2  # on one letter: as many as written languages need
OPEN_NAME = "Opponent"  # of a seat that nobody has taken
RESERVED = ("Guest", "Computer", "Deleted player", OPEN_NAME, "Somebody")  # names of players without an account

# Letters and marks of Unicode that are invisible.
INVISIBLE = {*"\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0", *map(chr, range(0xFE00, 0xFE10)),
             *map(chr, range(0x180B, 0x1810)), *map(chr, range(0xE0100, 0xE01F0))}  # fmt: skip
# Alphabets whose letters look like each other's: a name is written in one of them.
ALPHABETS = {"LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}
LOOK_ALIKES = str.maketrans(
    "01357i" "аԁеԍһіӏкмոорԛгѕтսʋухɡıǀ" "αεικμνορτυ",
    "olestl" "adeghllkmnopqrstuuyxgll" "aelkmvoptu",
)  # fmt: skip

# The commonest passwords that are long enough; a longer list would stop few more.
COMMON = frozenset(Path(__file__).with_name("common_passwords.txt").read_text("ascii").split())


def computer_name(level: str | None) -> str:
    """Return the name under which a level of the computer plays."""
    return f"Computer ({(level or '').capitalize()})"


def clean_name(name: str, shortest: int = SHORTEST_NAME) -> str:
    """Return a name in the form in which it is kept.

    Raises:
        BadName: with a sentence for the person.
    """
    name = " ".join(part for part in unicodedata.normalize("NFKC", name).split(" ") if part)
    if not shortest <= len(name) <= LONGEST_NAME:
        raise BadName(f"A name has {shortest} to {LONGEST_NAME} characters.")
    num_marks = 0
    for letter in name:
        num_marks = num_marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if num_marks > MOST_MARKS or not _may_stand_in_a_name(letter):
            raise BadName("A name has letters, digits, - and _, and spaces between them.")
    if not any(map(str.isalpha, name)) or not name[0].isalnum():
        raise BadName("A name begins with a letter or a digit, and has at least one letter.")
    if len({_alphabet(letter) for letter in name} & ALPHABETS) > 1:
        raise BadName("A name is written in one alphabet; these letters look like others.")
    if _skeleton(name).startswith(tuple(map(_skeleton, RESERVED))):
        raise BadName("Names like this one are kept for guests and computers.")
    return name


def _may_stand_in_a_name(letter: str) -> bool:
    is_wanted = letter in " -_" or unicodedata.category(letter) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")
    return is_wanted and letter not in INVISIBLE


def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _skeleton(name: str) -> str:
    """Return a name as a careless reader sees it."""
    plain = unicodedata.normalize("NFKD", fold_name(name))
    return "".join(letter for letter in plain if letter.isalnum()).translate(LOOK_ALIKES).replace("rn", "m")


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
