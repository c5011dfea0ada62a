"""Mutants: every number and trait of the race and power files is changed in turn; a rule test must fail.

So is every number that only own races and powers have: it is read as one more, or one less, than it says.

python tools/mutants.py            all of them
python tools/mutants.py --quick    an even sample
python tools/mutants.py dwarves    those of one entry
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import multiprocessing
import os
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from elbowroom.rules import content, terms
from elbowroom.rules.refusals import Refused
from elbowroom.rules.trait_keys import CONDITIONAL, NUMBER, PLACEHOLDERS, TRAIT_KEYS
from elbowroom.rules.trait_reader import Reader

ROOT = Path(__file__).parent.parent
QUICK_SAMPLE = 24
OWN = "own traits"
"""Stands for the file of mutants of what only own races and powers have."""
OWN_TESTS = (ROOT / "tests/rulebook/test_own_moves.py", ROOT / "tests/rulebook/test_own_traits.py")

Mutant = tuple[str, str, tuple[str, ...], Any]
"""File, entry, path of keys, and the new value (None: the key is gone)."""

WORDS: dict[str, tuple[str, ...]] = {
    "placed": terms.PLACED,
    "enters": ("border", "anywhere"),
    "may": terms.VERBS,
    "reach": terms.REACHES,
    "keeps": terms.KEPT,
}


def changes(path: tuple[str, ...], value: Any) -> list[Any]:
    """Other values for one leaf of an entry; None takes the key away."""
    key = path[-1]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1] + ([] if key.startswith("tokens") else [None])
    if isinstance(value, list):
        found: list[Any] = [[word for word in value if word != gone] for gone in value]
        known = WORDS[key]
        return found + [[*value, word] for word in known if word not in value][:1]
    if key in WORDS:
        return [word for word in WORDS[key] if word != value][:2]
    return []


def leaves(table: dict[str, Any], path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    """Every value of an entry with the keys that lead to it."""
    found: list[tuple[tuple[str, ...], Any]] = []
    for key, value in table.items():
        if isinstance(value, dict):
            found += leaves(value, (*path, key))
        else:
            found.append(((*path, key), value))
    return found


def matters(traits: dict[str, Any], path: tuple[str, ...], change: Any) -> bool:
    """Whether a change can be seen in play: who has no coins or marker cannot keep them."""
    if path[-1] != "keeps":
        return True
    return all(word in traits for word in change if word in ("coins", "marker"))


def moved(path: tuple[str, ...], value: Any) -> list[tuple[tuple[str, ...], Any]]:
    """Coins and discounts given for another place."""
    if path[0] not in ("coins", "discount") or path[-1] not in terms.PLACES:
        return []
    other = terms.PLACES[(terms.PLACES.index(path[-1]) + 1) % len(terms.PLACES)]
    return [((*path[:-1], other), value)]


def mutants() -> list[Mutant]:
    """All of them, except those that the loader would refuse anyway."""
    found: list[Mutant] = []
    for file in ("races.toml", "powers.toml"):
        table = tomllib.loads((ROOT / "src/elbowroom/content/base" / file).read_text(encoding="utf-8"))
        for entry, traits in table.items():
            for path, value in leaves(traits):
                others = [change for change in changes(path, value) if matters(traits, path, change)]
                found += [(file, entry, path, change) for change in others]
                found += [(file, entry, (*path, "->", *other), value) for other, value in moved(path, value)]
    return [mutant for mutant in found if is_playable(mutant)] + own_mutants(found)


def own_mutants(found: list[Mutant]) -> list[Mutant]:
    """The numbers of keys that no race or power of the box has, read wrongly."""
    of_the_box = {_general(path) for _, _, path, _ in found} | {"coins.MARKER"}
    rows = [row for row in TRAIT_KEYS if row.value in (NUMBER, CONDITIONAL) and row.low < row.high]
    keys = [row.key for row in rows if row.key not in of_the_box]
    return [(OWN, key, (key,), by) for key in keys for by in (1, -1)]


def _general(path: tuple[str, ...]) -> str:
    """A path of keys with PLACE or WHO for the words that these stand for."""
    words = [next((name for name, known in PLACEHOLDERS.items() if word in known), word) for word in path]
    return ".".join(words)


def read_wrongly(meant: str, by: int) -> None:
    """Let every number of this key be read as another one from now on."""
    read = Reader.number

    def wrong(
        self: Reader, table: dict[str, Any], key: str, default: int, low: int, high: int, path: str = ""
    ) -> int:
        number = read(self, table, key, default, low, high, path)
        written = (path + key).removesuffix(".n")
        is_meant = meant in (written, _general(tuple(written.split("."))))
        return number + by if is_meant and key in table else number

    Reader.number = wrong  # type: ignore[method-assign]


def mutate(table: dict[str, Any], mutant: Mutant) -> dict[str, Any]:
    """The file with one thing changed."""
    _, entry, path, value = mutant
    changed = copy.deepcopy(table)
    if "->" in path:
        cut = path.index("->")
        _put(changed[entry], path[:cut], None)
        path = path[cut + 1 :]
    _put(changed[entry], path, value)
    return changed


def _put(table: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for key in path[:-1]:
        table = table.setdefault(key, {})
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value


def with_mutant(mutant: Mutant) -> None:
    """Let the loader read the changed file from now on."""
    read = content._base_table  # noqa: SLF001 - the seam where files are read

    def changed(name: str) -> dict[str, Any]:
        table = read(name)
        return mutate(table, mutant) if name == mutant[0] else table

    content._base_table = changed  # noqa: SLF001 - as above
    content.base_content.cache_clear()


def is_playable(mutant: Mutant) -> bool:
    """Whether the loader accepts the change, and it is one."""
    read = content._base_table  # noqa: SLF001 - the seam where files are read
    base = content.base_content()
    try:
        with_mutant(mutant)
        changed = content.base_content()
    except Refused:
        return False
    else:
        return (base.races, base.powers) != (changed.races, changed.powers)
    finally:
        content._base_table = read  # noqa: SLF001 - as above
        content.base_content.cache_clear()


def survives(mutant: Mutant) -> tuple[Mutant, bool]:
    """Run the rule tests on the changed content, the entry's own first; True if none fails."""
    if mutant[0] == OWN:
        read_wrongly(mutant[1], mutant[3])
        return mutant, all(passes(tests) for tests in OWN_TESTS)
    with_mutant(mutant)
    own = (
        ROOT
        / "tests/rulebook"
        / ("races" if mutant[0] == "races.toml" else "powers")
        / f"test_{mutant[1]}.py"
    )
    return mutant, passes(own) and passes(ROOT / "tests/rulebook")


