"""The formula of a certificate: clauses and sums that contradict each other if what is claimed is so.

Whoever writes a certificate and whoever checks it make the formula in the same way, from the spec. So nothing of it has to be
read. It consists of groups, in this order: what the compiler states of the whole spec; the opposite of the claim, which is that
something visible differs from each solution, or that something is better; lemmas. The same parameters in the same order give the
same variables.

Everything is written out that can be, and no pass is run but those that leave each constraint independent of all others: groups
whose size is stated are followed no further.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from gridwright.compiler.compile import lower, passed_apart
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.encoder import ClauseBudget
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Bound, Clause, Group, Lazy, Sum
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from ..judging.judge import Assignment
from ..solving.lemmas.lemma_kind import MALFORMED, LemmaKind, Parameters, TermLemma, all_kinds
from ..solving.lemmas.nogood import literals_of
from .objective_bound import check_multipliers


@dataclass(frozen=True, slots=True, eq=False)
class StatedGroup:
    """Clauses and sums that come from one thing. `source`: a given, a rule's instance, a term; None if that is the claim."""

    what: str
    source: Origin | Term | None
    clauses: Sequence[Clause]
    sums: Sequence[Sum] = ()

    @property
    def bounds(self) -> list[Bound]:
        """Return the sums as upper bounds."""
        return [bound for stated in self.sums for bound in stated.bounds()]


class NothingVisible(Exception):
    """No layer of a solution is visible, so no other one can differ from it."""


class Formula:
    """The groups of a spec; claims and lemmas are added. `SpecError` if a rule is in error, `OutOfTime` at the deadline."""

    def __init__(self, spec: Spec, deadline: Deadline) -> None:
        self.spec = spec
        self.deadline = deadline
        self.module = lower(spec, deadline)
        apart = passed_apart(self.module, lambda origin: True)
        self.problem = encode(apart, refining=False, deadline=deadline, written=ClauseBudget(spec.limits, deadline))
        self.encoder = LemmaEncoder(self.problem, deadline, self.module.terms)
        self.groups: list[StatedGroup] = []
        self._files: Mapping[str, str] = {text: name for name, text in spec.files.items()} | {spec.source: "the spec"}
        self.state(self.problem.groups)

    @property
    def variables(self) -> int:
        """Return how many variables there are."""
        return len(self.encoder.meanings)

    def state(self, groups: Iterable[Group], what: str = "") -> None:
        """Add groups; `what` they are if they belong together."""
        self.groups += [StatedGroup(what or self._name(group), group.source, group.clauses, group.sums) for group in groups]

    def _name(self, group: Group) -> str:
        if isinstance(group.source, Term):
            return f"the meaning of a term ({group.source.op})"
        return self.constraint(group.source)

    def constraint(self, origin: Origin) -> str:
        """Return words for a given or the instance of a rule: its kind, place, file and bindings."""
        span = origin.span
        where = f", {origin.where}" if origin.where else ""
        kind = origin.kind.partition(" ")[0]
        file = self._files.get(span.source.text) or f"the library {Path(span.source.path).stem}"
        return f"the {kind} at line {span.line}, column {span.column} of {file}{where}"

    # the claim

    def state_different(self, solution: Assignment) -> None:
        """State that something visible differs from a solution; raise `NothingVisible` if nothing is."""
        clause = tuple(
            -literal
            for variable, place in self.problem.places.items()
            if not variable.layer.hidden
            for literal in literals_of(place, solution[variable.layer.grid, variable.layer.name][variable.position])
        )
        if not clause:
            raise NothingVisible
        self.groups.append(StatedGroup("the claim: another solution", None, (clause,)))

    def state_better(self, than: Value, multipliers: Sequence[Fraction] = ()) -> None:
        """State that something is better than a value of the objective, whose target has a term.

        With multipliers of the linear relaxation that is a contradiction at once; `TooWeak` if they do not show that.
        """
        target = self.problem.target
        assert target is not None
        if multipliers:
            check_multipliers(self.problem, target.term_value(than), multipliers)
            self.groups.append(StatedGroup("the claim: something better, which the linear relaxation excludes", None, ((),)))
        else:
            better = self.encoder.encode_lemma(target.better(self.module.terms, than))
            self._state_root(better, None, "the claim: something better")

    # lemmas

    def kind(self, number: int) -> tuple[LemmaKind, Lazy]:
        """Return the kind of the lemmas of a lazy constraint, and the constraint."""
        lazy = self.problem.lazy[number]
        return all_kinds()[type(lazy)], lazy

    def follows(self, number: int, parameters: Parameters) -> bool:
        """Check whether the lemma of a lazy constraint with some parameters follows from the constraint."""
        try:
            kind, lazy = self.kind(number)
            return number >= 0 and kind.is_valid(lazy, parameters, self.problem, self.deadline)
        except MALFORMED:
            return False

    def state_lemma(self, number: int, parameters: Parameters) -> None:
        """Add the lemma of a lazy constraint with some parameters."""
        kind, lazy = self.kind(number)
        lemma = kind.make(lazy, parameters, self.encoder)
        of = f" of {self.constraint(lazy.origin)}" if isinstance(lazy.origin, Origin) else ""
        what = f"a lemma ({lazy.kind}){of}"
        if isinstance(lemma, TermLemma):
            self._state_root(self.encoder.encode_lemma(lemma.term, lemma.unless), lazy.origin, what)
        else:
            self.groups.append(StatedGroup(what, lazy.origin, (lemma,)))

    def _state_root(self, groups: Sequence[Group], source: Origin | Term | None, what: str) -> None:
        """Add groups: the first states `source`, the others define the terms in it."""
        root, *others = groups
        self.groups.append(StatedGroup(what, source, root.clauses, root.sums))
        self.state(others)
