"""Settings of all tests: fixed seeds, and hypothesis profiles that wait for kernels to compile on their first call."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from support.seeds import fixed_seeds

PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("parlour", max_examples=40, derandomize=True, **PATIENT)
settings.register_profile("long", max_examples=400, **PATIENT)  # `make test-long`: new examples in every run
settings.load_profile("parlour")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--game", action="append", default=[], help="run the contract tests over this game only")


def pytest_configure(config: pytest.Config) -> None:
    config.option.randomly_reset_seed = False  # only the order of tests is random


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with whole matches in the browser and what is slow: the last tests are short, so that no worker waits."""
    items.sort(key=lambda item: "test_play.py" not in item.nodeid and item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True)
def seeds() -> Iterator[None]:
    """Take the seed of each match that a test starts without one from a fixed sequence."""
    with fixed_seeds(step=1):
        yield
