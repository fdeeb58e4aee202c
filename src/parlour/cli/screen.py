"""How a match looks in the terminal."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.cli.game_terminal import terminal_of
from parlour.core.contract import SPECTATOR, Choice
from parlour.core.position import Position
from parlour.core.reading import printable
from parlour.core.thinking import Stop, Thought, run_interruptible

T = TypeVar("T")
LISTED = 12  # choices that are shown without being asked for


def console() -> Console:
    """Return a terminal that shows texts as they are, whatever they contain."""
    return Console(markup=False, highlight=False)


def board(position: Position, seat: int = SPECTATOR) -> Panel:
    """Draw a position as a seat sees it."""
    text = Text(position.seen_by(seat).render())
    for glyph, style in terminal_of(position.game).ink.items():
        text.highlight_words([glyph], style)
    return Panel(text, title=position.game.name, expand=False)


def choices_text(choices: Sequence[Choice], limit: int | None = LISTED) -> str:
    """List choices in words, numbered; a long list is cut."""
    shown = choices if limit is None or len(choices) <= limit else choices[:limit]
    lines = [f"  #{number:<3}{choice.action:<8} {choice.label}" for number, choice in enumerate(shown, 1)]
    if len(shown) < len(choices):
        lines.append(f"  ... {len(choices) - len(shown)} more; type list to see them all")
    return "\n".join(lines)


def narrate(console: Console, position: Position, seat: int, action: int, viewer: int = SPECTATOR) -> None:
    """Print what an action does."""
    for happening in position.narrate(seat, action, viewer):
        console.print(happening.message)


def refusal(error: Exception) -> str:
    """Return why something was not done, in a sentence."""
    if isinstance(error, OSError):
        return printable(f"{error.filename or 'A file'}: {error.strerror or error}.")
    return printable(str(error))


def let_think(work: Callable[[Stop], T], seconds: float) -> T:
    """Run a search in its own thread, so that Ctrl-C works; time for compiling is not counted."""
    compiling = Stop()
    compiling.now()
    run_interruptible(lambda: work(compiling), compiling)
    with Stop(seconds) as stop:
        return run_interruptible(lambda: work(stop), stop)


def thought_table(position: Position, seat: int, thought: Thought) -> Table:
    """Return a table of what a search found about each action of a seat."""
    state, game = position.seen_by(seat).known, position.game
    table = Table(
        "action", "value", *(["spread"] if game.facts.hidden else []), "proven" if thought.is_exact else "tried"
    )
    for entry in thought.values:
        spread = [f"± {entry.spread:.0%}"] if game.facts.hidden else []
        tried = "yes" if thought.is_exact else f"{entry.simulations:,}"
        table.add_row(game.notation.action_to_text(state, seat, entry.action), f"{entry.value:.1%}", *spread, tried)
    return table
