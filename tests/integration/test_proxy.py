"""Matches through nginx, with TLS, as deploy/ has it: to one server, and to several nodes; the doctor looks at it."""

import asyncio
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from support.clients import until
from support.fixtures import table_for_one
from support.live_server import LIMITS, PATIENCE_S, Person
from support.postgres import PostgresServer
from support.server_process import Forked, free_port, serve_command
from support.site import running_site
from tools.pages import ROOT

NODE = "X-Node"  # a header with which nginx says where a request went, in this test only
CERTIFY = shlex.split(
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
)


@contextmanager
def nginx(folder: Path, port: int, *changes: tuple[str, str], conf: str = "nginx.conf") -> Iterator[ssl.SSLContext]:
    """Run nginx with our configuration on a free port; returns what trusts its certificate."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*CERTIFY, *files], check=True, capture_output=True)
    text = (ROOT / "deploy" / conf).read_text().replace("play.example.org", "localhost")
    text = re.sub(r" *listen (\[::\]|80).*\n", "", text).replace("listen 443", f"listen 127.0.0.1:{port}")
    text = re.sub(r"server \{\s+server_name localhost;\s+return.*\s+\}", "", text)  # the way from plain HTTP
    text = text.replace("/etc/nginx/certificates", str(folder))
    text = text.replace("/var/log/nginx/parlour.log", str(folder / "access.log"))
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; include {folder}/site.conf; }}\n"
    )
    with subprocess.Popen(["nginx", "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]) as process:
        try:
            while not (folder / "pid").exists():  # it listens before it writes this
                assert process.poll() is None, (folder / "error.log").read_text()
            yield ssl.create_default_context(cafile=certificate)
        finally:
            process.terminate()


def visitor(address: str, trust: ssl.SSLContext) -> Person:
    """Return a person who comes by TLS."""
    person = Person(address)
    headers = {"origin": f"https://{address}"}
    person.http = httpx.AsyncClient(
        base_url=f"https://{address}", headers=headers, verify=trust, timeout=PATIENCE_S, limits=LIMITS
    )
    person.trust = trust
    return person


async def play(address: str, trust: ssl.SSLContext) -> None:
    ada = visitor(address, trust)
    await until(ada, "/api/games/connect_four", lambda game: game["is_ready"])
    match, message = await table_for_one(ada, {"kind": "me"})
    table = message["table"]
    for column in "4455667":
        await ada.request("play", match, table["to_act"][0], table["version"], action=column)
        table = (await ada.receive("update"))["table"]
    await ada.close()
    assert table["outcome"]


def doctor(data: Path, port: int, address: str, certificate: Path) -> list[str]:
    """Return the faults that the doctor finds in the network."""
    options = ["--data", str(data), "--port", str(port), "--url", f"https://{address}"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "SSL_CERT_FILE": str(certificate)}
    done = subprocess.run([sys.executable, "-m", "parlour", "doctor", *options],
                          env=environment, capture_output=True, text=True, check=False)  # fmt: skip
    assert done.stderr == ""
    return [line for line in done.stdout.splitlines() if line.startswith("fault") and "web client" not in line]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_a_match_is_played_through_nginx_and_the_doctor_finds_its_mistakes(tmp_path: Path) -> None:
    data, conf, public = tmp_path / "data", tmp_path / "nginx", free_port()
    conf.mkdir()
    address, certificate = f"localhost:{public}", conf / "fullchain.pem"
    with serve_command(data, "--secure", "--proxy", "127.0.0.1") as (_, server):
        port = int(server.rpartition(":")[2])
        there = ("127.0.0.1:8000", server)
        with nginx(conf, public, there) as trust:
            asyncio.run(play(address, trust))
            assert doctor(data, port, address, certificate) == []
        mistakes = [("proxy_set_header Upgrade", "#"), ("Host $http_host", "Host inside"),
                    ("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for")]  # fmt: skip
        with nginx(conf, public, there, *mistakes):
            found = doctor(data, port, address, certificate)
    logged = (conf / "access.log").read_text()

    assert "/api/socket" in logged
    assert "?" not in logged
    assert [any(word in line for line in found) for word in ("takes itself", "choose the address", "socket")] == [
        True
    ] * 3


async def play_on(address: str, trust: ssl.SSLContext, nodes: dict[str, Forked]) -> str:
    """Play a match, and kill the node of the socket in the middle of it; returns which that was."""
    ada = visitor(address, trust)
    match, message = await table_for_one(ada, {"kind": "me"})
    table, killed = message["table"], ""
    for number, column in enumerate("4455667"):
        if number == 3:
            assert ada.socket is not None
            assert ada.socket.response is not None
            killed = ada.socket.response.headers[NODE]
            nodes[killed].kill()
            await ada.socket.wait_closed()
            await ada.dial()
            await ada.send("subscribe", match=match, seat=0, since=table["version"])
            assert (await ada.receive("update"))["table"]["version"] == table["version"]
        await ada.request("play", match, table["to_act"][0], table["version"], action=column)
        table = (await ada.receive("update"))["table"]
    await ada.close()
    assert table["outcome"]
    return killed


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_a_match_behind_nginx_goes_on_when_a_node_is_killed(tmp_path: Path, postgres_server: PostgresServer) -> None:
    public = free_port()
    with running_site(tmp_path, postgres_server, 3, is_secure=True) as site:
        nodes = {node.address: node for node in site.nodes}
        told = ("proxy_buffering off;", f"proxy_buffering off; add_header {NODE} $upstream_addr always;")
        changes = [told, *((f"127.0.0.1:800{number}", address) for number, address in enumerate(nodes, 1))]
        with nginx(tmp_path, public, *changes, conf="nginx-nodes.conf") as trust:
            killed = asyncio.run(play_on(f"localhost:{public}", trust, nodes))

    assert killed in nodes
