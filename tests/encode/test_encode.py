"""Completeness, constraint by constraint, for every kind of encoding and every kind of lemma, on random instances.

An encoding is complete if each grid on which a constraint holds satisfies its clauses, once every auxiliary variable has the
value of the term that it stands for; it is sound if no other grid does. A lemma holds on every grid on which its constraint does.
The kinds are found by scanning their folders, so one that no random instance reaches fails here.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from brute import assignments
from gridwright.compiler.encode.encoding_registry import all_encodings
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import functions as lowering_functions
from gridwright.compiler.lowering import polynomials
from gridwright.compiler.passes import separate_groups
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.solving.lemmas.lemma_kind import all_kinds
from instances import faults, lemma_faults, lowered, sample
from random_specs import SMALL, Maker
from ways import THOROUGH

ENDLESS = {
    "compared",
    "polynomial",
    "quotient",
    "floor",
    "multiplied",
}  # their solutions are compared in `test_z3_arithmetic.py`

INSTANCES = 2 * THOROUGH
GRIDS = 40
LOOKED = 500
FUNCTIONS = Path(lowering_functions.__path__[0])

# Which functions are likely to lead to a kind: looked at first. A kind that is not here is looked for among the functions whose
# lowering names the file of the operation, and if there are none, among all.
LIKELY = {
    "less": ["walk", "lcm", "max", "visible"],
    "way": ["walk"],
    "refined": ["gcd", "loop", "path", "walk", "acyclic"],
    "automaton": ["fold", "runs", "visible"],
    "min_max": ["max", "min"],
    "same_component": ["group", "groups"],
    "size": ["group", "groups"],
    "first": ["groups"],
    "multicut": ["group", "len"],
    "distance": ["distance"],
    "connected": ["connected"],
    "evaluated": ["sorted", "join"],
    "distinct": ["distinct"],
    "LazyConnected": ["connected"],
    "LazyMulticut": ["group", "len"],
    "LazyJoined": ["groups", "group"],
    "LazyRefined": ["walk", "gcd", "loop", "path", "acyclic"],
    "LazyEvaluated": ["sorted", "join"],
}

# Products are binary only where they are large, and few places are told apart pair by pair: settings that change both, and rules.
SETTINGS = {
    "bit": [(polynomials, "MOST_STEPS", 1), (polynomials, "LARGE", 0)],
    "separated": [(separate_groups, "FEWEST", 2)],
}
NUMBERS = """gridwright: 1
grid: 1x1
layers: {a: {over: grid, values: 1..4}, b: {over: grid, values: 0..3}, c: {over: grid, values: 0..6}}
rules:
  - """
PLACES = """gridwright: 1
grid: 2x3
layers: {shaded: {values: bool}, line: {over: links, values: bool}}
rules:
  - """
# The ends of a board are apart: four places, and five of which two may be together.
ONE_OF_FOUR = "all(count(c.row != c.column and c != r1c3 or c == r1c1 for c in g) == 1 for g in groups({}))"
IN_ONE = "all((b in group(a, cells, by=line)) == (a.row == b.row) for a, b in combinations([r1c1, r1c3, r2c1, r2c2], 2))"
TURNS = ("", ", rotate=false", ", rotate=false, reflect=false")
RULES = {
    "same_shape": [
        f"{PLACES}all(len(g) {size} for g in groups({of}))\n  - {truth}same_shape(group(r1c1, {of}), group(r2c3, {of}){turns})\n"
        for of, size in (("cells, by=line", "< 4"), ("shaded", "!= 5"))
        for truth in ("", "not ")
        for turns in TURNS
    ],
    "bit": [f"{NUMBERS}{rule}\n" for rule in ("a * b == c", "not (a * b < c) or a == 1", "(a * b * c == 6) == (b == 3)")],
    "separated": [
        f"{PLACES}{rule}\n" for rule in (ONE_OF_FOUR.format("not shaded"), ONE_OF_FOUR.format("cells, by=line"), IN_ONE)
    ],
}


@functools.lru_cache(maxsize=1_000)
def drawn(function: str, seed: int) -> tuple[Spec, frozenset[str]] | None:
    """A random spec that calls a function, and the kinds of terms in it; none where it is refused."""
    try:
        spec = Maker(random.Random(seed), SMALL, planted=False).make(function).spec()
        return spec, kinds_in(spec)
    except SpecError:
        return None


def kinds_in(spec: Spec) -> frozenset[str]:
    """Return the kinds of terms in what a spec is lowered to."""
    module, _ = lowered(spec)
    roots = [assertion.term for assertion in module.assertions if isinstance(assertion.term, Term)]
    return frozenset(term.op for term in topological_order(roots))


def lowered_to(op: str) -> list[str]:
    """Return the functions whose lowering names the file of an operation."""
    return [path.stem for path in sorted(FUNCTIONS.glob("*.py")) if f".operations.{op} import" in path.read_text("utf-8")]


def specs_for(kind: str) -> Iterator[tuple[Spec, frozenset[str]]]:
    """Random specs, those first that are likely to have something of a kind in them, or those with its own rules."""
    if kind in RULES:
        for rule in RULES[kind]:
            spec = load_text(rule, "rule.yaml")
            yield spec, kinds_in(spec)
        return
    functions = LIKELY.get(kind) or lowered_to(kind) or [*all_functions()]
    for at in range(LOOKED):
        random_spec = drawn(functions[at % len(functions)], at)
        if random_spec is not None:
            yield random_spec


@pytest.mark.cases(quick=1, ci=7)
@pytest.mark.parametrize("op", sorted(all_encodings().keys() - ENDLESS))
def test_encodings(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of term, lazy and eager, in instances of its own and below others."""
    for module, name, value in SETTINGS.get(op, ()):
        monkeypatch.setattr(module, name, value)
    met = 0
    for spec, ops in specs_for(op):
        if op in ops:
            grids = sample(list(assignments(spec)), GRIDS)
            for lazy in (True, False):
                assert not list(faults(spec, grids, lazy=lazy)), spec.document
            met += 1
        if met == INSTANCES:
            break
    least = min(INSTANCES, len(RULES.get(op, range(INSTANCES))))
    assert met == least, f"no random instance, or too few ({met}), of `{op}`: add to the grammar of random specs what leads to it"


@pytest.mark.cases(ci=3)
@pytest.mark.parametrize("of", sorted(all_kinds(), key=lambda of: of.__name__))
def test_lemmas(of: type) -> None:
    """Every kind of lemma: what candidates are answered with cuts off no grid on which the constraint holds."""
    met = 0
    for spec, _ in specs_for(of.__name__):
        for kind, wrong in lemma_faults(spec, sample(list(assignments(spec)), 4 * GRIDS)):
            assert not wrong
            met += kind is of
        if met >= 3 * INSTANCES:
            return
    pytest.fail(f"no random instance, or too few lemmas ({met}), of `{of.__name__}`")
