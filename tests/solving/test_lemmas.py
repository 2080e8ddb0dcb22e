"""Lemmas: none of them cuts off a solution, and all of them refuse their candidate."""

from __future__ import annotations

import itertools
import random
from typing import Any, cast

import pytest
from brute import assignments
from clauses import satisfied
from gridwright.compiler.compile import lower, passed_apart
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Lazy, LazyConnected, LazyJoined, LazyMulticut, LazyRefined, Problem
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.network import Graph
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import Value
from gridwright.runtime.solving.lemmas.connectivity import CUT
from gridwright.runtime.solving.lemmas.lemma_kind import MALFORMED, Candidate, Lemma, TermLemma, all_kinds
from gridwright.runtime.solving.lemmas.multicut import MULTICUT
from gridwright.runtime.solving.lemmas.nogood import literals_of, not_again, value_of
from instances import values_of

SPECS = {
    "connected": "connected(number == 1)",
    "connected by touching": "connected(number != 0, by=touching)",
    "connected or not": "number[r1c1] == 0 or connected(number == 1)",
    "connected by edges": "connected([r1c1, r1c2, r2c2, r2c1], by=wall)",
    "groups": "len(groups(number == 1)) == 2",
    "all groups": "all(r1c1 in g or r2c2 in g for g in groups(number != 1))",
    "two of a group": "(r3c1 in group(r1c1, number > 0)) != (r3c2 in group(r1c2, number == 0))",
    "equal values": "(r3c1 in group(r1c1, same=number)) or len(groups(same=number)) == 4",
    "between walls": "all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)",
    "group": "all(len(group(c, number == number[c])) > 1 for c in cells)",
    "sorted": "sorted(number[:3]) == [0, 1, 2] or number[r3c2] == 0",
}


@pytest.mark.parametrize("rule", SPECS.values(), ids=SPECS.keys())
def test_no_solution_is_cut_off(rule: str) -> None:
    """Every lemma for any candidate holds on every grid that satisfies the rule; there is a lemma for each that does not."""
    values = "0..2" if "wall" not in rule else "0..0"
    text = f"gridwright: 1\ngrid: 3x2\nlayers:\n  number: {{values: {values}}}\n"
    if "wall" in rule:
        text += "  wall: {over: links, values: bool}\n"
    spec = load_text(f"{text}rules:\n  - rule: |\n      {rule}\n")
    module = lower(spec)
    (assertion,) = module.assertions
    problem = encode(module)
    models = {True: [], False: []}
    for grid in assignments(spec):
        values_of_terms = values_of(module, grid)
        models[bool(values_of_terms[assertion.term])].append(
            [False, *(bool(values_of_terms[meaning]) for meaning in problem.meanings)]
        )
    solutions, others = models[True], random.Random(0).sample(models[False], min(60, len(models[False])))
    assert solutions
    assert others
    grouped = any(isinstance(lazy, LazyJoined) for lazy in problem.lazy)
    answered = 0
    for model in others:
        clauses = list(_lemmas(problem, model)) + list(_wrong_guesses(problem, model))
        assert clauses or grouped or not problem.lazy  # what is joined may all be told rightly, and be stated not to be so
        answered += bool(clauses)
        for clause in clauses:
            assert all(satisfied(clause, solution) for solution in solutions)
    assert answered or not problem.lazy


def _lemmas(problem: Problem, model: list[bool]) -> list[tuple[int, ...]]:
    candidate = Candidate(problem, lambda literal: model[abs(literal)] == (literal > 0), NO_DEADLINE, LemmaEncoder(problem))
    return [clause for lazy in problem.lazy for clause in all_kinds()[type(lazy)].lemmas(lazy, candidate)]


def _wrong_guesses(problem: Problem, model: list[bool]) -> list[tuple[int, ...]]:
    """Lemmas for models in which literals that refinement decides about are guessed wrongly."""
    lemmas = []
    for lazy in problem.lazy:
        for guesses in _guesses(lazy, model):
            guessed = list(model)
            for literal in guesses:
                guessed[abs(literal)] = literal > 0
            clauses = _lemmas(problem, guessed)
            assert clauses or isinstance(lazy, LazyConnected)  # which may be true all the same
            assert not any(satisfied(clause, guessed) for clause in clauses)
            lemmas += clauses
    return lemmas


def _guesses(lazy: Lazy, model: list[bool]) -> list[list[int]]:
    """Literals that are set wrongly, together."""
    if isinstance(lazy, LazyJoined):  # something is claimed to be joined with the source that is not
        true = [at for at, literal in lazy.vertices.items() if model[literal]] if model[lazy.vertices[lazy.source]] else []
        wrong = [lazy.reached[at] for at in true if not model[lazy.reached[at]]]
        return [[literal] for literal in wrong] + ([wrong] if wrong else [])
    if hasattr(lazy, "literal"):
        return [[-lazy.literal if model[lazy.literal] else lazy.literal]]
    return [[-literal for literal in lazy.unless]] if lazy.unless else []


