"""How the computer plays Sanguine."""
