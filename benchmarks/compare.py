"""Compare a commit with the working tree: CPU seconds, memory, clauses, conflicts and imported modules, measured in turn.

    python benchmarks/compare.py BASE [SPEC...] [--quick] [--runs N] [--seconds N] [--environments DIR]

BASE is a commit. It and the working tree are installed into an environment each, so that both are what a user gets. Then `solve`
and `check` run on each spec, `explain` runs on a copy with one wrong clue, and `--version` shows the start. Each command runs
five times with either, in turn, so that both meet the same machine. A ratio is that of the medians. A row whose ratio is above
1.05 is measured again with twice as many runs, because one busy moment is enough for that. If it stays above, it is marked with
`!`, and the exit status is 1. Differences below ten milliseconds, or one megabyte, are not marked. A row is marked too if BASE
came to a result (status 0 or 1), and the working tree ended in another way or not in time.

Run it with nothing else running. `--quick` takes few specs and three runs. `--environments` keeps the installations for the next
call.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from page import ROOT, Run, run, say, table

SLOWER = 1.05  # the ratio above which a row is marked
LEAST_SECONDS, LEAST_MEGABYTES = 0.01, 1.0  # a difference that is smaller is not marked
TIMES_AGAIN = 2  # how many times as many runs decide whether a row is marked

QUICK = ("classics/sudoku", "classics/slitherlink", "classics/nurikabe", "jane-street/2023-02-twenty-four-seven-four-in-one")
SPECS = (
    *QUICK,
    "classics/fillomino",
    "classics/kakuro",
    "classics/killer-sudoku",
    "classics/masyu",
    "classics/pentominoes",
    "classics/star-battle",
    "jane-street/2014-08-number-cross",
    "jane-street/2017-05-kenken-concatenated",
    "jane-street/2018-12-block-party-2",
    "jane-street/2021-02-hooks-7",
    "jane-street/2023-07-choco-banana",
    "jane-street/2024-05-number-cross-4",
)

# Runs the command line, and writes how many modules were imported at its end.
COUNT_MODULES = """
import atexit, sys
path = sys.argv.pop(1)
atexit.register(lambda: open(path, "w").write(str(len(sys.modules))))
from gridwright.runtime.cli import main
main()
"""
# Prints what was changed in a spec, and the text with the wrong clue. Peak memory of a process begins with that of the one which
# starts it, so this one stays small: another process loads the specs.
SPOIL = """
import json, sys
from pathlib import Path
sys.path[:0] = sys.argv[1:3]
from spoilt import spoilt_text
print(json.dumps([spoilt_text(Path(path)) for path in sys.argv[3:]]))
"""
COUNT_SEARCHES = ROOT / "tests" / "support" / "counted_engines.py"


@dataclass(frozen=True)
class Side:
    """A commit, or the working tree, installed: how it is called, and its Python."""

    name: str
    python: Path

    def measured(self, call: Sequence[str], seconds: float) -> Run:
        """Run a command line from start to exit."""
        return run([str(self.python.with_name("gridwright")), *call], seconds)


@dataclass
class Row:
    """A command line with what was measured of it: a list of runs for each side, and counts by name."""

    call: Sequence[str]
    name: str
    runs: tuple[list[Run], list[Run]] = field(default_factory=lambda: ([], []))
    counts: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))

    @property
    def is_comparable(self) -> bool:
        """Whether both sides ended in time, and in the same way."""
        return len({timed.status for side in self.runs for timed in side}) == 1 and self.runs[0][0].status is not None

    def medians(self, what: str) -> tuple[float, float]:
        """The medians of a figure of the runs: `processor`, or `megabytes`."""
        base, new = (statistics.median(getattr(timed, what) for timed in side) for side in self.runs)
        return base, new

    @property
    def is_lost(self) -> bool:
        """Whether the base came to a result each time, and the new side did not come to the same."""
        base, new = ({ended.status for ended in side} for side in self.runs)
        return len(base) == 1 and base <= {0, 1} and new != base

    @property
    def is_worse(self) -> bool:
        """Whether the new side takes more time or memory, or has no result where the base has one."""
        if not self.is_comparable:
            return self.is_lost
        limits = (("processor", LEAST_SECONDS), ("megabytes", LEAST_MEGABYTES))
        return any(new > SLOWER * base and new - base >= least for what, least in limits for base, new in [self.medians(what)])


def install(name: str, source: Path, folder: Path) -> Side:
    """Install a source tree, with the engines that are extras, into an environment of its own."""
    say(f"installing {name} ...")
    if not (folder / "bin").exists():
        venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, f"{source}[bench]"], check=True)
    subprocess.run([*pip, "--no-deps", "--force-reinstall", str(source)], check=True)  # the version is the same each time
    return Side(name, python)


def checkout(commit: str, folder: Path) -> Path:
    """Write the files of a commit into a folder; exit with a sentence if there is no such commit."""
    folder.mkdir()
    verify = ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    known = subprocess.run(verify, check=False, cwd=ROOT, stdout=subprocess.PIPE)
    if known.returncode:
        raise SystemExit(f"compare.py: there is no commit `{commit}` in this repository; `git log --oneline` lists them")
    archive = subprocess.run(["git", "archive", known.stdout.decode().strip()], cwd=ROOT, check=True, stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x"], cwd=folder, input=archive.stdout, check=True)
    return folder


def working_tree(folder: Path) -> Path:
    """Copy the working tree, without what git ignores, into a folder, because an installation writes beside its source."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((ROOT / name).read_bytes())
    return folder


