"""How Sanguine looks in the terminal, and its command."""

from parlour.games.sanguine import command
from parlour.pieces.terminal import GameCommand

INK = {
    "▲": "bold red",
    "◆": "bold red",
    "●": "bold blue",
    "■": "bold blue",
}  # by glyph of the drawing: its style, in rich's syntax
COMMAND = GameCommand(command.run, command.HELP, command.USAGE)
