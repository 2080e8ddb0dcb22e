"""Boards of noqx, solved and proved: CPU seconds of Gridwright and of noqx, and their ratios, the worst first.

    python benchmarks/noqx.py [BOARD...] [--boards DIR] [--noqx DIR] [--timeout SECONDS] [--runs N]

DIR of `--boards` (`../shared/puzzles/noqx` if there is no other) holds specs and `times.tsv`, a table with the CPU seconds of
noqx, which has a clingo program for each genre. These were measured on another machine, so a fixed clingo program runs here
first, and they are scaled by what it takes. With `--noqx`, a checkout of noqx solves those boards that it has as examples of its
own; noqx needs its requirements installed in this environment.

The seconds of Gridwright are those of `solve`, which compiles, solves and proves. Neither of the two pays for Python's start and
imports. The table on standard output also goes to docs/performance.md if no board and no folder is named. The exit status is 1 if
the median of the ratios is above 1.5, one is above 5, or a board is not proved in time. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
import re
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import clingo
from page import ROOT, machine, put, run, say, table

BOARDS = ROOT.parent / "shared" / "puzzles" / "noqx"
WARM = ROOT / "benchmarks" / "warm.py"
COLUMNS = ("board", "result", "Gridwright", "noqx", "ratio")
MOST_IN_THE_MEDIAN, MOST = 1.5, 5.0
LEAST_SECONDS = 0.01  # times of noqx are rounded to this

# All ways to place eleven queens. It was not run where the table was made. Where it took 1.0 s, commit 91ad72d1 of Gridwright
# took 0.53 times the seconds that the table has for it (median of nine boards), so it would have taken 1.9 s there.
REFERENCE = "1 { queen(X, Y) : Y = 1..11 } 1 :- X = 1..11. :- queen(X, Y), queen(U, V), X < U, 1 { Y = V; |Y - V| = U - X }."
REFERENCE_SECONDS = 1.9

# Solves the examples of one genre that a checkout of noqx has, and prints CPU seconds with the header of each drawing.
ASK_NOQX = """
import json, sys, time
folder, genre = sys.argv[1:3]
sys.path.insert(0, folder)
from noqx.manager import list_solver_metadata, load_solvers, run_solver
load_solvers(folder + "/solver")
for example in list_solver_metadata()[genre]["examples"]:
    if example.get("data"):
        started = time.process_time()
        run_solver(genre, example["data"], example.get("config", {}))
        print(json.dumps([example["data"], time.process_time() - started]))
"""


@dataclass(frozen=True)
class Row:
    """A board: how its search ended, and the CPU seconds of the two."""

    board: str
    result: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as long Gridwright takes. A board that is not proved takes at least the time until it gave up."""
        return self.ours / max(self.theirs, LEAST_SECONDS)

    @property
    def is_proved(self) -> bool:
        """Whether the search ended with one solution."""
        return self.result == "unique"

    def cells(self) -> list[str]:
        """The row of the table."""
        return [self.board, self.result, f"{self.ours:.2f}", f"{self.theirs:.2f}", f"{self.ratio:.1f}"]