def rows_of(specs: Sequence[Path], folder: Path) -> Iterator[Row]:
    """Yield the command lines; the copies with a wrong clue are written into a folder."""
    yield Row(["--version"], "--version")
    tests = [str(ROOT / "tests"), str(ROOT / "tests" / "support")]
    spoilt = subprocess.run(
        [sys.executable, "-c", SPOIL, *tests, *map(str, specs)], check=True, stdout=subprocess.PIPE, text=True
    )
    for path, (change, text) in zip(specs, json.loads(spoilt.stdout), strict=True):
        copy = folder / f"{path.stem}.yaml"
        copy.write_text(text, "utf-8")
        yield Row(["check", "--quiet", str(path)], f"check {path.stem}")
        yield Row(["solve", "--quiet", "--json", str(path)], f"solve {path.stem}")
        yield Row(["explain", "--quiet", str(copy)], f"explain {path.stem} ({change})")


def measure(row: Row, sides: Sequence[Side], runs: int, seconds: float) -> None:
    """Run a command line so many times with either side, in turn; again if it seems to be worse."""
    _in_turn(row, sides, runs, seconds)
    if row.is_worse:
        _in_turn(row, sides, TIMES_AGAIN * runs, seconds)
    for side, counts, ended in zip(sides, row.counts, row.runs, strict=True):
        counts.update(_counts(row, side, ended[0], seconds))


def _in_turn(row: Row, sides: Sequence[Side], runs: int, seconds: float) -> None:
    for _ in range(runs):
        for side, ended in zip(sides, row.runs, strict=True):
            ended.append(side.measured(row.call, seconds))
        if any(ended[-1].status is None for ended in row.runs):  # the time would be over in each turn
            return


def _counts(row: Row, side: Side, ended: Run, seconds: float) -> Iterator[tuple[str, int]]:
    """Yield what can be counted of a command line: clauses, conflicts, imported modules."""
    if ended.status is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "counted")
        run([str(side.python), "-c", COUNT_MODULES, str(store), *row.call], seconds)
        if store.exists():
            yield "modules", int(store.read_text("utf-8"))
        if row.call[0] in ("solve", "explain"):
            run([str(side.python), str(COUNT_SEARCHES), str(store), *row.call], seconds)
            with store.open(encoding="utf-8") as file:
                content = json.load(file)
            if isinstance(content, dict):
                yield from content.items()
        if row.call[0] == "solve":
            report = ended.output.strip().rpartition("\n")[2]  # an older commit lets a solver print its name before it
            yield "clauses", json.loads(report)["stats"]["clauses"]


COLUMNS = ("command", "CPU s", "", "ratio", "MB", "", "ratio", "clauses", "", "conflicts", "", "modules", "")


def cells(row: Row) -> list[str]:
    """A row of the table: each figure of the base, then of the working tree."""
    marked = f"{'! ' if row.is_worse else ''}{row.name}"
    if not row.is_comparable:
        ends = [" or ".join(sorted({_ending(timed) for timed in side})) for side in row.runs]
        return [marked, *ends, "-", *[""] * 9]
    shown = [marked]
    for what, digits in (("processor", 2), ("megabytes", 0)):
        base, new = row.medians(what)
        shown += [f"{base:.{digits}f}", f"{new:.{digits}f}", f"{new / base:.2f}" if base else "-"]
    for what in ("clauses", "conflicts", "modules"):
        shown += [f"{counts[what]:,}" if what in counts else "" for counts in row.counts]
    return shown


def _ending(ended: Run) -> str:
    return "over" if ended.status is None else f"exit {ended.status}"


def main() -> int:
    """Measure, and print the table; 1 if something is worse."""
    parser = argparse.ArgumentParser(description="Compare a commit with the working tree.")
    parser.add_argument("base", metavar="BASE", help="a commit")
    parser.add_argument("specs", metavar="SPEC", nargs="*", type=Path, help="only these; by default a fixed list")
    parser.add_argument("--quick", action="store_true", help="few specs and three runs: about two minutes")
    parser.add_argument("--runs", type=int, help="of each command with either side; the default is 5")
    parser.add_argument("--seconds", type=float, default=120, help="after which a run is ended")
    parser.add_argument("--environments", type=Path, metavar="DIR", help="where the installations are kept")
    options = parser.parse_intermixed_args()  # specs may stand behind options too
    specs = options.specs or [ROOT / "specs" / f"{name}.yaml" for name in (QUICK if options.quick else SPECS)]
    runs = options.runs or (3 if options.quick else 5)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        kept = options.environments or work
        sides = [
            install(options.base, checkout(options.base, work / "base-source"), kept / "base"),
            install("the working tree", working_tree(work / "new-source"), kept / "new"),
        ]
        rows: list[Row] = []
        for row in rows_of([path.resolve() for path in specs], work):
            measure(row, sides, runs, options.seconds)
            rows.append(row)
            say("  ".join(filter(None, cells(row))))  # so that a run which is stopped was not for nothing
    print(f"{options.base} and the working tree, medians of {runs} runs in turn\n")
    print(table(COLUMNS, [cells(row) for row in rows]))
    worse = [row.name for row in rows if row.is_worse]
    for name in worse:
        print(f"slower, larger, or without its result: {name}")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
