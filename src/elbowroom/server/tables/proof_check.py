"""Checks whether a finished game was fair, by its record and by what somebody saw before and during the game.

A check finds things, good and bad; their sentences are in the catalogue under `verify_`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from elbowroom.engine.record import read_record
from elbowroom.server.tables import fairness
from elbowroom.server.tables.log_chain import linked_text, read_signature, signed_text
from elbowroom.server.tables.record_comments import read_comments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elbowroom.engine.game import Game
    from elbowroom.server.tables.fairness import Pledge
    from elbowroom.server.tables.log_chain import SignedHead


class Finding(msgspec.Struct, frozen=True):
    """Something that was checked, and what came of it."""

    code: str
    is_good: bool = True
    params: dict[str, object] = {}


class SeenSeat(msgspec.Struct, frozen=True):
    """A seat as it was shown; the number itself is shown when the game has begun."""

    commitment: str = ""
    nonce: str = ""


class SeenTable(msgspec.Struct, frozen=True):
    """A table as somebody saw it earlier: as the server told it, or as the browser kept it."""

    commitment: str
    seats: list[SeenSeat]
    seq: int = 0
    """The number of the log at which it was so; 0 if that is not known."""
    heads: dict[int, str] = {}
    """Heads of the log that were told, shortened, by the numbers of their entries."""
    reveal_until: float | None = None
    status: str = "open"

    @property
    def is_final(self) -> bool:
        """Whether nobody could commit to another number any more."""
        return self.reveal_until is not None or self.status != "open"


class ToldProof(msgspec.Struct, frozen=True):
    """The log as it is hashed, as the server tells it (`rooms.log_proof.LogProof`)."""

    chain: str
    entries: list[str]


@dataclass(frozen=True)
class ToldLog:
    """What the texts of a log say of the luck and the moves."""

    heads: list[str]
    """The head after each entry."""
    commitment: str
    seed: str
    commitments: tuple[str, ...]
    nonces: tuple[str, ...]
    early: tuple[int, ...]
    history: list[int]
    begun_elsewhere: int | None
    """How many actions of it were played before the game was continued at this table, if it was."""
    committed: list[tuple[str, ...]]
    """What all seats had committed to after each entry."""


def check_record(record: str, seen: SeenTable | None = None, proof: ToldProof | None = None) -> list[Finding]:
    """All that can be found out by a record, and by what was seen and told beside it."""
    pledge, game, signature = fairness.read_pledge(record), read_record(record), read_signature(record)
    log = None if proof is None else read_log(proof, len(game.names))
    begun_elsewhere = read_comments(record, game.names).begun_elsewhere
    findings = [*_luck(pledge, game, begun_elsewhere)]
    if seen is not None:
        findings += _seen(seen, pledge, log)
    if log is None:
        findings.append(Finding("verify_record_only"))
    else:
        findings += _log(log, pledge, game, begun_elsewhere)
    if begun_elsewhere is None:
        findings += _proof(pledge, game.names)
    if signature is None:
        findings.append(Finding("verify_unsigned"))
    else:
        findings += _signature(signature, pledge.seed, log)
    return findings


def _luck(pledge: Pledge, game: Game, begun_elsewhere: int | None) -> Iterator[Finding]:
    """The seed is the one that was committed to, so are the numbers, and the luck follows from them.

    Of a game that was begun elsewhere that is only so from where it was continued.
    """
    if fairness.commitment(pledge.seed) != pledge.commitment:
        yield Finding("verify_wrong_seed", is_good=False)
    elif pledge.commitments and not fairness.are_kept(pledge.commitments, pledge.nonces):
        yield Finding("verify_wrong_numbers", is_good=False)
    elif not fairness.is_dealt_by(game, fairness.key_of(pledge.seed, pledge.nonces), begun_elsewhere or 0):
        yield Finding("verify_wrong_luck", is_good=False)
    elif begun_elsewhere is None:
        yield Finding("verify_fair", params={"commitment": pledge.commitment})
    else:
        yield Finding("verify_fair_since", params={"commitment": pledge.commitment})
        yield Finding("verify_begun_elsewhere", is_good=False)


def _proof(pledge: Pledge, names: Sequence[str]) -> Iterator[Finding]:
    """Which proof a record says that it carries; the log proves it."""
    if not pledge.commitments:
        yield Finding("verify_proof_open")
        return
    told = {seat for seat, nonce in enumerate(pledge.nonces) if nonce}
    early = [names[seat] for seat in sorted(told & {*pledge.early})]
    silent = [
        names[seat] for seat, committed in enumerate(pledge.commitments) if committed and seat not in told
    ]
    if len(told) < 2:
        yield Finding("verify_proof_single")
    elif not early:
        yield Finding("verify_proof_committed")
    else:
        code = "verify_proof_early" if len(early) < len(told) else "verify_proof_all_early"
        yield Finding(code, params={"players": early})
    if silent:
        yield Finding("verify_silent", params={"players": silent})


def _seen(seen: SeenTable, pledge: Pledge, log: ToldLog | None) -> Iterator[Finding]:
    """What was seen before is what the record says now."""
    shown = tuple(seat.commitment or fairness.nonce_commitment(seat.nonce) for seat in seen.seats)
    has_moment = log is not None and 0 < seen.seq <= len(log.committed)
    if log is not None and has_moment:
        is_same = shown == log.committed[seen.seq - 1]
    else:  # somebody may have sat down later
        now = pledge.commitments or tuple(map(fairness.nonce_commitment, pledge.nonces))
        is_same = len(shown) == len(now) and all(
            before in ("", after) for before, after in zip(shown, now, strict=True)
        )
    if seen.commitment == pledge.commitment and is_same:
        yield Finding("verify_seen_same", params={"count": sum(map(bool, shown))})
    elif seen.commitment != pledge.commitment or has_moment or seen.is_final:
        yield Finding("verify_seen_differs", is_good=False)
    else:  # until the table is full, people may leave, and commit to other numbers
        yield Finding("verify_seen_needs_log", is_good=False)
    if log is None or not seen.heads:
        return
    wrong = [
        seq
        for seq, head in sorted(seen.heads.items())
        if not (0 < seq <= len(log.heads) and head and log.heads[seq - 1].startswith(head))
    ]
    if wrong:
        yield Finding("verify_rewritten", is_good=False, params={"seq": wrong[0]})
    else:
        yield Finding("verify_heads_same", params={"count": len(seen.heads)})


def _log(log: ToldLog, pledge: Pledge, game: Game, begun_elsewhere: int | None) -> Iterator[Finding]:
    """The log tells the same game as the record."""
    is_same = (
        log.commitment == pledge.commitment
        and log.seed == pledge.seed
        and log.nonces == pledge.nonces
        and (not pledge.commitments or (log.commitments, log.early) == (pledge.commitments, pledge.early))
        and log.history == game.history
        and log.begun_elsewhere == begun_elsewhere
    )
    yield Finding("verify_log_same" if is_same else "verify_log_differs", is_good=is_same)


def _signature(signature: SignedHead, seed: str, log: ToldLog | None) -> Iterator[Finding]:
    """The signature is good, and signs the log that was told."""
    if not is_signed(signature, seed):
        yield Finding("verify_wrong_signature", is_good=False)
    elif log is not None and log.heads[signature.seq - 1 : signature.seq] != [signature.chain]:
        yield Finding("verify_signed_other", is_good=False)
    else:
        yield Finding("verify_signed", params={"key": signature.key})


def is_signed(signature: SignedHead, seed: str) -> bool:
    """Whether the key has signed this head and this seed."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - takes long to import
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415 - see above

    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature.key))
    try:
        key.verify(bytes.fromhex(signature.signature), signed_text(signature.seq, signature.chain, seed))
    except InvalidSignature:
        return False
    return True


