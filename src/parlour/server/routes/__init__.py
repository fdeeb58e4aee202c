"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import (
    account,
    conduct,
    following,
    learning,
    matches,
    operator,
    people,
    profiles,
    replays,
    site,
    socket,
)

MODULES = (site, account, matches, replays, people, profiles, following, conduct, operator, learning, socket)
