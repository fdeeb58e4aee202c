"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import account, conduct, exports, learning, matches, operator, people, replays, site, socket

MODULES = (site, account, matches, replays, exports, people, conduct, operator, learning, socket)
