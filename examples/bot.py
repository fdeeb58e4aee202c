"""A bot that plays one match with random actions, in the name of the account that made its token.

python examples/bot.py http://localhost:8000 TOKEN connect_four casual   against the computer
python examples/bot.py http://localhost:8000 TOKEN MATCH INVITATION      at the open seat of a match
"""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def ask(address: str, headers: dict[str, str], request: dict[str, Any]) -> Any:
    """Ask for something over HTTP."""
    with urlopen(Request(address, json.dumps(request).encode(), headers)) as answer:
        return json.load(answer)


def play(address: str, headers: dict[str, str], match: str, seat: int) -> Any:
    """Play at a seat until the match is over; returns how it ended."""
    with connect(f"ws{address.removeprefix('http')}/api/socket", additional_headers=headers) as socket:
        socket.send(json.dumps({"type": "subscribe", "match": match, "seat": seat}))
        version = 0
        while True:
            message = json.loads(socket.recv())
            table = message.get("table")  # as it stands, sent whenever something has happened
            if message["type"] == "refused" and message["code"] != "match/stale_version":
                sys.exit(message["message"])
            if table and table["outcome"]:
                return table["outcome"]
            if table and table["version"] > version and seat in table["to_act"]:
                version, action = table["version"], random.choice(table["choices"])["action"]
                request = {"type": "act", "match": match, "key": str(version), "seen_version": version}
                command = {"type": "play", "seat": seat, "action": action}
                socket.send(json.dumps({**request, "command": command}))


if len(sys.argv) == 5:
    address, token, where, how = sys.argv[1:]
    headers = {"Authorization": f"Bearer {token}"}
    request: dict[str, Any] = {"game": where, "seats": [{"kind": "me"}, {"kind": "computer", "level": how}]}
    is_game = where in [game["id"] for game in json.load(urlopen(f"{address}/api/games"))]
    path, request = ("", request) if is_game else (f"/{where}/join", {"invitation": how})
    joined = ask(f"{address}/api/matches{path}", headers, request)
    print(f"Match {joined['match']}:", play(address, headers, joined["match"], joined["seats"][0]))
else:
    print(__doc__)
