"""The server: matches over HTTP and sockets. `messages.py` is the wire, declared once."""
