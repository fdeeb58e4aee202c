"""The examples of docs/environments.md print what stands below them."""

import re
import subprocess
import sys

import pytest

from tools.pages import ROOT

pytest.importorskip("pettingzoo", reason="needs the extra `envs`")
pytest.importorskip("pyspiel", reason="needs the extra `envs`")

PAGE = (ROOT / "docs" / "environments.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", PAGE, flags=re.DOTALL)


def test_every_example_has_its_output() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 3


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_prints_what_stands_below_it(number: int) -> None:
    code, expected = EXAMPLES[number]
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stderr
    assert run.stdout == expected
