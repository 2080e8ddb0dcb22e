"""Inputs that take too much, for every command: `python tests/hostile.py [--every 7] [--only check]` prints a table.

Each of two hundred inputs (`tests/support/hostile_inputs.py`) goes to each command that takes it, with `--timeout 2`. Whatever
it is, the command ends two seconds after the deadline at most, with an exit status that says what happened; nobody sees a
traceback; a run that gives up says what it was doing; no process has more than 4 GB, and none is left.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "support"))

from hostile_inputs import Hostile, hostile_inputs  # noqa: E402 (after the path)

COMMAND = (sys.executable, "-c", "from gridwright.runtime.cli import main; main()")
SMALL = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..3}}\nrules: ['distinct(x)', 'x[r1c1] < x[r1c2] < x[r1c3]']\n"
TIMEOUT = 2.0
GRACE = 2.0  # seconds after the deadline
HANGS = 60.0  # seconds after which it is ended
MOST_MEMORY = 4_000_000  # kilobytes

# For each kind of input the commands that take it; IN is the input, SMALL a small spec, OUT a file that is not there.
SPEC_COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("check", "IN"),
    "check --clauses": ("check", "--clauses", "IN"),
    "check --jobs": ("check", "--jobs", "2", "IN", "SMALL"),
    "solve": ("solve", "IN"),
    "solve --engine z3": ("solve", "--engine", "z3", "IN"),
    "solve --engine cadical": ("solve", "--engine", "cadical", "IN"),
    "solve --memory": ("solve", "--memory", "1000", "IN"),
    "solve --jobs": ("solve", "--jobs", "2", "IN"),
    "verify": ("verify", "IN", "--second-opinion"),
    "verify --certificate": ("verify", "IN", "--certificate", "OUT"),
    "verify --jobs": ("verify", "--jobs", "2", "IN", "SMALL"),
    "count": ("count", "IN", "--limit", "100000"),
    "explain": ("explain", "IN"),
    "candidates": ("candidates", "IN"),
    "compile": ("compile", "IN", "--to", "dimacs"),
    "compile --json": ("compile", "--json", "IN"),
    "minimize": ("minimize", "IN"),
    "render": ("render", "IN", "-o", "OUT.svg"),
    "render --solution": ("render", "--solution", "IN", "-o", "OUT.html"),
    "judge": ("judge", "IN", "IN"),
    "import": ("import", "IN", "-o", "OUT"),
}
COMMANDS: dict[str, dict[str, tuple[str, ...]]] = {
    "spec": SPEC_COMMANDS,
    "grid": {"judge": ("judge", "SMALL", "IN"), "render --grid": ("render", "SMALL", "--grid", "IN", "-o", "OUT.svg")},
    "import": {"import": ("import", "IN", "-o", "OUT"), "check": ("check", "IN"), "judge": ("judge", "SMALL", "IN")},
    "certificate": {"certify": ("certify", "IN"), "certify --memory": ("certify", "--memory", "2000", "IN")},
}


@dataclass(frozen=True)
class Ended:
    """How a run ended: its exit status, what was printed, how long it took, and the kilobytes that a process had at most."""

    status: int
    said: str
    seconds: float
    memory: int
    left: int  # processes


def run(command: Sequence[str], folder: Path, timeout: float = TIMEOUT) -> Ended:
    """Run a command in a folder of its own, with a deadline."""
    with (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        began = time.monotonic()
        call = [*COMMAND, *command, "--timeout", str(timeout)]
        process = subprocess.Popen(call, stdout=out, stderr=err, cwd=folder, start_new_session=True)
        status, memory = None, 0
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # a new process begins with as much as the one that started it
        while status is None and time.monotonic() < began + timeout + HANGS:
            pid, ended, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                status, memory = os.waitstatus_to_exitcode(ended), usage.ru_maxrss if usage.ru_maxrss > own else 0
            else:
                time.sleep(0.02)
        seconds = time.monotonic() - began
    if status is None:
        os.kill(process.pid, signal.SIGKILL)
        os.waitpid(process.pid, 0)
        status = 1_000
    process.returncode = status
    output = (folder / "err").read_text("utf-8", "replace")[-20_000:] + (folder / "out").read_text("utf-8", "replace")[-20_000:]
    return Ended(status, output, seconds, memory, _left_over(folder))


def _left_over(folder: Path) -> int:
    """Return how many processes still have the folder as their own; they have a second to end."""
    until = time.monotonic() + 1
    while processes := [process for process in Path("/proc").iterdir() if process.name.isdecimal() and _is_in(process, folder)]:
        if time.monotonic() > until:
            break
        time.sleep(0.02)
    return len(processes)


def _is_in(process: Path, folder: Path) -> bool:
    with contextlib.suppress(OSError):
        return (process / "cwd").readlink() == folder
    return False


def complaints(ended: Ended, timeout: float = TIMEOUT, grace: float = GRACE) -> Iterator[str]:
    """Yield what is wrong with how a run ended; `grace`: the seconds that it may take after the deadline."""
    if ended.status == 1_000:
        yield "hangs"
    elif ended.status not in (0, 1, 2, 3):
        yield f"status {ended.status}: {ended.said[-200:]!r}"
    if "Traceback" in ended.said or "an error in this program" in ended.said:
        yield f"says {ended.said[-300:]!r}"
    if ended.seconds > timeout + grace:
        yield f"takes {ended.seconds:.1f} s"
    if ended.memory > MOST_MEMORY:
        yield f"has {ended.memory / 1000:,.0f} MB"
    where = r"gave up: out of time[^\n]* while [a-z]|searches against each other"  # two searches say so before they end
    if "gave up: out of time" in ended.said and not re.search(where, ended.said):
        yield f"does not say where: {ended.said[-200:]!r}"
    if ended.left:
        yield f"{ended.left} processes are left"


def tried(hostile: Hostile, command: str, timeout: float = TIMEOUT) -> Ended:
    """Give an input to a command."""
    with tempfile.TemporaryDirectory(prefix="gridwright-hostile-") as place:
        folder = Path(place).resolve()
        path = folder / ("in" if hostile.kind == "certificate" else "in.yaml" if hostile.kind != "grid" else "in.json")
        (folder / "small.yaml").write_text(SMALL, "utf-8")
        if hostile.kind == "certificate":
            certify = [*COMMAND, "verify", "-q", "small.yaml", "--certificate", "in"]
            subprocess.run(certify, cwd=folder, check=True, capture_output=True)
        hostile.write(path)
        names = {"IN": path.name, "SMALL": "small.yaml", "OUT": "out-file", "OUT.svg": "out.svg", "OUT.html": "out.html"}
        call = [names.get(word, word) for word in COMMANDS[hostile.kind][command]]
        return run(call, folder, timeout)


def cells() -> list[tuple[Hostile, str]]:
    """Return each input with each command that takes it."""
    return [(hostile, command) for hostile in hostile_inputs() for command in COMMANDS[hostile.kind]]


def main() -> int:
    """Give every input to every command, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="try only every so many cells of the table")
    parser.add_argument("--first", type=int, default=0, help="begin with this cell")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time; seconds mean little if there are fewer cores")
    parser.add_argument("--only", action="append", help="only this command; may be repeated")
    parser.add_argument("--input", help="only inputs whose names contain this")
    parser.add_argument("--verbose", action="store_true", help="print what each run said last")
    arguments = parser.parse_args()
    chosen = [(hostile, command) for hostile, command in cells() if not arguments.only or command in arguments.only]
    chosen = [case for case in chosen if not arguments.input or arguments.input in case[0].name][
        arguments.first :: arguments.every
    ]
    statuses: dict[str, dict[int, int]] = {}
    wrong: list[str] = []
    slowest = largest = 0.0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for (hostile, command), ended in zip(chosen, pool.map(lambda case: tried(*case), chosen), strict=True):
            complaints_of_run = [f"{hostile.kind} {hostile.name}: {command}: {complaint}" for complaint in complaints(ended)]
            counted = statuses.setdefault(command, {})
            counted[ended.status] = counted.get(ended.status, 0) + 1
            slowest, largest = max(slowest, ended.seconds), max(largest, ended.memory)
            if arguments.verbose:
                last = (ended.said.strip().splitlines() or [""])[-1][:110]
                size = f"{ended.status} {ended.seconds:4.1f} s {ended.memory / 1000:5.0f} MB"
                print(f"{size}  {hostile.name}: {command}: {last}", flush=True)
            for complaint in complaints_of_run:
                print(f"  {complaint}", flush=True)
            wrong += complaints_of_run
    print(f"{'command':<24}{'as claimed':>12}{'not':>6}{'wrong':>7}{'gave up':>9}{'other':>7}")
    for command, counted in statuses.items():
        other = sum(number for status, number in counted.items() if status not in (0, 1, 2, 3))
        numbers = [*(counted.get(status, 0) for status in (0, 1, 2, 3)), other]
        print(f"{command:<24}" + "".join(f"{number:>{width}}" for number, width in zip(numbers, (12, 6, 7, 9, 7), strict=True)))
    hangs = sum(complaint.endswith(": hangs") for complaint in wrong)
    most = f"the longest took {slowest:.1f} s of {TIMEOUT:g} + {GRACE:g}, the largest {largest / 1e6:.1f} GB"
    print(f"{len(chosen)} runs, {hangs} hangs, {len(wrong)} complaints; {most}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
