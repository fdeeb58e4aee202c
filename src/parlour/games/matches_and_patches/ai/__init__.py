"""How the computer plays Matches and Patches, and says why."""
