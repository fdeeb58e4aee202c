"""Who chooses: programs that play a seat. Each sees only what its seat may know."""