@pytest.mark.parametrize("values", ["-3..260", "{values: 5..270, blank: true}", "[7, red]", "{values: [-1, 4], blank: true}"])
def test_values_as_literals(values: str) -> None:
    """A value's literals, one by one or in binary, say that value and no other; what is not to come again is that value only."""
    layer = values if values.startswith("{") else f"{{values: {values}}}"
    spec = load_text(f"gridwright: 1\ngrid: 1x2\nlayers:\n  value: {layer}\nrules:\n  - value[r1c1] == value[r1c2]\n")
    module = lower(spec)
    problem = encode(module)
    variable, place = next(iter(problem.places.items()))
    candidates = {}
    for value in module.terms.unknown(variable).domain:
        model = {abs(literal): literal > 0 for literal in literals_of(place, value)}
        candidates[value] = Candidate(
            problem,
            lambda literal, model=model: model.get(abs(literal), False) == (literal > 0),
            NO_DEADLINE,
            LemmaEncoder(problem),
        )
    for value, candidate in candidates.items():
        literals, again = literals_of(place, value), list(not_again(place, candidate))
        assert all(map(candidate.holds, literals))
        assert value_of(place, candidate) == value
        assert not any(map(candidate.holds, again))
        for other in candidates.values():
            assert other is candidate or (any(map(other.holds, again)) and not all(map(other.holds, literals)))
    if not place.bits:
        never = literals_of(place, 999)
        assert not any(all(map(candidate.holds, never)) for candidate in candidates.values())


@pytest.mark.parametrize("seed", range(30))
def test_cuts_are_smallest(seed: int) -> None:
    """On random graphs a cut separates its two vertices, and no smaller set of false vertices does."""
    chance = random.Random(seed)
    size = 9
    edges = [pair for pair in itertools.combinations(range(size), 2) if chance.random() < 0.3]
    true = [chance.random() < 0.4 for _ in range(size)]
    graph = Graph(size, tuple((a, b, -1) for a, b in edges))
    lazy = LazyConnected(tuple(range(1, size + 1)), graph, (0,) * len(edges), (), None)  # type: ignore[arg-type]
    candidate = Candidate(None, lambda literal: true[abs(literal) - 1] == (literal > 0), NO_DEADLINE, None)  # type: ignore[arg-type]
    for clause in CUT.lemmas(lazy, candidate):
        first, last = (-literal - 1 for literal in clause[:2])
        cut = {literal - 1 for literal in clause[2:]}
        false = [vertex for vertex in range(size) if not true[vertex]]
        assert cut <= set(false)
        assert last not in _reached(edges, first, cut)
        for fewer in itertools.combinations(false, len(cut) - 1) if cut else ():
            assert last in _reached(edges, first, set(fewer))


def _reached(edges: list[tuple[int, int]], start: int, without: set[int]) -> set[int]:
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for a, b in edges:
            for this, other in ((a, b), (b, a)):
                if this == here and other not in reached and other not in without:
                    reached.add(other)
                    todo.append(other)
    return reached


GCD = "gcd(numbers(number)) == 2"


@pytest.mark.parametrize("rule", [*SPECS.values(), GCD], ids=[*SPECS, "gcd"])
def test_what_is_accepted_follows(rule: str) -> None:
    """Parameters of the search are accepted. Of any others those that are accepted give a lemma that cuts no solution off."""
    values = "[2, 4, 6], blank: true" if rule == GCD else "0..2" if "wall" not in rule else "0..0"
    text = f"gridwright: 1\ngrid: {'1x4' if rule == GCD else '3x2'}\nlayers:\n  number: {{values: {values}}}\n"
    spec = load_text(
        f"{text}{'  wall: {over: links, values: bool}' if 'wall' in rule else ''}\nrules:\n  - rule: |\n      {rule}\n",
        limits=Limits(states=3) if rule == GCD else USUAL,
    )
    module = passed_apart(lower(spec), lambda origin: True)  # as a certificate has it
    problem = encode(module)
    asserted = [assertion.term for assertion in module.assertions if isinstance(assertion.term, Term)]
    every = [values_of(module, grid) for grid in assignments(spec)]
    models = [(term_values, [False, *(bool(term_values[meaning]) for meaning in problem.meanings)]) for term_values in every]
    source = random.Random(rule)
    encoder = LemmaEncoder(problem, NO_DEADLINE, module.terms)
    counts = {True: 0, False: 0}
    for number, lazy in enumerate(problem.lazy):
        kind = all_kinds()[type(lazy)]
        is_asserted = isinstance(
            lazy, (LazyConnected, LazyMulticut, LazyRefined)
        )  # what else is refined says what a literal means
        right = [
            (term_values, model)
            for term_values, model in models
            if not is_asserted or all(term_values[term] for term in asserted)
        ]
        for _, model in source.sample(models, min(len(models), 50)):
            guessed = source.choice([model, *lazy_guesses(lazy, model)])
            candidate = Candidate(problem, lambda literal, of=guessed: of[abs(literal)] == (literal > 0), NO_DEADLINE, encoder)
            for parameters in list(kind.parameters(lazy, candidate))[:3]:
                assert kind.is_valid(lazy, parameters, problem, NO_DEADLINE), number
                for other in (parameters, *(_changed(parameters, source) for _ in range(12))):
                    try:
                        accepted = kind.is_valid(lazy, other, problem, NO_DEADLINE)
                        lemma = kind.make(lazy, other, encoder) if accepted else ()
                    except MALFORMED:
                        accepted = False
                    counts[accepted] += 1
                    if accepted:
                        assert all(_holds(lemma, term_values, one) for term_values, one in right), (lazy, other)
    assert not problem.lazy or (min(counts.values()) > 5), counts


