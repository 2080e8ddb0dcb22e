"""Count what time cannot fool, and compare it with what was written down in `budgets.json`.

    python tests/budgets.py [NAME...]      counts anew and writes it down; NAME is a row, or a table; without one all rows

Every table has rows, and every row has counts that are the same each time:

- `specs`: for each spec terms, variables, clauses and sums that compiling makes, and rounds, lemmas, searches and conflicts of
  the search for what `expect` claims, with the default engine and seed 0; what is found has to be what it claims;
- `explain`: searches and conflicts of `explain` of ten specs in which one clue is wrong;
- `minimize`: searches and conflicts of `minimize` of some specs;
- `sentences`: what the sentences of `first_written.yaml` compile to, and how many rules the general lemma refines;
- `imports`: modules that `--version`, `check` and `solve` import.

A count that differs by more than 5 % fails a test until it is written down, and so shows in the diff. Less is as good a reason to
write it down: it lowers the budget. Searches and conflicts depend on the version of the solver; they are compared only if it is
the one with which they were counted.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import importlib.metadata
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import yaml

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support")] * (str(HERE / "support") not in sys.path)

from counted_engines import counted_searches  # noqa: E402 (this file is a command as well as a module)
from gridwright.compiler.compile import Puzzle, compile_spec  # noqa: E402
from gridwright.compiler.language.spec import Expected, Spec  # noqa: E402
from gridwright.compiler.loader import load, load_text  # noqa: E402
from gridwright.runtime.authoring.minimize import Search  # noqa: E402
from gridwright.runtime.authoring.printed_items import items_of  # noqa: E402
from gridwright.runtime.cli.app import run  # noqa: E402
from gridwright.runtime.engines.engine_choice import chooser  # noqa: E402
from gridwright.runtime.engines.engine_registry import AUTO  # noqa: E402
from gridwright.runtime.exit_status import NOT_AS_CLAIMED, OK  # noqa: E402
from gridwright.runtime.solving import expectations  # noqa: E402
from gridwright.runtime.solving.expectations import limit_for  # noqa: E402
from gridwright.runtime.solving.outcome import Outcome  # noqa: E402
from gridwright.runtime.solving.solve import solve  # noqa: E402
from spoilt import spoilt_text  # noqa: E402

ROOT = HERE.parent
STORE = HERE / "budgets.json"
SENTENCES = HERE / "first_written.yaml"

SOLVERS = ("clingo", "ortools", "z3-solver")
ALLOWED = 0.05  # of a count, by which it may differ

Counts = dict[str, int]
LONG = ("jane-street/2022-04-almost-magic",)  # specs whose search takes too long for a test
OF_SOLVERS = ("rounds", "lemmas", "searches", "conflicts")


@functools.cache
def stored() -> dict[str, dict[str, Any]]:
    """Return what was written down: the tables, and the versions of the solvers."""
    tables: dict[str, dict[str, Any]] = json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}
    return tables


def name_of(path: Path) -> str:
    """Return the name of a spec in the tables."""
    return path.resolve().relative_to(ROOT / "specs").with_suffix("").as_posix()


def path_of(name: str) -> Path:
    """Return the file of a spec by its name in the tables."""
    return ROOT / "specs" / f"{name}.yaml"


def versions() -> dict[str, str]:
    """Return the versions of the solvers that are installed."""
    installed = {}
    for package in SOLVERS:
        try:
            installed[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return installed


def compiled(puzzle: Puzzle) -> Counts:
    """Count what compiling a spec has made."""
    return {
        "terms": len(puzzle.module.terms.all),
        "variables": sum(part.size for part in puzzle.parts),
        "clauses": sum(1 for part in puzzle.parts for _ in part.clauses()),
        "sums": sum(1 for part in puzzle.parts for _ in part.sums()),
        "refined by values": len(puzzle.fallback_instances),
    }


def searched(outcome: Outcome) -> Counts:
    """Count what compiling and a search made, as far as the outcome of the search tells it."""
    statistics = outcome.statistics
    return {
        "variables": statistics.variables,
        "clauses": statistics.clauses,
        "sums": statistics.sums,
        "rounds": statistics.rounds,
        "lemmas": sum(statistics.lemmas.values()),
    }


def spec_counts(name: str) -> Counts:
    """Count terms, clauses and the search of a spec, which has to find what `expect` claims; no search if it takes a minute."""
    spec = load(path_of(name))
    if name in LONG:
        return compiled(compile_spec(spec, choose=chooser(AUTO)))
    compilations: list[Counts] = []

    def counted(spec: Spec, **options: Any) -> Puzzle:
        puzzle = compile_spec(spec, **options)
        compilations.append(compiled(puzzle))  # before the search, whose lemmas make terms
        return puzzle

    with counted_searches() as counts, mock.patch("gridwright.runtime.solving.solve.compile_spec", counted):
        outcome = solve(replace(spec, expected=Expected()), limit=limit_for(spec))
    if outcome.reason:
        raise SystemExit(f"{name}: gave up, {outcome.reason}; nothing was written")
    if contradicted := expectations.differences(spec, outcome):
        raise SystemExit(f"{name}: {contradicted[0].message}; nothing was written")
    return {**compilations[0], **searched(outcome), **counts}


def explain_counts(name: str) -> Counts:
    """Count the searches of the command `explain` for a spec with one wrong clue, all that it looks for included."""
    _, text = spoilt_text(path_of(name))
    with tempfile.TemporaryDirectory() as folder, counted_searches() as counts, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder, "puzzle.yaml")
        path.write_text(text, "utf-8")
        assert run(["explain", "--quiet", str(path)]) in (OK, NOT_AS_CLAIMED)
    return dict(counts)


def minimize_counts(name: str) -> Counts:
    """Count the searches that `minimize` makes for a spec."""
    spec = load(path_of(name))
    with counted_searches() as counts:
        Search().minimize(spec, [(item,) for item in items_of(spec)])
    return dict(counts)


@functools.cache
def sentences() -> Mapping[str, str]:
    """Return the specs of the sentences as they are first written, by the sentence."""
    boards: Mapping[str, Any] = yaml.safe_load(SENTENCES.read_text("utf-8"))
    return {
        sentence: yaml.safe_dump({"gridwright": 1, **board["board"], "rules": [sentence]}, sort_keys=False)
        for board in boards["boards"]
        for sentence in board["sentences"]
    }


def sentence_counts(sentence: str) -> Counts:
    """Count what a sentence compiles to."""
    return compiled(compile_spec(load_text(sentences()[sentence], "sentence.yaml"), choose=chooser(AUTO)))


CALLS = {
    "--version": ["--version"],
    "check": ["check", "--quiet", "specs/classics/futoshiki.yaml"],
    "solve": ["solve", "--quiet", "specs/classics/sudoku.yaml"],
}
COUNT_MODULES = """
import atexit, sys
path = sys.argv.pop(1)
atexit.register(lambda: open(path, "w").write(" ".join(sys.modules)))
from gridwright.runtime.cli import main
main()
"""


def import_counts(call: str) -> Counts:
    """Count the modules that a command line imports in a process of its own: all, and those of Gridwright."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "modules")
        subprocess.run(
            [sys.executable, "-c", COUNT_MODULES, str(path), *CALLS[call]], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
        )
        modules = path.read_text("utf-8").split()
    # An editable installation has a finder of its own, and whatever else is installed may be loaded at the start of Python.
    bare = subprocess.run(
        [sys.executable, "-c", "import sys; print(*sys.modules)"], check=True, capture_output=True, text=True
    ).stdout.split()
    own = [module for module in modules if module.partition(".")[0] == "gridwright"]
    return {"modules": len({*modules} - {*bare}), "own modules": len(own)}


