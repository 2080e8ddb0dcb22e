"""A puzzle in this program and in another tool, each in a process of its own, and tables of what came of it."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from page import GRIDWRIGHT, Run, run, table

from peers.puzzle import Found
from peers.reading import printed

BENCHMARKS = Path(__file__).resolve().parent.parent
MODELS = BENCHMARKS / "peers" / "models"
TOOLS = sorted(path.stem for path in (BENCHMARKS / "peers" / "tools").glob("[!_]*.py"))
ENGINES = ("clasp", "z3", "cadical")
Solution = dict[str, list[int | str]]

# What the program calls its stages: of building what is searched, as others build a model or ground a program, and of the search.
BUILDING = ("lowering", "encoding", "loading")
SEARCHING = ("solving", "proving")


@dataclass(frozen=True)
class Result:
    """What came of a puzzle in a tool: seconds from start to exit, of building and of search and proof, or why there are none."""

    whole: float
    building: float
    search: float
    megabytes: float
    trouble: str = ""

    @property
    def is_wrong(self) -> bool:
        """Whether the tool said what is not so, or broke."""
        return self.trouble.startswith(("WRONG", "failed"))


def ours(path: Path, engine: str, timeout: float) -> tuple[Result, Solution | None]:
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


def theirs(tool: str, genre: str, path: Path, expected: Solution | None, timeout: float, workers: int = 0) -> Result:
    """What another tool says; its solution has to be ours, and it has to claim that there is no other."""
    models = sorted((MODELS / genre).glob(f"{tool}.*"))
    if not models:
        return Result(0, 0, 0, 0, "no model")
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "puzzle.json")
        document.write_text(json.dumps(printed(path).as_json()), "utf-8")
        command = [sys.executable, str(BENCHMARKS / "ask.py"), tool, str(models[0]), str(document), "--workers", str(workers)]
        ended = run(command, timeout)
    if ended.status is None:
        return _over(ended)
    if ended.status != 0:
        return Result(ended.seconds, 0, 0, ended.megabytes, f"failed: {_last_line(ended.errors)}")
    found = Found(**json.loads(ended.output))
    return Result(ended.seconds, found.build, found.solve + found.prove, ended.megabytes, trouble_with(found, expected))


def trouble_with(found: Found, expected: Solution | None) -> str:
    """What is wrong with what a tool found; nothing if it is our solution, and the only one."""
    if expected is None:
        return "not compared"
    if not found.complete or len(found.solutions) != 1:
        return f"WRONG: {len(found.solutions)} solutions{'' if found.complete else ' or more'}"
    return "" if found.solutions[0] == expected else "WRONG: another solution"


def tables(results: Mapping[str, Sequence[Result]], columns: Sequence[str]) -> str:
    """Three tables: whole processes, building what is searched, and search with proof."""
    parts = {
        "Whole process": lambda row: row.whole,
        "Building": lambda row: row.building,
        "Solution and proof": lambda row: row.search,
    }
    return "\n".join(
        f"{title}:\n\n"
        + table(
            columns, [[name, *(result.trouble or f"{seconds(result):.2f}" for result in row)] for name, row in results.items()]
        )
        for title, seconds in parts.items()
    )


def _over(ended: Run) -> Result:
    return Result(ended.seconds, 0, 0, ended.megabytes, f"over {ended.seconds:.0f}")


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["nothing was said"])[-1]


def _flat(value: Any) -> Iterator[int | str]:
    """Yield the values of a layer as `--json` has them, in reading order; blank and false are 0, words stay words."""
    if isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _flat(part)
    else:
        yield value if isinstance(value, str) else int(value or 0)
