"""Shows by addition that nothing is better than an optimum: with the multipliers of a linear relaxation, or with cores.

The relaxation bounds the objective whatever its multipliers are, so there is nothing to check but the bound that they give.

A core is a set of literals. That not all of them can be true is refuted elsewhere; then at least one is false, and what is false
costs something. How many of them are false is told by counters, of which the k-th says "at most k": so of the members and the
counters at least one more is false than counters are. That is what the search for an optimum adds up (OLL: Morgado, Dodaro and
Marques-Silva 2014). No literal is counted for more than it costs, whatever cores are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Group, Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.records import dataclass


@dataclass(frozen=True, slots=True)
class PaidCore:
    """Members of which one is false, and what that costs at least. `counters`: how many counters are made for it.

    A member is a literal, or the counter of an earlier core: the number of the core and of the counter, both from 0.
    """

    weight: int
    members: Sequence[int | tuple[int, int]]
    counters: int


class TooWeak(Exception):
    """What is added up does not show that nothing is better."""


def check_multipliers(problem: Problem, best: int, multipliers: Sequence[Fraction]) -> None:
    """Check that a linear relaxation shows that nothing is better than `best`, in units of the target; otherwise `TooWeak`."""
    relaxation = problem.relaxation(LemmaEncoder(problem).terms)
    if relaxation is None or problem.target is None or len(multipliers) != len(relaxation.rows):
        raise TooWeak("the linear relaxation has other rows")
    priced = relaxation.priced(multipliers)
    sign = -1 if problem.target.maximize else 1
    if priced.bound <= priced.scale * (sign * best - 1):
        raise TooWeak("the linear relaxation does not show that nothing is better")


def state_cores(problem: Problem, encoder: LemmaEncoder, best: int, cores: Sequence[PaidCore]) -> tuple[list[Group], Clause]:
    """Return groups, and a clause that is true if something is better than `best`: all members of some core are true.

    `TooWeak` if the cores do not add up.
    """
    objective = problem.objective
    if objective is None or objective.blank:
        raise TooWeak("cores say nothing about what may be blank")
    sign = -1 if objective.target.maximize else 1
    left: dict[int, int] = {}  # what a false literal costs beyond what was counted
    for weight, literal in (step for chain in objective.chains for step in chain):
        left[literal] = left.get(literal, 0) + weight
    counted = 0
    groups: list[Group] = []
    some: list[int] = []
    counters: list[list[int]] = []  # for each core
    for core in cores:
        literals = [each if isinstance(each, int) else counters[each[0]][each[1]] for each in core.members]
        if core.weight <= 0 or len(set(literals)) < len(literals) or any(left.get(each, 0) < core.weight for each in literals):
            raise TooWeak("a core counts a literal that does not cost as much")
        for literal in literals:
            left[literal] -= core.weight
        counted += core.weight
        counters.append([])
        for most in range(1, min(core.counters, len(literals) - 1) + 1):
            counter, defining = encoder.encode_count(literals, most)
            left[counter] = core.weight
            counters[-1].append(counter)
            groups += defining
        all_true = encoder.terms.conjunction([encoder.term(literal) for literal in literals])
        if all_true is False:
            continue
        if not isinstance(all_true, Term):
            raise TooWeak("the members of a core are always true")
        literal, defining = encoder.encode_literal(all_true)
        groups += defining
        some.append(literal)
    if counted < sign * (best - objective.ideal):
        raise TooWeak("the cores do not show that nothing is better")
    return groups, tuple(dict.fromkeys(some))
