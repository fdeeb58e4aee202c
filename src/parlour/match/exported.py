"""Matches in the formats of other programs, and as a plain list of actions that people can read."""

from collections.abc import Sequence
from datetime import UTC, datetime

from parlour.core.contract import Format
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.match.ending import ending
from parlour.match.match import Match

PLAIN = "text"  # the format that every game has; it can only be written


def format_of(game: Game, name: str | None) -> Format:
    """Return a file format of a game, by default its first.

    Raises:
        BadOption: the game does not know it.
    """
    names = list(game.extras.formats)
    if not names or (name is not None and name not in names):
        raise BadOption(f"{game.name} knows these other formats: {', '.join(names) or 'none'}.")
    return game.extras.formats[name or names[0]]


def write_record(match: Match, name: str | None = None, names: Sequence[str] | None = None) -> str:
    """Write a match in a format of other programs.

    Args:
        names: of the players, by seat; by default those of the match itself.

    Raises:
        BadOption: the game does not know the format.
    """
    players = names or match.started.names
    if name == PLAIN:
        return _plain_text(match, players)
    chosen = format_of(match.game, name)
    return chosen.write(match.played(), match.outcome, players, {"Date": _date(match.started.at_ms)})


def _plain_text(match: Match, names: Sequence[str]) -> str:
    options = [f"{option}: {value}" for option, value in match.started.options.items()]
    title = [match.game.name, " vs ".join(names), _date(match.started.at_ms), *options]
    notation = match.game.notation
    actions = [
        f"{number}. {names[seat]}: {notation.action_to_text(state, seat, action)}"
        for number, (state, seat, action) in enumerate(match.played(), 1)
    ]
    return "\n".join([*title, "", *actions, *(["", ending(match, names)] if match.is_over else []), ""])


def _date(at_ms: int) -> str:
    try:
        return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y.%m.%d")
    except (OverflowError, ValueError, OSError):  # no year of the calendar
        return "????.??.??"
