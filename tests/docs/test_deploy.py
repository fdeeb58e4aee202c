"""The files in deploy/ name commands and options that exist, and agree with each other."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types

from parlour.cli.main import parlour
from tools.pages import ROOT

DEPLOY = ROOT / "deploy"
COMMAND = re.compile(
    r"(?:^|[/\s\"'])parlour +((?:serve|worker|backup|restore|doctor|role|rebuild|migrate|warm)\b[^'`\n|]*)",
    re.MULTILINE,
)


def dockerfile_command() -> str:
    """Return what the image runs, in one line."""
    text = (DEPLOY / "Dockerfile").read_text()
    parts = [json.loads(re.findall(rf"^{word} (\[.*\])", text, re.MULTILINE)[-1]) for word in ("ENTRYPOINT", "CMD")]
    return shlex.join(parts[0] + parts[1])


def commands() -> list[str]:
    """List every command of Parlour in deploy/ and in its page."""
    served = [
        found
        for path in DEPLOY.glob("*.yaml")
        for found in re.findall(r"^ *command: ((?:serve|worker) .*)", path.read_text(), re.MULTILINE)
    ]
    texts = [path.read_text() for path in (*DEPLOY.iterdir(), ROOT / "docs" / "deploying.md") if path.is_file()]
    return [*served, *(found for text in [dockerfile_command(), *texts] for found in COMMAND.findall(text))]


def environment() -> dict[str, str]:
    """Return what the units of nodes and workers are told."""
    lines = [line for line in (DEPLOY / "parlour.env").read_text().splitlines() if not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.parametrize("line", commands())
def test_a_command_in_deploy_exists_with_its_options(line: str) -> None:
    line = re.sub(r"\$+\([^)]*\)", "today", line.partition("#")[0]).replace("%i", "8001")
    for variable, value in environment().items():
        line = line.replace(f"${{{variable}}}", value)
    name, *arguments = shlex.split(line)
    command = parlour.commands[name]
    parent = click.Context(parlour, info_name="parlour", **parlour.context_settings)  # click keeps its names of help

    parsed = command.make_context(name, arguments, parent)  # refuses unknown options and values

    assert isinstance(parsed, click.Context)


def test_every_file_of_deploy_is_explained() -> None:
    page = (ROOT / "docs" / "deploying.md").read_text()

    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in page] == []
    assert len(commands()) >= 12


def test_the_proxy_leads_to_every_node_of_the_compose_file() -> None:
    proxy = re.findall(r"^ *server 127.0.0.1:(\d+)", (DEPLOY / "nginx-nodes.conf").read_text(), re.MULTILINE)
    services = yaml.safe_load((DEPLOY / "compose-nodes.yaml").read_text())["services"]
    nodes = {name: service for name, service in services.items() if name.startswith("node")}

    assert [service["command"].split()[4] for service in nodes.values()] == proxy
    assert [port in str(service["healthcheck"]) for port, service in zip(proxy, nodes.values(), strict=True)] == [
        True
    ] * 3
    assert {service["network_mode"] for service in nodes.values()} == {"service:proxy"}


def test_the_two_proxies_differ_only_in_their_nodes() -> None:
    one, many = (set((DEPLOY / name).read_text().splitlines()) - {""} for name in ("nginx.conf", "nginx-nodes.conf"))

    assert [
        line for line in one - many if not line.startswith(("#", "log_format", "    server ", "        # Sock"))
    ] == []


def test_the_image_copies_what_is_there_and_runs_without_rights() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    copied = [path for line in re.findall(r"^COPY (?!--from)(.*)", text, re.MULTILINE) for path in line.split()[:-1]]
    ignored = (ROOT / ".dockerignore").read_text().splitlines()

    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert {path.split("/")[0] for path in copied} == {line[1:] for line in ignored if line.startswith("!")}
    assert re.findall(r"^USER (.*)", text, re.MULTILINE) == ["10001"]
    assert "HEALTHCHECK" in text


def test_the_units_can_be_read_by_systemd(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    (tmp_path / "parlour").write_text("#!/bin/sh\n")
    (tmp_path / "parlour").chmod(0o755)
    units = []
    for unit in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        units.append(tmp_path / unit.name)
        units[-1].write_text(unit.read_text().replace("/opt/parlour/bin", str(tmp_path)))
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "parlour" in line]

    assert (len(units), ours) == (5, [])
