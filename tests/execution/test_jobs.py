"""Several specs at a time: the same results as one after another, whatever happens to one of the processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution.jobs import Job, JobResult, Task, Watcher, run_jobs
from gridwright.runtime.execution.options import Options
from gridwright.runtime.execution.runner import Runner
from gridwright.runtime.exit_status import GAVE_UP, INTERRUPTED, OUR_MISTAKE
from processes import is_busy, processes_below, read_until, wait_for, within
from small_specs import GOOD, HARD, without_times, write_specs

OPTIONS = Options(json=False, timeout=None, seed=0, engine="z3", quiet=True, verbose=False)


def act(path: str, options: Options) -> tuple[int, str]:
    """Do what the name of a spec says."""
    print(f"out {path}")
    print(f"err {path}", file=sys.stderr)
    if path == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if path == "raises":
        raise ValueError("no")
    if path == "usage":
        raise click.UsageError("no such engine")
    if path == "leaves":
        os._exit(3)
    if path == "ends":
        os._exit(0)
    if path == "hangs":
        time.sleep(600)
    if path == "ignores":
        for number in (signal.SIGUSR1, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(600)
    if path == "slow":
        time.sleep(1)
    return 1 if path == "bad" else 0, path.upper()


def speak(path: str, options: Options) -> tuple[int, None]:
    """Say what is being done."""
    assert options.on_progress is not None
    options.on_progress(f"on {path}")
    return 0, None


def run_paths(task: Task, paths: list[str], options: Options, watcher: Watcher | None = None) -> Iterator[tuple[int, JobResult]]:
    """Run a task for each path on two processes."""
    return run_jobs(Runner(2), [Job(task, path, options, options.timeout, options.memory) for path in paths], watcher)


@pytest.mark.slow
def test_results_come_as_they_are_done() -> None:
    """Each once, with what was printed; a slow one does not hold up others."""
    results = list(run_paths(act, ["slow", "a", "b", "bad"], OPTIONS))
    assert sorted(index for index, _ in results) == [0, 1, 2, 3]
    assert results[-1][0] == 0
    by_index = dict(results)
    assert by_index[3] == JobResult(1, "BAD", "out bad\n", "err bad\n")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals")
def test_what_happens_to_one_is_its_own_affair() -> None:
    """A process that is killed, leaves or raises is one spec without a result; the others have theirs."""
    results = dict(run_paths(act, ["a", "killed", "b", "leaves", "raises", "c", "ends"], OPTIONS))
    assert [results[index].result for index in (0, 2, 5)] == ["A", "B", "C"]
    assert results[1] == JobResult(OUR_MISTAKE, failed="an error in this program: its process ended by signal 9")
    assert results[3].failed == "an error in this program: its process ended with exit status 3"
    assert results[4].failed == "an error in this program: ValueError: no"
    assert results[4].status == OUR_MISTAKE
    assert results[6].failed == "an error in this program: its process ended with exit status 0"


@pytest.mark.timing
def test_a_process_that_does_not_come_back_is_ended() -> None:
    """A deadline that a solver does not notice is kept from outside: it is asked to stop, and ended if it does not."""
    began = time.monotonic()
    results = dict(run_paths(act, ["hangs", "a", "ignores"], replace(OPTIONS, timeout=1.0)))
    assert results[0] == results[2] == JobResult(GAVE_UP, failed="gave up: out of time while starting")
    assert results[1].result == "A"
    assert time.monotonic() - began < 60


@pytest.mark.slow
def test_a_watcher_is_told() -> None:
    """Where each process stands: what it begins with, what it says meanwhile, and that it is done."""
    events: list[tuple[str, int, object]] = []

    class Notes(Watcher):
        def on_start(self, process: int, index: int) -> None:
            events.append(("began", process, index))

        def on_progress(self, process: int, text: str) -> None:
            events.append(("says", process, text))

        def on_end(self, process: int) -> None:
            events.append(("ended", process, None))

    list(run_paths(speak, ["a", "b", "c"], OPTIONS, Notes()))
    for process in (0, 1):
        own = [what for what, of, _ in events if of == process]
        assert own == ["began", "says", "ended"] * (len(own) // 3)
    assert {index for what, _, index in events if what == "began"} == {0, 1, 2}
    assert {text for what, _, text in events if what == "says"} == {"on a", "on b", "on c"}


@pytest.mark.slow
def test_mistake_in_the_call() -> None:
    """What is wrong with the call ends all of it."""
    with pytest.raises(click.UsageError, match="no such engine"):
        list(run_paths(act, ["usage", "hangs"], OPTIONS))


@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "solve"])
def test_other_commands(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` and `solve` print the same with several at a time, in the same order, on either output."""
    arguments = [command, *write_specs(tmp_path)]
    expected = run(arguments), *map(without_times, capsys.readouterr())
    assert (run([*arguments, "--jobs", "3"]), *map(without_times, capsys.readouterr())) == expected


