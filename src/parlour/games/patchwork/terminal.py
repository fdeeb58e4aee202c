"""How Patchwork looks in the terminal, and its command."""

from parlour.games.patchwork import command
from parlour.games.patchwork.text.draw import BUTTON, CLOTH, PLAIN, SPECIAL_SQUARE
from parlour.pieces.terminal import GameCommand

INK = {
    CLOTH: "bold",
    BUTTON: "bold blue",
    SPECIAL_SQUARE: "bold yellow",
    PLAIN: "dim",
}  # by glyph of the drawing: its style, in rich's syntax
COMMAND = GameCommand(command.run, command.HELP, command.USAGE)
