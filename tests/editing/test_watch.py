"""Watching: what counts as a save, what a save stops, what is shown, and that it ends when it is told to."""

from __future__ import annotations

import functools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gridwright.compiler.syntax.diagnostics import render
from gridwright.runtime.cli.app import run
from gridwright.runtime.editing.watch.poll_files import PAUSE, SETTLED, SETTLED_EMPTY, Event, FilePoller
from gridwright.runtime.editing.watch.screen import screen
from gridwright.runtime.editing.watch.stages import CHECK, VERIFY, SpecStage
from gridwright.runtime.editing.watch.state import State
from gridwright.runtime.execution.check_spec import check_spec
from gridwright.runtime.execution.options import Options
from gridwright.runtime.execution.results import SpecResult, result_of
from gridwright.runtime.exit_status import INTERRUPTED, OK, WRONG
from gridwright.runtime.output.reports.report_schema import report_schema
from jsonschema import Draft202012Validator
from mistakes import SECTIONS
from processes import processes_below, read_until, wait_for, within
from small_specs import HARD

GOOD = "gridwright: 1\ntitle: Two\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\nrules:\n  - increasing(x)\nanswer: x[r1c1]\n"
WRONG_TEXT = GOOD.replace("increasing", "incresing")
OPTIONS = Options(json=False, timeout=None, seed=0, engine="z3", quiet=True, verbose=False, command="watch")


