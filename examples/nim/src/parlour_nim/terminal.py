"""How Nim looks in the terminal."""

INK = {"o": "bold"}  # by glyph of the drawing: its style, in rich's words
