"""The HTTP side of the server: routes, sockets, limits, headers, logging."""
