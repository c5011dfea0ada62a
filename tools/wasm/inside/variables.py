"""Runs in Pyodide: writes what it says about how it was built, for its pyconfig.h."""

import json
import sysconfig
from pathlib import Path

VARIABLES = Path("/clone/build/wasm/variables.json")
VARIABLES.write_text(json.dumps(sysconfig.get_config_vars(), default=str), encoding="utf-8")
