"""Check a certificate, part by part. The result is what was covered, and how; an exception says what is wrong."""

from __future__ import annotations

import contextlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any

from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ...judging.judge import Assignment
from ...judging.objective import objective_value
from . import lrat
from .automaton_entailment import Machines
from .blocking_clause import check_blocking
from .certificate_files import SPEC, Folder, opened
from .constraints import Cell, Constraint, Key, constraints
from .coverage import Basis, Coverage, Grounds
from .cutting_planes import contradict, core_of
from .entailment import EntailmentCheck, EntailmentVerdict, Premise
from .evaluated_terms import Evaluation
from .json_values import Rejected, ints, is_int
from .linear_entailment import Sums
from .lowered_constraints import LoweredConstraints
from .pb_entailment import check_clauses
from .sampling import Compared, TermComparison, share
from .solutions import check_solutions
from .term_facts import Base
from .term_reader import TermReader

LIMIT = 1 << 12  # grids on which a constraint is compared with its term; the most is 2^20
SEEDS = 1 << 31

Clause = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ListedConstraint:
    """A constraint of the certificate: what it is in the spec, its term, and whether its rule is lowered to that."""

    constraint: Constraint
    term: Term
    is_lowered: bool


def check(
    path: Path,
    *,
    limit: int = LIMIT,
    limits: Limits = USUAL,
    seed: int | None = None,
    deadline: Deadline = NO_DEADLINE,
    tell: Callable[[str], None] = lambda stage: None,
) -> Coverage:
    """Check a certificate. `Rejected` says what is wrong with it; `OutOfTime` at the deadline, `GaveUp` at a limit.

    `seed`: with which grids are drawn. By default nobody knows it beforehand, and so not who wrote the certificate either.
    """
    tell("reading")
    folder = opened(path)
    try:
        spec = load(path / SPEC / "puzzle.yaml", folder.within(limits), deadline, libraries=[path / SPEC])
    except SpecError as problem:
        raise _refusal("the spec is not valid", problem) from None
    if any(layer.is_unbounded for layer in spec.layers):
        raise Rejected("certificates do not cover layers of all integers or rationals")
    try:
        return _Checking(folder, spec, limit, secrets.randbelow(SEEDS) if seed is None else seed, deadline, tell).all()
    except SpecError as problem:
        raise _refusal("a rule cannot be evaluated", problem) from None
    except (Rejected, OutOfTime, GaveUp, MemoryError):
        raise
    except Exception as problem:  # whatever a part that others wrote leads to: it is not accepted
        raise Rejected(f"a part does not have the expected form ({type(problem).__name__}: {str(problem)[:80]})") from None


def _refusal(what: str, problem: SpecError) -> Exception:
    """Return the exception for a mistake in the spec: at a limit, nothing was found to be wrong."""
    return GaveUp(str(problem)) if problem.is_at_limit else Rejected(f"{what}: {problem}")


