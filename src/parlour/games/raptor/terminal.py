"""How Raptor looks in the terminal."""

INK = {
    "▲": "bold green",
    "△": "green",
    "▽": "dim green",
    "●": "bold cyan",
    "○": "dim cyan",
    "◉": "bold magenta",
    "♦": "bold red",
    "◇": "bold yellow",
}  # by glyph of the drawing: its style, in rich's syntax
