"""The board as text for a terminal."""