class _Checking:
    """One certificate."""

    def __init__(
        self, folder: Folder, spec: Spec, limit: int, seed: int, deadline: Deadline, tell: Callable[[str], None]
    ) -> None:
        self.folder = folder
        self.spec = spec
        self.limit = limit
        self.deadline = deadline
        self.tell = tell
        self.coverage = Coverage(folder.claim, seed)
        self.layers: dict[tuple[str, str], Layer] = {(layer.grid, layer.name): layer for layer in spec.layers}
        self.tell("lowering")
        self.lowered = LoweredConstraints(spec, deadline)
        self.listed = self._listed()
        self.evaluation = Evaluation([each.key for each, _ in self.listed], self.lowered, spec.limits, deadline)
        self.base = Base(self.evaluation.possible)
        self.clauses: list[Clause] = []

    def all(self) -> Coverage:
        """Check every part."""
        self.tell("judging")
        self.solutions = check_solutions(self.folder, self.spec, self.layers, self.deadline)
        self.solution = self.solutions[0] if self.solutions else None
        self.tell("reading terms")
        self._terms()
        self.tell("comparing constraints with plain evaluation")
        self._constraints()
        self.tell("checking clauses")
        self._groups()
        self.tell("checking lemmas")
        self._lemmas()
        self._blocking()
        self.tell("checking the refutation")
        try:
            self.coverage.steps = lrat.check(self.clauses, self._proof())
        except lrat.NotRefuted as problem:
            raise Rejected(f"the refutation: {problem}") from None
        return self.coverage

    def _listed(self) -> list[tuple[Constraint, Any]]:
        """Return the constraints that are listed, each once, with the numbers of their terms: all that the spec has."""
        known = {each.key: each for each in constraints(self.spec, self.deadline)}
        found = [_listed(line, known) for line in self.folder.lines("constraints")]
        named: set[Key] = set()
        for each, _ in found:
            if each.key in named:
                raise Rejected(f"{each} is in the certificate twice")
            if each.key not in self.lowered:
                raise Rejected(f"the spec does not have {each}")
            named.add(each.key)
        missing = next((key for key in self.lowered if key not in named), None)
        if missing is not None:
            raise Rejected(f"{known.get(missing, f'a {missing[0]}')} is not in the certificate")
        return found

    def _proof(self) -> Iterator[str]:
        """Yield the lines of the refutation; raise `OutOfTime` at the deadline."""
        for line in self.folder.proof():
            self.deadline.check()
            yield line

    # (b) what every variable means

    def _terms(self) -> None:
        machines = list(self.folder.lines("machines"))
        reader = TermReader(self.layers, machines, self.evaluation.left)
        machine_classes = [*map(self.lowered.class_of_machine, machines)]
        for at, number, values in self.folder.lines("refinements"):
            self.lowered.answer(self._left(at, number), [*map(reader.from_json, values)])
        self.classes: list[int] = []
        for count, line in enumerate(self.folder.lines("terms")):
            term = reader.read(line)
            self.base.add(term)
            args = tuple([self.classes[arg.id] for arg in term.args])
            self.classes.append(self.lowered.class_of_line(term.op, args, line[2], machine_classes, term))
            if count & 1023 == 0:
                self.deadline.check()
            if term.op == "refined" and not self.lowered.is_own_refined(self.classes[-1]):
                raise Rejected(f"term {term.id} is a refined truth that no rule has")
        self.terms = reader.terms
        self.evaluation.know(self.terms)
        self.meanings: dict[int, Term] = {}
        for number, index in enumerate(self.folder.lines("variables"), 1):
            if index is None:  # no clause speaks of it
                continue
            term = self._term(index)
            if not term.domain.is_truth:
                raise Rejected(f"variable {number} has no meaning")
            self.meanings[number] = term
        self.said = [
            ListedConstraint(constraint, self._term(index), self.lowered.is_own(constraint.key, self.classes[index]))
            for constraint, index in self.listed
        ]
        for number, grid, name, position, place, value in self.folder.lines("legend"):
            layer = self.layers.get((grid, name))
            if layer is None or not is_int(position) or not 0 <= position < len(layer.places):
                raise Rejected(f"the legend names {name} at {position}, which the spec does not have")
            if layer.place_name(position) != place:
                raise Rejected(f"the legend calls a place {place}, but its name is {layer.place_name(position)}")
            if self._of_cell(self.meanings.get(number)) != ((grid, name, position), reader.from_json(value)):
                raise Rejected(f"variable {number} is not what the legend says: {name} at {place} is {value}")
        self.machines = Machines(self.terms)
        self.follows = EntailmentCheck(self.base, self.machines, self.meanings)
        self.linear = Sums(self.follows)

    def _left(self, at: Any, number: Any) -> Term:
        found = self.evaluation.left(*ints([at, number], "a refined truth"))
        if found.op != "refined":
            raise Rejected("what is left to evaluation is no refined truth")
        return found

    def _term(self, index: Any) -> Term:
        if not is_int(index) or not 0 <= index < len(self.terms):
            raise Rejected(f"there is no term {index}")
        found: Term = self.terms[index]
        return found

    @staticmethod
    def _of_cell(term: Term | None) -> tuple[Cell, Value] | None:
        """Return the cell and the value that a truth is about; None if it is about something else."""
        if term is None:
            return None
        cell = term.args[0] if term.op == "is" else term
        if cell.op != "unknown":
            return None
        variable = cell.detail
        return (variable.layer.grid, variable.layer.name, variable.position), (True if cell is term else term.detail)

    # (b) constraints and their terms

    def _constraints(self) -> None:
        self.comparison = TermComparison(
            self.spec.layers, self.base, self.evaluation.truth, self.solution, self._others_hold, self.coverage.seed
        )
        self._small: list[tuple[Constraint, frozenset[Cell]]] | None = None
        self.used = used = self._used()
        of_rule = Counter(self.said[at].constraint.key[:3] for at in used if at < len(self.said))
        for at, said in enumerate(self.said):
            self.deadline.check()
            constraint = said.constraint
            compared = self.comparison.compare(
                str(constraint),
                said.term,
                lambda grid, read, each=constraint: each.holds(grid, self.deadline, read),  # type: ignore[misc]
                self.limit,
                share(of_rule[constraint.key[:3]]) if at in used else 0,
            )
            if at in used:
                self._count(str(constraint), constraint.span, compared, is_lowered=said.is_lowered)
            else:
                self.coverage.unused += 1
                self._ground(str(constraint), constraint.span, "not needed")

    def _used(self) -> set[int]:
        """Return the constraints from which a clause, a sum or a lemma follows; all, if inequalities are added up."""
        if any("added" in group for group in self.folder.lines("groups")):
            return set(range(len(self.said)))
        groups = (group.get("constraint") for group in self.folder.lines("groups") if group["clauses"] or group["sums"])
        return {at for at in (*groups, *(lemma["of"].get("constraint") for lemma in self.folder.lines("lemmas"))) if is_int(at)}

    def _count(self, what: str, span: Span, compared: Compared, *, is_lowered: bool) -> None:
        """Note what a term rests on that something follows from."""
        self.coverage.constraints += 1
        if compared.complete:
            self.coverage.enumerated += 1
            self._ground(what, span, "exhaustive")
            return
        self.coverage.grids += compared.grids
        self.coverage.holding += compared.holding
        if is_lowered:
            self.coverage.structural += 1
            self._ground(what, span, "structural")
        else:
            self.coverage.unfounded += 1
            why = f"the program lowers it to another term, and not all of its grids were compared (--limit {self.limit})"
            self._ground(what, span, "neither", why)

    def _ground(self, what: str, span: Span, basis: Basis, why: str = "") -> None:
        self.coverage.grounds.append(Grounds(what, span.line, span.column, basis, why))

    def _others_hold(self, cells: Mapping[Cell, None], grid: Assignment) -> bool:
        """Check whether the other constraints of a few cells hold; a long line may depend on them.

        One that reads further cells on this grid does not count: on a grid that differs there, it may hold.
        """
        if self._small is None:
            each = ((said.constraint, self._reads(said.constraint)) for said in self.said)
            self._small = [(constraint, read) for constraint, read in each if len(read) <= 2]
        inside = set(cells)
        return all(self._may_hold(constraint, inside, grid) for constraint, read in self._small if read <= inside)

    def _may_hold(self, constraint: Constraint, cells: AbstractSet[Cell], grid: Assignment) -> bool:
        """Check whether a constraint holds on a grid, or on one that differs from it in other cells than these."""
        read: dict[Cell, None] = {}
        try:
            return constraint.holds(grid, self.deadline, read) or not read.keys() <= cells
        except SpecError as problem:  # a mistake on this grid says nothing
            if problem.is_at_limit:
                raise
            return True

    def _reads(self, constraint: Constraint) -> frozenset[Cell]:
        """Return the cells that a constraint reads where the search for the others starts; those up to a mistake."""
        read: dict[Cell, None] = {}
        with contextlib.suppress(SpecError):
            constraint.holds(self.comparison.start, self.deadline, read)
        return frozenset(read)

    # (b) groups

    def _groups(self) -> None:
        with_group: set[int] = set()
        nothing = Premise(None)
        self.premises: dict[int, Premise] = {}
        for number, group in enumerate(self.folder.lines("groups")):
            if group.get("group") != number:
                raise Rejected(f"group {number} is missing")
            premise, what = nothing, f"group {number}"
            if "constraint" in group:
                at = group["constraint"]
                if not is_int(at) or not 0 <= at < len(self.said):
                    raise Rejected(f"{what} belongs to a constraint that is not listed")
                with_group.add(at)
                what = f"{what}, of {self.said[at].constraint}"
                premise = self._premise(at, what if group["clauses"] or group["sums"] or "added" in group else "")
            elif "objective" in group:
                premise = self._objective(group["objective"])
            else:
                self._term(group["term"])
            for clause in group["clauses"]:
                self._clause(ints(clause, "a clause"), premise, what)
            for side in group["sums"]:
                self._sum(side, premise, what)
            if "added" in group:
                self._added(group["added"], group["cores"], premise, what)
        missing = next((at for at in range(len(self.said)) if at not in with_group), None)
        if missing is not None:
            raise Rejected(f"there is no group of clauses for {self.said[missing].constraint}")

    def _premise(self, at: int, used_by: str) -> Premise:
        """Return a constraint as a premise; `Rejected` if its term was compared as one from which nothing follows."""
        if used_by and at not in self.used:
            raise Rejected(f"{used_by}: the file was changed while it was read")
        if at not in self.premises:
            self.premises[at] = Premise(self.said[at].term)
        return self.premises[at]

    def _objective(self, index: Any) -> Premise:
        """Return the premise that something is better than the solution."""
        term = self._term(index)
        objective = self.spec.objective
        if self.folder.claim != "optimal" or objective is None or self.solution is None:
            raise Rejected("there is a group for an objective, but the claim is not `optimal`")
        best = objective_value(self.spec, self.solution, self.deadline)

        cells = {(*key, position): None for key, layer in self.layers.items() for position in range(len(layer.places))}

        def is_better(grid: Assignment, read: dict[Cell, None]) -> bool:
            read.update(cells)
            return objective.is_better(objective_value(self.spec, grid, self.deadline), best)

        compared = self.comparison.compare("the objective", term, is_better, self.limit)
        is_lowered = self.lowered.is_better(best, self.classes[index])
        self._count("the objective", objective.expression.span, compared, is_lowered=is_lowered)
        return Premise(term)

    def _clause(self, clause: Clause, premise: Premise, what: str) -> None:
        self.coverage.clauses += 1
        if self.coverage.clauses & 127 == 0:
            self.deadline.check()
        self._known(clause, what)
        verdict = self.follows.clause(clause, premise)
        if verdict is EntailmentVerdict.OPEN:
            verdict = self._on_grids(premise, (), 0, clause)
        if verdict is EntailmentVerdict.NO:
            raise Rejected(f"{what}: the clause {self._words(clause)} does not follow")
        self.coverage.undecided += verdict is EntailmentVerdict.OPEN
        self.clauses.append(clause)

    def _known(self, clause: Sequence[int], what: str) -> None:
        for literal in clause:
            if abs(literal) not in self.meanings:
                raise Rejected(f"{what}: variable {abs(literal)} has no meaning there")

    def _on_grids(self, premise: Premise, pairs: Sequence[Clause], high: int, unless: Clause) -> EntailmentVerdict:
        """Return whether a bound, or one of `unless`, is true on all grids, or on those tried, on which the constraint holds."""
        literals = [*(literal for _, literal in pairs), *unless]
        meanings = [self.meanings[abs(literal)] for literal in literals]
        grids, complete = self.comparison.examples(premise.term, meanings, self.limit)
        for values in self.comparison.values(meanings, grids):
            self.deadline.check()
            true = {literal: values[meaning] == (literal > 0) for literal, meaning in zip(literals, meanings, strict=True)}
            holds = any(true[literal] for literal in unless)
            if not holds and (not pairs or sum(factor for factor, literal in pairs if true[literal]) > high):
                return EntailmentVerdict.NO
        return EntailmentVerdict.YES if complete else EntailmentVerdict.OPEN

    def _words(self, clause: Sequence[int]) -> str:
        words = []
        for literal in clause[:8]:
            meaning = self.meanings[abs(literal)]
            found = self._of_cell(meaning)
            words.append(("" if literal > 0 else "not ") + (self._place(*found) if found else f"a `{meaning.op}`"))
        return f"({' or '.join(words)}{' or ...' if len(clause) > 8 else ''})"

    def _place(self, cell: Cell, value: Value) -> str:
        grid, name, position = cell
        return f"{name} at {self.layers[grid, name].place_name(position)} is {value}"

    def _sum(self, side: Any, premise: Premise, what: str) -> None:
        self.coverage.sums += 1
        pairs = [ints(pair, "a pair") for pair in side["pairs"]]
        high, unless = side["high"], ints(side["unless"], "literals")
        if not is_int(high) or any(len(pair) != 2 or pair[0] <= 0 for pair in pairs):
            raise Rejected(f"{what}: a sum has a factor that is not positive, or no bound")
        self._known([literal for _, literal in pairs], what)
        self._known(unless, what)
        clauses = [ints(clause, "a clause") for clause in side["clauses"]]
        check_clauses(pairs, high, unless, clauses)  # type: ignore[arg-type]
        for clause in clauses:
            self._known(clause, what)
        verdict = self.linear.follows(pairs, high, unless, premise)  # type: ignore[arg-type]
        if verdict is EntailmentVerdict.OPEN:
            verdict = self._on_grids(premise, pairs, high, unless)
        if verdict is EntailmentVerdict.NO:
            raise Rejected(f"{what}: a sum does not follow")
        self.coverage.undecided_sums += verdict is EntailmentVerdict.OPEN
        self.clauses += clauses

    def _added(self, rows: Sequence[Any], cores: Sequence[Any], premise: Premise, what: str) -> None:
        """Check inequalities whose sum is impossible unless all of a core is true. Without a constraint, the premise bounds."""
        read = []
        for multiplier, index, at in rows:
            if not is_int(multiplier) or not (at is None or (is_int(at) and 0 <= at < len(self.said))):
                raise Rejected(f"{what}: an inequality must be a multiplier, a term and a constraint")
            truth = premise.term if at is None else self.said[at].term
            if truth is None:
                raise Rejected(f"{what}: an inequality belongs to no constraint")
            read.append((multiplier, self._term(index), truth))
        found = [core_of(core, lambda literal: self._meaning(literal, what)) for core in cores]
        if not contradict(read, [core for _, core in found], [said.term for said in self.said], self.base.of):
            raise Rejected(f"{what}: the inequalities do not add up to something impossible")
        self.coverage.inequalities += len(read) + len(found)
        self.clauses.append(tuple({literal: None for literal, _ in found}))

    def _meaning(self, literal: int, what: str) -> tuple[Term, bool]:
        self._known([literal], what)
        return self.meanings[abs(literal)], literal > 0

    # (c) lemmas, and what is claimed

    def _lemmas(self) -> None:
        for number, lemma in enumerate(self.folder.lines("lemmas")):
            self.deadline.check()
            clause, of = ints(lemma["clause"], "a clause"), lemma["of"]
            self._known(clause, f"lemma {number}")
            if "constraint" in of:
                at = of["constraint"]
                if not is_int(at) or not 0 <= at < len(self.said):
                    raise Rejected(f"lemma {number} belongs to a constraint that is not listed")
                premise = self._premise(at, f"lemma {number}")
            else:
                self._term(of["term"])
                premise = Premise(None)
            if self.follows.clause(clause, premise) is not EntailmentVerdict.YES:
                raise Rejected(f"lemma {number} ({str(lemma['kind'])[:20]}) does not hold: {self._words(clause)}")
            kind = str(lemma["kind"])[:20]
            self.coverage.lemmas[kind] = self.coverage.lemmas.get(kind, 0) + 1
            self.clauses.append(clause)

    def _blocking(self) -> None:
        found = [ints(line, "a blocking clause") for line in self.folder.lines("blocking")]
        wanted = self.solutions if found or self.folder.claim != "optimal" else []
        if len(found) != len(wanted):
            raise Rejected(f"for the claim `{self.folder.claim}`, the number of blocking clauses is {len(found)}")
        for clause, solution in zip(found, wanted, strict=True):
            self._known(clause, "a blocking clause")
            check_blocking([(self.meanings[abs(literal)], literal > 0) for literal in clause], self.spec, solution)
            self.clauses.append(clause)


def _listed(line: Any, known: Mapping[Any, Constraint]) -> tuple[Constraint, Any]:
    """Return the constraint of the spec that a line is about, and the number of its term."""
    kind, number, grid, bindings, count = line["key"]
    key = (kind, number, grid, tuple((str(name), str(value)) for name, value in bindings), count)
    constraint = known.get(key)
    if constraint is None:
        raise Rejected(f"the spec has no constraint {kind} {number} with {dict(key[3])}")
    if (line["line"], line["column"]) != (constraint.span.line, constraint.span.column):
        raise Rejected(f"{constraint} is not on line {line['line']}")
    return constraint, line["term"]
