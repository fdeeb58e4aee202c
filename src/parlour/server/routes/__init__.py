"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import account, learning, matches, people, site, socket

MODULES = (site, account, matches, people, learning, socket)
