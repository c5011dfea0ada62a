"""What a text is that somebody publishes: a race, a power, a map or a set, what it is called, what it uses.

Here is what the text alone tells; whether others have published it is for `community`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from elbowroom.rules.content import base_content
from elbowroom.rules.languages import languages
from elbowroom.rules.maps import MAX_NAME_CHARACTERS
from elbowroom.rules.piece_names import ONE, PLURAL, PieceNames
from elbowroom.rules.refusals import Refused
from elbowroom.rules.terms import MAX_PLAYERS, MIN_PLAYERS
from elbowroom.rules.trait_keys import TRAIT_KEYS
from elbowroom.rules.words import speaking
from elbowroom.server.tables.box_contents import Box
from elbowroom.server.tables.look_alikes import likeness, name_keys
from elbowroom.server.tables.naming import refuse_unclear_name
from elbowroom.server.tables.settings import MAX_TITLE_CHARACTERS, content_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elbowroom.server.tables.box_contents import EntryInfo

Kind = Literal["race", "power", "map", "set"]
"""A set is a file with several races or powers."""
MAX_PIECE_TEXT_CHARACTERS: Final = 500
"""Of what its author says of a piece, in one language."""
COMMENT: Final = "#"
TRAITS: Final = tuple(dict.fromkeys(row.key.partition(".")[0] for row in TRAIT_KEYS))
"""The keys of an entry that say what it does, without what follows a dot."""


class CreationText(msgspec.Struct, frozen=True):
    """A text that can be published."""

    text: str
    """As records quote it: without blanks at the ends of lines, with our line ends."""
    kind: Kind
    name: str
    players: tuple[int, ...]
    """Numbers of players that it is for."""
    traits: tuple[str, ...]
    """Which of `TRAITS` it uses."""
    box: Box

    @property
    def digest(self) -> str:
        """By which its version is known."""
        return version_digest(self.text)

    @property
    def words(self) -> list[str]:
        """All that people read of it, its name first."""
        return list(dict.fromkeys([self.name, *words_in(self.text, self.box)]))


def version_digest(text: str) -> str:
    """By which a version with this text is known."""
    return sha256(text.encode()).hexdigest()


def words_in(text: str, box: Box) -> list[str]:
    """All that its author wrote in a text and that people read, whatever shows it to them.

    Names, what is said of pieces, markers, regions, ids that are not the name in small letters, and comments,
    which are seen in the workshop.
    """
    words: list[str] = []
    for piece in (*box.races, *box.powers):
        words += [piece.name, *_other_id(piece.id, piece.name), *piece.text.values()]
        words += [str(line.params["marker"]) for line in piece.traits if "marker" in line.params]
    for one in box.maps:
        words += [one.name, *_other_id(one.id, one.name), *(region.label for region in one.regions)]
    if not box.maps:
        # What stands behind the sign inside a text is told once more, and nothing is missing.
        words += [line.partition(COMMENT)[2].strip(f"{COMMENT} \t") for line in text.splitlines()]
    return [word for word in dict.fromkeys(words) if word]


def _other_id(entry_id: str, name: str) -> list[str]:
    return [entry_id] if name_keys(entry_id).isdisjoint(name_keys(name)) else []


def creation_text(text: str, box: Box) -> CreationText:
    """What a text is that was checked and described; refused if people could not read it or be misled."""
    (tidy,) = content_with((text,)).invented
    kind = _kind(box)
    is_map = kind == "map"
    title = _title(tidy) if kind == "set" else ""
    pieces = [*box.races, *box.powers]
    names = [*(piece.name for piece in pieces), *(one.name for one in box.maps)]
    for name in names:
        _check_name(name, MAX_NAME_CHARACTERS)
    if title:
        _check_name(title, MAX_TITLE_CHARACTERS)
    for piece in pieces:
        _check_piece_text(piece)
    return CreationText(
        text=tidy,
        kind=kind,
        name=title or _shortened(", ".join(names)),
        players=(box.maps[0].players,) if is_map else tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        traits=() if is_map else _traits(tidy),
        box=box,
    )


def _kind(box: Box) -> Kind:
    if box.maps:
        return "map"
    if len(box.races) + len(box.powers) > 1:
        return "set"
    return "race" if box.races else "power"


def _title(text: str) -> str:
    """The first line of a set, if it is a comment."""
    first, _, _ = text.partition("\n")
    return " ".join(first.lstrip(COMMENT).split()) if first.startswith(COMMENT) else ""


def _shortened(names: str) -> str:
    """The names of all pieces, as far as there is room."""
    return names if len(names) <= MAX_TITLE_CHARACTERS else names[: MAX_TITLE_CHARACTERS - 1].rstrip() + "…"


def _traits(text: str) -> tuple[str, ...]:
    data = tomllib.loads(text)
    entries = chain.from_iterable(data.get(table, {}).values() for table in ("race", "power"))
    used = {key for entry in entries for key in entry}
    return tuple(trait for trait in TRAITS if trait in used)


def _check_name(name: str, most: int) -> None:
    """Refuse a name that cannot be read, or that people would take for that of a piece of the box."""
    if len(name) > most or not name.isprintable():
        raise Refused("creation_name", most=most)
    refuse_unclear_name(name)
    taken = [other for key in sorted(name_keys(name)) for other in _names_of_box().get(key, ())]
    if taken:
        other = next((one for one in taken if likeness(name, one) == "same"), taken[0])
        raise Refused("name_of_box", name=name, other=other, likeness=likeness(name, other))


def _check_piece_text(piece: EntryInfo) -> None:
    for text in piece.text.values():
        is_readable = all(line.isprintable() for line in text.splitlines())
        if len(text) > MAX_PIECE_TEXT_CHARACTERS or not is_readable:
            raise Refused("piece_text", name=piece.name, most=MAX_PIECE_TEXT_CHARACTERS)


@cache
def _names_of_box() -> dict[str, list[str]]:
    """What the races, powers and maps of the box are called in any of our languages, by look-alike key."""
    names: dict[str, list[str]] = {}
    for name in dict.fromkeys(_box_names()):
        for key in name_keys(name):
            names.setdefault(key, []).append(name)
    return names


def _box_names() -> Iterator[str]:
    box, names = base_content(), PieceNames()
    yield from (entry.name for entry in (*box.races, *box.powers))
    yield from (one.name for one in box.maps)
    for language in languages():
        with speaking(language):
            spoken = [names.race(race.id, form) for race in box.races for form in (PLURAL, ONE)]
            spoken += [names.power(power.id) for power in box.powers]
        yield from spoken
