"""Measures the engine for the browser under Node: download, start, memory, and how long the levels think.

Run as `python -m benchmarks.offline` after `make wasm`. Times are CPU time, so a busy machine changes little.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
import zipfile
from pathlib import Path
from statistics import mean, median

from benchmarks.turn_costs import LEVELS, PLAYER_COUNTS, Costs, turn_costs
from tools.wasm.bundle import BUNDLE, OUT, read_manifest, summary
from tools.wasm.inside_python import NODE, run_python
from tools.wasm.modules import ROOT

STARTS = 5
BROTLI_SIZES = ROOT / "web" / "tools" / "brotliSizes.ts"


def brotli_sizes(files: list[Path]) -> dict[str, tuple[int, int]]:
    """Bytes of files as they are, and with brotli."""
    done = subprocess.run([NODE, BROTLI_SIZES, *files], check=True, capture_output=True, text=True)
    return {name: (size["bytes"], size["brotli"]) for name, size in json.loads(done.stdout).items()}


def print_sizes() -> None:
    """The download by parts; those of the bundle as if each were sent alone."""
    manifest = read_manifest()
    sizes = brotli_sizes([OUT / name for name in manifest["files"]])
    of = {name: sizes[str(OUT / name)] for name in manifest["files"]}
    print(f"\n{'file':<34} {'kB':>8} {'brotli':>8}")
    for name in sorted(of, key=lambda name: -of[name][1]):
        print(f"{name:<34} {of[name][0] / 1e3:>8.1f} {of[name][1] / 1e3:>8.1f}")
        if name == BUNDLE:
            print_parts(OUT / name)
    total = [sum(size[place] for size in of.values()) / 1e3 for place in (0, 1)]
    print(f"{'all that is needed':<34} {total[0]:>8.1f} {total[1]:>8.1f}")


def print_parts(bundle: Path) -> None:
    """What the bundle is made of."""
    with zipfile.ZipFile(bundle) as archive, tempfile.TemporaryDirectory() as folder:
        parts: dict[str, bytes] = {}
        for name in archive.namelist():
            first, _, rest = name.partition("/")
            part = f"elbowroom/{rest.partition('/')[0]}" if first == "elbowroom" and "/" in rest else first
            parts[part] = parts.get(part, b"") + archive.read(name)
        files = {name: Path(folder, name.replace("/", ".")) for name in parts}
        for name, file in files.items():
            file.write_bytes(parts[name])
        sizes = brotli_sizes(list(files.values()))
        for name, file in sorted(files.items(), key=lambda item: -sizes[str(item[1])][1]):
            size, brotli = sizes[str(file)]
            print(f"    {name.partition('.')[0]:<30} {size / 1e3:>8.1f} {brotli / 1e3:>8.1f}")


def print_turns(inside: Costs, native: Costs) -> None:
    """Mean and longest turn of each level, here and natively."""
    print(f"\n{'ms a turn, mean (max)':<24} {'browser':>16} {'native':>16}")
    for level in LEVELS:
        for players in map(str, PLAYER_COUNTS):
            cells = [
                f"{mean(costs):.1f} ({max(costs):.0f})"
                for costs in (inside[level][players], native[level][players])
            ]
            print(f"{f'{level}, {players} players':<24} {cells[0]:>16} {cells[1]:>16}")
        means = [mean(mean(each) for each in costs[level].values()) for costs in (inside, native)]
        print(f"{f'{level}, all':<24} {means[0]:>16.1f} {means[1]:>16.1f}")


def main() -> None:
    """Print all figures."""
    print(summary(read_manifest()))
    print_sizes()
    starts = [json.loads(run_python(OUT, "measure.py")) for _ in range(STARTS)]
    python, table = (median(start[part] for start in starts) for part in ("python", "table"))
    print(f"\nstart to a ready table: {python + table:.0f} ms ({python:.0f} Python, {table:.0f} our modules)")
    print(f"memory after the start: heap {starts[0]['heap']:.0f} MB, process {starts[0]['process']:.0f} MB")
    if not read_manifest()["compiled"]:
        print("The levels are not measured without the compiled engine.")
        return
    played = json.loads(run_python(OUT, "measure.py", "turns"))
    print_turns(played["turns"], turn_costs(lambda: time.process_time() * 1000))
    print(f"\nmemory after these games: heap {played['heap']:.0f} MB, process {played['process']:.0f} MB")


if __name__ == "__main__":
    main()
