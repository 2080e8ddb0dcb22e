"""A session whose lemmas are checked one by one against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

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
from gridwright.compiler.values import Value
from gridwright.runtime.engines.engine import Engine
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.lemmas.lemma_kind import Candidate
from gridwright.runtime.solving.lemmas.nogood import literals_of, value_of
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.session import Session
from instances import values_of

Model = tuple[list[bool], dict[Term, Value]]


class Watched(Session):
    """A session of a whole spec whose lemmas are looked at one by one: each refuses its candidate and no solution.

    `grids`: all of them, and whether the judge accepts them.
    """

    def __init__(self, spec: Spec, engine: str, grids: Mapping[tuple[Value, ...], bool]) -> None:
        module = lower(spec)
        problem = encode(module)
        self.variables = module.variables
        self.unknowns = [module.terms.unknown(variable) for variable in module.variables]
        self.lemmas: Counter[str] = Counter()
        self.solutions_by_brute_force: list[Model] = []
        for grid in assignments(spec):
            if grids[grid["", "number"]]:
                values = values_of(module, grid)
                self.solutions_by_brute_force.append(([False, *(bool(values[term]) for term in problem.meanings)], values))
        self._now: Candidate | None = None
        encoder = _Watching(problem, self._assert_term_sound)
        super().__init__(problem, make_engine(engine, 0), NO_DEADLINE, Progress(), encoder=encoder)
        self._add = self.engine.add
        self.engine: Engine = _Listening(self.engine, self._assert_clauses_sound)

    def _candidates(self) -> Iterator[Candidate]:
        for self._now in super()._candidates():
            yield self._now

    def _refine(self) -> bool:
        is_refined = super()._refine()
        self._now = None
        return is_refined

    def _assert_term_sound(self, term: Term, unless: Clause) -> None:
        assert self._now is not None
        values = {unknown: value_of(self.problem.places[unknown.detail], self._now) for unknown in self.unknowns}
        assert not evaluate(term, values), "a lemma that its candidate does not break"
        assert not any(map(self._now.holds, unless)), "a lemma that its candidate does not break"
        for model, known in self.solutions_by_brute_force:
            assert evaluate(term, known) or satisfied(unless, model), "a lemma that cuts off a solution"
        self.lemmas["term"] += 1

    def _assert_clauses_sound(self, clauses: list[Clause]) -> None:
        for clause in clauses:
            if self._now is not None and clause not in self.encoder.clauses:
                assert not any(map(self._now.holds, clause)), "a lemma that its candidate does not break"
                for model, _ in self.solutions_by_brute_force:
                    assert satisfied(clause, model), "a lemma that cuts off a solution"
                self.lemmas["clause"] += 1

    def accepts(self, numbers: tuple[Value, ...]) -> bool:
        """Check whether the search finds a solution with these numbers."""
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


def assert_search_sound(header: str, rule: str, engine: str = "cadical") -> Counter[str]:
    """Every grid is tried, and then all solutions are listed: as brute force has them. How many lemmas there were."""
    spec = load_text(f"gridwright: 1\n{header}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")
    grids = {grid["", "number"]: accepts(spec, grid) for grid in assignments(spec)}
    tried = Watched(spec, engine, grids)
    for numbers, accepted in grids.items():
        assert tried.accepts(numbers) == accepted, (rule, numbers)
    listed = Watched(spec, engine, grids)
    solutions = [tuple(solution[variable] for variable in listed.variables) for solution in listed.solutions(lambda _: True)]
    assert sorted(map(str, solutions)) == sorted(str(numbers) for numbers, accepted in grids.items() if accepted), rule
    return tried.lemmas + listed.lemmas
