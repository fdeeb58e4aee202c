"""`make audit`: look up all pinned packages in the vulnerability databases of PyPI and npm.

It fails only when a vulnerability is known. Where a database does not answer, or does not know a package, it says so.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

ROOT = Path(__file__).parents[1]
PIP = ("pip-audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json",
       "--progress-spinner", "off", "--timeout", "15")  # fmt: skip
NPM = ("npm", "audit", "--prefix", "web", "--json", "--fetch-retries=1")
PATIENCE_S = 300


class Audit(NamedTuple):
    """What a database says about the packages of one kind."""

    num_known: int  # packages that were looked up
    num_unknown: int  # packages that the database does not know
    vulnerabilities: list[str]


def read_pip(text: str) -> Audit:
    """Read what pip-audit found.

    Raises:
        msgspec.MsgspecError, KeyError: it found nothing out.
    """
    packages: list[dict[str, Any]] = msgspec.json.decode(text)["dependencies"]
    known = [package for package in packages if "skip_reason" not in package]
    found = [
        f"{package['name']} {package['version']}: {each['id']}, fixed in {', '.join(each['fix_versions']) or 'none'}"
        for package in known
        for each in package["vulns"]
    ]
    return Audit(len(known), len(packages) - len(known), found)


def read_npm(text: str) -> Audit:
    """Read what `npm audit` found.

    Raises:
        msgspec.MsgspecError, KeyError: it found nothing out.
    """
    answer: dict[str, Any] = msgspec.json.decode(text)
    found = [f"{name}: {each['severity']}, {each['range']}" for name, each in answer["vulnerabilities"].items()]
    return Audit(answer["metadata"]["dependencies"]["total"], 0, found)


def ask(command: tuple[str, ...], read: Callable[[str], Audit]) -> Audit | None:
    """Run an auditor; None when no database answers."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        return read(done.stdout)
    except (OSError, subprocess.TimeoutExpired, msgspec.MsgspecError, KeyError):
        return None


def tell(kind: str, audit: Audit | None) -> str:
    """Return the result in sentences."""
    if audit is None or not audit.num_known:
        return f"{kind}: the vulnerability database does not answer. Nothing was checked."
    unknown = f" Not in the database: {audit.num_unknown}." if audit.num_unknown else ""
    if not audit.vulnerabilities:
        return f"{kind}: {audit.num_known} packages, no known vulnerability.{unknown}"
    found = audit.vulnerabilities
    return "\n  ".join([f"{kind}: {len(found)} known vulnerabilities.{unknown}", *found])


def main() -> None:
    bin_folder = Path(sys.executable).parent
    audits = {
        "Python": ask((str(bin_folder / PIP[0]), *PIP[1:]), read_pip),
        "npm": ask(NPM, read_npm),
    }
    sys.stdout.write("".join(f"{tell(kind, audit)}\n" for kind, audit in audits.items()))
    sys.exit(any(audit is not None and audit.vulnerabilities for audit in audits.values()))


if __name__ == "__main__":
    main()
