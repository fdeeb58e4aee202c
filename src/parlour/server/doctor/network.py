"""Checks of the network: the port of the server, and the proxy in front of it."""

import json
import socket
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from websockets import Origin
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from parlour import __version__
from parlour.server.doctor.finding import Finding, fault, ok, warning

PATIENCE_S = 10.0
STRANGER = "192.0.2.1"  # an address of documentation, which nobody has
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the way that is to be checked, and no other


def fetch(url: str, **headers: str) -> bytes:
    """Return what is at an address.

    Raises:
        OSError: nothing answers, or with an error.
    """
    with _OPENER.open(urllib.request.Request(url, headers=headers), timeout=PATIENCE_S) as answer:
        content: bytes = answer.read()
    return content


def _fetch_json(url: str, **headers: str) -> Any:
    try:
        return json.loads(fetch(url, **headers))
    except ValueError:  # it is not ours that answers
        return {}


def server_version(url: str) -> str | None:
    """Return the version of the Parlour that answers; None if it is another program.

    Raises:
        OSError: nothing answers.
    """
    try:
        info = _fetch_json(f"{url}/api/schema/openapi.json").get("info", {})
    except urllib.error.HTTPError:
        return None
    return str(info.get("version")) if info.get("title") == "Parlour" else None


def check_port(host: str, port: int) -> Finding:
    """Check that the port is free, or answered by a Parlour of this version."""
    try:
        version = server_version(f"http://{host}:{port}")
    except (OSError, ValueError) as error:
        return _check_free(host, port, error)
    if version is None:
        remedy = "Stop it, or give Parlour another port with --port."
        return fault(f"Another program answers at {host}:{port}.", remedy)
    if version != __version__:
        return warning(f"Parlour {version} runs at {host}:{port}; this is {__version__}.", "Restart the server.")
    return ok(f"Parlour {version} answers at {host}:{port}.")


def _check_free(host: str, port: int, error: Exception) -> Finding:
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
    except OSError as refusal:
        remedy = "Stop what holds the port, or give Parlour another one with --port."
        return fault(f"Nothing of ours answers at {host}:{port} ({error}), and it is not free: {refusal}.", remedy)
    return ok(f"No server is running; the port {port} is free.")


def check_proxy(url: str) -> list[Finding]:
    """Check that people who come by the public address reach the server as they should."""
    url = url.rstrip("/")
    try:
        version = server_version(url)
    except (OSError, ValueError) as error:
        remedy = "Check the name, the certificate and that the proxy runs."
        return [fault(f"{url} does not answer: {error}.", remedy)]
    if version is None:
        return [fault(f"{url} does not lead to Parlour.", "Let the proxy pass every path on to the server.")]
    return [ok(f"{url} leads to Parlour {version}."), _check_origin(url), _check_forwarded(url), _check_forged(url),
            _check_socket(url), _check_hidden(url)]  # fmt: skip


def _check_origin(url: str) -> Finding:
    origin = _fetch_json(f"{url}/api/connection").get("origin")
    if origin != url:
        remedy = "Let the proxy pass on the header Host, and start the server with --secure when it is behind TLS."
        return fault(f"The server takes itself for {origin}, not {url}: it refuses what its pages do.", remedy)
    return ok(f"The server knows that it is called {url}.")


def _check_forwarded(url: str) -> Finding:
    if not _fetch_json(f"{url}/api/connection").get("is_forwarded"):
        remedy = "Start it with --proxy ADDRESS of the proxy, which must send X-Forwarded-For."
        return fault("The server takes all visitors for the proxy: they share the limits of one address.", remedy)
    return ok("The server learns the addresses of visitors from the proxy.")


def _check_forged(url: str) -> Finding:
    forged = {"X-Forwarded-For": STRANGER}
    if _fetch_json(f"{url}/api/connection", **forged).get("address") == STRANGER:
        remedy = "Let the proxy replace X-Forwarded-For by the address it sees, and trust no other with --proxy."
        return fault("Visitors can choose the address that the server believes, and so escape its limits.", remedy)
    return ok("Visitors cannot forge their address.")


def _check_socket(url: str) -> Finding:
    address = f"{url.replace('http', 'ws', 1)}/api/socket"
    try:
        with connect(address, origin=Origin(url), open_timeout=PATIENCE_S, proxy=None) as opened:
            opened.send(json.dumps({"type": "ping", "id": 1}))
            opened.recv(PATIENCE_S)
    except (OSError, WebSocketException) as error:
        remedy = "Let the proxy pass on upgrades to WebSocket: deploy/nginx.conf shows how."
        return fault(f"The socket does not pass through {urlsplit(url).netloc}: {error}.", remedy)
    return ok("The socket passes through the proxy.")


def _check_hidden(url: str) -> Finding:
    try:
        text = fetch(f"{url}/metrics")
    except OSError:
        text = b""
    if b"parlour_sockets" in text:
        return fault(f"Everyone can read {url}/metrics.", "Do not pass the operator's port on to the public.")
    return ok("The metrics are not public.")


def check_operator(host: str, port: int) -> Finding:
    """Check that the operator's port answers."""
    try:
        fetch(f"http://{host}:{port}/readyz")
        is_there = b"parlour_sockets" in fetch(f"http://{host}:{port}/metrics")
    except (OSError, ValueError) as error:
        remedy = "Start the server with --operator-port, and look into its log."
        return fault(f"The operator's port {host}:{port} does not answer as it should: {error}.", remedy)
    if not is_there:
        return fault(f"Another program answers at {host}:{port}.", "Name the operator's port of this server.")
    return ok(f"The operator's port {host}:{port} has metrics, and the server is ready.")
