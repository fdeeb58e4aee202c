"""How Connect Four looks in the terminal, and its command."""

from parlour.games.connect_four import book_maker
from parlour.pieces.terminal import GameCommand

INK = {"●": "bold red", "○": "bold yellow"}  # by glyph of the drawing: its style, in rich's syntax
COMMAND = GameCommand(book_maker.run, book_maker.HELP, book_maker.USAGE)
