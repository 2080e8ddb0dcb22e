"""Refinement over whole searches: what a session is told while it looks for solutions, lemma by lemma, against brute force."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from brute import assignments
from clauses import satisfied
from gridwright.compiler.compile import lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Group, Problem, Sum
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.engines.engine import Engine
from gridwright.runtime.engines.engine_registry import ENGINES, make_engine
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.lemmas.lemma_kind import Candidate
from gridwright.runtime.solving.lemmas.nogood import literals_of, value_of
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from instances import values_of

LINE = "grid: 1x4\nlayers:\n  number: {values: [0, 2, 6], blank: true}\n"
CORNER = "grid: 3x2\nlayers:\n  number: {values: [2, 4], blank: true}\n"

Model = tuple[list[bool], dict[Term, Value]]


class Watched(Session):
    """A session of a whole spec whose lemmas are looked at one by one: each refuses its candidate and no solution."""

    def __init__(self, spec: Spec, engine: str) -> None:
        module = lower(spec)
        problem = encode(module)
        self.variables = module.variables
        self.unknowns = [module.terms.unknown(variable) for variable in module.variables]
        self.lemmas: Counter[str] = Counter()
        self.grids = {grid["", "number"]: accepts(spec, grid) for grid in assignments(spec)}
        self.solutions_by_brute_force: list[Model] = []
        for grid in assignments(spec):
            if self.grids[grid["", "number"]]:
                values = values_of(module, grid)
                self.solutions_by_brute_force.append(([False, *(bool(values[term]) for term in problem.meanings)], values))
        self._now: Candidate | None = None
        encoder = _Watching(problem, self._checked_term)
        super().__init__(problem, make_engine(engine, 0), NO_DEADLINE, Progress(), encoder=encoder)
        self._add = self.engine.add
        self.engine: Engine = _Listening(self.engine, self._checked_clauses)

    def _candidates(self) -> Iterator[Candidate]:
        for self._now in super()._candidates():
            yield self._now

    def _refine(self) -> bool:
        found = super()._refine()
        self._now = None
        return found

    def _checked_term(self, term: Term, unless: Clause) -> None:
        assert self._now is not None
        values = {unknown: value_of(self.problem.places[unknown.detail], self._now) for unknown in self.unknowns}
        assert not evaluate(term, values), "a lemma that its candidate does not break"
        assert not any(map(self._now.holds, unless)), "a lemma that its candidate does not break"
        for model, known in self.solutions_by_brute_force:
            assert evaluate(term, known) or satisfied(unless, model), "a lemma that cuts off a solution"
        self.lemmas["term"] += 1

    def _checked_clauses(self, clauses: list[Clause]) -> None:
        for clause in clauses:
            if self._now is not None and clause not in self.encoder.clauses:
                assert not any(map(self._now.holds, clause)), "a lemma that its candidate does not break"
                for model, _ in self.solutions_by_brute_force:
                    assert satisfied(clause, model), "a lemma that cuts off a solution"
                self.lemmas["clause"] += 1

    def accepts(self, numbers: tuple[Value, ...]) -> bool:
        """Whether the search finds a solution with these numbers."""
        fixed = [
            literal
            for variable, value in zip(self.variables, numbers, strict=True)
            for literal in literals_of(self.problem.places[variable], value)
        ]
        return self.next_solution(fixed) is not None


class _Watching(LemmaEncoder):
    """An encoder that shows the lemmas it encodes, and remembers their clauses."""

    def __init__(self, problem: Problem, show) -> None:
        super().__init__(problem)
        self._show = show
        self.clauses: set[Clause] = set()

    def encode_lemma(self, term: Operand, unless: Clause = ()) -> tuple[Group, ...]:
        """Show the lemma, then encode it."""
        self._show(term, unless)
        groups = super().encode_lemma(term, unless)
        self.clauses.update(clause for group in groups for clause in group.clauses)
        return groups


class _Listening:
    """An engine that shows the clauses it is given before it takes them."""

    def __init__(self, engine: Engine, listen) -> None:
        self._engine = engine
        self._listen = listen

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Show the clauses, then add them."""
        shown = list(clauses)
        self._listen(shown)
        self._engine.add(shown, sums)

    def __getattr__(self, name: str):
        return getattr(self._engine, name)


def search(header: str, rule: str, engine: str = "cadical") -> Counter[str]:
    """Every grid is tried, and then all solutions are listed: as brute force has them. How many lemmas there were."""
    spec = load_text(f"gridwright: 1\n{header}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")
    tried = Watched(spec, engine)
    for numbers, accepted in tried.grids.items():
        assert tried.accepts(numbers) == accepted, (rule, numbers)
    listed = Watched(spec, engine)
    found = [tuple(solution[variable] for variable in listed.variables) for solution in listed.solutions(lambda _: True)]
    assert sorted(map(str, found)) == sorted(str(numbers) for numbers, accepted in listed.grids.items() if accepted), rule
    return tried.lemmas + listed.lemmas


