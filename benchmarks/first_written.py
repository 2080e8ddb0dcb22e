"""Puzzles whose rules stand as a person first writes them: CPU seconds of `check` and `verify`, clauses and conflicts.

    python benchmarks/first_written.py [SPEC...] [--timeout SECONDS]

`verify` finds the solution and proves that it is the only one. The puzzles are in `benchmarks/first_written`; each has a sentence
that once compiled to too many clauses, or whose search did not end. Tables on standard output; that of all puzzles also goes to
docs/performance.md. The exit status is 1 if one is not verified in time. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from page import GRIDWRIGHT, ROOT, machine, put, run, say, table

PUZZLES = sorted((ROOT / "benchmarks" / "first_written").glob("*.yaml"))
COUNT_SEARCHES = ROOT / "tests" / "support" / "counted_engines.py"
COLUMNS = ("puzzle", "check", "verify", "clauses", "conflicts", "result")


def measure(path: Path, timeout: float) -> list[str]:
    """Return the row of a puzzle."""
    say(f"{path.stem} ...")
    checked = run([*GRIDWRIGHT, "check", "--quiet", str(path)], timeout)
    verified = run([*GRIDWRIGHT, "verify", "--quiet", str(path)], timeout)
    is_verified = checked.status == verified.status == 0
    clauses = conflicts = "-"
    if is_verified:
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder, "counted")
            solved = run([sys.executable, str(COUNT_SEARCHES), str(store), "solve", "--quiet", "--json", str(path)], 2 * timeout)
            if solved.status == 0:
                clauses = f"{json.loads(solved.output)['stats']['clauses']:,}"
                conflicts = f"{json.loads(store.read_text('utf-8')).get('conflicts', 0):,}"
    result = "verified" if is_verified else "out of time" if verified.status is None else f"exit status {verified.status}"
    return [path.stem, f"{checked.processor:.1f}", f"{verified.processor:.1f}", clauses, conflicts, result]


def main() -> int:
    """Measure, print the table, and put that of all puzzles into the page."""
    parser = argparse.ArgumentParser(description="Puzzles whose rules stand as a person first writes them.")
    parser.add_argument("specs", metavar="SPEC", nargs="*", type=Path, help="only these; the page then stays as it is")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each command")
    options = parser.parse_args()
    rows = [measure(path, options.timeout) for path in options.specs or PUZZLES]
    text = f"{machine('clingo')}\n{table(COLUMNS, rows)}"
    print(text)
    if not options.specs:
        put("first_written", text)
    return 0 if all(row[-1] == "verified" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
