"""What the whole test run shares: which rules were proved is written down when asked for."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("elbowroom", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("elbowroom")

# Commands speak the language of the terminal: tests do not depend on whose it is.
os.environ["LC_ALL"] = "C.UTF-8"

MAX_TEST_SECONDS = 180.0
"""A test that is a coroutine has failed after this time."""
PROVED: dict[str, list[str]] = {}


@pytest.fixture
def own_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder is one in which somebody wrote agents; their processes end with the test."""
    from elbowroom.agents.agent_process import close_processes
    from tests.own_agents import write_own_agents

    write_own_agents(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    close_processes()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proofs", help="write which tests proved which rules to this file")


def pytest_configure() -> None:
    """Refuse to test a compiled engine that is older than its source."""
    try:
        import_module("elbowroom")
    except SystemExit as stale:
        raise pytest.UsageError(str(stale)) from None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            item.user_properties.extend(("rule", rule) for rule in mark.args)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    wanted = inspect.signature(pyfuncitem.obj).parameters
    given = {name: value for name, value in pyfuncitem.funcargs.items() if name in wanted}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**given), MAX_TEST_SECONDS))
    return True


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
