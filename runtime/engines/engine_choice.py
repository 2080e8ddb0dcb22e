"""Choose the engine of a part by what it consists of: `--engine auto`.

`RULE` is the whole rule: the first row that a part fits names engines, the best first, and the first of them that is installed
and can take the part gets it. docs/performance.md has the figures that it rests on. The choice depends on the part and on what is
installed alone, so the same spec gets the same engines in every process. It is made before those passes that differ between
engines (`compiler/compile.py`), and a problem says what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import Enum

from gridwright.compiler.encode.problem import EngineChoice, Problem
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Assertion, Module, Target
from gridwright.compiler.ir.term import Term
from gridwright.compiler.records import dataclass, replace

from .engine import Engine
from .engine_registry import AUTO, ENGINES, FASTEST_FIRST, RUNNER_UP, has, is_installed, make_engine

Choose = Callable[[Module], EngineChoice]


class Why(Enum):
    """Why an engine was chosen, in words."""

    NAMED = "it was asked for"
    USUAL = "the fastest on all specs together"
    SUMS = "the best for an objective among many sums of numbers"
    ARITHMETIC = "it calculates with numbers that have no bounds"
    INSTALLED = "what would be faster is not installed, or cannot take this"
    RUNNER_UP = "the next best, to search against the first"


@dataclass(frozen=True, slots=True)
class Features:
    """What a part consists of, as far as the choice depends on it.

    `objective`: it has one. `sums`: sums of three numbers or more, counted if there is an objective. `arithmetic`: it has numbers
    without bounds, or comparisons as theirs, which only an engine with arithmetic of its own takes (`has_arithmetic`).
    """

    unknowns: int
    objective: bool
    sums: int
    arithmetic: bool


@dataclass(frozen=True, slots=True)
class Preference:
    """A row of the rule: parts that fit it go to these engines, the best first."""

    fits: Callable[[Features], bool]
    engines: tuple[str, ...]
    why: Why


RULE = (
    Preference(lambda part: part.arithmetic, ("z3",), Why.ARITHMETIC),
    Preference(lambda part: part.objective and 2 * part.sums >= part.unknowns, ("cpsat", *FASTEST_FIRST), Why.SUMS),
    Preference(lambda part: True, FASTEST_FIRST, Why.USUAL),
)


def features_of(module: Module) -> Features:
    """Return the features of a part that the choice of an engine depends on."""
    return _features(len(module.variables), module.assertions, module.target, arithmetic=_has_arithmetic(module))


def _has_arithmetic(module: Module) -> bool:
    """Check whether there are numbers without bounds, or comparisons that such numbers left of cells alone."""
    if not any(layer.is_unbounded for layer in module.terms.unknowns):
        return False
    return any(term.domain.endless or term.op == "compared" for term in module.reachable_terms()) or any(
        module.terms.unknown(variable).domain.endless for variable in module.variables
    )


def _features(unknowns: int, assertions: Iterable[Assertion], target: Target | None, *, arithmetic: bool) -> Features:
    terms = topological_order([assertion.term for assertion in assertions if isinstance(assertion.term, Term)]) if target else ()
    sums = sum(
        term.op == "linear" and len(term.args) > 2 and not any(number.domain.is_truth for number in term.args) for term in terms
    )
    return Features(unknowns, target is not None, sums, arithmetic)


def rank(part: Features, is_usable: Callable[[str], bool] = is_installed) -> Iterator[EngineChoice]:
    """Yield the engines that can take a part and are usable, the best first. An engine is looked at only when its turn comes."""
    row = next(row for row in RULE if row.fits(part))
    is_any = False
    for name in (*row.engines, *(name for name in ENGINES if name not in row.engines)):
        if is_usable(name) and (not part.arithmetic or has(name, "has_arithmetic")):
            is_any = True
            missing = row.engines[0] if name != row.engines[0] and not is_usable(row.engines[0]) else ""
            yield _choose(name, row.why if name == row.engines[0] else Why.INSTALLED, missing)
    if not is_any:  # making it says what has to be installed
        yield _choose(row.engines[0], row.why)


def chooser(engine: str, offered: Collection[str] | None = None) -> Choose:
    """Return a function that chooses the engine of each part: the named one, or with `auto` one of those offered or installed.

    `RUNNER_UP` is the next best instead of the best.
    """
    if engine not in (AUTO, RUNNER_UP):
        named = _choose(engine, Why.NAMED)
        return lambda module: named
    usable: dict[str, bool] = {}  # what is not installed is looked for once

    def is_usable(name: str) -> bool:
        if name not in usable:
            usable[name] = is_installed(name) if offered is None else name in offered
        return usable[name]

    def choose(module: Module) -> EngineChoice:
        choices = rank(features_of(module), is_usable)
        best = next(choices)
        following = next(choices, None) if engine == RUNNER_UP else None
        return best if following is None else replace(following, why=Why.RUNNER_UP.value)

    return choose


def opponent(engine: str) -> str:
    """Return the engine that searches against another: the next best, or if one was named, the best other that is installed."""
    if engine == AUTO:
        return RUNNER_UP
    return next((name for name in ENGINES if name != engine and is_installed(name)), engine)


def _choose(name: str, why: Why, missing: str = "") -> EngineChoice:
    return EngineChoice(name, why.value, has(name, "has_reachability"), missing)


def engine_choice(problem: Problem, engine: str) -> EngineChoice:
    """Return the engine that a problem was compiled for, or the choice if it was compiled for none."""
    if problem.engine is not None:
        return problem.engine
    if engine != AUTO:
        return _choose(engine, Why.NAMED)
    part = _features(len(problem.places), problem.assertions, problem.target, arithmetic=problem.has_numbers)
    return next(rank(part))


def engine_for(problem: Problem, engine: str, seed: int) -> Engine:
    """Return a new engine for a problem: the one that it was compiled for, or else one that is named, or chosen."""
    return make_engine(engine_choice(problem, engine).name, seed)
