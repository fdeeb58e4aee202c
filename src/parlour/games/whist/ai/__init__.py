"""How the computer plays Whist."""
