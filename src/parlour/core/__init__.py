"""The engine: the contract of a game, kernels, the generator, positions, the registry. Imports nothing else of ours."""
