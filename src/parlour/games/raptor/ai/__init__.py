"""How the computer plays Raptor, and says why."""