def read_numbers(line: Iterable[Value]) -> Iterator[int]:
    """The numbers of a line, by text."""
    for number in "".join("." if value is BLANK else str(value) for value in line).split("."):
        if number:
            yield int(number)


GCDS = sorted({math.gcd(*read_numbers(line)) for line in itertools.product([0, 2, 6, BLANK], repeat=4)})
ALONE = "gcd(numbers(number)) == {}"
ELSEWHERE = {
    "or": "gcd(numbers(number)) == {} or number[r1c1] == number[r1c4]",
    "not": "not (gcd(numbers(number)) == {})",
    "if and only if": "(gcd(numbers(number)) == {}) == (number[r1c2] != 6)",
    "two": "gcd(numbers(number)) == {} or gcd(numbers(number[::-1])) == 6",
    "both": "gcd(numbers(number)) == {} and gcd(numbers(number[::-1])) == 2",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_gcd(engine: str) -> None:
    """For every gcd that a line can have, lemmas are sound; against a line of zeros, which names no prime, they are clauses."""
    assert GCDS[:4] == [0, 2, 6, 20]
    lemmas = sum((search(LINE, ALONE.format(wanted), engine) for wanted in GCDS[:: 1 if engine == "cadical" else 5]), Counter())
    assert lemmas["term"] > 0
    assert lemmas["clause"] > 0


@pytest.mark.parametrize("wanted", [1, 2, 3, 4, 6, 11, 22, 33, 111, 1111])
def test_gcd_by_primes(wanted: int) -> None:
    """Without zeros every candidate is answered by a prime: no lemma speaks of its values alone."""
    lemmas = search("grid: 1x4\nlayers:\n  number: {values: [1, 3, 6], blank: true}\n", ALONE.format(wanted))
    assert not lemmas["clause"]
    assert lemmas["term"] > 0


@pytest.mark.parametrize("rule", ELSEWHERE.values(), ids=ELSEWHERE.keys())
def test_gcd_inside_a_rule(rule: str) -> None:
    """The same where the comparison is a part of a rule, and may be false."""
    lemmas = sum((search(LINE, rule.format(wanted)) for wanted in GCDS[:10]), Counter())
    assert lemmas["clause"] > 0
    assert (lemmas["term"] > 0) == (rule != ELSEWHERE["not"])


@pytest.mark.parametrize("wanted", [2, 4, 22])
def test_gcds_of_crossing_lines(wanted: int) -> None:
    """The same for several lines of a board that have cells in common."""
    rule = f"all(gcd(numbers(number[line])) == {wanted} for line in (rows[0], columns[0], columns[1][::-1]))"
    assert search(CORNER, rule)["term"] > 0


GENERAL = [
    "sorted(numbers(number))[0] == 2",
    "numbers(number) == [2, 6]",
    "not (numbers(number) == [6])",
    "digits(read(number))[1] == 6 or number[r1c1] == blank",
    "(sorted(number)[1] == 2) == (number[r1c4] == 6)",
]


@pytest.mark.parametrize("rule", GENERAL)
def test_general_lemma(rule: str) -> None:
    """The general lemma refuses its candidate and no solution, whatever the expression."""
    lemmas = search(LINE, rule)
    assert lemmas["clause"] > 0
    assert not lemmas["term"]


LINKS = "grid: 2x4\nlayers:\n  number: {over: links, values: bool}\n"
SIDES = "grid: 1x3\nlayers:\n  number: {over: borders, values: bool}\n"
CURVES = {
    "loop(number)": LINKS,
    "loop(number) or number[r1c2, r1c3] and not number[r1c1, r1c2]": LINKS,
    "loop(number) == number[r1c1, r2c1]": LINKS,
    "path(number, r1c1, r2c1)": LINKS,
    "path(number, r2c4, r1c1) or loop(number)": LINKS,
    "loop(number) and inside(number, r1c3)": SIDES,
    "path(number, r1c1.corners[0], r1c1.corners[1])": SIDES,
}


@pytest.mark.parametrize("engine", ["cadical", "clasp"])
@pytest.mark.parametrize(("rule", "header"), CURVES.items(), ids=CURVES.keys())
def test_curves(rule: str, header: str, engine: str) -> None:
    """Pieces of curves are cut off, and no curve that is one is; also where rules say the same from the first cut on."""
    assert search(header, rule, engine)["term"] > 0
