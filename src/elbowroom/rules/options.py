"""What a table may agree on before it starts (the table options of docs/rulings.md)."""

from __future__ import annotations

from dataclasses import dataclass


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
    """The program withdraws a victim's tokens to his weakest regions (RUL-38)."""
