"""What each choice of encoding is worth: a spec solved and proved with one choice undone at a time.

    python benchmarks/choices.py [SPEC...] [--seeds N] [--engine NAME]

Seconds of processor time for compiling, solving and proving, over several seeds, because a single search says little. Run it with
nothing else running.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.encoder import Encoder
from gridwright.compiler.encode.kinds import automaton, connected, junction
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.lowering import min as extremes
from gridwright.compiler.reading import load
from gridwright.compiler.spec import Spec
from gridwright.runtime.engines import z3
from gridwright.runtime.engines.clasp import ClaspEngine
from gridwright.runtime.solving.outcome import Outcome
from gridwright.runtime.solving.solve import AUTO, ENGINES, engine_name, solve
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
SPECS = ("2018-02-hooks-3", "2019-11-hooks-6", "2021-02-hooks-7", "2023-02-twenty-four-seven-four-in-one", "2023-06-hooks-9")


@dataclass(frozen=True)
class Choice:
    """A choice, and what takes its place when it is undone: names in modules or classes, with other values.

    `of`: the engine whose choice it is; none where it is one of encoding.
    """

    name: str
    undone: tuple[tuple[Any, str, Any], ...]
    of: str = ""


def _by_implied_literals(encoder: Encoder, term: Any, positive: bool, unless: tuple[int, ...]) -> None:
    """A disjunction with a literal for every member."""
    if positive == (term.op == "and"):
        for arg in term.args:
            encoder.require(arg, positive, unless)
    else:
        leaves = list(junction._some(term, positive))
        encoder.clause((*(encoder.implied(leaf, wanted) for leaf, wanted in leaves), *unless))


def _with_all_stated(engine: ClaspEngine, problem: Problem) -> None:
    """A problem with all that is lazy in it."""
    engine.add(problem.clauses(), problem.sums())
    for lazy in problem.lazy:
        engine.state(lazy)


CHOICES = (
    Choice("as it is", ()),
    Choice("no neighbour clauses for connectivity", ((connected, "_require_neighbors", lambda *given: None),)),
    Choice("max by a table, not by order literals", ((extremes, "_can_be_blank", lambda value: True),)),
    Choice("no pairs of states that exclude each other", ((automaton, "PAIRWISE", 0),)),
    Choice("a literal for every member of an or", ((junction.JUNCTION, "require", _by_implied_literals),)),
    Choice("what hangs together by cuts alone", ((ClaspEngine, "state", lambda engine, lazy: None),), "clasp"),
    Choice("what hangs together stated before the first cut", ((ClaspEngine, "load", _with_all_stated),), "clasp"),
    Choice("phase: Z3's own", ((z3, "_phase", lambda problem: "caching"),), "z3"),
)


@contextmanager
def undone(choice: Choice) -> Iterator[None]:
    """The choice is undone inside."""
    before = [(where, name, getattr(where, name)) for where, name, _ in choice.undone]
    try:
        for where, name, value in choice.undone:
            _set(where, name, value)
        yield
    finally:
        for where, name, value in before:
            _set(where, name, value)


def _set(where: Any, name: str, value: Any) -> None:
    """Set what is not meant to be set."""
    (type if isinstance(where, type) else object).__setattr__(where, name, value)


def measure(spec: Spec, seeds: int, engine: str) -> tuple[list[float], Outcome]:
    """Seconds for each seed, and one of the outcomes."""
    seconds = []
    for seed in range(seeds):
        started = time.process_time()
        found = solve(spec, engine=engine, seed=seed)
        seconds.append(time.process_time() - started)
        assert found.unique
    return seconds, found


def main() -> None:
    """Print a table for each spec."""
    parser = argparse.ArgumentParser(description="What each choice of encoding is worth.")
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--engine", choices=sorted(ENGINES), default=engine_name(AUTO))
    options = parser.parse_args()
    console = Console(width=140)
    for path in options.specs or [ROOT / "specs" / "jane-street" / f"{name}.yaml" for name in SPECS]:
        spec = load(path)
        table = Table(
            "choice undone", "mean s", "worst s", "clauses", "rounds", "lemmas", title=f"{path.stem}, {options.seeds} seeds"
        )
        for choice in (choice for choice in CHOICES if choice.of in ("", options.engine)):
            with undone(choice):
                compile_spec(spec)  # what is found once and remembered is not measured
                seconds, found = measure(spec, options.seeds, options.engine)
            numbers = found.statistics
            table.add_row(
                choice.name,
                f"{statistics.mean(seconds):.2f}",
                f"{max(seconds):.2f}",
                f"{numbers.clauses:,}",
                str(numbers.rounds),
                str(sum(numbers.lemmas.values())),
            )
        console.print(table)


if __name__ == "__main__":
    main()
