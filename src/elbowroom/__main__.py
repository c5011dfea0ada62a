"""`python -m elbowroom` is the command `elbowroom`."""

from elbowroom.cli import main

if __name__ == "__main__":
    main()