ALL_SPECS = [name_of(path) for path in sorted((ROOT / "specs").rglob("*.yaml"))]
EXPLAINED = [
    "classics/battleships",
    "classics/kakuro",
    "classics/nonogram",
    "classics/slitherlink",
    "classics/sudoku",
    "classics/tapa",
    "jane-street/2014-02-hooks",
    "jane-street/2018-06-twenty-four-seven",
    "jane-street/2019-01-fences",
    "jane-street/2023-02-twenty-four-seven-four-in-one",
]
MINIMIZED = ["classics/futoshiki", "classics/slitherlink", "classics/sudoku", "jane-street/2018-06-twenty-four-seven"]

# The tables: which rows there are, and how a row is counted.
TABLES: dict[str, tuple[list[str], Callable[[str], Counts]]] = {
    "specs": (ALL_SPECS, spec_counts),
    "explain": (EXPLAINED, explain_counts),
    "minimize": (MINIMIZED, minimize_counts),
    "sentences": ([*sentences()], sentence_counts),
    "imports": ([*CALLS], import_counts),
}


def beyond(before: Mapping[str, int], now: Mapping[str, int]) -> list[str]:
    """Return what differs by more than 5 % and by more than one, in words.

    >>> beyond({"clauses": 100, "sums": 3}, {"clauses": 106, "sums": 4})
    ['clauses: 100 -> 106 (+6 %)']
    >>> beyond({"clauses": 100}, {"clauses": 95})
    []
    """
    return [
        f"{key}: {before[key]:,} -> {now[key]:,} ({100 * (now[key] - before[key]) / max(1, before[key]):+.0f} %)"
        for key in now
        if key in before and abs(now[key] - before[key]) > max(1, ALLOWED * before[key])
    ]


