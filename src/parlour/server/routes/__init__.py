"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import account, conduct, learning, matches, operator, people, puzzles, replays, site, socket

MODULES = (site, account, matches, replays, people, conduct, operator, learning, puzzles, socket)
