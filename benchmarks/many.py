"""Many specs at the same time: 200 copies of a 7-by-7 puzzle with changed clues, verified by one command.

    python benchmarks/many.py [--copies N] [--jobs N] [--engine z3|cadical|cpsat] [--folder DIR]

A copy is Twenty Four Seven turned or mirrored, with one or two further numbers of its solution printed, so that no two copies are
the same text or the same clauses, and each has one solution. The table goes to standard output, and with the default number of
copies into docs/performance.md. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from page import GRIDWRIGHT, ROOT, machine, put, run, say, table

SPEC = ROOT / "specs" / "jane-street" / "2018-06-twenty-four-seven.yaml"
COPIES = 200
SIZE = 7
PICTURE = re.compile(rf"(?m)^ +number: \|\n((?: +(?:\S ){{{SIZE - 1}}}\S\n?){{{SIZE}}})")
Rows = Sequence[Sequence[str]]


def turned(rows: Rows, quarter_turns: int, mirrored: bool) -> list[list[str]]:
    """Rows turned clockwise, and then mirrored.

    >>> turned(["ab", "cd"], 1, False)
    [['c', 'a'], ['d', 'b']]
    """
    turned_rows = [list(row) for row in rows]
    for _ in range(quarter_turns):
        turned_rows = [list(row) for row in zip(*turned_rows[::-1], strict=True)]
    return [row[::-1] for row in turned_rows] if mirrored else turned_rows


def copies(text: str, number: int, seed: int = 0) -> Iterator[str]:
    """So many different copies of the spec; what is printed is turned with the solution that is expected."""
    givens, solution = (picture.splitlines() for picture in PICTURE.findall(text))
    pictures = [[line.split() for line in picture] for picture in (givens, solution)]
    hidden = [
        (row, column)
        for row, column in itertools.product(range(SIZE), repeat=2)
        if pictures[0][row][column] == "." != pictures[1][row][column]
    ]
    further = [*itertools.combinations(hidden, 1), *itertools.combinations(hidden, 2)]
    ways = list(itertools.product(range(4), (False, True), further))
    for quarter_turns, mirrored, cells in random.Random(seed).sample(ways, number):
        printed = [list(row) for row in pictures[0]]
        for row, column in cells:
            printed[row][column] = pictures[1][row][column]
        drawn = iter([turned(printed, quarter_turns, mirrored), turned(pictures[1], quarter_turns, mirrored)])
        yield PICTURE.sub(lambda found, drawn=drawn: found[0].replace(found[1], _like(found[1], next(drawn))), text)


def _like(picture: str, rows: Rows) -> str:
    indent = picture[: len(picture) - len(picture.lstrip())]
    return "".join(f"{indent}{' '.join(row)}\n" for row in rows)


def main() -> None:
    """Write the copies, verify them, and put the table into the page."""
    parser = argparse.ArgumentParser(description="Many specs verified by one command.")
    parser.add_argument("--copies", type=int, default=COPIES)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--engine", default="clasp", choices=("clasp", "z3", "cadical", "cpsat"))
    parser.add_argument("--folder", type=Path, help="write the copies there, and keep them")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(copies(SPEC.read_text("utf-8"), options.copies), 1):
            (folder / f"copy-{number:03}.yaml").write_text(text, "utf-8")
        rows = []
        for jobs in options.jobs:
            say(f"--jobs {jobs} ...")
            rows.append(_row(folder, jobs, options))
    drawn = table(("jobs", "seconds", "a second"), rows)
    text = f"{options.copies} specs, engine {options.engine}.\n\n{machine('clingo', 'python-sat')}\n{drawn}"
    print(text)
    if options.copies == COPIES:
        put("many", text)


def _row(folder: Path, jobs: int, options: argparse.Namespace) -> list[str]:
    """One row of the table; a benchmark of wrong results would be worth nothing."""
    ended = run([*GRIDWRIGHT, "verify", "--jobs", str(jobs), "--engine", options.engine, str(folder)], 3600)
    if ended.status != 0:
        raise SystemExit(f"not as expected\n{ended.output}{ended.errors}")
    return [str(jobs), f"{ended.seconds:.1f}", f"{options.copies / ended.seconds:.1f}"]


if __name__ == "__main__":
    main()
