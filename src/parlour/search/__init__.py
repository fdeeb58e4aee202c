"""Searches over any game's rules: compiled once per game, with all memory allocated up front."""
