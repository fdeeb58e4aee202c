"""Long lists of choices in few bytes: choices that differ in one word are sent as one text with a blank.

The word is what is picked last: `cell:CD` is `CD`. In the texts of a group `{}` stands for it, `{0}` and `{1}` for its
letters, where a label spells it ("column C, row D"). This knows no game: texts that do not hold the word have no blank,
and a choice whose texts hold a brace stands for itself.
"""

import functools
from collections.abc import Iterable
from typing import Any, cast

import msgspec

from parlour.core.contract import Choice

FEW = 12  # choices that are not worth grouping
WHOLE, LETTERS = "{}", ("{0}", "{1}")


class ChoiceGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Choices that differ in one word, or one choice; `{}` stands for the word, `{0}` and `{1}` for its letters."""

    action: str
    picks: list[str]
    label: str
    words: list[str] = []  # one for each choice; left out where the texts are those of one choice


def grouped(choices: list[Choice]) -> list[ChoiceGroup]:
    """Return choices in groups, in the order in which the first of each comes."""
    if len(choices) <= FEW:
        return cast("list[ChoiceGroup]", choices)  # a group of one is encoded like its choice
    words: dict[tuple[str, ...], list[str]] = {}
    for choice in choices:
        word, texts = _with_blanks(choice.action, choice.label, *choice.picks)
        words.setdefault(texts, []).extend(word)
    return [ChoiceGroup(action, picks, label, each) for (action, label, *picks), each in words.items()]


def in_order(choices: list[Choice]) -> list[Choice]:
    """Return choices in the order of their groups, so that everybody has them in the same one."""
    if len(choices) <= FEW:
        return choices
    groups: dict[tuple[str, ...], list[Choice]] = {}
    for choice in choices:
        groups.setdefault(_with_blanks(choice.action, choice.label, *choice.picks)[1], []).append(choice)
    return [choice for group in groups.values() for choice in group]


@functools.lru_cache(maxsize=16_384)
def _with_blanks(action: str, label: str, *picks: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the word of a choice, if it has one, and its texts with blanks."""
    name, colon, word = picks[-1].rpartition(":") if picks else ("", "", "")
    if not colon or not word or any("{" in text for text in (action, label, *picks)):
        return (), (action, label, *picks)
    label = label.replace(word, WHOLE) if word in label else _spelled(label, word)
    return (word,), (action.replace(word, WHOLE), label, *picks[:-1], f"{name}:{WHOLE}")


def _spelled(label: str, word: str) -> str:
    """Replace the last places where a label has the two letters of a word, in their order."""
    if len(word) != len(LETTERS):
        return label
    head, found, tail = label.rpartition(word[1])
    first, also_found, middle = head.rpartition(word[0])
    return f"{first}{LETTERS[0]}{middle}{LETTERS[1]}{tail}" if found and also_found else label


def listed(groups: Iterable[Any]) -> list[dict[str, Any]]:
    """List the choices of groups as they were decoded; for tests and programs that play."""
    return [
        {
            "action": _filled(group["action"], word),
            "picks": [_filled(pick, word) for pick in group["picks"]],
            "label": _filled(group["label"], word),
        }
        for group in groups
        for word in group.get("words", [None])
    ]


def _filled(text: str, word: str | None) -> str:
    if word is None:
        return text
    for number, blank in enumerate(LETTERS):
        text = text.replace(blank, word[number : number + 1])
    return text.replace(WHOLE, word)
