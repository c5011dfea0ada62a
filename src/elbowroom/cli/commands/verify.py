"""`elbowroom verify`: whether the luck of a game was fair, and its log is the one that was signed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import click
import msgspec

from elbowroom.cli.data_folder import data_folder
from elbowroom.rules.refusals import Refused, require
from elbowroom.rules.words import told

if TYPE_CHECKING:
    import httpx

    from elbowroom.server.tables.proof_check import Finding

ANSWER_SECONDS: Final = 30.0


@click.command()
@click.argument("game")
@click.option(
    "--seen",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The table as it was told before the game was over: /api/tables/ID, or what the browser kept.",
)
@click.option(
    "--log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The log as it is hashed: /api/tables/ID/proof.",
)
def verify(game: str, seen: Path | None, log: Path | None) -> None:
    """Check that the luck of a game was fair, and that nothing was rewritten.

    GAME is a record, or the address of a table. Before a game the server commits to a seed and every
    player to a number, then all numbers are told; the seed is shown at the end. Everything that chance
    brought must follow from them. Ask for the address of a table before its game begins, and what is
    committed to is kept; ask again when the game is over, and it is compared.

    \b
    Examples:
      elbowroom verify game.elbowroom
      elbowroom verify https://games.example/t/ID
    """
    require("itsdangerous", "server")
    from elbowroom.server.tables.proof_check import SeenTable, ToldProof, check_record

    if urlsplit(game).scheme in ("http", "https"):
        findings = _findings_of_table(game)
    else:
        findings = check_record(
            _text_of(Path(game)),
            None if seen is None else _decoded(seen, SeenTable),
            None if log is None else _decoded(log, ToldProof),
        )
    for finding in findings:
        click.echo(told(finding.code, finding.params))
    if not all(finding.is_good for finding in findings):
        raise SystemExit(1)


def _findings_of_table(address: str) -> list[Finding]:
    """Ask the server of a table; before the game is over, keep what it has committed to."""
    import httpx

    from elbowroom.server.tables.log_chain import read_signature
    from elbowroom.server.tables.proof_check import Finding, SeenTable, ToldProof, check_record

    parts = urlsplit(address)
    table = parts.path.rstrip("/").rpartition("/")[2]
    kept = data_folder() / "seen" / f"{table}.json"
    with httpx.Client(base_url=f"{parts.scheme}://{parts.netloc}/api", timeout=ANSWER_SECONDS) as client:
        told = _answer(client, f"/tables/{table}").content
        if msgspec.json.decode(told)["status"] != "over":
            return [_keep(kept, told)]
        record = _answer(client, f"/tables/{table}/record").text
        proof = msgspec.json.decode(_answer(client, f"/tables/{table}/proof").content, type=ToldProof)
        key = _answer(client, "/signing-key").json()["key"]
    findings = check_record(record, _decoded(kept, SeenTable) if kept.exists() else None, proof)
    signature = read_signature(record)
    if signature is not None and signature.key != key:
        findings.append(Finding("verify_other_key", is_good=False, params={"key": key}))
    return findings


def _answer(client: httpx.Client, path: str) -> httpx.Response:
    import httpx

    try:
        answer = client.get(path)
        answer.raise_for_status()
    except httpx.HTTPError as error:
        address = client.base_url.join(path.lstrip("/"))
        raise Refused("cannot_read", file=address, cause=str(error)) from error
    return answer


def _keep(file: Path, told: bytes) -> Finding:
    """Keep a table as it is; once its commitments are final, what was kept is not written over."""
    from elbowroom.server.tables.proof_check import Finding, SeenTable

    if file.exists():
        kept, now = _decoded(file, SeenTable), msgspec.json.decode(told, type=SeenTable)
        if kept.commitment != now.commitment:
            return Finding("verify_seen_differs", is_good=False)
        if kept.is_final or now.status != "open":
            return Finding("verify_not_over", params={"file": str(file)})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(told)
    except OSError as error:
        raise Refused("cannot_write", file=file, cause=error.strerror) from error
    return Finding("verify_kept", params={"file": str(file)})


def _decoded(file: Path, kind: type[Any]) -> Any:  # noqa: ANN401 - of that kind
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (msgspec.MsgspecError, OSError) as error:
        raise Refused("cannot_read", file=file, cause=str(error)) from error


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise Refused("cannot_read", file=file, cause=str(error)) from error
