"""Processes beside the server, which may be killed at any time: computer players, a sandbox for uploads."""
