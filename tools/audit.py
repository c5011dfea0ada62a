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


def asked(lock: Path) -> list[dict[str, Any]] | None:
    """What is known of each package in a lock; None if nobody could be asked."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--no-deps", "-r", str(lock)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        found: list[dict[str, Any]] = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        return None
    return found


def main() -> int:
    """Exit with 0 if nothing is known, with 1 if something is, with 2 if not all packages could be asked for."""
    weak: dict[str, str] = {}
    unknown: set[str] = set()
    known: set[str] = set()
    for lock in LOCKS:
        packages = asked(lock)
        if packages is None:
            unknown.add(f"all of {lock.name}")
            continue
        for package in packages:
            if "skip_reason" in package:
                unknown.add(package["name"])
                continue
            name = f"{package['name']} {package['version']}"
            known.add(name)
            for one in package["vulns"]:
                fixed = ", ".join(one["fix_versions"]) or "no version yet"
                weak[f"{name}: {one['id']}"] = f"fixed in {fixed}"
    for name, fixed in sorted(weak.items()):
        print(f"{name} ({fixed})")
    print(f"{len(known)} packages were looked up, {len(weak)} weaknesses are known.")
    if unknown:
        print(
            f"Not audited, as the advisories cannot be reached or do not know them: {', '.join(sorted(unknown))}"
        )
    return 1 if weak else 2 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
