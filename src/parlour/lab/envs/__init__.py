"""Parlour's games as environments of other libraries: PettingZoo and OpenSpiel, both in the extra `envs`."""
