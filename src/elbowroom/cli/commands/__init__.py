"""One module for each command of `elbowroom`."""