def read_log(proof: ToldProof, players: int) -> ToldLog:
    """The heads of a log, and what its texts say."""
    reader = _LogReader(players)
    heads: list[str] = []
    committed: list[tuple[str, ...]] = []
    for text in proof.entries:
        heads.append(linked_text(heads[-1] if heads else "", text))
        reader.add(msgspec.json.decode(text)["entry"])
        committed.append(reader.committed)
    return ToldLog(
        heads,
        reader.commitment,
        reader.seed,
        reader.committed,
        tuple(reader.nonces),
        tuple(sorted(reader.early)),
        reader.history,
        reader.begun_elsewhere,
        committed,
    )


class _LogReader:
    """Follows the numbers for the dealer and the moves through the texts of a log."""

    def __init__(self, players: int) -> None:
        self.commitment = self.seed = ""
        self.commitments, self.nonces = [""] * players, [""] * players
        self.early: set[int] = set()
        self.history: list[int] = []
        self.begun_elsewhere: int | None = None
        self._has_begun = self._is_sealed = False

    @property
    def committed(self) -> tuple[str, ...]:
        """What the seats have committed to; a number that was told at once is its own commitment."""
        return tuple(
            commitment or fairness.nonce_commitment(nonce)
            for commitment, nonce in zip(self.commitments, self.nonces, strict=True)
        )

    def add(self, entry: dict[str, Any]) -> None:
        """Take in the next entry."""
        seat = entry.get("seat", -1)
        match entry["kind"]:
            case "opened":
                self.commitment = entry["commitment"]
            case "joined":
                self._set(seat, entry.get("commitment", ""), entry.get("nonce", ""))
            case "left" | "filled":
                self._set(seat, "", "")
            case "moved" if not entry.get("keeps_nonce", True) and not self._has_begun:
                self._set(seat, "", "")
            case "committed":
                self._set(seat, entry["commitment"], "")
            case "revealed":
                self._set(seat, self.commitments[seat], entry["nonce"])
            case "sealed":
                self._is_sealed = True
            case "continued":
                self.begun_elsewhere = len(self.history)
                self.history += entry.get("actions", [])
            case "started" | "acted":
                self._has_begun = True
                self.history += entry["actions"]
            case "undone":
                del self.history[entry["length"] :]
            case "finished":
                self.seed = entry["seed"]
            case _:
                pass

    def _set(self, seat: int, commitment: str, nonce: str) -> None:
        self.commitments[seat], self.nonces[seat] = commitment, nonce
        self.early.discard(seat)
        if nonce and not self._is_sealed:
            self.early.add(seat)
