"""Training by self-play: recipes, two algorithms, checkpoints and the gate.

`recipe`, `targets` and `folder` do without torch; all other modules need the extra `train`.
"""
