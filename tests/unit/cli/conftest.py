"""A terminal for every test of the command line."""

import pytest

from support.terminal import Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setenv("COLUMNS", "120")
    return Terminal(monkeypatch, capsys)
