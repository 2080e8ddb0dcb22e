"""What goes wrong outside: `python tests/faults.py 100 [--seed 1]` ends commands at so many random moments each, and counts.

Each command runs once undisturbed. Then it is killed (SIGKILL), interrupted (SIGINT), and finds no room for its files, the more
of them the later. Whatever happens: a file is as it was before or as it is after an undisturbed run; the exit status is one that
says what happened, and never that of another claim; nobody sees a traceback; no process is left. After an interrupt the command
ends within a second.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMAND = (sys.executable, "-c", "from gridwright.runtime.cli import main; main()")
SUDOKU = str(ROOT / "specs" / "classics" / "sudoku.yaml")
FOUR = str(ROOT / "specs" / "jane-street" / "2019-03-twenty-four-seven-2-by-2.yaml")
LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
SMALL = """\
gridwright: 1
grid: 2x3
layers: {x: {values: 1..4}}
givens: {x: {r1c1: 1, r1c2: 2, r2c3: 4}}
rules: ["all(x[a] < x[b] for a, b in links)"]
"""

# The arguments; OUT is a folder of the command's own, in which the files `small.yaml` and `line.txt` are.
CASES: dict[str, tuple[str, ...]] = {
    "solve": ("solve", SUDOKU),
    "check": ("check", "--jobs", "2", SUDOKU, FOUR),
    "explain": ("explain", "OUT/small.yaml"),
    "candidates": ("candidates", SUDOKU),
    "count": ("count", "OUT/small.yaml"),
    "judge": ("judge", "OUT/small.yaml", "OUT/small.yaml"),
    "compile": ("compile", "--to", "smt2", SUDOKU),
    "functions": ("functions", "--markdown"),
    "memory": ("solve", "--memory", "400", SUDOKU),
    "several": ("verify", "--jobs", "2", SUDOKU, FOUR),
    "reports": ("verify", SUDOKU, "--junit", "OUT/r.xml", "--sarif", "OUT/r.sarif"),
    "certificate": ("verify", "OUT/small.yaml", "--certificate", "OUT/certificate"),
    "certify": ("certify", "OUT/certificate"),
    "render": ("render", SUDOKU, "-o", "OUT/r.svg", "--force"),
    "gallery": ("render", SUDOKU, FOUR, "-o", "OUT/gallery", "--force"),
    "minimize": ("minimize", "OUT/small.yaml", "-o", "OUT/m.yaml", "--force"),
    "import": ("import", "OUT/line.txt", "-o", "OUT/i.yaml", "--force"),
    "new": ("new", "sudoku", "-o", "OUT/n.yaml", "--force"),
    "schema": ("schema", "-o", "OUT/schema.json"),
    "cache": ("verify", SUDOKU, "--cache", "OUT/cache"),
}
OLD = "what was there before\n"
OVERWRITTEN = ("r.svg", "m.yaml", "i.yaml", "n.yaml")  # files that are there before, and may be replaced
KINDS = ("killed", "interrupted", "full")


@dataclass(frozen=True)
class Ended:
    """How a run ended: its exit status, what was printed, the files of its folder, and how long it took after the signal."""

    status: int
    out: str
    err: str
    files: dict[str, bytes]
    seconds: float


def run(name: str, folder: Path, *, kind: str = "", moment: float = 0.0, room: int = 0) -> Ended:
    """Run a command in a folder that was prepared for it. `moment`: after so many seconds; `room`: bytes of a file."""

    def begin() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background of a shell
        if kind == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    arguments = [word.replace("OUT", str(folder)) for word in CASES[name]]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "cwd": folder}
    process: subprocess.Popen[str] = subprocess.Popen([*COMMAND, *arguments], **streams, preexec_fn=begin)  # noqa: PLW1509 (no threads)
    if kind in ("killed", "interrupted"):
        try:
            process.wait(moment)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL if kind == "killed" else signal.SIGINT)
    began = time.monotonic()
    out, err = process.communicate(timeout=60)
    took = time.monotonic() - began
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Ended(process.returncode, out, err, files, took)


def prepared(folder: Path) -> Path:
    """The folder with what commands need, and with files that some of them replace."""
    folder.mkdir(parents=True)
    (folder / "small.yaml").write_text(SMALL, "utf-8")
    (folder / "line.txt").write_text(LINE, "utf-8")
    for name in OVERWRITTEN:
        (folder / name).write_text(OLD, "utf-8")
    return folder


def complaints(usual: Ended, ended: Ended, kind: str) -> Iterator[str]:
    """What is wrong with how a run ended."""
    signalled = {"killed": (-signal.SIGKILL,), "interrupted": (130, -signal.SIGINT), "full": (2,)}
    begun = "/runtime/cli/" in ended.err or "/compiler/" in ended.err
    if kind == "interrupted" and "KeyboardInterrupt" in ended.err and not begun:
        return  # it was Python, which was not yet ours
    if ended.status not in (usual.status, *signalled[kind]):
        yield f"status {ended.status}, says {ended.err[-300:]!r}"
    if "Traceback" in ended.err or "an error in this program" in ended.err:
        yield f"says {ended.err[-300:]!r}"
    if kind == "interrupted" and ended.seconds > 1:
        yield f"takes {ended.seconds:.1f} s to stop"
    for name, data in ended.files.items():
        before = OLD.encode() if name in OVERWRITTEN else None
        is_temporary = any(part.startswith(".") and part.endswith((".tmp", ".old")) for part in Path(name).parts)
        if is_temporary and kind == "killed":
            continue
        if data not in (before, usual.files.get(name)) and not _may_differ(name):
            yield f"{name} is neither as it was nor as it should be ({len(data)} bytes)"
    yield from (f"{name} is gone" for name in OVERWRITTEN if name not in ended.files)
    if ended.status == usual.status:
        missing = sorted(name for name in usual.files.keys() - ended.files.keys() if not name.startswith("cache/"))
        yield from (f"status {ended.status} without {name}" for name in missing)


def _may_differ(name: str) -> bool:
    """Whether a file holds times, which are never the same twice."""
    return name in ("r.xml", "r.sarif") or name.startswith("cache/")


def left_over(folder: Path) -> list[int]:
    """The processes that know of a folder, and are still there after a moment."""
    until = time.monotonic() + 3
    while processes := [
        int(process.name) for process in Path("/proc").iterdir() if process.name.isdecimal() and _knows(process, folder)
    ]:
        if time.monotonic() > until:
            return processes
        time.sleep(0.02)
    return []


def _knows(process: Path, folder: Path) -> bool:
    try:
        return folder == (process / "cwd").readlink() and int(process.name) != os.getpid()
    except OSError:
        return False


def campaign(name: str, kind: str, number: int, seed: int, on_progress: Callable[[str], None] = lambda text: None) -> list[str]:
    """Disturb a command so many times, and give what is wrong."""
    draw = random.Random(f"{seed} {name} {kind}")
    wrong = []
    with tempfile.TemporaryDirectory(prefix="gridwright-faults-") as place:
        folder = prepared(Path(place, "out"))
        if name == "certify":
            run("certificate", folder)
        before = Path(place, "before")
        shutil.copytree(folder, before)
        began = time.monotonic()
        usual = run(name, folder)
        took = time.monotonic() - began
        largest = max((len(data) for name, data in usual.files.items()), default=0)
        for _ in range(number):
            shutil.rmtree(folder)
            shutil.copytree(before, folder)
            moment = draw.uniform(0.02, took)
            ended = run(name, folder, kind=kind, moment=moment, room=draw.randrange(largest + 1))
            complaints_here = [*complaints(usual, ended, kind), *(f"process {pid} is left" for pid in left_over(folder))]
            wrong += [f"{name} {kind} (after {moment:.3f} s): {complaint}" for complaint in complaints_here]
            for complaint in complaints_here:
                on_progress(f"  {complaint}")
    return wrong


def main() -> int:
    """Disturb every command, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("number", type=int, help="how many times each command is disturbed in each way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=CASES, help="only this command; may be repeated")
    arguments = parser.parse_args()
    wrong: list[str] = []
    for name in arguments.only or CASES:
        for kind in KINDS:
            wrong_runs = campaign(name, kind, arguments.number, arguments.seed, print)
            print(f"{name} {kind}: {arguments.number} times, {len(wrong_runs)} wrong", flush=True)
            wrong += wrong_runs
    print(f"{len(wrong)} wrong" + "".join(f"\n  {complaint}" for complaint in wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
