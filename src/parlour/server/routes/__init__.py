"""The routes over HTTP and the socket, by what they are about."""

from parlour.server.routes import (
    account,
    analyses,
    conduct,
    exports,
    following,
    learning,
    matches,
    operator,
    past_choices,
    people,
    profiles,
    puzzles,
    replays,
    site,
    socket,
    tournaments,
)

MODULES = (
    site,
    account,
    matches,
    replays,
    exports,
    analyses,
    past_choices,
    people,
    profiles,
    following,
    conduct,
    operator,
    learning,
    puzzles,
    tournaments,
    socket,
)
