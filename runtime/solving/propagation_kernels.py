"""Unit propagation over clauses and bounds in flat arrays: plain Python over lists, or the same functions compiled by Numba.

A bound is a pseudo-Boolean constraint, "factor * literal + ... <= high"; the arrays hold how much more of it may become true.
Each clause watches two literals (Moskewicz et al. 2001). The clauses that watch a literal are a linked list: clause n has the
nodes 2n and 2n + 1. Lists of lists were tried for plain Python: not faster, and Numba needs flat arrays.

Where Numba is installed (the extra `certificates`), what takes minutes takes seconds. Both do the same in the same order.
"""

from __future__ import annotations

import functools
import importlib
from collections import namedtuple
from collections.abc import Callable, MutableSequence, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from gridwright.compiler.records import dataclass, fields

Numbers = MutableSequence[int]

NONE = -1  # no clause, no node; as a reason: an assumption. -2 - n is bound n

OTHER, NEEDED, ASLEEP = 0, 1, 2  # states of a clause


@dataclass(slots=True)
class Arrays:
    """The state of clauses and bounds. Arrays by literal hold negative literals at their end, where Python looks for them.

    A class with slots, because they are read faster than the fields of a `NamedTuple`.
    """

    pool: Numbers  # the literals of all clauses, each clause ended by a 0; its first two literals are watched
    start: Numbers  # by node: where the literals of its clause begin in `pool`
    state: Numbers  # by node: OTHER; NEEDED, if a proof step uses the clause; ASLEEP, if it is no longer propagated
    following: Numbers  # by node: the next one
    first: Numbers  # by literal: the first node of the needed clauses that watch it
    other: Numbers  # by literal: the first node of the others
    value: Numbers  # by literal: 1 true, -1 false
    at: Numbers  # by true literal: its position in the trail
    reason: Numbers  # by true literal: the clause or the bound that implied it
    trail: Numbers
    ends: Numbers  # the length of the trail, and how much of it is subtracted from `left`
    bound: Numbers  # by bound: where its pairs begin; one more at the end
    factor: Numbers  # of pairs, the largest of a bound first
    literal: Numbers  # of pairs
    left: Numbers  # by bound: how much more may be true
    inside: Numbers  # by literal: where the bounds begin that contain it
    inside_end: Numbers  # by literal: where they end; 0 if no bound contains it
    inside_bound: Numbers
    inside_factor: Numbers


def assign(s: Arrays, literal: int, reason: int) -> None:
    """Make a literal true."""
    at = s.ends[0]
    s.value[literal] = 1
    s.value[-literal] = -1
    s.reason[literal] = reason
    s.at[literal] = at
    s.trail[at] = literal
    s.ends[0] = at + 1


def watch(following: Numbers, heads: Numbers, literal: int, node: int) -> None:
    """Put a node at the front of the list of a literal."""
    following[node] = heads[literal]
    heads[literal] = node


def follow(s: Arrays, heads: Numbers, wanted: int, false: int) -> int:
    """Propagate the clauses in state `wanted` that watch a false literal; return a clause that is false now, or NONE.

    Clauses that went to sleep leave the list; those that became needed move to the list of the needed ones.
    """
    pool, start, state, following, value = s.pool, s.start, s.state, s.following, s.value
    before, node = NONE, heads[false]
    while node != NONE:
        after = following[node]
        is_kept = state[node] == wanted
        if is_kept:
            begin = start[node]
            first = pool[begin]
            if first == false:
                first = pool[begin + 1]
            if value[first] <= 0:
                place = begin + 2
                while value[pool[place]] < 0:  # up to the 0, which is neither true nor false
                    place += 1
                another = pool[place]
                pool[begin] = first
                if another != 0:
                    pool[begin + 1] = another
                    pool[place] = false
                    following[node] = heads[another]  # `watch`, in line for speed
                    heads[another] = node
                    is_kept = False
                else:
                    pool[begin + 1] = false
                    if value[first] < 0:
                        return node >> 1
                    assign(s, first, node >> 1)
        elif state[node] == NEEDED:
            watch(following, s.first, false, node)
        if is_kept:
            before = node
        elif before == NONE:
            heads[false] = after
        else:
            following[before] = after
        node = after
    return NONE


