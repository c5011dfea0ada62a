"""Asks whether known weaknesses concern any package that is pinned in requirements/.

It needs the advisories of the package index; where they cannot be reached nothing is audited, and it says so.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def known_weaknesses(lock: Path) -> list[dict[str, Any]]:
    """What is known of each package in a lock; nothing if the index could not be asked."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--no-deps", "-r", str(lock)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        found: list[dict[str, Any]] = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        return []
    return found


def main() -> int:
    """Exit with 0 if no weakness is known, with 1 if one is, with 2 if not every package was looked up."""
    weak: dict[str, str] = {}
    known: set[str] = set()
    unknown: set[str] = set()
    for lock in LOCKS:
        for package in known_weaknesses(lock):
            if "skip_reason" in package:
                unknown.add(package["name"])
                continue
            name = f"{package['name']} {package['version']}"
            known.add(name)
            weak |= {f"{name}: {one['id']}": ", ".join(one["fix_versions"]) for one in package["vulns"]}
    for name, fixed in sorted(weak.items()):
        print(f"{name} (fixed in {fixed or 'no version yet'})")
    if not known:
        print("The advisories cannot be reached from here: nothing was audited.")
        return 2
    print(f"{len(known)} packages were looked up, {len(weak)} weaknesses are known.")
    if unknown:
        print(f"Not known to the advisories: {', '.join(sorted(unknown))}")
    return 1 if weak else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