class Clock:
    """A clock that is moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


def later(saves: FilePoller, clock: Clock, seconds: float) -> list[Event]:
    """What comes up within some time, looked for as often as it is wanted."""
    events, end = [], clock.now + seconds
    while clock.now < end:
        clock.now += saves.pause
        events += saves.poll()
    return events


def write(path: Path, text: str) -> None:
    """Write a file in place; the time of the change is never the one of before."""
    path.write_text(text, "utf-8")
    stamp = path.stat().st_mtime_ns + write.count
    write.count += 1_000_000
    os.utime(path, ns=(stamp, stamp))


write.count = 1_000_000


def test_saves_of_a_file(tmp_path: Path, clock: Clock) -> None:
    """Whichever way an editor writes, a save is told once, soon, and not before the file is whole."""
    spec = tmp_path / "a.yaml"
    write(spec, GOOD)
    saves = FilePoller([str(spec)], clock)
    assert saves.poll() == [Event(str(spec))]
    assert later(saves, clock, 5) == []
    write(spec, WRONG_TEXT)  # in place
    assert later(saves, clock, PAUSE + 3 * SETTLED) == [Event(str(spec))]
    write(tmp_path / "a.yaml~", GOOD)  # by renaming
    (tmp_path / "a.yaml~").replace(spec)
    assert later(saves, clock, PAUSE + 3 * SETTLED) == [Event(str(spec))]
    spec.unlink()  # gone for a moment
    assert later(saves, clock, SETTLED_EMPTY / 2) == []
    write(spec, WRONG_TEXT)
    assert later(saves, clock, 1) == [Event(str(spec))]
    write(spec, "")  # emptied, then written
    assert later(saves, clock, SETTLED_EMPTY / 2) == []
    write(spec, GOOD)
    assert later(saves, clock, 1) == [Event(str(spec))]


def test_saves_in_quick_succession(tmp_path: Path, clock: Clock) -> None:
    """A file that is written again and again is told when that is over."""
    spec = tmp_path / "a.yaml"
    write(spec, GOOD)
    saves = FilePoller([str(spec)], clock)
    saves.poll()
    clock.now += PAUSE
    for at in range(10):
        write(spec, GOOD + "#" * at)
        assert saves.poll() == []
        clock.now += SETTLED / 2
    assert later(saves, clock, 1) == [Event(str(spec))]


def test_gone_and_back(tmp_path: Path, clock: Clock) -> None:
    """A spec that stays away is gone, once; when it comes back it was saved."""
    spec = tmp_path / "a.yaml"
    write(spec, GOOD)
    saves = FilePoller([str(spec)], clock)
    saves.poll()
    spec.unlink()
    assert later(saves, clock, 5) == [Event(str(spec), gone=True)]
    assert saves.pause == PAUSE
    write(spec, "")
    assert later(saves, clock, SETTLED_EMPTY / 2) == []
    write(spec, GOOD)
    assert later(saves, clock, 1) == [Event(str(spec))]


def test_saves_in_a_folder(tmp_path: Path, clock: Clock) -> None:
    """New specs, also in new folders, are seen; other files are not; an empty folder is no mistake."""
    saves = FilePoller([str(tmp_path)], clock)
    assert saves.poll() == []
    (tmp_path / "b").mkdir()
    write(tmp_path / "b" / "a.yaml", GOOD)
    write(tmp_path / "b" / ".a.yaml.swp", GOOD)
    write(tmp_path / "b" / "a.txt", GOOD)
    assert later(saves, clock, 1) == [Event(str(tmp_path / "b" / "a.yaml"))]
    (tmp_path / "b").rename(tmp_path / "c")
    assert later(saves, clock, 2) == [Event(str(tmp_path / "c" / "a.yaml")), Event(str(tmp_path / "b" / "a.yaml"), gone=True)]


def test_libraries(tmp_path: Path, clock: Clock) -> None:
    """A library is no spec; when it is saved, or one that it uses, the specs that use it were saved."""
    write(tmp_path / "z.yaml", "rules: [true]\n")
    write(tmp_path / "mine.yaml", "use: [z.yaml]\n")
    write(tmp_path / "a.yaml", GOOD + "use: [mine.yaml]\n")
    write(tmp_path / "b.yaml", GOOD)
    saves = FilePoller([str(tmp_path)], clock)
    assert saves.poll() == [Event(str(tmp_path / "a.yaml")), Event(str(tmp_path / "b.yaml"))]
    for library in ("z.yaml", "mine.yaml"):
        write(tmp_path / library, (tmp_path / library).read_text("utf-8") + "# more\n")
        assert later(saves, clock, 1) == [Event(str(tmp_path / "a.yaml"))]
    (tmp_path / "z.yaml").unlink()
    assert later(saves, clock, SETTLED_EMPTY / 2) == []
    assert later(saves, clock, 2) == [Event(str(tmp_path / "a.yaml"))]
    write(tmp_path / "a.yaml", GOOD + "use: [mine.yaml]\n# more\n")  # what was missing before is not waited for
    assert later(saves, clock, PAUSE + 3 * SETTLED) == [Event(str(tmp_path / "a.yaml"))]


def test_looking_costs_little(tmp_path: Path) -> None:
    """Where looking takes long, it is done more rarely."""
    ticks = iter(range(1000))
    saves = FilePoller([str(tmp_path)], lambda: next(ticks))  # a second for each look
    saves.poll()
    assert saves.pause >= 10


def test_order_of_jobs() -> None:
    """What was saved last comes first, whole; others are checked before any is verified, and in folders not verified at all."""
    state = State({"file.yaml"})
    state.take([Event("a.yaml"), Event("b.yaml"), Event("file.yaml")], at_start=True)
    done = []
    while (stage := state.next_stage()) is not None:
        done.append((stage.stage, stage.path))
        state.on_finished(stage, SpecResult(stage.path, OK, ""))
    assert done == [("check", "a.yaml"), ("check", "b.yaml"), ("check", "file.yaml"), ("verify", "file.yaml")]
    state.take([Event("b.yaml")], at_start=False)
    assert state.next_stage() == SpecStage(CHECK, "b.yaml")
    state.on_finished(SpecStage(CHECK, "b.yaml"), SpecResult("b.yaml", OK, ""))
    assert state.next_stage() == SpecStage(VERIFY, "b.yaml")
    state.take([Event("a.yaml")], at_start=False)
    state.on_finished(SpecStage(CHECK, "a.yaml"), SpecResult("a.yaml", WRONG, ""))
    assert state.next_stage() == SpecStage(VERIFY, "b.yaml")
    state.take([Event("b.yaml", gone=True)], at_start=False)
    assert state.next_stage() is None


def drawn(state: State, running: SpecStage | None = None, seconds: float = 0, height: int = 30) -> str:
    """The text of a screen."""
    return "\n".join(str(line) for line in screen(state, running, seconds, 80, height).renderables)


def test_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spec that was saved with all messages, by sign and word, not by colour alone; others that are not right in a line."""
    monkeypatch.chdir(tmp_path)
    write(Path("a.yaml"), GOOD)
    write(Path("b.yaml"), WRONG_TEXT)
    state = State(set())
    assert "there are no specs" in drawn(state)
    state.take([Event("a.yaml"), Event("b.yaml")], at_start=False)
    assert "… check" in drawn(state)
    state.on_finished(SpecStage(CHECK, "b.yaml"), result_of(check_spec, "b.yaml", OPTIONS))
    text = drawn(state)
    assert "✗ check  1 error" in text
    assert "did you mean 'increasing'?" in text
    assert "1 other spec: nothing wrong, 1 spec to check" in text
    state.take([Event("a.yaml")], at_start=False)
    state.on_finished(SpecStage(CHECK, "a.yaml"), result_of(check_spec, "a.yaml", OPTIONS))
    text = drawn(state, SpecStage(VERIFY, "a.yaml"), 12.3)
    assert "✓ check  ok (2 unknowns" in text
    assert "… verify 12 s" in text
    assert "✗ b.yaml: 1 error" in text


def test_screen_is_never_too_high(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not go on the screen is counted."""
    monkeypatch.chdir(tmp_path)
    write(Path("a.yaml"), GOOD + "define:\n" + "".join(f"  d{at}: nothing{at}\n" for at in range(30)))
    state = State(set())
    state.take([Event("a.yaml")], at_start=False)
    state.on_finished(SpecStage(CHECK, "a.yaml"), result_of(check_spec, "a.yaml", OPTIONS))
    text = drawn(state, height=15)
    assert len(text.splitlines()) <= 15
    assert "more lines" in text


class Running:
    """A `watch` in a process of its own, and the objects that it prints."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-c", "from gridwright.runtime.cli.app import main; main()", "watch", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)

    def next(self, seconds: float = 60) -> dict:
        """The next object; it is valid."""
        event = json.loads(self.lines.get(timeout=seconds))
        validator = Draft202012Validator({"$ref": "#/$defs/watch", "$defs": report_schema()["$defs"]})
        assert not [problem.message for problem in validator.iter_errors(event)]
        return event

    def interrupt(self) -> None:
        """Send an interrupt, and wait for the end."""
        with within(10):  # a second, on a machine that has nothing else to do
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)


