"""Which tests prove which rules: runs the rule tests and writes the result that ships with the package.

python tools/proofs.py            run, and write src/elbowroom/content/proofs.json
python tools/proofs.py --check    run, and fail if a rule is missing or the shipped file is out of date
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SHIPPED = ROOT / "src/elbowroom/content/proofs.json"
SILENT = ROOT / "tests/rules/not_applicable.toml"


def rule_ids() -> list[str]:
    """Every rule of the ledger and every ruling; the open questions are answered by rulings."""
    ledger = (ROOT / "docs/ledger.md").read_text(encoding="utf-8")
    rulings = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
    found = re.findall(r"^- \*\*([A-Z]{3}-\d+)\*\*", ledger, re.MULTILINE)
    return found + re.findall(r"^\| (RUL-\d+) \|", rulings, re.MULTILINE)


def proved() -> dict[str, list[str]]:
    """What the rule tests prove, from a run of all of them; a failing test ends everything."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "proofs.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "--no-header",
            "tests/rules",
            f"--proofs={target}",
        ]
        run = subprocess.run(command, cwd=ROOT, check=False)
        if run.returncode:
            sys.exit("the rule tests fail")
        found: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Run, then write or compare."""
    rules, tests = rule_ids(), proved()
    silent: dict[str, str] = tomllib.loads(SILENT.read_text(encoding="utf-8"))
    unknown = sorted({*tests, *silent} - set(rules))
    missing = [rule for rule in rules if rule not in tests and rule not in silent]
    both = sorted(set(tests) & set(silent))
    found: dict[str, Any] = {"rules": rules, "proved": tests, "not_applicable": silent}
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    print(f"{len(rules)} rules: {len(tests)} proved, {len(silent)} not applicable, {len(missing)} missing")
    problems = [
        ("no such rule", unknown),
        ("not proved", missing),
        ("proved, yet called not applicable", both),
    ]
    failed = False
    for what, ids in problems:
        if ids:
            print(f"{what}: {', '.join(ids)}")
            failed = True
    if "--check" not in sys.argv:
        SHIPPED.write_text(text, encoding="utf-8")
    elif SHIPPED.read_text(encoding="utf-8") != text:
        print(f"{SHIPPED.relative_to(ROOT)} is out of date: run python tools/proofs.py")
        failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
