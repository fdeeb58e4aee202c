"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import matches, people, site, socket

MODULES = (site, matches, people, socket)
