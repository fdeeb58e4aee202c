"""Parts that several games share, with their rules and texts, so that no game imports another."""