@pytest.fixture
def start() -> Iterator[object]:
    """Start a watch, which is ended in any case."""
    started = []

    def start(*arguments: str) -> Running:
        started.append(Running(*arguments))
        return started[-1]

    yield start
    for running in started:
        running.process.kill()
        running.process.wait()


@pytest.mark.slow
def test_save_to_verdict(start, tmp_path: Path) -> None:
    """A save is checked within a second or so, then verified; what is wrong is not verified; what is gone is said to be."""
    spec = tmp_path / "a.yaml"
    write(spec, GOOD)
    running = start("--json", str(spec))
    assert [(event["event"], event["status"]) for event in (running.next(), running.next())] == [
        ("check", "ok"),
        ("verify", "ok"),
    ]
    with within(5):  # the benchmark measures it
        write(spec, WRONG_TEXT)
        event = running.next()
    assert (event["event"], event["status"], event["diagnostics"][0]["line"]) == ("check", "invalid", 7)
    write(spec, GOOD.replace("increasing", "distinct"))
    assert (running.next()["event"], (event := running.next())["event"]) == ("check", "verify")
    assert (event["status"], event["diagnostics"][0]["code"]) == ("not-as-claimed", "not-as-expected")
    spec.unlink()
    assert running.next()["event"] == "gone"
    write(spec, GOOD)
    assert running.next()["event"] == "check"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_save_stops_a_search(start, tmp_path: Path) -> None:
    """A search that would not end is ended by the next save, again and again, and by Ctrl-C, which leaves nothing behind."""
    spec = tmp_path / "a.yaml"
    write(spec, HARD)
    running = start("--json", str(spec))
    assert running.next(120)["event"] == "check"
    for text in (WRONG_TEXT, GOOD.replace("increasing", "distinct")):
        time.sleep(2)
        write(spec, text)
        assert running.next()["event"] == "check"
    assert running.next()["event"] == "verify"
    write(spec, HARD)
    assert running.next(120)["event"] == "check"
    time.sleep(1)
    wait_for(lambda: len(processes_below(running.process.pid)) >= 2)
    processes = processes_below(running.process.pid)
    running.interrupt()
    assert running.process.returncode == INTERRUPTED
    assert running.process.stderr is not None
    assert "Traceback" not in running.process.stderr.read()
    wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))


@pytest.mark.slow
def test_lines(start, tmp_path: Path) -> None:
    """Where there is no terminal, lines are printed, with what is wrong below them."""
    spec = tmp_path / "a.yaml"
    write(spec, WRONG_TEXT)
    running = start(str(tmp_path))
    assert ": checked: 1 error (" in running.lines.get(timeout=60)
    assert "error[unknown-function]" in running.lines.get(timeout=60)


@pytest.mark.cases(ci=58)
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, text, _ in SECTIONS], ids=[name for name, _, _ in SECTIONS])
def test_without_clauses(name: str, text: str, tmp_path: Path) -> None:
    """What is said of a spec is the same whether clauses are made or not."""
    path = tmp_path / "a.yaml"
    write(path, text)
    results = [result_of(work, str(path), OPTIONS) for work in (functools.partial(check_spec, clauses=True), check_spec)]
    first, second = ((case.status, [render(diagnostic) for diagnostic in case.diagnostics]) for case in results)
    assert first == second


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that does not exist is a wrong call, and nothing is watched."""
    assert run(["watch", str(tmp_path / "a.yaml")]) == WRONG
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.slow
def test_in_a_terminal(tmp_path: Path, ended_at_last: list[int]) -> None:
    """One screen, updated in place, without the marks of one that scrolls; the last state stays behind."""
    spec = tmp_path / "a.yaml"
    write(spec, GOOD)
    pty = pytest.importorskip("pty", reason="there are no such terminals on Windows")
    pid, terminal = pty.fork()
    if pid == 0:  # the process in the terminal
        os.environ["TERM"] = "xterm"
        command = "from gridwright.runtime.cli.app import main; main()"
        os.execv(sys.executable, [sys.executable, "-c", command, "watch", str(spec)])
    ended_at_last.append(pid)
    text = read_until(terminal, "as expected, answer 1")
    assert "\x1b[?1049h" in text  # the other screen
    write(spec, WRONG_TEXT)
    assert "did you mean 'increasing'?" in read_until(terminal, "did you mean 'increasing'?")
    os.write(terminal, b"\x03")
    rest = read_until(terminal, "interrupted")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == INTERRUPTED
    assert "\x1b[?1049l" in rest
    assert "did you mean 'increasing'?" in rest.partition("\x1b[?1049l")[2]
    os.close(terminal)
