"""`make sbom`: write the software bill of materials of the wheel, CycloneDX in JSON, beside it."""

import hashlib
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import msgspec
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

from tools.release import read_version

ROOT = Path(__file__).parents[1]


def python_packages(root: Path) -> dict[str, str]:
    """Return what the wheel needs, directly or not, with the versions that are installed here."""
    found: dict[str, str] = {}
    waiting = list(_needs(tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]))
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = metadata.version(each)
            waiting += _needs(metadata.requires(each) or ())
    return dict(sorted(found.items()))


def _needs(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name.lower().replace("_", "-")


def npm_packages(lock: bytes) -> list[tuple[str, str]]:
    """Return the packages that the web client is built from: names and versions, of which one may need several."""
    packages: dict[str, dict[str, Any]] = msgspec.json.decode(lock)["packages"]
    found = {
        (path.rpartition("node_modules/")[2], package["version"])
        for path, package in packages.items()
        if path and not package.get("dev")
    }
    return sorted(found)


def bill(wheel: Path, version: str, python: dict[str, str], npm: Iterable[tuple[str, str]]) -> Bom:
    """Return the bill of materials of a wheel."""
    digest = HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(wheel.read_bytes()).hexdigest())
    root = _component("pypi", "parlour", version, ComponentType.APPLICATION, [digest])
    parts = [
        *(_component("pypi", *package) for package in python.items()),
        *(_component("npm", *package) for package in npm),
    ]
    bom = Bom(components=parts)
    bom.metadata.component = root
    bom.register_dependency(root, parts)
    return bom


def _component(
    kind: str,
    name: str,
    version: str,
    sort: ComponentType = ComponentType.LIBRARY,
    hashes: Iterable[HashType] = (),
) -> Component:
    scope, _, short = name.rpartition("/")
    url = PackageURL(type=kind, namespace=scope or None, name=short, version=version)
    return Component(name=name, version=version, type=sort, purl=url, bom_ref=str(url), hashes=hashes)


def main() -> None:
    version = read_version(ROOT)
    wheel = next((ROOT / "dist").glob(f"parlour-{version}-*.whl"), None)
    if wheel is None:
        sys.exit("There is no wheel of this version. Run `make wheel` first.")
    npm = npm_packages((ROOT / "web/package-lock.json").read_bytes())
    target = wheel.with_name(f"parlour-{version}.cdx.json")
    target.write_text(JsonV1Dot6(bill(wheel, version, python_packages(ROOT), npm)).output_as_string(indent=2))
    sys.stdout.write(f"{target.relative_to(ROOT)}: {len(npm)} npm packages and all that Python needs.\n")


if __name__ == "__main__":
    main()
