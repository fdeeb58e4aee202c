"""How the computer plays Patchwork, and says why."""
