"""What the whole test run shares: which rules were proved is written down when asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

settings.register_profile("elbowroom", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("elbowroom")

PROVED: dict[str, list[str]] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", help="write which tests proved which rules to this file")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties.extend(("rule", rule) for rule in mark.args)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A rule is proved by a test that was collected, ran and passed."""
    if report.when == "call" and report.passed:
        test = report.nodeid.split("[", maxsplit=1)[0]
        for key, rule in report.user_properties:
            if key == "rule" and test not in PROVED.setdefault(str(rule), []):
                PROVED[str(rule)].append(test)


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--proofs")
    if target and not hasattr(session.config, "workerinput"):
        found = {rule: sorted(tests) for rule, tests in sorted(PROVED.items())}
        Path(target).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
