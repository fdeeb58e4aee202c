"""The command `parlour`: one module per command, which parses, calls and prints."""
