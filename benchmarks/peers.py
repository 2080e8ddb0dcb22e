"""The same puzzles in other tools: OR-tools CP-SAT, clingo, and z3py with integers, in the same run as ours.

    python benchmarks/peers.py [--only NAME...] [--timeout SECONDS] [--workers N]

Every tool finds the solution and proves that it is the only one, in a process of its own. The solution has to be ours. Tables on
standard output; those of all puzzles also go to docs/performance.md. Needs `pip install '.[bench,cadical]'`. Run it with nothing
else running.

What is printed of a puzzle is read from our spec and handed to the other tools as JSON, so that none of them pays for reading it.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from page import GRIDWRIGHT, ROOT, Run, machine, put, run, say, table
from peers.puzzle import Found, Outside, Puzzle, from_json

HERE = Path(__file__).resolve().parent
MODELS = HERE / "peers" / "models"
TOOLS = sorted(path.stem for path in (HERE / "peers" / "tools").glob("[!_]*.py"))
ENGINES = ("clasp", "z3", "cadical")

# What the program calls its stages: of building what is searched, as others build a model or ground a program, and of the search.
BUILDING = ("lowering", "encoding", "loading")
SEARCHING = ("solving", "proving")

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


@dataclass(frozen=True)
class Result:
    """What came of a puzzle in a tool: seconds from start to exit, of building and of search and proof, or why there are none."""

    whole: float
    building: float
    search: float
    megabytes: float
    trouble: str = ""


# what is printed


def printed(path: Path) -> Puzzle:
    """The board, the visible layers and what is printed, of a spec with one grid."""
    from gridwright.compiler.loader import load  # noqa: PLC0415 (a process for another tool does not load it)
    from gridwright.compiler.values import BLANK  # noqa: PLC0415

    [grid] = load(path).grids
    clues = [clue for group in grid.clue_groups for clue in group.clues]
    inside: dict[str, list[Any]] = {group.name: [] for group in grid.clue_groups}
    for clue in clues:
        if clue.cell is not BLANK:
            inside[clue.group].append((_key(clue.cell), clue.value))
    return Puzzle(
        height=grid.board.height,
        width=grid.board.width,
        layers={layer.name: [_key(place) for place in layer.places] for layer in grid.layers if not layer.hidden},
        givens={
            layer.name: [(_key(layer.places[given.position]), int(given.value)) for given in grid.givens if given.layer is layer]
            for layer in grid.layers
        },
        inside={name: found for name, found in inside.items() if found},
        outside=[Outside(clue.group, clue.value, [_key(cell) for cell in clue.line]) for clue in clues if clue.side is not BLANK],
        areas={kind.name: [[_key(cell) for cell in area] for area in kind] for kind in grid.kinds},
    )


def claimed(path: Path) -> dict[str, list[int]] | None:
    """The solution that the spec expects, for where we do not find it in the time. What is not written is false."""
    from gridwright.compiler.loader import load  # noqa: PLC0415
    from gridwright.compiler.values import BLANK  # noqa: PLC0415

    solution = load(path).expected.solution
    return solution and {
        layer: [0 if value in (None, BLANK) else int(value) for value in values] for (_, layer), values in solution.items()
    }


def _key(place: Any) -> Any:
    """A place without classes: a point, a side as its two corners, a link as its two cells, a number."""
    if hasattr(place, "corners") and hasattr(place, "cells"):
        return tuple(sorted((corner.row, corner.column) for corner in place.corners))
    if hasattr(place, "border"):
        return tuple(_key(cell) for cell in place.cells)
    return (place.row, place.column) if hasattr(place, "row") else place


# in a process of its own


def in_this_process(tool: str, model: Path, document: Path, workers: int) -> None:
    """Ask one tool, and print what it found as JSON."""
    module = importlib.import_module(f"peers.tools.{tool}")
    found: Found = module.solve(model, _load, from_json(json.loads(document.read_text("utf-8"))), workers)
    print(json.dumps(asdict(found)))


def _load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


# the run


def ours(path: Path, engine: str, timeout: float) -> tuple[Result, dict[str, list[int]] | None]:
    """What this program says, and how long it took."""
    ended = run([*GRIDWRIGHT, "verify", "--json", "--engine", engine, str(path)], timeout)
    if ended.status is None:
        return _over(ended), None
    report = json.loads(ended.output or "{}")
    if not report.get("unique"):
        return Result(ended.seconds, 0, 0, ended.megabytes, f"failed: {_last_line(ended.errors)}"), None
    seconds = report["stats"]["seconds"]
    building, search = (sum(seconds.get(stage, 0) for stage in stages) for stages in (BUILDING, SEARCHING))
    return Result(ended.seconds, building, search, ended.megabytes), {
        name: list(_flat(grid)) for name, grid in report["solution"].items()
    }


def theirs(tool: str, path: Path, options: argparse.Namespace, expected: dict[str, list[int]] | None) -> Result:
    """What another tool says; its solution has to be ours, and it has to claim that there is no other."""
    models = sorted((MODELS / PUZZLES[path.relative_to(ROOT).as_posix()]).glob(f"{tool}.*"))
    if not models:
        return Result(0, 0, 0, 0, "no model")
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "puzzle.json")
        document.write_text(json.dumps(printed(path).as_json()), "utf-8")
        command = [sys.executable, __file__, "--one", tool, str(models[0]), str(document), "--workers", str(options.workers)]
        ended = run(command, options.timeout)
    if ended.status is None:
        return _over(ended)
    if ended.status != 0:
        return Result(ended.seconds, 0, 0, ended.megabytes, f"failed: {_last_line(ended.errors)}")
    found = Found(**json.loads(ended.output))
    trouble = ""
    if expected is None:
        trouble = "not compared"
    elif not found.complete or len(found.solutions) != 1:
        trouble = f"WRONG: {len(found.solutions)} solutions{'' if found.complete else ' or more'}"
    elif found.solutions[0] != expected:
        trouble = "WRONG: another solution"
    return Result(ended.seconds, found.build, found.solve + found.prove, ended.megabytes, trouble)


def _over(ended: Run) -> Result:
    return Result(ended.seconds, 0, 0, ended.megabytes, f"over {ended.seconds:.0f}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["nothing was said"])[-1]


def _flat(value: Any) -> Iterator[int]:
    """The numbers of a layer as `--json` has them, in reading order; blank and false are 0."""
    if isinstance(value, list):
        for each in value:
            yield from _flat(each)
    else:
        yield int(value or 0)


def main() -> None:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description="The same puzzles in other tools, and in ours.")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="puzzles or tools; the page then stays as it is")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for each run")
    parser.add_argument("--workers", type=int, default=0, help="threads of CP-SAT and clingo; 0: as they choose themselves")
    parser.add_argument("--one", nargs=3, metavar=("TOOL", "MODEL", "JSON"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        tool, model, document = options.one
        in_this_process(tool, Path(model), Path(document), options.workers)
        return
    names = [Path(name).stem for name in PUZZLES]
    unknown = sorted(set(options.only) - {*names, *TOOLS, *ENGINES})
    if unknown:
        parser.error(f"no puzzle and no tool: {', '.join(unknown)} (there are {', '.join([*names, *TOOLS, *ENGINES])})")
    tools = [tool for tool in TOOLS if tool in options.only] or TOOLS
    results = {}
    for name in PUZZLES:
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
            row.append(theirs(tool, path, options, solution))
        results[path.stem] = row
    text = report(results, tools)
    print(text)
    if not options.only:
        put("peers", text)
    if any(result.trouble.startswith(("WRONG", "failed")) for row in results.values() for result in row):
        raise SystemExit(1)


def report(results: dict[str, list[Result]], tools: list[str]) -> str:
    """Three tables: whole processes, building what is searched, and search with proof."""
    columns = ["puzzle", *(f"gridwright, {engine}" for engine in ENGINES), *tools]
    parts = {
        "Whole process": lambda each: each.whole,
        "Building": lambda each: each.building,
        "Solution and proof": lambda each: each.search,
    }
    tables = [
        f"{title}:\n\n"
        + table(columns, [[name, *(each.trouble or f"{seconds(each):.2f}" for each in row)] for name, row in results.items()])
        for title, seconds in parts.items()
    ]
    return f"{machine('python-sat', 'ortools', 'clingo')}\n" + "\n".join(tables)


if __name__ == "__main__":
    main()
