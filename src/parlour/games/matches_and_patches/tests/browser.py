"""How the tests of the pages play Matches and Patches."""

OPTIONS = {"board": "small"}
