"""The names of all combos of the box in each language, in all forms: golden files, reviewed as diffs.

python -m tests.combos    write them
"""

from __future__ import annotations

from pathlib import Path

from elbowroom.rules.content import base_content
from elbowroom.rules.languages import languages
from elbowroom.rules.piece_names import BOX
from elbowroom.rules.words import speaking

FOLDER = Path(__file__).parent / "rules" / "combos"


def combos(language: str) -> str:
    """A line for each combo: its special power, its race, and its name as it stands in a sentence."""
    content, lines = base_content(), list[str]()
    with speaking(language):
        for power in content.powers:
            for race in content.races:
                words = BOX.combo_words(power.id, race.id)
                forms = sorted(words.keys() - {"id"})
                lines.append(",".join([power.id, race.id, *(words[form] for form in forms)]))
    return "\n".join([",".join(["power", "race", *forms]), *lines, ""])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for code in languages():
        (FOLDER / f"{code}.csv").write_text(combos(code), encoding="utf-8")
