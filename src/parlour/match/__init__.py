"""One playing of a game: commands in, events out; everything known about a match is a fold over its log."""
