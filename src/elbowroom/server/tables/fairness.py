"""Provably fair chance: the server commits to a seed, players add numbers, and the seed is shown at the end.

The dealer's key is derived from the seed and the players' numbers. The server cannot choose the luck, as it
commits before it knows the numbers; the players cannot, as they do not know the seed.
"""

from __future__ import annotations

import hmac
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from elbowroom.engine.actions import bit_of, decision_of, is_chance
from elbowroom.engine.chance import Dealer
from elbowroom.rules.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elbowroom.engine.game import Game

SEED_BYTES: Final = 32
MAX_NONCE_CHARACTERS: Final = 64
PLEDGE: Final = re.compile(r"^# dealer (commitment|nonces|seed) (\S*)\s*$", re.MULTILINE)
HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Pledge:
    """What makes the luck of a game checkable; a record holds it as comments."""

    commitment: str
    nonces: tuple[str, ...]
    seed: str

    def lines(self) -> list[str]:
        """The comments of a record."""
        return [
            f"# dealer commitment {self.commitment}",
            f"# dealer nonces {','.join(self.nonces)}",
            f"# dealer seed {self.seed}",
        ]


def read_pledge(record: str) -> Pledge:
    """The pledge in the comments of a record; refused if it is not there or cannot be one."""
    lines = dict(PLEDGE.findall(record))
    if set(lines) != {"commitment", "nonces", "seed"} or not HEX.fullmatch(lines["seed"]):
        raise Refused("no_pledge")
    return Pledge(lines["commitment"], tuple(lines["nonces"].split(",")), lines["seed"])


def new_seed() -> str:
    """A seed that nobody can guess, as hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def check_seed(seed: str) -> str:
    """Refuse a seed that is not written as seeds are."""
    if not HEX.fullmatch(seed):
        raise Refused("bad_seed", digits=2 * SEED_BYTES)
    return seed


def commitment(seed: str) -> str:
    """What is shown before the start: the hash of the seed."""
    return sha256(bytes.fromhex(seed)).hexdigest()


def check_nonce(nonce: str) -> str:
    """Refuse a player's number for the dealer that is not a short word of letters and digits."""
    if len(nonce) > MAX_NONCE_CHARACTERS or not ((nonce.isascii() and nonce.isalnum()) or not nonce):
        raise Refused("nonce", most=MAX_NONCE_CHARACTERS)
    return nonce


def key_of(seed: str, nonces: Sequence[str]) -> bytes:
    """The dealer's key: an HMAC of the players' numbers, in the order of their seats, under the seed."""
    return hmac.digest(bytes.fromhex(seed), "\n".join(nonces).encode(), "sha256")


def is_dealt_by(game: Game, key: bytes) -> bool:
    """Whether everything that chance brought in a game is what the dealer with this key draws."""
    dealer, again = Dealer(key), game.reopened()
    for action in game.history:
        if is_chance(action) and int(dealer.draw(again.state)) != bit_of(action):
            return False
        again.apply(action)
    return True


def dealer_after(key: bytes, history: Sequence[int]) -> Dealer:
    """The dealer after all the draws of a history."""
    dealer = Dealer(key)
    for action in history:
        if is_chance(action):
            dealer.skip(decision_of(action))
    return dealer
