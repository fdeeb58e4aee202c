"""How Whist looks in the terminal."""

INK = {
    "♥": "bold red",
    "♦": "bold red",
    "♣": "bold",
    "♠": "bold",
    "★": "bold yellow",
}  # by glyph of the drawing: its style, in rich's syntax
