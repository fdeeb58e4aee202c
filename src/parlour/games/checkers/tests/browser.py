"""How the tests of the pages play Checkers."""

OPTIONS = {"quiet_ply_limit": 10}  # short: a draw soon after the last capture
