"""What the rulebook says, one file per heading; the state of a game and everything that may happen to it."""
