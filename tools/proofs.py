"""Which tests prove which rules: runs the rule tests and writes what `elbowroom rules` shows.

python tools/proofs.py            run, and write proofs.json and rule_texts.json in src/elbowroom/content
python tools/proofs.py --texts    write rule_texts.json only, without running the tests
python tools/proofs.py --check    run, and fail if a rule is missing or a shipped file is out of date
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONTENT = ROOT / "src/elbowroom/content"
PROOFS = CONTENT / "proofs.json"
TEXTS = CONTENT / "rule_texts.json"
NOT_APPLICABLE = ROOT / "tests/rulebook/not_applicable.toml"


def rule_texts() -> dict[str, str]:
    """The text of every rule of the ledger and every ruling; the open questions are answered by rulings."""
    ledger = (ROOT / "docs/ledger.md").read_text(encoding="utf-8")
    rulings = (ROOT / "docs/rulings.md").read_text(encoding="utf-8")
    rules = re.findall(r"^- \*\*([A-Z]{3}-\d+)\*\* (.*)", ledger, re.MULTILINE)
    ruled = re.findall(r"^\| (RUL-\d+) \| (.*?) \| (.*) \|$", rulings, re.MULTILINE)
    texts = dict(rules) | {rule: f"{topic}: {text}" for rule, topic, text in ruled}
    return {rule: _plain(text) for rule, text in texts.items()}


def _plain(text: str) -> str:
    """A rule without the ledger's references to its table of differences, and without italics."""
    return re.sub(r" \[D-[^]]*\]", "", text).replace("*(", "(").replace(")*", ")")


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
            "tests/rulebook",
            f"--proofs={target}",
        ]
        run = subprocess.run(command, cwd=ROOT, check=False)
        if run.returncode:
            sys.exit("the rule tests fail")
        tests: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return tests


def main() -> None:
    """Run, then write or compare."""
    texts = rule_texts()
    if "--texts" in sys.argv:
        TEXTS.write_text(_json(texts), encoding="utf-8")
        return
    tests = proved()
    not_applicable: dict[str, str] = tomllib.loads(NOT_APPLICABLE.read_text(encoding="utf-8"))
    missing = [rule for rule in texts if rule not in tests and rule not in not_applicable]
    counts = f"{len(tests)} proved, {len(not_applicable)} not applicable, {len(missing)} missing"
    print(f"{len(texts)} rules: {counts}")
    problems = {
        "no such rule": sorted({*tests, *not_applicable} - set(texts)),
        "not proved": missing,
        "proved, yet called not applicable": sorted(set(tests) & set(not_applicable)),
    }
    failed = False
    for what, ids in problems.items():
        if ids:
            print(f"{what}: {', '.join(ids)}")
            failed = True
    files = {
        PROOFS: _json({"rules": list(texts), "proved": tests, "not_applicable": not_applicable}),
        TEXTS: _json(texts),
    }
    for file, text in files.items():
        if "--check" not in sys.argv:
            file.write_text(text, encoding="utf-8")
        elif not file.exists() or file.read_text(encoding="utf-8") != text:
            print(f"{file.relative_to(ROOT)} is out of date: run python tools/proofs.py")
            failed = True
    sys.exit(1 if failed else 0)


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
