"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import (
    account,
    conduct,
    learning,
    matches,
    operator,
    people,
    replays,
    site,
    socket,
    tournaments,
)

MODULES = (site, account, matches, replays, people, conduct, operator, learning, tournaments, socket)
