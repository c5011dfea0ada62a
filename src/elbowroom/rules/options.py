"""What a table may agree on before it starts (the table options of docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from elbowroom.rules.refusals import Refused
from elbowroom.rules.traits import nearest


@dataclass(frozen=True)
class Options:
    """The table options; the defaults follow the literal text of most editions."""

    own_tokens_defend: bool = False
    """Each own token adds 1 to the cost of one's own region (RUL-1)."""
    open_coins: bool = False
    """Everyone's total of coins is shown (RUL-36)."""
    left_out: tuple[str, ...] = ()
    """Ids of banners and badges that stay in the box (RUL-23)."""
    first_player: int | None = None
    """The seat that starts, or None: drawn at random (RUL-37)."""
    auto_withdraw: bool = False
    """The program withdraws a victim's tokens to their weakest regions (RUL-38)."""


def options_from(values: Mapping[str, object]) -> Options:
    """The options that a dict names; others keep their defaults, and unknown names are refused."""
    known = [field.name for field in fields(Options)]
    chosen: dict[str, Any] = dict(values)
    for name in chosen:
        if name not in known:
            raise Refused("unknown_option", word=name, nearest=nearest(name, known), known=known)
    if "left_out" in chosen:
        chosen["left_out"] = tuple(chosen["left_out"])
    return Options(**chosen)
