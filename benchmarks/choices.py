"""What each choice of encoding and search is worth: specs solved and proved with one choice undone at a time.

    python benchmarks/choices.py [SPEC...] [--seeds N] [--engine NAME] [--timeout SECONDS]

Seconds of processor time for compiling, solving and proving, the mean of several seeds, because a single search says little. The
table of the specs below also goes to docs/performance.md. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.encoder import Encoder
from gridwright.compiler.encode.operations import and_or, automaton, connected
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load
from gridwright.runtime.engines import clasp, z3
from gridwright.runtime.engines.clasp import ClaspEngine
from gridwright.runtime.engines.engine_registry import AUTO, ENGINES, engine_name
from gridwright.runtime.solving.solve import solve
from page import ROOT, machine, put, say, table

SPECS = (
    "benchmarks/shading-20x20",
    "specs/classics/nurikabe",
    "specs/classics/nurikabe-few-clues",
    "specs/classics/slitherlink",
    "specs/jane-street/2019-11-hooks-6",
    "specs/jane-street/2023-02-twenty-four-seven-four-in-one",
    "specs/jane-street/2023-06-hooks-9",
    "specs/jane-street/2023-07-choco-banana",
    "specs/jane-street/2024-05-number-cross-4",
    "specs/jane-street/2025-09-hooks-11",
)


@dataclass(frozen=True)
class Choice:
    """A choice, and what takes its place when it is undone: names in modules or classes, with other values.

    `of`: the engine whose choice it is; none where it is one of encoding. `how`: what else `solve` is told.
    """

    name: str
    undone: tuple[tuple[Any, str, Any], ...] = ()
    of: str = ""
    how: Mapping[str, bool] = field(default_factory=dict)


def _by_implied_literals(encoder: Encoder, term: Any, positive: bool, unless: tuple[int, ...]) -> None:
    """A disjunction with a literal for every member."""
    if positive == (term.op == "and"):
        for arg in term.args:
            encoder.require(arg, positive, unless)
    else:
        leaves = list(and_or._some(term, positive))
        encoder.clause((*(encoder.implied_literal(leaf, wanted) for leaf, wanted in leaves), *unless))


def _with_all_stated(engine: ClaspEngine, problem: Problem) -> None:
    """A problem with all that is lazy in it."""
    engine.add(problem.clauses(), problem.sums())
    for lazy in filter(engine.can_state, problem.lazy):
        engine.state(lazy)


CHOICES = (
    Choice("as it is"),
    Choice("everything written out at once", how={"lazy": False}),
    Choice("no passes: parts together, lines apart, sizes of groups not handed on", how={"passes": False}),
    Choice("no neighbour clauses for connectivity", ((connected, "_require_neighbors", lambda *given: None),)),
    Choice("no pairs of states that exclude each other", ((automaton, "PAIRWISE", 0),)),
    Choice("a literal for every member of an or", ((and_or.JUNCTION, "require", _by_implied_literals),)),
    Choice(
        "what hangs together by cuts alone",
        ((ClaspEngine, "can_state", lambda engine, lazy: False), (clasp, "MANY_SETS", sys.maxsize)),
        "clasp",
    ),
    Choice("what hangs together stated before the first cut", ((ClaspEngine, "load", _with_all_stated),), "clasp"),
    Choice("clasp: clauses preprocessed as in SatELite", ((clasp, "OPTIONS", (*clasp.OPTIONS, "--sat-prepro=2")),), "clasp"),
    Choice("clasp: configuration `jumpy`", ((clasp, "OPTIONS", (*clasp.OPTIONS, "--configuration=jumpy")),), "clasp"),
    Choice("clasp: configuration `crafty`", ((clasp, "OPTIONS", (*clasp.OPTIONS, "--configuration=crafty")),), "clasp"),
    Choice("clasp: a portfolio of two threads", ((clasp, "OPTIONS", (*clasp.OPTIONS, "--parallel-mode=2")),), "clasp"),
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


def measure(spec: Spec, choice: Choice, options: argparse.Namespace) -> str:
    """Seconds with a choice undone, the mean of all seeds."""
    seconds = []
    with undone(choice):
        compile_spec(spec)  # what is found once and remembered is not measured
        for seed in range(options.seeds):
            started = time.process_time()
            outcome = solve(spec, engine=options.engine, seed=seed, deadline=Deadline(options.timeout), **choice.how)
            seconds.append(time.process_time() - started)
            if not outcome.complete:
                return f"over {options.timeout:g}"
            assert outcome.unique
    return f"{statistics.mean(seconds):.2f}"


def main() -> None:
    """Print the table, and put that of all specs into the page."""
    parser = argparse.ArgumentParser(description="What each choice of encoding and search is worth.")
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each search")
    parser.add_argument("--engine", choices=sorted(ENGINES), default=engine_name(AUTO))
    options = parser.parse_args()
    paths = options.specs or [ROOT / f"{name}.yaml" for name in SPECS]
    specs = [load(path) for path in paths]
    rows = []
    for choice in (choice for choice in CHOICES if choice.of in ("", options.engine)):
        say(f"{choice.name} ...")
        rows.append([choice.name, *(measure(spec, choice, options) for spec in specs)])
    columns = ["undone", *(path.stem for path in paths)]
    text = f"Engine {options.engine}, {options.seeds} seeds.\n\n{machine('clingo', 'python-sat')}\n{table(columns, rows)}"
    print(text)
    if not options.specs:
        put("choices", text)


if __name__ == "__main__":
    main()
