"""State that exactly one step leads to each number of a path, and one from it, if rules contain single steps.

Before:  distinct(number),  number[c] == 1 or number[c] - 1 in number[neighbors(c)],  ... and number[d] == number[c] - 1 ...
After:   also: number[c] == 1 or exactly one of the steps d -> c, d in neighbors(c), is taken

"Some neighbour has the number before this one" takes no literal for each step. With such literals, the search for knight's paths
took three times as long. But other rules may contain single steps, as the rules of Haisu contain those that enter a room. Then
these steps have literals, and the search sees that a path enters and leaves each cell once only if the other steps have them too.
Haisu of 9 x 9 takes a quarter of the conflicts.

There is at most one such step: two neighbours with this number would have equal numbers, which `distinct` excludes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..ir.module import Assertion, Module
from ..ir.operations.equality import MULTIPLE_AND_CONSTANT
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.walk import conjuncts, junction_members
from . import only_with

Step = tuple[Term, Term, int]  # two unknowns, and by how much the second one is larger, which is more than 0


@only_with("distinct")
def path_steps(module: Module) -> Module:
    """Return the module with exactly one step to each number, and from each, if a step occurs outside of these choices."""
    asserted = [(term, assertion) for assertion in module.assertions for term in conjuncts([assertion.term])]
    distinct = [frozenset(term.args) for term, _ in asserted if term.op == "distinct" and all(map(_is_number, term.args))]
    choices = [(term, assertion) for term, assertion in asserted if term.op == "or"] if distinct else []
    steps = {term: _steps(module.terms, term, distinct) for term, _ in choices}
    if not {step for taken in steps.values() for step in taken.values()} & _steps_elsewhere(module, steps):
        return module
    added: dict[Term, Assertion] = {}
    for term, assertion in choices:
        if steps[term]:
            others = [member for member in junction_members(module.terms, term, "or") if member not in steps[term]]
            taken = [_truth(module.terms, step) for step in steps[term].values()]
            stated = module.terms.disjunction([*others, module.terms.equals(module.terms.count(taken), 1)])
            if isinstance(stated, Term):
                added.setdefault(stated, Assertion(stated, assertion.origin))
    return Module(module.terms, module.variables, (*module.assertions, *added.values()), module.target)


def _is_number(term: Term) -> bool:
    return term.op == "unknown" and term.domain.is_numeric and not term.domain.blank and not term.domain.has_truths


def _steps(terms: TermFactory, choice: Term, distinct: list[frozenset[Term]]) -> dict[Operand, Step]:
    """Return the members of an `or` that are the steps to one number, or from one number; none if other numbers may be equal."""
    steps = {member: step for member in junction_members(terms, choice, "or") for step in _step(member)}
    for here in {end for first, last, _ in steps.values() for end in (first, last)}:
        others = [end for first, last, _ in steps.values() for end in (first, last) if end is not here]
        kinds = {(last is here, by) for _, last, by in steps.values()}
        is_one_of_several = len(others) == len(steps) == len(set(others)) > 1 == len(kinds)
        if is_one_of_several and any(numbers.issuperset(others) for numbers in distinct):
            return steps
    return {}


def _step(member: Operand) -> Iterator[Step]:
    """Yield the step that a term states: one unknown is so much more than another one."""
    if not isinstance(member, Term) or member.op != "same":
        return
    for shifted, other in (member.args, member.args[::-1]):
        is_multiple = shifted.op == "map" and shifted.detail.name == MULTIPLE_AND_CONSTANT
        if is_multiple and _is_number(shifted.args[0]) and _is_number(other):
            (unknown,), (constant, factor) = shifted.args, shifted.detail.key
            if factor == 1:
                yield (unknown, other, constant) if constant > 0 else (other, unknown, -constant)


def _truth(terms: TermFactory, step: Step) -> Operand:
    first, last, by = step
    return terms.same(terms.linear([(1, first)], by), last)


def _steps_elsewhere(module: Module, choices: Iterable[Term]) -> set[Step]:
    """Return the steps that occur in terms other than the choices."""
    stack, inside = [*choices], set[Term]()
    while stack:
        inside.add(term := stack.pop())
        stack += [arg for arg in term.args if arg.op == "or"]
    outside = (term for term in module.reachable_terms() if term not in inside)
    return {step for term in outside for arg in term.args if arg.op == "same" for step in _step(arg)}
