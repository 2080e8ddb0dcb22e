"""Say that a number has one successor and one predecessor among its neighbours, where rules ask for single steps.

Before:  distinct(number),  number[c] == 1 or number[c] - 1 in number[neighbors(c)],  ... and number[d] == number[c] - 1 ...
After:   also: number[c] == 1 or exactly one of the steps d -> c, d in neighbors(c), is taken

"Some neighbour has the number before this one" needs no literal for the single steps, and has none: of knight's paths, literals
took the search three times as long. But if rules ask for some steps, as Haisu does for those that enter a room, these have
literals, and without the others the search does not see that the steps enter and leave each cell once. Haisu of 9 x 9 takes a
quarter of the conflicts.

It is at most one step, because two neighbours with this number would be equal, and `distinct` says that they are not.
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
    """Return the module with exactly one step to each number, and from each, if some step is asked for."""
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
    """Return the members of an `or` that say which of some different numbers is so much more than one, or so much less."""
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
    """Return the steps that something asks for that is none of the choices."""
    stack, inside = [*choices], set[Term]()
    while stack:
        inside.add(term := stack.pop())
        stack += [arg for arg in term.args if arg.op == "or"]
    asking = (term for term in module.reachable_terms() if term not in inside)
    return {step for term in asking for arg in term.args if arg.op == "same" for step in _step(arg)}
