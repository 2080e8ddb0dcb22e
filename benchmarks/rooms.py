"""Puzzles about regions in Gridwright, with rules as a person would say them, and in clingo, with a program for each genre.

    python benchmarks/rooms.py [--only NAME...] [--timeout SECONDS]

Both in the same run, each in a process of its own: it finds the solution and proves that it is the only one. `over` a time says
that it gave up there. What clingo finds is compared with what we find; if it is another solution, the table says so, and the run
fails. Tables on standard output; those of all puzzles also go to docs/performance.md. Needs `pip install '.[bench,cadical]'`. Run
it with nothing else running.

The rules are in `benchmarks/rooms/rules_GENRE.yaml`, clingo's in `benchmarks/peers/models/GENRE`. The puzzles are of our own
making (`benchmarks/make_rooms.py`).
"""

from __future__ import annotations

import argparse
from pathlib import Path

from page import machine, put, say
from peers.compared import ENGINES, Result, ours, tables, theirs
from peers.reading import claimed

ROOMS = Path(__file__).resolve().parent / "rooms"
TOOL = "clingo"


def genre_of(path: Path) -> str:
    """The genre of a puzzle, which is the first word of its name."""
    return path.stem.partition("-")[0]


PUZZLES = {path.stem: path for path in sorted(ROOMS.glob("*-*.yaml"))}


def measure(path: Path, engines: list[str], tools: list[str], timeout: float) -> list[Result]:
    """One row: the engines, and then clingo."""
    row: list[Result] = []
    solution = None
    for engine in engines:
        say(f"{path.stem}: gridwright, {engine} ...")
        result, found = ours(path, engine, timeout)
        solution = solution or found
        row.append(result)
    for tool in tools:
        say(f"{path.stem}: {tool} ...")
        row.append(theirs(tool, genre_of(path), path, solution or claimed(path), timeout))
    return row


def main() -> None:
    """Measure, print the tables, and put them into the page."""
    parser = argparse.ArgumentParser(description="Puzzles about regions in clingo and in ours.")
    parser.add_argument(
        "--only", nargs="*", default=[], metavar="NAME", help="puzzles, engines, clingo; the page then stays as it is"
    )
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    options = parser.parse_args()
    tools = [*ENGINES, TOOL]
    unknown = sorted(set(options.only) - {*PUZZLES, *tools})
    if unknown:
        parser.error(f"no puzzle and no tool: {', '.join(unknown)} (there are {', '.join([*PUZZLES, *tools])})")
    engines, others = (
        [each for each in some if not set(options.only) & set(tools) or each in options.only] for some in (ENGINES, [TOOL])
    )
    names = [name for name in PUZZLES if name in options.only] or list(PUZZLES)
    results = {name: measure(PUZZLES[name], engines, others, options.timeout) for name in names}
    columns = ["puzzle", *(f"gridwright, {engine}" for engine in engines), *others]
    text = f"{machine('python-sat', 'clingo')}\n{tables(results, columns)}"
    print(text)
    if not options.only:
        put("rooms", text)
    if any(result.is_wrong for row in results.values() for result in row):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
