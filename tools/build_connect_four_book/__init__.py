"""The command that makes the book of Connect Four."""
