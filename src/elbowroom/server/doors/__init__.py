"""How the world comes in: REST and sockets."""
