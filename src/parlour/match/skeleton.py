"""Skeletons of names: two names that people mistake for each other have the same one.

The algorithm is that of Unicode Technical Standard 39, section 4, over the table of `confusable_homoglyphs`.
"""

import unicodedata
from functools import cache

SEPARATORS = str.maketrans("", "", " -_")
# Names are the same in capitals or not, and a capital i is a look-alike of l.
SAME_AS_CAPITALS = str.maketrans("i", "l")


def skeleton(name: str) -> str:
    """Return what a careless reader sees of a name, in capitals or not, with or without separators."""
    shown = _prototypes(unicodedata.normalize("NFKC", name).translate(SEPARATORS))
    return _prototypes(shown.casefold()).translate(SAME_AS_CAPITALS)


def _prototypes(text: str) -> str:
    prototypes = _table()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@cache
def _table() -> dict[str, str]:
    """Return the prototype of each letter that has one."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415  # a megabyte, for servers only

    pairs: dict[str, list[str]] = {
        _bare(text): [_bare(each["c"]) for each in others] for text, others in confusables_data.items()
    }
    return {letter: _prototype(letter, pairs) for letter in pairs if len(letter) == 1}


def _bare(text: str) -> str:
    return text.replace("\u200e", "")  # the table wraps letters that are written from right to left


def _prototype(letter: str, pairs: dict[str, list[str]]) -> str:
    # The table lists each pair both ways: a prototype has all its look-alikes, a look-alike only its prototype.
    if len(pairs[letter]) > 1:
        return letter
    (other,) = pairs[letter]
    return max(letter, other, key=lambda text: (len(text), len(pairs.get(text, ())), text))
