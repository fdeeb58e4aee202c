"""`make audit` and `make sbom`: what they read, and what they say."""

import json
from pathlib import Path

import msgspec
import pytest
from cyclonedx.output.json import JsonV1Dot6

from tools.audit import Audit, ask, read_npm, read_pip, tell
from tools.sbom import bill, npm_packages, python_packages

ROOT = Path(__file__).parents[3]
PIP = {
    "dependencies": [
        {"name": "flask", "version": "0.5", "vulns": [{"id": "PYSEC-2019-179", "fix_versions": ["1.0"]}]},
        {"name": "click", "version": "8.1", "vulns": []},
        {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
    ]
}
NPM = {
    "vulnerabilities": {"minimist": {"severity": "critical", "range": "<1.2.6"}},
    "metadata": {"dependencies": {"total": 12}},
}


def test_vulnerabilities_are_named() -> None:
    pip, npm = read_pip(json.dumps(PIP)), read_npm(json.dumps(NPM))

    assert pip == Audit(2, 1, ["flask 0.5: PYSEC-2019-179, fixed in 1.0"])
    assert npm == Audit(12, 0, ["minimist: critical, <1.2.6"])
    assert "PYSEC-2019-179" in tell("Python", pip)
    assert "Not in the database: 1." in tell("Python", pip)


@pytest.mark.parametrize("text", ["", "405 Method Not Allowed", '{"message": "405 Method Not Allowed"}'])
def test_an_answer_of_no_database_is_no_audit(text: str) -> None:
    for read in (read_pip, read_npm):
        with pytest.raises((msgspec.MsgspecError, KeyError)):
            read(text)


def test_an_audit_in_which_nothing_was_looked_up_says_so() -> None:
    none = read_pip(json.dumps({"dependencies": PIP["dependencies"][2:]}))

    assert "Nothing was checked" in tell("Python", none)
    assert "Nothing was checked" in tell("Python", ask(("no-such-command",), read_pip))


def test_the_bill_of_materials_names_all_that_the_wheel_needs(tmp_path: Path) -> None:
    wheel = tmp_path / "parlour-1.0-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    npm = npm_packages((ROOT / "web/package-lock.json").read_bytes())
    told = json.loads(JsonV1Dot6(bill(wheel, "1.0", python_packages(ROOT), npm)).output_as_string())
    names = {part["name"]: part["purl"] for part in told["components"]}

    assert (told["bomFormat"], told["metadata"]["component"]["purl"]) == ("CycloneDX", "pkg:pypi/parlour@1.0")
    assert {"litestar", "numba", "llvmlite", "argon2-cffi", "confusable-homoglyphs", "svelte"} <= set(names)
    assert {"pytest", "mypy", "vitest", "pip-audit"}.isdisjoint(names)
    assert names["@sveltejs/vite-plugin-svelte"].startswith("pkg:npm/%40sveltejs/vite-plugin-svelte@")
