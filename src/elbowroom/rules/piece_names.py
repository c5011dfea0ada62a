"""What races, special powers and combos are called, in the forms that the sentences of a language ask for.

A race has one name and, where a language inflects, forms of it: the message `piece_forms` lists them, and the
message of the race selects by `form`. A power joins a race by a template, `power_merchant_with`. So a
sentence can ask for `{race_dative}` or `{combo_genitive}`, and no grammar is in the code
(docs/languages/README.md). The browser client does the same (web/src/words/names.ts).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from elbowroom.rules.words import has_words, listed, plural_category, say, spoken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.rules.content import Content

PLURAL: Final = "plural"
"""The form that stands in lists and most sentences, `Skeletons`: it is asked for by `{race}` alone."""
ONE: Final = "one"
"""The form behind the number 1, and in Icelandic behind 21."""
COUNTED: Final = "counted"
"""The form behind other numbers, in languages in which it is not the plural."""


class PieceNames:
    """The names of the pieces of a game. What players invented has one name and no forms."""

    def __init__(self, content: Content | None = None) -> None:
        """Remember how players called what they invented; without content there is only the box."""
        entries = (*content.races, *content.powers) if content else ()
        self._own = {entry.id: entry.name for entry in entries}
        self._replaced = {entry.id for entry in entries if entry.replaces}

    def race(self, race: str, form: str = PLURAL) -> str:
        """A race in a form."""
        if self._is_in_box("race", race):
            return say(f"race_{race}", form=form)
        return say("race_own", name=self._own_name(race), form=form)

    def power(self, power: str) -> str:
        """A special power alone."""
        return say(f"power_{power}") if self._is_in_box("power", power) else self._own_name(power)

    def piece(self, piece: str) -> str:
        """A race or a special power, whichever has this id."""
        return self.power(piece) if _is_in_catalogues("power", piece) else self.race(piece)

    def combo(self, power: str | None, race: str, form: str = PLURAL) -> str:
        """A race with its special power, in a form; the race alone if the power is gone."""
        name = self.race(race, form)
        if power is None:
            return name
        if not (self._is_in_box("power", power) and self._is_in_box("race", race)):
            return say("combo_own", race=name, power=self.power(power), form=form, id=race)
        return say(f"power_{power}_with", race=name, form=form, seam=name[:1].lower(), id=race)

    def race_words(self, race: str, count: object = None, parameter: str = "race") -> dict[str, str]:
        """A race as parameters of a sentence: `race`, its forms such as `race_dative`, and its `id`.

        With a number there is `race_counted` too, the form behind that number. A second race in the sentence
        has another parameter, and no id.
        """
        forms = _forms()
        words = {f"{parameter}_{form}": self.race(race, form) for form in forms if form != COUNTED}
        if count is not None:
            plural = COUNTED if COUNTED in forms else PLURAL
            is_one = plural_category(count, spoken()) == ONE
            words[f"{parameter}_{COUNTED}"] = self.race(race, ONE if is_one else plural)
        words[parameter] = self.race(race)
        return words | {"id": race} if parameter == "race" else words

    def combo_words(self, power: str | None, race: str) -> dict[str, str]:
        """A combo as parameters of a sentence: `combo`, its forms such as `combo_dative`, its race's `id`."""
        forms = (form for form in _forms() if form not in (ONE, COUNTED))
        words = {f"combo_{form}": self.combo(power, race, form) for form in forms}
        return words | {"combo": self.combo(power, race), "id": race}

    def _is_in_box(self, kind: str, piece: str) -> bool:
        """Whether a piece is the one of the box, and nothing that took its place."""
        return piece not in self._replaced and _is_in_catalogues(kind, piece)

    def _own_name(self, piece: str) -> str:
        return self._own.get(piece, piece.replace("_", " ").title())


BOX: Final = PieceNames()
"""The pieces of the box alone."""


def marker_name(marker: str) -> str:
    """A marker as people call it; an invented one by its own name."""
    return say(f"marker_{marker}") if has_words(f"marker_{marker}") else marker


def marker_words(markers: Sequence[str]) -> dict[str, str]:
    """Markers as parameters of a sentence: `marker`, and `marker_id` to select by, empty for several."""
    names = listed([marker_name(marker) for marker in markers])
    return {"marker": names, "marker_id": markers[0] if len(markers) == 1 else ""}


def place_name(place: str) -> str:
    """A kind of region: a terrain, a symbol, or where it lies."""
    keys = (f"{kind}_{place}" for kind in ("terrain", "symbol", "place"))
    return next((say(key) for key in keys if has_words(key)), place)


def source_name(source: str) -> str:
    """What coins come from: a kind of region, a moment, or a marker."""
    return say(f"source_{source}") if has_words(f"source_{source}") else marker_name(source)


def _forms() -> list[str]:
    """The forms that the spoken language has besides the plural."""
    return say("piece_forms").split()


def _is_in_catalogues(kind: str, piece: str) -> bool:
    """Whether a piece is in the catalogues; what only looks like the key of another message is not."""
    return has_words(f"{kind}_{piece}_effect")
