"""Which games the contract tests run over: all, or those named by `--game`."""

import pytest

from parlour.core import registry


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        ids = metafunc.config.getoption("--game") or registry.game_ids()
        metafunc.parametrize("game", [registry.load(game_id) for game_id in ids], ids=ids)
