"""The file `puzzle.cnf`: the clauses that a refutation uses, in the order in which it numbers them, as DIMACS.

Comments say where clauses come from, and which variables stand for the values of cells. Everything in the file follows from the
formula and from what is used of it, so that it is made twice and compared, and never read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import describe

from .formula import Formula


@dataclass(frozen=True, slots=True)
class UsedGroup:
    """What is used of a group: numbers of clauses; numbers of bounds of its sums, each with a clause that follows from it."""

    number: int
    clauses: list[int]
    sums: list[tuple[int, Clause]]


def clauses_in(formula: Formula, used: UsedGroup) -> list[Clause]:
    """Return the clauses that are used of a group, those that follow from its sums last."""
    return [*(formula.groups[used.number].clauses[at] for at in used.clauses), *(clause for _, clause in used.sums)]


def clauses_of(formula: Formula, used: Iterable[UsedGroup]) -> Iterator[tuple[str, list[Clause]]]:
    """Yield the clauses that are used of each group, with words for where they come from."""
    for used_group in used:
        group = formula.groups[used_group.number]
        if used_group.clauses:
            yield group.what, [group.clauses[at] for at in used_group.clauses]
        if used_group.sums:
            yield f"what sums imply, of {group.what}", [clause for _, clause in used_group.sums]


def dimacs(formula: Formula, clauses_of_groups: Sequence[tuple[str, list[Clause]]]) -> Iterator[str]:
    """Yield the lines of the file, each with its end."""
    yield "c If these clauses contradict each other, there are no solutions but those in solutions.jsonl, or no better ones.\n"
    used = {abs(literal) for _, clauses in clauses_of_groups for clause in clauses for literal in clause}
    for variable, place in formula.problem.places.items():
        for value, literal in place.literals.items():
            if abs(literal) in used:
                yield _comment(f"{literal}: {variable.name} is {describe(value)}")
        for at, bit in enumerate(place.bits):
            if abs(bit) in used:
                yield _comment(f"{bit}: bit {at} of {variable.name}{f' - {place.offset}' if place.offset else ''}")
    yield f"p cnf {formula.variables} {sum(len(clauses) for _, clauses in clauses_of_groups)}\n"
    for what, clauses in clauses_of_groups:
        yield _comment(what)
        for clause in clauses:
            yield " ".join(map(str, (*clause, 0))) + "\n"


def _comment(text: str) -> str:
    return f"c {' '.join(text.split())}\n".encode("ascii", "backslashreplace").decode()
