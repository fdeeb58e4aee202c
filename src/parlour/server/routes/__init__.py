"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import account, conduct, learning, matches, operator, people, site, socket

MODULES = (site, account, matches, people, conduct, operator, learning, socket)
