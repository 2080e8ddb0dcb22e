"""The same puzzles in other tools: OR-tools CP-SAT, clingo, and z3py with integers, in the same run as ours.

    python benchmarks/peers.py [--only NAME...] [--timeout SECONDS] [--workers N]

Every tool finds the solution and proves that it is the only one, in a process of its own. The solution has to be ours. Tables on
standard output; those of all puzzles also go to docs/performance.md. Needs `pip install '.[bench,cadical]'`. Run it with nothing
else running.

What is printed of a puzzle is read from our spec and handed to the other tools as JSON, so that none of them pays for reading it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from page import ROOT, machine, put, say
from peers.compared import ENGINES, TOOLS, Result, ours, tables, theirs
from peers.reading import claimed

# Which puzzle has which models: a folder, with a file named like each tool.
PUZZLES = {
    "specs/classics/sudoku.yaml": "sudoku",
    "specs/classics/slitherlink.yaml": "slitherlink",
    "specs/classics/nurikabe.yaml": "nurikabe",
    "specs/classics/nurikabe-few-clues.yaml": "nurikabe",
    "benchmarks/shading-20x20.yaml": "shading",
    "specs/jane-street/2018-06-twenty-four-seven.yaml": "twenty-four-seven",
    "specs/jane-street/2023-02-twenty-four-seven-four-in-one.yaml": "twenty-four-seven",
    "specs/jane-street/2018-02-hooks-3.yaml": "hooks-3",
    "specs/jane-street/2019-11-hooks-6.yaml": "hooks-6",
    "specs/jane-street/2021-02-hooks-7.yaml": "hooks-7",
    "specs/jane-street/2023-06-hooks-9.yaml": "hooks-9",
}


def main() -> None:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description="The same puzzles in other tools, and in ours.")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="puzzles or tools; the page then stays as it is")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each run")
    parser.add_argument("--workers", type=int, default=0, help="threads of CP-SAT and clingo; 0: as they choose themselves")
    options = parser.parse_args()
    names = [Path(name).stem for name in PUZZLES]
    unknown = sorted(set(options.only) - {*names, *TOOLS, *ENGINES})
    if unknown:
        parser.error(f"no puzzle and no tool: {', '.join(unknown)} (there are {', '.join([*names, *TOOLS, *ENGINES])})")
    tools = [tool for tool in TOOLS if tool in options.only] or TOOLS
    results = {}
    for name, genre in PUZZLES.items():
        path = ROOT / name
        if set(options.only) & set(names) and path.stem not in options.only:
            continue
        solution = None
        row: list[Result] = []
        for engine in ENGINES:
            say(f"{path.stem}: gridwright, {engine} ...")
            result, found = ours(path, engine, options.timeout)
            solution = solution or found
            row.append(result)
        solution = solution or claimed(path)
        for tool in tools:
            say(f"{path.stem}: {tool} ...")
            row.append(theirs(tool, genre, path, solution, options.timeout, options.workers))
        results[path.stem] = row
    columns = ["puzzle", *(f"gridwright, {engine}" for engine in ENGINES), *tools]
    text = f"{machine('python-sat', 'ortools', 'clingo')}\n{tables(results, columns)}"
    print(text)
    if not options.only:
        put("peers", text)
    if any(result.is_wrong for row in results.values() for result in row):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