def differences(table: str, row: str, now: Mapping[str, int]) -> list[str]:
    """Return how counts differ from those that were written down, in words, with the command that writes them down."""
    before = stored().get(table, {}).get(row)
    if before is None:
        return [f"there is no row `{row}` in the table `{table}`; write it down with: python tests/budgets.py '{row}'"]
    if stored()["solvers"] != versions():
        now = {key: number for key, number in now.items() if key not in OF_SOLVERS}
    changed = beyond(before, now)
    return [*changed, f"if that is meant, write it down with: python tests/budgets.py '{row}'"] if changed else []


def write(tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Write all tables, a line for each row, so that a diff shows what changed."""
    parts = [
        f"{json.dumps(table)}: {{\n"
        + ",\n".join(f"  {json.dumps(row)}: {json.dumps(counts)}" for row, counts in sorted(rows.items()))
        + "\n}"
        for table, rows in tables.items()
    ]
    temporary = STORE.with_suffix(".tmp")
    temporary.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")
    temporary.replace(STORE)


def main() -> None:
    """Count anew, say what changed, and write it down."""
    parser = argparse.ArgumentParser(description="Count what compiling, searching and starting take, and write it down.")
    parser.add_argument("names", metavar="NAME", nargs="*", help="a row, or a table; by default all")
    names = parser.parse_args().names
    chosen = [(table, row) for table, (rows, _) in TABLES.items() for row in rows if not names or table in names or row in names]
    unknown = [name for name in names if name not in TABLES and all(name not in rows for rows, _ in TABLES.values())]
    if unknown:
        parser.error(f"there is no row or table `{unknown[0]}`; the tables are {', '.join(TABLES)}")
    tables: dict[str, dict[str, Any]] = {"solvers": versions()}
    if names and stored().get("solvers", versions()) != versions():
        parser.error(f"the other rows were counted with {stored()['solvers']}; count all of them, or install these")
    for table, (rows, _) in TABLES.items():
        tables[table] = {row: stored()[table][row] for row in rows if row in stored().get(table, {})}
    for table, row in chosen:
        counts = TABLES[table][1](row)
        changed = beyond(tables[table][row], counts) if row in tables[table] else ["new"]
        print(f"{table}: {row}", *(f"\n    {line}" for line in changed), sep="", flush=True)
        tables[table][row] = counts
        write(tables)


if __name__ == "__main__":
    main()
