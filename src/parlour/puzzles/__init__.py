"""Puzzles: positions in which exactly one turn keeps the value, asked and judged."""
