"""The words of commands: the notation is English everywhere, and each language has other words for the same.

The message `command_conquer` lists them; the first is the one that help and examples show. One table turns
what was typed into the notation before anything else reads it, and texts of the catalogues, in which what can
be typed stands between backticks in the words of the notation, into the words of the language. The browser
client does the same (web/src/words/commands.ts).
"""

from __future__ import annotations

import re
from typing import Final

from elbowroom.rules.piece_names import BOX
from elbowroom.rules.words import catalogue, has_words, say

_KEY: Final = "command_"
ARGUMENTS: Final = {"log": ("all",), "regions": ("mine", "open")}
"""Words that have a meaning behind a command, and are said in each language too."""
_OF_PIECES: Final = "rules"
"""The command behind which stands a race or a special power."""
_CODE: Final = re.compile(r"`([^`]*)`")


def commands() -> list[str]:
    """Every word of the notation that begins what somebody types."""
    behind = {word for words in ARGUMENTS.values() for word in words}
    keys = (key.removeprefix(_KEY) for key in catalogue() if key.startswith(_KEY))
    return [word for word in keys if word not in behind]


def own_words(command: str) -> list[str]:
    """What the spoken language says for a word of the notation, the usual word first."""
    key = f"command_{command}"
    return say(key).split() if has_words(key) else [command]


def to_notation(line: str) -> str:
    """What was typed, in the words of the notation; a word that the language does not have stays as it is."""
    typed, blank, rest = line.partition(" ")
    word = _meant(typed, commands())
    if rest.strip() and word in ARGUMENTS:
        rest = _meant(rest.strip(), ARGUMENTS[word])
    return f"{word}{blank}{rest}"


def _meant(typed: str, known: list[str] | tuple[str, ...]) -> str:
    """Which of these words of the notation is meant; the notation's own word always is."""
    small = typed.lower()
    if small in known:
        return small
    return next((word for word in known if small in own_words(word)), typed)


def in_own_words(text: str) -> str:
    """What can be typed, from the notation into the words of the language: `conquer 7` is `erobere 7`."""
    word, blank, rest = text.partition(" ")
    if word not in commands():
        return text
    if rest in ARGUMENTS.get(word, ()):
        rest = own_words(rest)[0]
    elif word == _OF_PIECES and any(has_words(f"{kind}_{rest}_effect") for kind in ("race", "power")):
        rest = BOX.piece(rest).lower()
    return f"{own_words(word)[0]}{blank}{rest}"


def code_in_own_words(text: str) -> str:
    """A sentence with everything between backticks in the words of the language."""
    return _CODE.sub(lambda code: f"`{in_own_words(code[1])}`", text)
