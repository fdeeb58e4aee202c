"""A terminal for tests."""

import pytest

from parlour.cli.main import run


class Terminal:
    """Runs commands in this process, with typed lines."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *arguments: str, typed: str = "") -> tuple[int, str, str]:
        lines = iter(typed.splitlines())

        def answer(prompt: object = "") -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        self._monkeypatch.setattr("builtins.input", answer)
        status = run(arguments)
        out, err = self._capsys.readouterr()
        return status, out, err
