"""Pairs of unknowns of which a rule says the same, one pair after the other: what is said of all pairs together.

Before:  r1c1 and r1c2 differ, r1c1 and r1c3 differ, r1c2 and r1c3 differ
After:   r1c1, r1c2 and r1c3 are distinct

Before:  the numbers are distinct, and for each two cells that are no knight's move apart: one number is not 1 more than the other
After:   the numbers are distinct, and for each cell and each k: if the cell holds k, and some cell k + 1, then this cell is a
         knight's move away

In the second one "some cell k + 1" is left out where each value is needed. It says the same because only one of distinct places
holds k + 1: if that is an allowed one, it is none of the others. For 121 cells that is 29,000 clauses instead of 1,700,000.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence

from ..ir.module import Module
from ..ir.term import Operand, Term, when_made
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..ir.walk import conjuncts
from ..lowering.joint_tables import joint_values
from ..records import dataclass, field, replace
from ..values import Value
from . import only_with

FEWEST_DISTINCT = 3
FEWEST_PAIRS = 200  # that are looked at, so that nothing else gets slower
MOST_BELOW = 12  # terms of a sentence about two unknowns
GAIN = 4  # how many times as many clauses the pairs have to take

Side = tuple[int, int]  # a kind of sentence, and whether a place is the first or the second of its two


@only_with("same", "distinct")
def merge_pairs(module: Module) -> Module:
    """Return the module in which what is said of many pairs of unknowns is said of all of them together."""
    sentences = [[*conjuncts([assertion.term])] if isinstance(assertion.term, Term) else [] for assertion in module.assertions]
    joined = _distinct(module.terms, [sentence for of_assertion in sentences for sentence in of_assertion])
    sentences = [[joined.get(sentence, sentence) for sentence in of_assertion] for of_assertion in sentences]
    merged = _merge_exclusions(
        module.terms, [sentence for of_assertion in sentences for sentence in of_assertion if isinstance(sentence, Term)]
    )
    if not joined and not merged:
        return module
    assertions = []
    for assertion, of_assertion in zip(module.assertions, sentences, strict=True):
        if isinstance(assertion.term, Term):
            terms = [merged.get(sentence, sentence) if isinstance(sentence, Term) else sentence for sentence in of_assertion]
            assertions.append(replace(assertion, term=module.terms.conjunction(terms)))
        else:
            assertions.append(assertion)
    return replace(module, assertions=tuple(assertions))


def _distinct(terms: TermFactory, sentences: Sequence[Term]) -> dict[Term, Operand]:
    """Return replacements of "two unknowns differ": the first of each clique says `distinct`, the others are true.

    No two of the lists that are made have two places in common, so they never take more clauses than the pairs.
    """
    pairs: dict[tuple[Term, Term], Term] = {}
    for sentence in sentences:
        if sentence.op == "not" and sentence.args[0].op == "same":
            a, b = sentence.args[0].args
            if a.op == b.op == "unknown" and a.domain is b.domain and not a.domain.blank and not a.domain.has_truths:
                pairs[(a, b) if a.id < b.id else (b, a)] = sentence
    if not pairs:
        return {}
    by: dict[Term, Operand] = {}
    for sentence in sentences:
        if sentence.op == "distinct":
            for pair in itertools.combinations(sorted(sentence.args, key=when_made), 2):
                if pair in pairs:
                    by[pairs.pop(pair)] = True
    beside: dict[Term, set[Term]] = {}
    for a, b in pairs:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    for a, b in pairs:
        members = _all_beside(beside, a, b) if b in beside[a] else []
        if len(members) < FEWEST_DISTINCT:
            continue
        first, *others = [pairs[pair] for pair in itertools.combinations(members, 2)]
        by[first] = terms.distinct(members)
        by |= dict.fromkeys(others, True)
        for member in members:
            beside[member].difference_update(members)
    return by


def _all_beside(beside: Mapping[Term, set[Term]], a: Term, b: Term) -> list[Term]:
    """Return a clique of places that has the two given ones as members, in the order in which the places were made."""
    members = [a, b]
    candidates = beside[a] & beside[b]
    while candidates:
        first = min(candidates, key=when_made)
        members.append(first)
        candidates = candidates & beside[first]
    return sorted(members, key=when_made)


@dataclass(frozen=True, slots=True, eq=False)
class _Exclusions:
    """Sentences of one kind, each about two distinct places: the pairs of values that they exclude, and their places.

    `wrong`: the pairs of values with which such a sentence is false. `pairs`: each sentence with its places.
    """

    wrong: Sequence[tuple[Value, Value]]
    pairs: dict[Term, tuple[Term, Term]] = field(default_factory=dict)


def _merge_exclusions(terms: TermFactory, sentences: Sequence[Term]) -> dict[Term, Operand]:
    """Return replacements of sentences that exclude pairs of values of distinct places: the first stands for all of its kind."""
    if len(sentences) < FEWEST_PAIRS:
        return {}
    excluded_from: dict[Term, tuple[Term, ...]] = {}
    for sentence in sentences:
        if sentence.op == "distinct" and _are_alike(sentence.args):
            excluded_from |= dict.fromkeys([arg for arg in sentence.args if arg not in excluded_from], sentence.args)
    kinds: dict[tuple[Term, ...], dict[Hashable, _Exclusions]] = {}
    for sentence in sentences if excluded_from else ():
        unknowns = _two_unknowns(sentence) if sentence.op != "distinct" else None
        members = excluded_from.get(unknowns[0]) if unknowns else None
        if unknowns is None or members is None or excluded_from.get(unknowns[1]) is not members:
            continue
        of_members = kinds.setdefault(members, {})
        key = _key(sentence, unknowns)
        if key not in of_members:
            of_members[key] = _Exclusions(_wrong(sentence, unknowns))
        of_members[key].pairs[sentence] = unknowns
    by: dict[Term, Operand] = {}
    for members, exclusions in kinds.items():
        by |= _merge_kinds(terms, members, [exclusion for exclusion in exclusions.values() if exclusion.wrong])
    return by


def _are_alike(args: Sequence[Term]) -> bool:
    """Check whether places have the same values, each with a literal of its own."""
    first = args[0].domain
    return all(arg.op == "unknown" and arg.domain is first for arg in args) and not first.blank and first.size <= WIDE


def _two_unknowns(sentence: Term) -> tuple[Term, Term] | None:
    """Return the unknowns of a short sentence in the order in which they were made, if these are two."""
    seen = {sentence}
    stack = [sentence]
    unknowns: list[Term] = []
    while stack:
        term = stack.pop()
        if term.op == "unknown":
            unknowns.append(term)
        elif not term.args and term.op != "constant":
            return None
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)
        if len(unknowns) > 2 or len(seen) > MOST_BELOW:
            return None
    if len(unknowns) < 2:
        return None
    one, other = unknowns
    return (one, other) if one.id < other.id else (other, one)


def _key(term: Term, unknowns: Sequence[Term]) -> Hashable:
    """Return a key of a sentence that is equal for two other places with the same values."""
    if term.op == "unknown":
        return unknowns.index(term), id(term.domain)
    return term.op, type(term.detail), term.detail, tuple([_key(arg, unknowns) for arg in term.args])


def _wrong(sentence: Term, unknowns: Sequence[Term]) -> list[tuple[Value, Value]]:
    """Return the different values of two unknowns with which a sentence is false; none if that is not known."""
    joint = joint_values([sentence])
    if joint is None or {*joint.unknowns} != {*unknowns}:
        return []
    first, second = joint.alphabets
    truths = joint.results([sentence], _itself)
    values = itertools.product(first, second)
    wrong = [pair for pair, truth in zip(values, truths, strict=True) if truth is not True and pair[0] != pair[1]]
    return wrong if joint.unknowns[0] is unknowns[0] else [(b, a) for a, b in wrong]


def _itself(truth: Value) -> Value:
    return truth


def _merge_kinds(terms: TermFactory, members: Sequence[Term], kinds: Sequence[_Exclusions]) -> dict[Term, Operand]:
    """Return replacements of sentences where a value of one place leaves few values to the places beside it."""
    others: dict[Term, dict[Side, set[Term]]] = {member: {} for member in members}
    excludes: dict[Side, dict[Value, list[Value]]] = {}
    for at, kind in enumerate(kinds):
        for one, other in kind.wrong:
            excludes.setdefault((at, 0), {}).setdefault(one, []).append(other)
            excludes.setdefault((at, 1), {}).setdefault(other, []).append(one)
        for first, second in kind.pairs.values():
            others[first].setdefault((at, 0), set()).add(second)
            others[second].setdefault((at, 1), set()).add(first)
    sentences: list[tuple[Term, Value, Value, Sequence[Term]]] = []
    is_said: set[tuple[Term, Side]] = set()
    for place, sides in others.items():
        by_values: dict[tuple[Value, Value], tuple[Side, ...]] = {}
        for side in sides:
            for value, values in excludes[side].items():
                for excluded in values:
                    by_values[value, excluded] = (*by_values.get((value, excluded), ()), side)
        allowed = {
            together: [
                member for member in members if member is not place and not any(member in sides[side] for side in together)
            ]
            for together in dict.fromkeys(by_values.values())
        }
        few = {together for together, left in allowed.items() if GAIN * len(left) < len(members)}
        sentences += [(place, *values, allowed[together]) for values, together in by_values.items() if together in few]
        is_said.update((place, side) for side in sides if all(pair in few for pair in allowed if side in pair))
    merged = {
        sentence: len(kind.wrong)
        for at, kind in enumerate(kinds)
        for sentence, (first, second) in kind.pairs.items()
        if (first, (at, 0)) in is_said or (second, (at, 1)) in is_said
    }
    if not merged or GAIN * len(sentences) > sum(merged.values()):
        return {}
    by: dict[Term, Operand] = dict.fromkeys(merged, True)
    by[next(iter(merged))] = _allow_one(terms, members, sentences)
    return by


def _allow_one(
    terms: TermFactory, members: Sequence[Term], sentences: Sequence[tuple[Term, Value, Value, Sequence[Term]]]
) -> Operand:
    """Return that where a place has a value, and some place another one, this is one of those that are allowed to have it."""
    needed = len(members) == members[0].domain.size
    clauses: list[Operand] = []
    for place, value, excluded, allowed in sentences:
        held = [] if needed else [terms.disjunction([terms.equals(member, excluded) for member in members])]
        unless = [terms.negation(operand) for operand in (terms.equals(place, value), *held) if isinstance(operand, Term)]
        clauses.append(terms.disjunction([*unless, *(terms.equals(member, excluded) for member in allowed)]))
    return terms.conjunction(clauses)
