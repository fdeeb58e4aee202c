"""How the computer plays Checkers, and says why."""
