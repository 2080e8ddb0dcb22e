"""Three tiers of tests, a fourth for those that depend on the clock, and the lines at the end that count what was left out.

| command | tier |
|---|---|
| `pytest` | quick: two cases of every test, no process, no server, no browser |
| `pytest -m "not thorough"` | what CI runs: the quick and the slow ones |
| `pytest -m ""` | all, for whoever changes what many tests are about |
| `pytest -m timing` | tests that fail on a busy machine; they run alone, never beside others (`-n`) |

`CONTRIBUTING.md` says how long they take. A mark says to which tier a test belongs. A test without a mark is quick.

- `slow`: CI runs it, `pytest` does not. A test that starts a process or opens a port has this mark; without it, it fails.
- `thorough`: CI does not run it either.
- `timing`: it reads a clock. Few tests need that: a clock that is handed in, a deadline that counts
  (`tests/support/counted_deadline.py`), CPU time, or a limit of many times what it takes (`processes.within`) is better.
- `cases(quick=2, ci=20)`: how many cases of a test are quick, and how many CI runs. Without the mark these are two and all.

The cases of a tier are spread over the list of cases, and a tier has all cases of the smaller ones. `-k` chooses first:
`pytest -k gcd` runs two cases with `gcd` in their names of each test that has some. A case that the command line names in full
(`test_x.py::test_y[z]`) is quick. What `-k` or `-m` leaves out is never made, so a test file may have long lists of cases. The
lists are made whenever tests are collected, so they hold names and texts, and nothing that is loaded or solved.

A check that a search gives up on does not pass: `time_limits.skip_for_time` skips the test, and `time_limits.left_out` counts a
part of it. Both are counted at the end of the run.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing.process
import os
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from _pytest.mark import KeywordMatcher
from _pytest.mark.expression import Expression
from gridwright.runtime.exit_status import GARBAGE
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from processes import processes_below
from time_limits import PROPERTY, SKIPPED

ALL = 'pytest -m ""'
QUICK_CASES = 2  # of a test that does not say how many
GOLDEN = (5**0.5 - 1) / 2
STARTS: list[tuple[type, str]] = [
    (multiprocessing.process.BaseProcess, "start"),
    (subprocess.Popen, "__init__"),
    (socket.socket, "listen"),
]
STARTED: list[str] = []  # what the current test has started of these
# Hypothesis fails an example that takes 200 ms, and a test whose examples are slow to make. Both depend on what else runs.
settings.register_profile("no clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no clock")
# Hypothesis would read all 900 files that are imported for constants to draw from, which takes each process 6 s in a fresh
# clone, and 2 s later; and its draws would depend on what else is imported. It has no setting for that.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = providers.Constants
SLOW_LEFT_OUT = pytest.StashKey[int]()
TIMING_LEFT_OUT = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks, and watch for the start of processes and servers."""
    config.addinivalue_line("markers", "slow: CI runs it, `pytest` does not")
    config.addinivalue_line("markers", f"thorough: CI leaves it out too ({ALL})")
    config.addinivalue_line("markers", "timing: depends on the clock; runs alone (pytest -m timing)")
    config.addinivalue_line("markers", "cases(quick=2, ci=None): how many cases are quick, and how many CI runs")
    config.stash[SLOW_LEFT_OUT] = config.stash[TIMING_LEFT_OUT] = 0
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in what a shell starts in the background; processes inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["GRIDWRIGHT_CACHE_KEY"] = "the key of the tests"  # so that none is made in the home of whoever runs them
    for owner, name in STARTS:
        setattr(owner, name, _noted(getattr(owner, name), f"{owner.__name__}.{name}"))


