"""What outlives the process: the log of every match, on SQLite."""
