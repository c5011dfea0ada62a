"""A desk on the command line: `python -m elbowroom.server.desk` answers a request on each line.

For tests of programs that run a desk; a browser runs `Desk` itself.
"""

from __future__ import annotations

import sys

from elbowroom.server.desk.desk import Desk


def main() -> None:
    """Answer until the input ends."""
    desk = Desk()
    for line in sys.stdin:
        sys.stdout.write(desk.answer_json(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
