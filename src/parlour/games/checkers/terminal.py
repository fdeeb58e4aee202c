"""How Checkers looks in the terminal, and its command."""

from parlour.games.checkers import command
from parlour.pieces.terminal import GameCommand

INK = {"●": "bold", "○": "bold", "♚": "bold", "♔": "bold"}  # by glyph of the drawing: its style, in rich's syntax
COMMAND = GameCommand(command.run, command.HELP, command.USAGE)
