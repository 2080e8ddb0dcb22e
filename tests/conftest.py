"""Three tiers of tests, and the lines at the end that count what was left out.

`pytest` runs the fast tests: all but those marked `slow`. CI runs the slow ones too, but for those marked `thorough`.
`pytest -m ""` runs all, which is for whoever changes what many tests are about. Marks stand in the test files:

- `pytestmark = pytest.mark.slow` for a file, `@pytest.mark.slow` for one test;
- `@pytest.mark.fast_every(7)` for a test of many cases: the first of them and every seventh after it are fast, the others slow,
  and of these four in five are thorough.
- `@pytest.mark.thorough` beside `slow` for what takes too long for CI.

A check that a search gives up on does not pass: `time_limits.skip_for_time` skips the test, and `time_limits.left_out` counts a
part of it. Both are counted at the end of the run.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from processes import processes_below
from time_limits import PROPERTY, SKIPPED

ALL = 'pytest -m ""'
SLOW_LEFT_OUT = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks."""
    config.addinivalue_line("markers", f"slow: is left out unless all tests run ({ALL})")
    config.addinivalue_line("markers", f"thorough: a slow one that CI leaves out ({ALL})")
    config.addinivalue_line("markers", "fast_every(n): of the cases of a test, all are slow but every n-th")
    config.stash[SLOW_LEFT_OUT] = 0
    os.environ["GRIDWRIGHT_CACHE_KEY"] = "the key of the tests"  # so that none is made in the home of whoever runs them


@pytest.fixture
def ended_at_last() -> Iterator[list[int]]:
    """Give a list for processes that a test starts: those that still run when it ends, because it failed, are killed."""
    started: list[int] = []
    yield started
    for process in set(started) & set(processes_below(os.getpid())):  # one that has ended is no child any more
        for below in (process, *processes_below(process)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(below, signal.SIGKILL)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark as slow, and as thorough, the cases that `fast_every` leaves out."""
    seen: Counter[str] = Counter()
    for item in items:
        mark = item.get_closest_marker("fast_every")
        if mark is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % mark.args[0]:
                item.add_marker(pytest.mark.slow)
                if seen[test] % 5 != 1:
                    item.add_marker(pytest.mark.thorough)
            seen[test] += 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over the count of a worker of pytest-xdist; each of them collects all tests."""
    number = getattr(node, "workeroutput", {}).get("slow_left_out", 0)
    node.config.stash[SLOW_LEFT_OUT] = max(number, node.config.stash[SLOW_LEFT_OUT])  # type: ignore[attr-defined]


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count slow tests that were left out; `-k` leaves out fast ones too."""
    if items and all(item.get_closest_marker("slow") for item in items):
        items[0].config.stash[SLOW_LEFT_OUT] += len(items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the count to the process that prints it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["slow_left_out"] = session.config.stash[SLOW_LEFT_OUT]


def _left_out(reporter: pytest.TerminalReporter) -> Iterator[tuple[str, str]]:
    """Yield test and reason for everything that was skipped for time."""
    for report in reporter.stats.get("skipped", ()):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if reason.startswith(SKIPPED):
            yield report.nodeid, reason.removeprefix(SKIPPED)
    for report in reporter.stats.get("", ()):
        if report.when == "teardown":  # which has all properties
            yield from ((report.nodeid, str(value)) for name, value in report.user_properties if name == PROPERTY)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was left out: checks that a search gave up on, and slow tests."""
    found = list(_left_out(terminalreporter))
    if found:
        tests = Counter(nodeid.partition("[")[0] for nodeid, _ in found)
        terminalreporter.write_line(f"{len(found)} checks skipped for time:")
        for test, number in sorted(tests.items()):
            reasons = sorted({reason for nodeid, reason in found if nodeid.partition("[")[0] == test})
            more = f", and {len(reasons) - 2} other reasons" if len(reasons) > 2 else ""
            terminalreporter.write_line(f"  {number:3} {test}: {'; '.join(reasons[:2])}{more}")
    number = config.stash[SLOW_LEFT_OUT]
    if number:
        terminalreporter.write_line(f"{number} slow tests were not run; all tests: {ALL}")