def tighten(s: Arrays, bound: int) -> int:
    """Make literals false that no longer fit into a bound; return the bound, as a reason, if it is violated, otherwise NONE."""
    left, factor, value, literals = s.left[bound], s.factor, s.value, s.literal
    if left < 0:
        return NONE - 1 - bound
    for pair in range(s.bound[bound], s.bound[bound + 1]):
        if factor[pair] <= left:
            break
        if value[literals[pair]] == 0:
            assign(s, -literals[pair], NONE - 1 - bound)
    return NONE


def subtract(s: Arrays, literal: int) -> int:
    """Subtract a true literal from its bounds and tighten these; return the first violated one, as a reason, or NONE."""
    left, bounds, factors = s.left, s.inside_bound, s.inside_factor
    begin, end = s.inside[literal], s.inside_end[literal]
    for place in range(begin, end):
        left[bounds[place]] -= factors[place]
    for place in range(begin, end):
        bound = bounds[place]
        if left[bound] < s.factor[s.bound[bound]]:
            conflict = tighten(s, bound)
            if conflict != NONE:
                return conflict
    return NONE


def propagate(s: Arrays, begin: int) -> int:
    """Propagate the trail from a position on; return a false clause, a violated bound as a reason, or NONE.

    Needed clauses come first, so that a conflict among them is found before others come in, and bounds last.
    """
    ends, trail, first = s.ends, s.trail, s.first
    needed = begin
    while True:
        while needed < ends[0]:
            false = -trail[needed]
            needed += 1
            if first[false] != NONE:
                conflict = follow(s, first, NEEDED, false)
                if conflict != NONE:
                    return conflict
        if begin < ends[0]:
            false = -trail[begin]
            begin += 1
            head = first[false]
            conflict = follow(s, s.other, OTHER, false)
            if conflict == NONE and first[false] != head:  # some have moved there, and were not looked at
                conflict = follow(s, first, NEEDED, false)
        elif ends[1] < ends[0]:
            literal = trail[ends[1]]
            ends[1] += 1
            conflict = subtract(s, literal) if s.inside_end[literal] != 0 else NONE
        else:
            return NONE
        if conflict != NONE:
            return conflict


def undo(s: Arrays, length: int) -> None:
    """Shorten the trail to a length."""
    value, trail, inside, inside_end = s.value, s.trail, s.inside, s.inside_end
    for position in range(length, s.ends[0]):
        literal = trail[position]
        value[literal] = value[-literal] = 0
        if position < s.ends[1] and inside_end[literal] != 0:
            for place in range(inside[literal], inside_end[literal]):
                s.left[s.inside_bound[place]] += s.inside_factor[place]
    s.ends[0] = length
    s.ends[1] = min(s.ends[1], length)


class Machinery(NamedTuple):
    """The functions that propagate, and those that make their arrays: zeros, given numbers, the same with twice the room."""

    propagate: Callable[[Arrays, int], int]
    undo: Callable[[Arrays, int], None]
    zeros: Callable[[int], Numbers]
    filled: Callable[[Sequence[int]], Numbers]
    longer: Callable[[Numbers], Numbers]
    listed: Callable[[Numbers], list[int]]


PLAIN = Machinery(propagate, undo, lambda size: [0] * size, list, lambda numbers: [*numbers, *[0] * len(numbers)], list)


@functools.cache
def compile_kernels() -> Machinery | None:
    """Return the same functions compiled, which takes some seconds the first time; None if Numba is not installed."""
    try:
        numba, extending, numpy = map(importlib.import_module, ("numba", "numba.extending", "numpy"))
    except ImportError:
        return None
    for function in (assign, watch, follow, tighten, subtract):
        extending.register_jitable(function)
    names = [field.name for field in fields(Arrays)]
    packed, members = namedtuple("packed", names), attrgetter(*names)

    def jit(function: Callable[..., Any]) -> Callable[[Arrays, int], Any]:
        try:
            fast = numba.njit(cache=True)(function)
        except RuntimeError:  # there is no folder in which what is compiled could be kept
            fast = numba.njit(function)
        return lambda arrays, number: fast(packed(*members(arrays)), number)

    return Machinery(
        jit(propagate),
        jit(undo),
        lambda size: numpy.zeros(size, dtype=numpy.int32),
        lambda numbers: numpy.array(numbers, dtype=numpy.int64),
        lambda numbers: numpy.concatenate((numbers, numpy.zeros_like(numbers))),
        lambda numbers: numbers.tolist(),  # type: ignore[attr-defined]
    )