def _noted(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the function, with each call noted in `STARTED`."""

    def noted(*arguments: Any, **options: Any) -> Any:
        STARTED.append(name)
        return function(*arguments, **options)

    return noted


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Begin the count of what this test starts, its fixtures included."""
    STARTED.clear()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that is called quick and starts a process or a server."""
    result = yield
    if STARTED and not item.get_closest_marker("slow"):
        pytest.fail(f"it calls {', '.join(sorted(set(STARTED)))}: mark it as slow", pytrace=False)
    return result


@pytest.fixture
def ended_at_last() -> Iterator[list[int]]:
    """Give a list for processes that a test starts: those that still run when it ends, because it failed, are killed."""
    started: list[int] = []
    yield started
    for process in set(started) & set(processes_below(os.getpid())):  # one that has ended is no child any more
        for below in (process, *processes_below(process)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(below, signal.SIGKILL)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Make no rounds of the garbage collector while almost everything stays, and never look at it again.

    Afterwards the rounds are as rare as in the commands.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(GARBAGE)


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Keep the cases of a test that `-k` and `-m` choose; the others are never made.

    pytest makes an item of each entry of `_calls`, a name that it has had for a decade and documents nowhere. Every public hook
    comes after that, when most of the time is spent.
    """
    yield
    cases = metafunc._calls
    if cases:
        definition, config = metafunc.definition, metafunc.config
        names = KeywordMatcher.from_item(definition)._names
        marks = {mark.name for mark in definition.iter_markers()}
        by_name, by_mark = config.option.keyword.strip(), config.option.markexpr

        def is_chosen(case: Any) -> bool:
            text = "\n".join([*names, case.id, *(mark.name for mark in case.marks)]).lower()
            return not by_name or _holds(by_name, lambda word: word.lower() in text)

        def is_named(case: Any) -> bool:
            return any(argument.endswith(f"::{definition.name}[{case.id}]") for argument in config.args)

        chosen = [case for case in cases if is_chosen(case)]
        _give_tiers([case for case in chosen if not is_named(case)], definition.get_closest_marker("cases"))
        kept = []
        for case in chosen:
            own = marks | {mark.name for mark in case.marks}
            own |= {"slow"} if own & {"thorough", "timing"} else set()
            if not by_mark or _holds(by_mark, own.__contains__):
                kept.append(case)
        if chosen and not kept:
            kept = chosen[:1]  # no case at all would be a test without parameters; pytest leaves this one out itself
        config.stash[SLOW_LEFT_OUT] += len(chosen) - len(kept)
        cases[:] = kept or cases[:1]


def _holds(expression: str, is_true: Callable[[str], bool]) -> bool:
    """Tell whether an expression of `-k` or `-m` holds where these words are true."""
    return _compiled(expression).evaluate(lambda word, /, **_: is_true(word))


_compiled = functools.cache(Expression.compile)


def _give_tiers(cases: Sequence[Any], mark: pytest.Mark | None) -> None:
    """Mark as slow all cases but a few, and as thorough those that are too many for CI.

    Cases are taken in the order of the fractions of n times the golden ratio, where n is the number of a case. So the first few
    are spread over the list, and also over each of the lists that it is a product of.
    """
    numbers = {"quick": QUICK_CASES, "ci": None} | (mark.kwargs if mark else {})
    for place, at in enumerate(sorted(range(len(cases)), key=lambda at: at * GOLDEN % 1)):
        if numbers["ci"] is not None and place >= numbers["ci"]:
            cases[at].marks.append(pytest.mark.thorough.mark)
        elif place >= numbers["quick"]:
            cases[at].marks.append(pytest.mark.slow.mark)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark as slow what is thorough or needs the machine for itself."""
    if item.get_closest_marker("thorough") or item.get_closest_marker("timing"):
        item.add_marker("slow")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that depend on the clock where others run at the same time."""
    if hasattr(config, "workerinput"):
        alone = [item for item in items if item.get_closest_marker("timing")]
        config.stash[TIMING_LEFT_OUT] = len(alone)
        items[:] = [item for item in items if item not in set(alone)]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Take over the counts of a worker of pytest-xdist; each of them collects all tests."""
    stash = node.config.stash  # type: ignore[attr-defined]
    for key, name in ((SLOW_LEFT_OUT, "slow_left_out"), (TIMING_LEFT_OUT, "timing_left_out")):
        stash[key] = max(stash[key], getattr(node, "workeroutput", {}).get(name, 0))


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Count slow tests that were left out; `-k` leaves out quick ones too."""
    if items and all(item.get_closest_marker("slow") for item in items):
        items[0].config.stash[SLOW_LEFT_OUT] += len(items)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the counts to the process that prints them."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["slow_left_out"] = session.config.stash[SLOW_LEFT_OUT]
        session.config.workeroutput["timing_left_out"] = session.config.stash[TIMING_LEFT_OUT]


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
    left_out = list(_left_out(terminalreporter))
    if left_out:
        tests = Counter(nodeid.partition("[")[0] for nodeid, _ in left_out)
        terminalreporter.write_line(f"{len(left_out)} checks skipped for time:")
        for test, number in sorted(tests.items()):
            reasons = sorted({reason for nodeid, reason in left_out if nodeid.partition("[")[0] == test})
            more = f", and {len(reasons) - 2} other reasons" if len(reasons) > 2 else ""
            terminalreporter.write_line(f"  {number:3} {test}: {'; '.join(reasons[:2])}{more}")
    if number := config.stash[SLOW_LEFT_OUT]:
        terminalreporter.write_line(f"{number} slow tests were not run; all tests: {ALL}")
    if number := config.stash[TIMING_LEFT_OUT]:
        terminalreporter.write_line(f"{number} tests depend on the clock and run alone: pytest -m timing")