def test_the_path_of_a_multicut() -> None:
    """It leads from one end of the closed edge to the other: with a part of it, or of one place, a lemma would say too much."""
    text = f"gridwright: 1\ngrid: 2x2\nlayers: {{wall: {{over: links, values: bool}}}}\nrules: ['{SPECS['between walls']}']\n"
    problem = encode(passed_apart(lower(load_text(text)), lambda origin: True))
    (lazy,) = problem.lazy
    assert isinstance(lazy, LazyMulticut)
    edges = {frozenset(edge[:2]): at for at, edge in enumerate(lazy.edges)}
    first, last = lazy.closed[0][:2]
    (path,) = (
        [first, a, b, last]
        for a, b in itertools.permutations({0, 1, 2, 3} - {first, last})
        if edges.keys() >= {frozenset((first, a)), frozenset((a, b)), frozenset((b, last))}
    )
    numbers = [edges[frozenset(step)] for step in itertools.pairwise(path)]
    assert MULTICUT.is_valid(lazy, [0, path, numbers], problem, NO_DEADLINE)
    assert MULTICUT.is_valid(lazy, [0, path[::-1], numbers[::-1]], problem, NO_DEADLINE)
    for wrong in (
        [0, [first], []],
        [0, path[:-1], numbers[:-1]],
        [0, path[1:], numbers[1:]],
        [0, path, numbers[::-1]],
        [0, [first, last], numbers[:1]],
        [1, path, numbers],
    ):
        assert not MULTICUT.is_valid(lazy, wrong, problem, NO_DEADLINE), wrong
    for wrong in ([0, path, numbers[:-1]], [0, [], []], [9, path, numbers], [0, path]):
        with pytest.raises(MALFORMED):
            MULTICUT.is_valid(lazy, wrong, problem, NO_DEADLINE)


@pytest.mark.parametrize(
    ("closed", "wanted"),
    [
        ([(2, 5)], [(0, [2, 3, 4, 5])]),
        ([(2, 5), (3, 5)], [(1, [3, 4, 5])]),
        ([(2, 5), (3, 4)], [(1, [3, 4])]),
        ([(0, 2), (2, 4)], [(1, [2, 3, 4])]),
    ],
)
def test_cycles_of_a_multicut(closed: list[tuple[int, int]], wanted: list[tuple[int, list[int]]]) -> None:
    """In whichever group a closed edge is, its cycle is named; not a longer one that another closed edge makes shorter."""
    joined = [(0, 1), (2, 3), (3, 4), (4, 5)]
    shut = tuple((first, second, 20 + at) for at, (first, second) in enumerate(closed))
    edges = tuple((first, second, 10 + at) for at, (first, second) in enumerate(joined))
    lazy = LazyMulticut(tuple(range(1, 7)), edges, shut, (), cast(Term, None))
    candidate = Candidate(cast(Problem, None), lambda literal: literal < 20, NO_DEADLINE, cast(LemmaEncoder, None))
    cycles = [(number, path) for number, path, _ in MULTICUT.parameters(lazy, candidate)]
    assert cycles == wanted
    assert all(
        MULTICUT.is_valid(lazy, parameters, cast(Problem, None), NO_DEADLINE)
        for parameters in MULTICUT.parameters(lazy, candidate)
    )


def lazy_guesses(lazy: Lazy, model: list[bool]) -> list[list[bool]]:
    """Models in which the literals that a lazy constraint decides about are guessed wrongly."""
    models = []
    for literals in _guesses(lazy, model):
        guessed = list(model)
        for literal in literals:
            guessed[abs(literal)] = literal > 0
        models.append(guessed)
    return models


def _holds(lemma: Lemma, values: dict[Term, Value], model: list[bool]) -> bool:
    if isinstance(lemma, TermLemma):
        return bool(evaluate(lemma.term, values)) or satisfied(lemma.unless, model)
    return satisfied(lemma, model)


def _changed(parameters: Any, source: random.Random) -> Any:
    """Parameters with something left out, put in, or changed."""
    if isinstance(parameters, bool):
        return not parameters
    if isinstance(parameters, int):
        return source.choice((parameters + 1, parameters - 1, -parameters, source.randint(-7, 12)))
    copy = list(parameters)
    at = source.randrange(len(copy)) if copy else 0
    how = source.randrange(4)
    if copy and how == 0 and not any(isinstance(part, (list, tuple)) for part in copy):
        del copy[at]
    elif how == 1 and not any(isinstance(part, (list, tuple)) for part in copy):
        copy.insert(at, source.randint(-2, 9))
    elif copy:
        copy[at] = _changed(copy[at], source)
    return copy
