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
    "◭": "bold green",
    "◮": "dim green",
    "■": "bold cyan",
    "□": "dim cyan",
    "≈": "blue",
}  # by glyph of the drawing: its style, in rich's syntax
