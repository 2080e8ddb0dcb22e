"""Problems are plain data: one that was pickled and read again is the same problem, and is solved with the same lemmas."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.explaining.linear_infeasibility import LinearInfeasibility
from gridwright.runtime.explaining.model_rotation import ModelRotation
from gridwright.runtime.explaining.mus import MusSearch
from gridwright.runtime.solving.optimum import Optimum
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import OutOfConflicts, Session
from random_specs import given_specs
from time_limits import skip_for_time

PATHS = sorted((Path(__file__).parents[2] / "specs").rglob("*.yaml"))
SECONDS = 3.0  # for compiling a spec; one that takes longer is left out
PARTS = 3
SOLUTIONS = 3
CONFLICTS = 200  # for each of them
BETTER = 8  # solutions, each better than the last one
CLAUSES = 60_000  # larger problems are compared and not solved

GCD = "grid: 1x4\nlayers:\n  number: {values: [0, 2, 6], blank: true}\nrules:\n  - gcd(numbers(number)) == 2\n"
SHIFTED = GCD.replace("== 2", "- 1 == 5")
LOOP = "grid: 4x4\nlayers: {line: {over: links, values: bool}}\nrules:\n  - loop(line)\n"
PATH = """\
grid: 3x3
layers: {line: {over: links, values: bool}, end: {over: grid, values: cells}}
rules:
  - path(line, r1c1, end)
"""
WALK = """\
grid: 2x3
layers: {number: {values: 0..2}}
rules:
  - >-
    walk(start=(r1c1, 0), read=number, step=lambda s, x: (step(s[0], right), s[1] + 1) if x == 0 else
    (step(s[0], down), s[1] + 1) if x == 2 else fail, result=lambda s: s[1]) == 3
"""
EVALUATED = "grid: 1x3\nlayers: {number: {values: 1..3}}\nrules:\n  - sorted(number)[1] == 2\n"
GROUPS = "grid: 3x3\nlayers: {shaded: {values: bool}}\nrules:\n  - connected(shaded)\n  - len(group(r1c1, shaded)) == 4\n"
BEST = "grid: 2x3\nlayers: {x: {values: 0..4, blank: true}}\nrules:\n  - distinct(x)\nmaximize: sum(x[c] * 2 for c in cells)\n"
CONTRADICTION = "grid: 1x4\nlayers: {x: {values: 0..3}}\nrules:\n  - for: a, b in links\n    rule: x[a] < x[b]\n  - x[r1c4] < 3\n"
NUMBERS = """\
grid: 1x3
layers: {number: {values: 0..1, blank: true}}
rules:
  - any(count(number == 0) == n for n in numbers(number) for m in numbers(number))
