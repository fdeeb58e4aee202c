"""Raptor in words: notation, drawings, narration, and why an action is impossible."""
