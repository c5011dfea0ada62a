"""Runs in the browser's Python: makes the golden files of the engine, and fails if one is another."""

import sys

sys.path.append("/clone")

from tests.golden import FOLDER, golden

different = [name for name, text in golden().items() if (FOLDER / name).read_text(encoding="utf-8") != text]
if different:
    sys.exit(f"other than in {FOLDER.name}: {', '.join(different)}")
