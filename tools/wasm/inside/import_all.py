"""Runs in the browser's Python: imports all that the manifest says can be imported, and nothing that cannot.

Fails with the names of those that were not as the manifest says.
"""

import importlib
import json
import sys
from pathlib import Path


def is_importable(name: str) -> bool:
    """Whether a module can be loaded."""
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


manifest = json.loads(Path("/clone/dist/wasm/manifest.json").read_text(encoding="utf-8"))
failed = [name for name in manifest["modules"] if not is_importable(name)]
unexpected = [name for name in manifest["left_out"] if is_importable(name)]
interpreted = [name for name in manifest["compiled"] if not str(sys.modules[name].__file__).endswith(".so")]
for what, names in {"not imported": failed, "left out": unexpected, "not compiled": interpreted}.items():
    if names:
        sys.exit(f"{what}: {', '.join(names)}")
left_out = ", ".join(f"{name} ({why})" for name, why in manifest["left_out"].items())
print(f"{len(manifest['modules'])} modules imported; left out: {left_out or 'none'}")