def passes(tests: Path) -> bool:
    """Whether all of these tests pass, in this process."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tests)])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise RuntimeError(f"the tests did not run: {code}")
    return code == pytest.ExitCode.OK


def name(mutant: Mutant) -> str:
    """A mutant in words."""
    file, entry, path, value = mutant
    return f"{file} {entry}.{'.'.join(path)} = {json.dumps(value)}"


def main() -> None:
    """Try every mutant in a process of its own."""
    os.chdir(ROOT)
    found = mutants()
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    if wanted:
        found = [mutant for mutant in found if mutant[1] in wanted]
    if "--quick" in sys.argv:
        found = found[:: max(1, len(found) // QUICK_SAMPLE)]
    began, alive = time.perf_counter(), []
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool:
        if not pool.apply(passes, [ROOT / "tests/rulebook"]):
            sys.exit("the rule tests fail even without a mutant")
    with context.Pool(os.cpu_count() or 1, maxtasksperchild=1) as pool:
        for number, (mutant, survived) in enumerate(
            pool.imap_unordered(survives, found, chunksize=1), start=1
        ):
            if survived:
                alive.append(name(mutant))
                print(f"\nnot noticed: {name(mutant)}", flush=True)
            print(f"\r{number}/{len(found)}", end="", flush=True)
    seconds = time.perf_counter() - began
    print(f"\r{len(found)} mutants, {len(found) - len(alive)} noticed, {len(alive)} not, {seconds:.0f} s")
    sys.exit(1 if alive else 0)


if __name__ == "__main__":
    main()