"""
RULES = {name.lower(): value for name, value in list(globals().items()) if isinstance(value, str) and value.startswith("grid:")}


ROOTS = [
    ("shaded[r2c1]", 2),
    ("not shaded[r2c1]", -1),
    ("shaded[r2c1] or shaded[r1c1]", -1),
    ("shaded[r1c2] and shaded[r2c1]", 1),
]


@pytest.mark.parametrize(("rule", "root"), ROOTS)
def test_root_of_a_connected_set(rule: str, root: int) -> None:
    """A place that is asserted to be in a connected set is its root; not with selectors, which may leave the assertion out."""
    spec = load_text(
        f"gridwright: 1\ngrid: 2x2\nlayers: {{shaded: {{values: bool}}}}\nrules:\n  - connected(shaded)\n  - {rule}\n"
    )
    ((connected,),) = (part.lazy for part in compile_spec(spec).parts)
    assert connected.root == root
    ((connected,),) = (part.lazy for part in compile_spec(spec, has_selector=lambda _: True).parts)
    assert connected.root == -1


SHARED = [
    "all(r1c2 in group(c, cells, by=(wall and false) or shaded[r1c1]) or shaded[c] for c in cells)",
    "all(r1c2 in group(c, cells, by=(wall and not wall) == shaded[r1c1]) or shaded[c] for c in cells)",
]


@pytest.mark.parametrize("rule", SHARED)
def test_edges_may_share_a_condition(rule: str) -> None:
    """No clause has a literal twice, though the two edges beside the source are open together."""
    layers = "{shaded: {values: bool}, wall: {over: links, values: bool}}"
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {layers}\nrules:\n  - {rule}\n")
    clauses = [clause for part in compile_spec(spec, passes=False).parts for clause in part.clauses()]
    assert clauses
    assert all(len({*map(abs, clause)}) == len(clause) for clause in clauses)


def parts_of(text: str, **options: object) -> tuple[Problem, ...]:
    """Compile a spec; nothing if it is refused."""
    try:
        return compile_spec(load_text(text), **options).parts
    except SpecError:
        return ()


def same(problem: Problem, seen: Callable[[Problem], object]) -> None:
    """Check that a problem and its copy have the same parts, and that the same is seen of both."""
    copy: Problem = pickle.loads(pickle.dumps(problem))
    for of in (_data, seen, _data):  # which nothing that was done with it has changed
        assert of(problem) == of(copy)


def _data(problem: Problem) -> list[object]:
    return [
        list(problem.clauses()),
        list(problem.sums()),
        [str(group) for group in problem.groups],
        [(term.id, term.op, str(term.domain), [arg.id for arg in term.args]) for term in problem.meanings],
        [lazy.kind for lazy in problem.lazy],
        {variable.name: str(place) for variable, place in problem.places.items()},
        {str(origin): literal for origin, literal in problem.selectors.items()},
        {(term.id, term.op): literal for term, literal in problem.encoded.literals.items()},
        problem.limits,
        problem.terms.size,
    ]


def solved(problem: Problem) -> list[object]:
    """Solve a problem a little: its first solutions, lemmas and better values."""
    progress = Progress()
    session = Session(problem, make_engine("clasp", 0), NO_DEADLINE, progress)
    seen: list[object] = []
    try:
        while len(seen) < SOLUTIONS and (solution := session.next_solution(conflicts=CONFLICTS)) is not None:
            seen.append({variable.name: str(value) for variable, value in solution.items()})
            session.exclude(solution, lambda variable: True)
    except OutOfConflicts as problem_met:
        seen.append(str(problem_met))
    if problem.objective and len(seen) == SOLUTIONS:
        optimum = Optimum(session := session.another(), problem.objective, lambda: None)
        first = session.next_solution()
        assert first is not None
        seen += [(optimum.best, optimum.bound) for _ in itertools.islice(optimum.improve(first), BETTER)]
    return [seen, session._known, progress.lemmas, [(term.id, term.op) for term in session.encoder.meanings]]


def explained(problem: Problem) -> list[object]:
    """Look for a core of a problem in which everything is selected."""
    session = Session(problem, make_engine("clasp", 0), NO_DEADLINE, Progress())
    cores = MusSearch(session, ModelRotation(problem), LinearInfeasibility(problem, session.encoder.terms))
    core = cores.core(list(problem.selectors.values()))
    reduced = [] if core is None else [result.members for result in cores.shrink(core)]
    return [core, reduced, session._known]


@pytest.mark.cases(ci=13)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_specs(path: Path) -> None:
    """Every spec that is compiled soon."""
    try:
        parts = compile_spec(load(path), deadline=Deadline(SECONDS)).parts
    except OutOfTime:
        skip_for_time(f"not compiled within {SECONDS} s")
    for problem in parts[:PARTS]:
        is_small = sum(1 for _ in problem.clauses()) < CLAUSES
        same(problem, solved if is_small else lambda problem: problem.size)


@pytest.mark.parametrize("lazy", [True, False])
@pytest.mark.parametrize("text", RULES.values(), ids=RULES.keys())
def test_refined_constraints(text: str, lazy: bool) -> None:
    """Every kind of lemma, and the same written out."""
    parts = parts_of(f"gridwright: 1\n{text}", lazy=lazy)
    assert parts
    for problem in parts:
        same(problem, solved)


@pytest.mark.parametrize("text", RULES.values(), ids=RULES.keys())
def test_explained(text: str) -> None:
    """What a core is made of, if any constraint can be left out."""
    for problem in parts_of(f"gridwright: 1\n{text}", has_selector=lambda origin: True):
        same(problem, explained)


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Random specs."""
    for problem in parts_of(text)[:PARTS]:
        same(problem, solved)


def test_nothing_of_the_solver_stays() -> None:
    """A search leaves the terms of a problem as they are: another one numbers its lemmas alike."""
    (problem,) = parts_of(f"gridwright: 1\n{GCD}")
    before = len(problem.terms.terms)
    assert solved(problem) == solved(problem)
    assert len(problem.terms.terms) == before == problem.terms.size
