"""Whist in words: notation, drawings, narration and explanations."""
