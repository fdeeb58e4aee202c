"""Matches and Patches in words: notation, drawings, narration, and why an action is impossible."""
