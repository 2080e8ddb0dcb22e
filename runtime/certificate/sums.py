"""Sums as clauses, with the meaning of every variable that this takes.

A diagram over the literals in their order (Een and Sorensson 2006): a node says that the literals from some position on add up to
at most so much. Bounds between two sums that can be reached mean the same, so the lower sum stands for both, and
no two nodes have the same future. There is a level for each literal, and no recursion.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gridwright.compiler.encode.problem import Clause, Sum

from ..certify.sums import lowered, suffix_sums

MAX_NODES = 2_000_000

Node = tuple[int, int, int]  # a variable, a position, a bound


class TooManyNodes(Exception):
    """A sum takes too many variables."""


@dataclass(frozen=True, slots=True)
class Translated:
    """One side of a sum: `pairs` add up to at most `high`, or one of `unless` is true."""

    pairs: tuple[tuple[int, int], ...]
    high: int
    unless: Clause
    nodes: tuple[Node, ...]
    clauses: tuple[Clause, ...]


def translated(constraint: Sum, fresh: Callable[[], int]) -> list[Translated]:
    """A sum as upper bounds, in clauses."""
    total = sum(factor for factor, _ in constraint.pairs)
    sides = []
    if constraint.high is not None:
        sides.append(_at_most(constraint.pairs, constraint.high, constraint.unless, fresh))
    if constraint.low is not None:
        negated = tuple((factor, -literal) for factor, literal in constraint.pairs)
        sides.append(_at_most(negated, total - constraint.low, constraint.unless, fresh))
    return sides


def _at_most(pairs: tuple[tuple[int, int], ...], high: int, unless: Clause, fresh: Callable[[], int]) -> Translated:
    sums = suffix_sums(pairs)
    rest = [0]
    for factor, _ in reversed(pairs):
        rest.append(rest[-1] + factor)
    rest.reverse()
    levels: list[set[int]] = [{lowered(high, sums, 0)}]  # the bounds that are asked for before each literal
    for at, (factor, _) in enumerate(pairs):
        after = {lowered(below, sums, at + 1) for bound in levels[-1] for below in (bound, bound - factor)}
        levels.append({bound for bound in after if 0 <= bound < rest[at + 1]})
        if sum(map(len, levels[-2:])) > MAX_NODES:
            raise TooManyNodes
    nodes: list[Node] = []
    clauses: list[Clause] = []
    below: dict[int, int] = {}
    for at in range(len(pairs) - 1, -1, -1):
        factor, literal = pairs[at]
        here: dict[int, int] = {}
        for bound in sorted(levels[at]):
            ends = [_node(lowered(after, sums, at + 1), rest[at + 1], below) for after in (bound, bound - factor)]
            here[bound] = fresh()
            nodes.append((here[bound], at, bound))
            clauses += _clauses(here[bound], literal, *ends)
        below = here
    root = _node(lowered(high, sums, 0), rest[0], below)
    if root is not True:
        clauses.append(unless if root is False else (root, *unless))
    return Translated(pairs, high, unless, tuple(nodes), tuple(clauses))


def _node(bound: int, rest: int, nodes: dict[int, int]) -> int | bool:
    return False if bound < 0 else True if bound >= rest else nodes[bound]


def _clauses(node: int, literal: int, without: int | bool, with_it: int | bool) -> list[Clause]:
    """A node implies what it leads to, and back.

    The way back is not needed, but a solver then learns an eighth of the clauses (June 2018: 986 against 8,119).
    """
    found: list[Clause] = []
    if without is not True:
        found.append((-node,) if without is False else (-node, without))
    if with_it is not True:
        found.append((-node, -literal) if with_it is False else (-node, -literal, with_it))
    if without is not False:
        found.append((node, literal) if without is True else (node, literal, -without))
    if with_it is not False:
        found.append((node,) if with_it is True else (node, -with_it))
    return found
