"""Processes that think and check for the server, and may be killed at any time."""