@pytest.mark.slow
def test_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each spec has its own time; what is given up on does not keep others from being done."""
    hard = [tmp_path / f"hard{at}.yaml" for at in range(2)]
    for path in hard:
        path.write_text(HARD, "utf-8")
    good = write_specs(tmp_path)[0]
    assert run(["solve", "--timeout", "3", "--jobs", "2", *map(str, hard), good]) == GAVE_UP
    captured = capsys.readouterr()
    assert captured.err.count("gave up: out of time") == 2
    assert "unique: there is no other solution" in captured.out


@pytest.mark.slow
@pytest.mark.parametrize("json_too", [False, True])
def test_same_as_one_after_another(json_too: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status, table and JSON are the same, apart from times; each spec is said to be done."""
    paths = write_specs(tmp_path)
    arguments = ["verify", *paths, *(["--json"] if json_too else [])]
    expected = run(arguments), without_times(capsys.readouterr().out)
    assert expected[0] == 2
    assert (run([*arguments, "--jobs", "2"]), without_times((caught := capsys.readouterr()).out)) == expected
    assert "did you mean" in (caught.out if json_too else caught.err)
    assert all(f"{path}: " in caught.err for path in paths)
    if json_too:
        assert [json.loads(line)["spec"] for line in caught.out.splitlines()] == paths


@pytest.mark.slow
def test_bars(tmp_path: Path, ended_at_last: list[int]) -> None:
    """In a terminal each process has its bar, which says what it is doing; nothing of that is left at the end."""
    hard, good = tmp_path / "hard.yaml", tmp_path / "good.yaml"
    hard.write_text(HARD, "utf-8")
    good.write_text(GOOD, "utf-8")
    pty = pytest.importorskip("pty", reason="there are no such terminals on Windows")
    pid, terminal = pty.fork()
    if pid == 0:  # the process in the terminal
        os.environ |= {"TERM": "xterm", "COLUMNS": "200"}
        command = "from gridwright.runtime.cli.app import main; main()"
        os.execv(sys.executable, [sys.executable, "-c", command, "verify", "--jobs", "2", str(good), str(hard)])
    ended_at_last.append(pid)
    text = read_until(terminal, r"1 of 2 done(?s:.)*hard\.yaml: \w+ing(?s:.)*hard\.yaml: solving")
    assert "good.yaml: as expected" in text
    os.write(terminal, b"\x03")
    read_until(terminal, "gridwright: interrupted")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == INTERRUPTED
    os.close(terminal)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_interrupt(tmp_path: Path, ended_at_last: list[int]) -> None:
    """An interrupt ends everything within a second or two, and leaves no process behind."""
    paths = [tmp_path / f"{name}.yaml" for name in "abcd"]
    for path in paths:
        path.write_text(GOOD if path.stem == "a" else HARD, "utf-8")
    report = tmp_path / "report.xml"
    program = "from gridwright.runtime.cli.app import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", program, "verify", "--jobs", "2", "--junit", str(report), *map(str, paths)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    ended_at_last.append(running.pid)
    wait_for(lambda: sum(is_busy(process) for process in processes_below(running.pid)) >= 2)
    processes = processes_below(running.pid)
    with within(10):  # a second, on a machine that has nothing else to do
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=60)
    assert running.returncode == INTERRUPTED
    assert b"interrupted; 3 of 4 specs are not finished" in error
    assert b"as expected" in out  # what was finished is not lost
    assert report.read_text("utf-8").count("<skipped") == 3
    wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))
