"""Which games the contract tests run over, and hypothesis for kernels that compile on their first call."""

import pytest
from hypothesis import HealthCheck, settings

from parlour.core import registry

settings.register_profile(
    "parlour", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("parlour")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], help="run the contract tests over this game only")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        ids = metafunc.config.getoption("--game") or registry.game_ids()
        metafunc.parametrize("game", [registry.load(game_id) for game_id in ids], ids=ids)
