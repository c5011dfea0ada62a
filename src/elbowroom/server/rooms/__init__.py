"""Rooms: the tables that are open in this process, and the connections that are subscribed to them."""
