"""A refusal: why something cannot be done, as a code with parameters; its sentence is in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Annotated, Final, cast

import msgspec

from elbowroom.rules.command_words import own_words
from elbowroom.rules.piece_names import marker_words
from elbowroom.rules.words import catalogue, say, told

_KEY: Final = "refusal_"
"""What the keys of the sentences begin with in the catalogues."""

MAX_PROBLEMS: Final = 50
"""How many things that are wrong with a file are told at once."""

UNKNOWN_VERB: Final = "unknown_verb"
"""The refusal of a word that begins no answer."""

RefusalCode = Annotated[str, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/RefusalCode"})]
"""A code that has a sentence in the catalogues: one of `refusal_codes()`, which the API's schema lists."""


def refusal_codes() -> list[str]:
    """Every reason there is."""
    return sorted(key.removeprefix(_KEY) for key in catalogue() if key.startswith(_KEY))


@dataclass(frozen=True)
class Refusal:
    """One reason, with what it speaks of."""

    code: RefusalCode
    params: dict[str, object] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """The sentence for people, with the nearest known word if there is one."""
        sentence = told(f"{_KEY}{self.code}", self._named())
        near = self.params.get("nearest")
        return f"{sentence} {say('did_you_mean', word=near)}" if near else sentence

    def _named(self) -> dict[str, object]:
        """The parameters with markers in words; what else a refusal names is a word of the notation."""
        named = dict(self.params)
        markers, details = named.get("marker"), named.get("details")
        if isinstance(markers, list):
            named |= marker_words(markers)
        if self.code == UNKNOWN_VERB:
            named |= {"known": [own_words(str(verb))[0] for verb in cast("list[str]", named["known"])]}
        if isinstance(details, list):
            problems = [Refusal(detail["code"], detail["params"]).reason for detail in details]
            named |= {"problems": problems, "cause": " ".join(problems)}
        return named


class Refused(ValueError):  # noqa: N818 - the rulebook's tone: an action is refused, nothing broke
    """Raised when an action, a position, a record or content is refused."""

    def __init__(self, code: str, /, **params: object) -> None:
        """Keep the reason as data."""
        self.refusal = Refusal(code, params)
        self.at_action: int | None = None
        """Which of several actions was refused, counted from 0."""
        super().__init__(code)

    @property
    def code(self) -> str:
        """What kind of refusal this is."""
        return self.refusal.code

    @property
    def params(self) -> dict[str, object]:
        """What the refusal speaks of."""
        return self.refusal.params

    def __str__(self) -> str:
        """The sentence for people."""
        return self.refusal.reason


def details_of(problems: list[Refusal]) -> list[dict[str, object]]:
    """Refusals inside another one as data, so that they can be said in any language."""
    return [{"code": problem.code, "params": problem.params} for problem in problems]


def refuse_all(code: str, file: str, problems: list[Refusal]) -> None:
    """Refuse with all that is wrong, if anything is: in sentences, and as data for other languages.

    The same is said once, and nobody reads more than MAX_PROBLEMS.
    """
    said: dict[str, Refusal] = {}
    for problem in problems:
        if len(said) == MAX_PROBLEMS:
            break
        said.setdefault(problem.reason, problem)
    if said:
        raise Refused(code, file=file, problems=list(said), details=details_of(list(said.values())))


def require(module: str, extra: str) -> None:
    """Refuse, before anything is done, if an optional part is not installed."""
    if find_spec(module) is None:
        raise Refused("extra_missing", module=module, extra=extra)
