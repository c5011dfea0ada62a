"""Provably fair chance: the server commits to a seed and the players to numbers before any of them is told.

The dealer's key is derived from the seed and the players' numbers. Nobody can choose the luck, not even
somebody who plays and can read the seed: when the first number is told, all are fixed. The seed is shown at
the end (docs/adr/0011-commit-and-reveal.md).
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
    from elbowroom.server.tables.table import Table

PROOF: Final = 2
"""How the luck of new tables can be proved (`Opened.proof`)."""
SEED_BYTES: Final = 32
MAX_NONCE_CHARACTERS: Final = 64
REVEAL_SECONDS: Final = 20.0
"""The time to tell the numbers when all have committed."""
PLEDGE: Final = re.compile(r"^# dealer (commitment|commitments|nonces|early|seed) (\S*)\s*$", re.MULTILINE)
HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Pledge:
    """What makes the luck of a game checkable; a record holds it as comments."""

    commitment: str
    nonces: tuple[str, ...]
    seed: str
    commitments: tuple[str, ...] = ()
    """The hashes of the nonces that were known before; empty in records of before."""
    early: tuple[int, ...] = ()
    """The seats whose numbers were told before all had committed."""

    def lines(self) -> list[str]:
        """The comments of a record."""
        committed = [
            f"# dealer commitments {','.join(self.commitments)}",
            f"# dealer early {','.join(map(str, self.early))}",
        ]
        return [
            f"# dealer commitment {self.commitment}",
            *(committed if self.commitments else ()),
            f"# dealer nonces {','.join(self.nonces)}",
            f"# dealer seed {self.seed}",
        ]


def pledge_of(table: Table, seed: str) -> Pledge:
    """The pledge of a table whose seed is shown."""
    if table.proof < PROOF:
        return Pledge(table.commitment, tuple(table.nonces), seed)
    commitments = tuple(seat.commitment or nonce_commitment(seat.nonce) for seat in table.seats)
    early = tuple(number for number, seat in enumerate(table.seats) if seat.is_early)
    return Pledge(table.commitment, tuple(table.nonces), seed, commitments, early)


def read_pledge(record: str) -> Pledge:
    """The pledge in the comments of a record; refused if it is not there or cannot be one."""
    lines = dict(PLEDGE.findall(record))
    if not {"commitment", "nonces", "seed"} <= set(lines) or not HEX.fullmatch(lines["seed"]):
        raise Refused("no_pledge")
    nonces = tuple(lines["nonces"].split(","))
    commitments = tuple(lines["commitments"].split(",")) if "commitments" in lines else ()
    early = [word for word in lines.get("early", "").split(",") if word]
    is_whole = not commitments or len(commitments) == len(nonces)
    if not is_whole or not all(word.isdecimal() and word.isascii() for word in early):
        raise Refused("no_pledge")
    return Pledge(lines["commitment"], nonces, lines["seed"], commitments, tuple(map(int, early)))


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


def nonce_commitment(nonce: str) -> str:
    """The hash by which a player commits to a number; empty if there is none."""
    return sha256(nonce.encode()).hexdigest() if nonce else ""


def check_commitment(digest: str) -> str:
    """Refuse what cannot be the hash of a number."""
    if digest and not HEX.fullmatch(digest):
        raise Refused("bad_commitment")
    return digest


def are_kept(commitments: Sequence[str], nonces: Sequence[str]) -> bool:
    """Whether every number that was told is the one that its player had committed to."""
    return all(
        not nonce or nonce_commitment(nonce) == committed
        for committed, nonce in zip(commitments, nonces, strict=True)
    )


def key_of(seed: str, nonces: Sequence[str]) -> bytes:
    """The dealer's key: an HMAC of the players' numbers, in the order of their seats, under the seed."""
    return hmac.digest(bytes.fromhex(seed), "\n".join(nonces).encode(), "sha256")


def is_dealt_by(game: Game, key: bytes, since: int = 0) -> bool:
    """Whether all that chance brought since an action of a game is what the dealer with this key draws."""
    dealer, again = dealer_after(key, game.history[:since]), game.reopened()
    for number, action in enumerate(game.history):
        if number >= since and is_chance(action) and int(dealer.draw(again.state)) != bit_of(action):
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
