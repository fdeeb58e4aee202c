"""What outlives the process: the log of every match and all that belongs to it, in SQLite or PostgreSQL."""
