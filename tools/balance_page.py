"""Writes the tables of docs/balance.md from the explorer's data, so that they cannot go stale.

python -m tools.balance_page            write the tables
python -m tools.balance_page --check    fail if the page differs from what the data say
"""

from __future__ import annotations

import sys
from pathlib import Path

from elbowroom.arena.explorer_data import SHIPPED_FILE, ExplorerData, provenance_file, shipped_explorer
from elbowroom.arena.explorer_pages import Exploration, ExplorerPage, Spread
from elbowroom.rules.piece_names import PieceNames
from tools.catalogues import table

FILE = Path(__file__).parent.parent / "docs" / "balance.md"
BEGIN = "<!-- Written by tools/balance_page.py: `make catalogues`. -->"
END = "<!-- The end of what is written by it. -->"
COMBOS = 10
"""So many of the best and of the worst combos are listed."""
HEAD = ("", "value", "early", "late", "picks", "win %", "price", "decline after")
MINUTE = 60
DIGEST_COMMAND = (
    """python -c "from elbowroom.arena.result_files import program_digest as now; print(now())\""""
)


def tables(data: ExplorerData) -> str:
    """Everything between the two marks."""
    origin = data.provenance
    counts = sorted(set(origin.games.values()))
    games = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    minutes = round(origin.cpu_seconds / MINUTE)
    introduction = (
        f"{games} games for each number of players, played on {origin.date} by computers ({origin.agent}) "
        f"in {minutes} minutes of processor time:\n\n```\n{origin.command}\n```"
    )
    age = (
        f"The program that played them has the digest `{origin.program}` (`program` in "
        f"`src/elbowroom/arena/{provenance_file(SHIPPED_FILE).name}`). The one that is installed may be "
        "newer, as data are not made again with every change; this prints its digest:\n\n"
        f"```\n{DIGEST_COMMAND}\n```\n\n"
        "If the two differ, something that decides how games go has changed since, and the numbers may "
        "have moved. No turn to decline is told where its interval overlaps with that of another."
    )
    return "\n\n".join([introduction, age, *map(_section, data.explorations)])


def _section(found: Exploration) -> str:
    races = [page for page in found.pages if page.power is None]
    powers = [page for page in found.pages if page.race is None]
    combos = _ranked([page for page in found.pages if page.race and page.power])
    share = round(100 * found.lots / found.picks)
    facts = (
        f"{found.picks:,} picks, {share} % of them drawn by lot. "
        f"Early is up to game turn {found.first_third}. "
        f"Each coin paid costs {found.coin_paid:.2f} coins at the end. "
        f"A fair share of wins is {100 / found.players:.0f} %."
    )
    return "\n\n".join(
        [
            f"### {found.players} players, {found.games:,} games",
            facts,
            table(HEAD, [_row(page) for page in _ranked(races)]),
            table(HEAD, [_row(page) for page in _ranked(powers)]),
            f"The {COMBOS} best and the {COMBOS} worst combos:",
            table(HEAD, [_row(page) for page in (*combos[:COMBOS], *combos[-COMBOS:])]),
        ]
    )


def _ranked(pages: list[ExplorerPage]) -> list[ExplorerPage]:
    return sorted(pages, key=lambda page: -page.value.mean if page.value else 0.0)


def _row(page: ExplorerPage) -> tuple[str, ...]:
    names = PieceNames()
    name = names.combo(page.power, page.race) if page.race else names.power(page.power or "")
    share, price = page.win_share, page.price
    return (
        name,
        _coins(page.value, with_ends=True),
        _coins(page.early),
        _coins(page.late),
        f"{page.picks:,}",
        "" if share is None else f"{100 * share.mean:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})",
        "" if price is None else f"{_tenths(price.mean):.1f}",
        "" if page.best_decline is None else str(page.best_decline),
    )


def _coins(spread: Spread | None, *, with_ends: bool = False) -> str:
    if spread is None:
        return ""
    mean, low, high = (f"{_tenths(number):+.1f}" for number in (spread.mean, spread.low, spread.high))
    return f"{mean} ({low} to {high})" if with_ends else mean


def _tenths(number: float) -> float:
    """Rounded, and never a negative 0."""
    return round(number, 1) + 0.0


def renewed(page: str, data: ExplorerData) -> str:
    """The page with the tables that the data make."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    assert mark, "the marks are in the page"
    return f"{before}{BEGIN}\n\n{tables(data)}\n\n{END}{after}"


def main(arguments: list[str]) -> int:
    """Write the tables, or with --check only compare them; without data nothing is done."""
    data, page = shipped_explorer(), FILE.read_text(encoding="utf-8")
    if data is None:
        return 0
    text = renewed(page, data)
    if "--check" in arguments:
        if text != page:
            print(f"{FILE} is stale: run `make catalogues`", file=sys.stderr)
        return int(text != page)
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
