"""Says of a language what is missing, wrong, too long or suspicious, and what nobody has read yet.

python -m tools.language fi                    what is to be mended in Finnish
python -m tools.language fi --spelling         also words that its dictionary does not know
python -m tools.language fi --read KEY KEY     an independent reader has read these; --read all: everything
python -m tools.language --write               write the lists of unread texts in docs/languages

`make language NAME=fi` runs the first one.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from elbowroom.rules.languages import languages
from elbowroom.rules.words import BASE
from tools.language_checks import (
    FOLDER,
    Finding,
    Language,
    digest,
    findings,
    group,
    language,
    read_texts,
    texts,
    unread,
)

DOCS: Final = Path(__file__).parent.parent / "docs" / "languages"
BEGIN: Final = "<!-- unread: written by `make catalogues` -->"
END: Final = "<!-- end of unread -->"
MAX_SHOWN: Final = 40
"""Findings of one kind that are printed."""
SPELLERS: Final = {
    "de": ("hunspell-de-de", ["hunspell", "-d", "de_DE", "-l"]),
    "nl": ("hunspell-nl", ["hunspell", "-d", "nl_NL", "-l"]),
    "da": ("hunspell-da", ["hunspell", "-d", "da_DK", "-l"]),
    "nb": ("hunspell-no", ["hunspell", "-d", "nb_NO", "-l"]),
    "sv": ("hunspell-sv", ["hunspell", "-d", "sv_SE", "-l"]),
    "is": ("hunspell-is", ["hunspell", "-d", "is_IS", "-l"]),
    "fi": ("libvoikko1 voikko-fi libvoikko-dev", ["voikkospell"]),
}
"""Debian's packages with a dictionary, and the program that lists words which it does not know."""


def report(own: Language) -> str:
    """All findings, with the note for each key."""
    lines = []
    for title, found in findings(own).items():
        lines += ["", title, *(f"  {_line(each)}" for each in found[:MAX_SHOWN])]
        if len(found) > MAX_SHOWN:
            lines.append(f"  … and {len(found) - MAX_SHOWN} more")
    if waiting := unread(own):
        lines += ["", f"{len(waiting)} texts wait for an independent reader (docs/languages/{own.code}.md)."]
    return "\n".join(lines).strip() or "Nothing is missing, too long or suspicious."


def _line(found: Finding) -> str:
    note = group(found.key)
    where = f"   [{note.seen}]" if note else ""
    return f"{'' if found.is_wrong else '? '}{found.key}: {found.what}{where}"


def unknown_words(own: Language) -> str:
    """Words that the dictionary of the language does not know, with how often they are written."""
    if own.code not in SPELLERS:
        return f"There is no dictionary of {own.code} to ask."
    packages, command = SPELLERS[own.code]
    if shutil.which(command[0]) is None:
        return f"No dictionary is installed: apt-get install hunspell {packages}"
    said = " ".join(
        re.sub(r"`[^`]*`|\{\w+\}|\u00ad", "", text)
        for key in own.common
        if not key.startswith("rules_search_")
        for text in texts(own.words[key])
    )
    words = sorted(set(re.findall(r"[^\W\d_]{3,}", said)))
    done = subprocess.run(command, input="\n".join(words), text=True, capture_output=True, check=False)
    # voikkospell marks every word with C (right) or W (wrong), hunspell lists the wrong ones.
    wrong = [line.removeprefix("W: ") for line in done.stdout.splitlines() if line and line[:2] != "C:"]
    return f"{len(wrong)} of {len(words)} words are not in the dictionary:\n{' '.join(wrong)}"


def mark_as_read(own: Language, keys: list[str]) -> None:
    """Write down that an independent reader has read these texts as they are now."""
    wanted = own.common if keys == ["all"] else keys
    if strange := [key for key in wanted if key not in own.words]:
        sys.exit(f"{own.code} has no message {', '.join(strange)}.")
    read = read_texts(own.code) | {key: digest(own, key) for key in wanted}
    file = FOLDER / "read" / f"{own.code}.txt"
    file.parent.mkdir(exist_ok=True)
    lines = [f"{key} {read[key]}" for key in own.common if key in read]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def page_with_unread(page: str, own: Language) -> str:
    """The page of a language with its list of unread texts as it is now."""
    waiting = [f"* `{key}`: {' / '.join(texts(own.words[key]))}" for key in unread(own)]
    listed = "\n".join(line.replace("\n", " ") for line in waiting) or "Nothing: all texts have been read."
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{listed}\n{END}{after}"


def write_unread() -> None:
    """Bring the pages of all languages up to date."""
    for code in languages():
        if code != BASE:
            file = DOCS / f"{code}.md"
            page = file.read_text(encoding="utf-8")
            file.write_text(page_with_unread(page, language(code)), encoding="utf-8")


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("name", nargs="?", choices=languages(), help="the code of a language")
    parser.add_argument("--spelling", action="store_true", help="ask the dictionary of the language, too")
    parser.add_argument("--read", nargs="+", metavar="KEY", help="these texts have been read; or: all")
    parser.add_argument("--write", action="store_true", help="write the lists of unread texts")
    wish = parser.parse_args()
    if wish.write:
        write_unread()
        return
    if wish.name is None:
        parser.error(f"which language? One of {', '.join(languages())}.")
    own = language(wish.name)
    if wish.read:
        mark_as_read(own, wish.read)
    print(report(own))
    if wish.spelling:
        print(unknown_words(own))


if __name__ == "__main__":
    main()
