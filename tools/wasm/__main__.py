"""Makes the engine for the browser."""

import sys

from tools.wasm.bundle import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