def ours(path: Path, timeout: float, runs: int) -> tuple[str, float]:
    """Return how `solve` ended, and the median of its CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "seconds")
        seconds, result = [], ""
        for _ in range(runs):
            call = ["solve", "--quiet", "--json", "--timeout", f"{timeout:g}", str(path)]
            ended = run([sys.executable, str(WARM), str(store), *call], 2 * timeout)
            if ended.status is None or not store.exists():
                return "gave up", ended.processor
            report = json.loads(ended.output or "{}")
            result = "unique" if report.get("unique") else str(report.get("status", f"exit status {ended.status}"))
            seconds.append(json.loads(store.read_text("utf-8")))
            if result != "unique":
                break
    return result, statistics.median(seconds)


def scale() -> float:
    """Return how many times as long clingo takes here as where the table was made."""
    seconds = []
    for _ in range(5):
        started = time.process_time()
        control = clingo.Control(["0"])
        control.add("base", [], REFERENCE)
        control.ground([("base", [])])
        control.solve()
        seconds.append(time.process_time() - started)
    return min(seconds) / REFERENCE_SECONDS


def measured(checkout: Path, board: str, timeout: float) -> float | None:
    """Return the CPU seconds of noqx for an example of this genre and size; None if the checkout has none."""
    genre, size = board.rsplit("-", 1)
    ended = run([sys.executable, "-c", ASK_NOQX, str(checkout), genre], timeout)
    for line in ended.output.splitlines():
        data, seconds = json.loads(line)
        if _size(data) == size:
            return float(seconds)
    if ended.status:
        say(f"{board}: noqx failed: {(ended.errors.strip().splitlines() or ['nothing was printed'])[-1]}")
    return None


def _size(data: str) -> str:
    """Return `HEIGHTxWIDTH` of a drawing of Penpa+, or nothing if it is none."""
    packed = re.search(r"[?&]p=([A-Za-z0-9+/=]+)", f"&{data}")
    if packed is None:
        return ""
    try:
        header = zlib.decompress(base64.b64decode(packed[1]), -zlib.MAX_WBITS).decode().split("\n", 1)[0].split(",")
        return f"{header[2]}x{header[1]}"
    except (ValueError, IndexError, zlib.error):
        return ""


def measure(boards: Sequence[Path], known: Mapping[str, float], options: argparse.Namespace) -> Iterator[Row]:
    """Measure the boards one after the other."""
    factor = scale()
    say(f"clingo takes {factor:.2f} times as long here as where the times of noqx were measured")
    for path in boards:
        say(f"{path.stem} ...")
        here = measured(options.noqx, path.stem, options.timeout) if options.noqx else None
        if here is None and path.stem not in known:
            say(f"{path.stem}: times.tsv has no time for it; left out")
            continue
        yield Row(path.stem, *ours(path, options.timeout, options.runs), here if here is not None else factor * known[path.stem])


def main() -> int:
    """Measure, print the table and the claims."""
    parser = argparse.ArgumentParser(description="Boards of noqx: CPU seconds, and ratios.")
    parser.add_argument("names", metavar="BOARD", nargs="*", help="only boards whose names begin so")
    parser.add_argument("--boards", metavar="DIR", type=Path, default=BOARDS, help="a folder with specs and times.tsv")
    parser.add_argument("--noqx", metavar="DIR", type=Path, help="a checkout of noqx, which then runs as well")
    parser.add_argument("--timeout", type=float, default=45, help="seconds of the clock for each board")
    parser.add_argument("--runs", type=int, default=3, help="the median of so many runs counts")
    options = parser.parse_args()
    try:
        with (options.boards / "times.tsv").open(encoding="utf-8", newline="") as lines:
            known = {line["board"]: float(line["noqx_cpu_s"]) for line in csv.DictReader(lines, delimiter="\t")}
    except OSError as problem:
        parser.error(f"{options.boards} has no times.tsv ({problem.strerror}); name a folder with --boards")
    names = tuple(options.names)
    boards = [path for path in sorted(options.boards.glob("*.yaml")) if not names or path.stem.startswith(names)]
    rows = sorted(measure(boards, known, options), key=lambda row: -row.ratio)
    if not rows:
        parser.error("no board has such a name")
    middle = statistics.median(row.ratio for row in rows)
    above = [row.board for row in rows if row.ratio > MOST]
    unproved = [row.board for row in rows if not row.is_proved]
    claims = f"{len(rows)} boards: median {middle:.1f}, {len(above)} above {MOST:g}, {len(unproved)} not proved in time.\n"
    text = f"{claims}\n{machine('clingo')}\n{table(COLUMNS, [row.cells() for row in rows])}"
    print(text)
    if not names and options.boards == BOARDS:
        put("noqx", text)
    return 1 if middle > MOST_IN_THE_MEDIAN or above or unproved else 0


if __name__ == "__main__":
    sys.exit(main())
