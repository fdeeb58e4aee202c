"""Settings of a game: numbers, switches, named values and texts, each checked with a sentence about what is wrong."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.core.errors import BadOption
from parlour.core.reading import number_in, shown, whole_number

SWITCH_NAMES = ("no", "yes")
SWITCH_WORDS = {"true": 1, "on": 1, "false": 0, "off": 0}

OptionValues = NDArray[np.int64]  # what `setup` reads: one number per option in their order, unless `encode` says more
OptionValue = int | str  # checked: a number, the number of a name, or a text
Options = Mapping[str, int | bool | str]  # as given by people: name and value


@dataclass(frozen=True)
class Option:
    """A setting: a whole number from `low` to `high`; with `names`, one of these; with `is_text`, any text.

    The `names` of a text are texts that come with the game; only these can be used in a rated match.
    """

    name: str
    default: OptionValue
    low: int
    high: int
    help: str
    names: tuple[str, ...] = ()
    is_text: bool = False
    label: str = ""  # what players read beside it; made from the name when it is empty
    seat: int | None = None  # whose player may choose it when joining; None: it is the same for both

    @property
    def title(self) -> str:
        """What players read beside the option: "Hand size"."""
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def allowed(self) -> str:
        """The values that can be given, in words."""
        if self.is_text:
            return "a text"
        if self.names == SWITCH_NAMES:
            return "yes or no"
        return " or ".join(self.names) or f"a whole number from {self.low} to {self.high}"

    def read(self, value: int | bool | str) -> OptionValue:
        """Check a value given by a person.

        Raises:
            BadOption: it is none of the allowed ones.
        """
        if self.is_text and isinstance(value, str):
            return value
        number = None if self.is_text else self._number(value)
        if number is None or not self.low <= number <= self.high:
            raise BadOption(f"The option {self.name} takes {self.allowed}, not {shown(value).strip() or 'nothing'}.")
        return number

    def _number(self, value: object) -> int | None:
        """Return the number that a value stands for; None when it stands for none."""
        if not isinstance(value, str):
            return int(value) if isinstance(value, np.bool_) else whole_number(value)
        word = value.strip().lower()
        words = {name: number for number, name in enumerate(self.names)}
        words |= SWITCH_WORDS if self.names == SWITCH_NAMES else {}
        return words.get(word, number_in(word, self.low, self.high))

    def show(self, value: OptionValue) -> str:
        """Write a value as people give it."""
        return self.names[value] if self.names and isinstance(value, int) else str(value)


class OptionSet:
    """All options of a game.

    Args:
        encode: checks options against each other and turns them into the numbers that `setup` reads; needed for texts.
    """

    def __init__(self, *options: Option, encode: Callable[[Mapping[str, OptionValue]], OptionValues] | None = None):
        self._options = {option.name: option for option in options}
        self._encode = encode

    def __iter__(self) -> Iterator[Option]:
        return iter(self._options.values())

    def read(self, given: Options) -> dict[str, OptionValue]:
        """Check options and add the defaults of those that are not given.

        Raises:
            BadOption: an option is unknown or its value is out of range.
        """
        if not isinstance(given, Mapping):
            raise BadOption(f"Options are names with values, not {shown(given)}.")
        for name in given:
            if name not in self._options:
                known = ", ".join(self._options) or "none"
                raise BadOption(f"There is no option {shown(name)}. The options: {known}.")
        return {name: option.read(given.get(name, option.default)) for name, option in self._options.items()}

    def encode(self, given: Options) -> OptionValues:
        """Turn options into the numbers that `setup` reads.

        Raises:
            BadOption: they are out of range or do not go together.
        """
        options = self.read(given)
        return self._encode(options) if self._encode else np.array(list(options.values()), np.int64)


def choice(name: str, names: tuple[str, ...], help: str, label: str = "") -> Option:
    """Make an option that is one of several words; the first is the default."""
    return Option(name, 0, 0, len(names) - 1, help, names, label=label)


def switch(name: str, default: bool, help: str, label: str = "") -> Option:
    """Make an option that is on or off."""
    return Option(name, int(default), 0, 1, help, SWITCH_NAMES, label=label)


def text(
    name: str, default: str, help: str, label: str = "", names: tuple[str, ...] = (), seat: int | None = None
) -> Option:
    """Make an option that is a text, checked by the `encode` of the game's OptionSet."""
    return Option(name, default, 0, 0, help, names, is_text=True, label=label, seat=seat)
