"""The game in the terminal: `elbowroom terminal`."""
