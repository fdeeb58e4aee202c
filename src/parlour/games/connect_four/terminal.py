"""How Connect Four looks in the terminal."""

INK = {"●": "bold red", "○": "bold yellow"}  # by glyph of the drawing: its style, in rich's syntax
