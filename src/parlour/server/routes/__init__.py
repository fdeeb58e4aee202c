"""The routes over HTTP and the socket, by what they are about."""
