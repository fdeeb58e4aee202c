"""Settings of all tests: hypothesis waits for kernels that compile on their first call."""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "parlour", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("parlour")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], help="run the contract tests over this game only")
