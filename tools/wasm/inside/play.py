"""Runs in the browser's Python: plays the games of its first word (JSON), and prints their digests."""

import json
import sys

sys.path.append("/clone")

from tools.wasm.games import play_all

print(json.dumps(play_all(json.loads(sys.argv[1]))))
