"""Pieces that several games share, with their rules and their words; every game may use them, none knows another."""
