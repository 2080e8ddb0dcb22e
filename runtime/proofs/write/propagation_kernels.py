"""Unit propagation, step by step, in flat arrays: plain Python over lists, or the same functions compiled by Numba.

Where Numba is installed (the extra `certificates`), what takes minutes takes seconds. Both do the same in the same order.
The clauses that watch a literal are a linked list: clause n has the nodes 2n and 2n + 1.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, NamedTuple

Numbers = MutableSequence[int]

NONE = -1  # no clause, no node; as a reason, that of an assumption. -2 - n is bound n


class Arrays(NamedTuple):
    """What is known of clauses and bounds. What is told by literal has negative literals counted from the end."""

    pool: Numbers  # the literals of all clauses, one clause after the other; the first two of each are watched
    start: Numbers  # by clause: where its literals begin in `pool`; one more at the end
    needed: Numbers  # by clause: whether a step rests on it
    asleep: Numbers  # by clause: whether it is not followed from here on
    following: Numbers  # by node: the next one
    first: Numbers  # by literal: the first node of the clauses that watch it and are needed
    other: Numbers  # by literal: the first node of the others
    value: Numbers  # by literal: 1 true, -1 false
    at: Numbers  # by literal that is true: its position in the trail
    reason: Numbers  # by literal that is true: the clause that made it so, or a bound
    trail: Numbers
    ends: Numbers  # how long the trail is, and how much of it has been taken from what is left of bounds
    bound: Numbers  # by bound: where its pairs begin; one more at the end
    factor: Numbers  # of pairs, the largest of a bound first
    literal: Numbers  # of pairs
    left: Numbers  # by bound: how much more may be true
    inside: Numbers  # by literal: where the bounds begin that it is in; one more at the end
    inside_bound: Numbers
    inside_factor: Numbers


def assign(s: Arrays, literal: int, reason: int) -> None:
    """Make a literal true."""
    s.value[literal] = 1
    s.value[-literal] = -1
    s.reason[literal] = reason
    s.at[literal] = s.ends[0]
    s.trail[s.ends[0]] = literal
    s.ends[0] += 1


def watch(following: Numbers, heads: Numbers, literal: int, node: int) -> None:
    """Put a node before the others that watch a literal."""
    following[node] = heads[literal]
    heads[literal] = node


def watch_another(pool: Numbers, begin: int, end: int, value: Numbers, false: int) -> bool:
    """Make a literal of a clause that is not false its second one, in place of one that is; not where the first one is true."""
    if pool[begin] == false:
        pool[begin], pool[begin + 1] = pool[begin + 1], false
    if value[pool[begin]] <= 0:
        for place in range(begin + 2, end):
            literal = pool[place]
            if value[literal] >= 0:
                pool[begin + 1], pool[place] = literal, false
                return True
    return False


def follow(s: Arrays, false: int, are_needed: bool) -> int:
    """Look at the clauses that watch a literal which became false; one that is false now, or none.

    `are_needed`: at needed clauses only; otherwise at the rest, of which those that are needed by now move to the needed ones.
    """
    heads = s.first if are_needed else s.other
    before, node = NONE, heads[false]
    while node != NONE:
        number, after = node >> 1, s.following[node]
        is_asleep, is_moved = s.asleep[number] != 0, False  # asleep for good: backwards, it is never needed again
        if not is_asleep:
            is_moved = watch_another(s.pool, s.start[number], s.start[number + 1], s.value, false)
        if is_asleep or is_moved or (s.needed[number] and not are_needed):
            if before == NONE:
                heads[false] = after
            else:
                s.following[before] = after
            if not is_asleep:
                watch(s.following, s.first if s.needed[number] else s.other, s.pool[s.start[number] + 1], node)
        else:
            before = node
        if not is_asleep and not is_moved:
            literal = s.pool[s.start[number]]
            if s.value[literal] < 0:
                return number
            if s.value[literal] == 0:
                assign(s, literal, number)
        node = after
    return NONE


def settle(s: Arrays, bound: int) -> int:
    """Make false what is more than what is left of a bound; the bound, as a reason, where too much is true already."""
    if s.left[bound] < 0:
        return NONE - 1 - bound
    for pair in range(s.bound[bound], s.bound[bound + 1]):
        if s.factor[pair] <= s.left[bound]:
            break
        if s.value[s.literal[pair]] == 0:
            assign(s, -s.literal[pair], NONE - 1 - bound)
    return NONE


def count(s: Arrays, literal: int) -> int:
    """Take a literal that became true from what is left of bounds, and look at these."""
    index = literal if literal >= 0 else len(s.value) + literal
    for place in range(s.inside[index], s.inside[index + 1]):
        s.left[s.inside_bound[place]] -= s.inside_factor[place]
    for place in range(s.inside[index], s.inside[index + 1]):
        bound = s.inside_bound[place]
        if s.left[bound] < s.factor[s.bound[bound]]:
            conflict = settle(s, bound)
            if conflict != NONE:
                return conflict
    return NONE


def propagate(s: Arrays, begin: int) -> int:
    """Follow the trail from a position on: a clause that became false, a bound that cannot hold, or none.

    Needed clauses are followed first, so that a contradiction among them is found before others come in, and bounds last.
    """
    needed = begin
    while True:
        while needed < s.ends[0]:
            needed += 1
            conflict = follow(s, -s.trail[needed - 1], True)
            if conflict != NONE:
                return conflict
        if begin < s.ends[0]:
            begin += 1
            conflict = follow(s, -s.trail[begin - 1], False)
        elif s.ends[1] < s.ends[0]:
            s.ends[1] += 1
            conflict = count(s, s.trail[s.ends[1] - 1])
        else:
            return NONE
        if conflict != NONE:
            return conflict


def undo(s: Arrays, length: int) -> None:
    """Take back the end of the trail."""
    for position in range(length, s.ends[0]):
        literal = s.trail[position]
        s.value[literal] = s.value[-literal] = 0
        if position < s.ends[1]:
            index = literal if literal >= 0 else len(s.value) + literal
            for place in range(s.inside[index], s.inside[index + 1]):
                s.left[s.inside_bound[place]] += s.inside_factor[place]
    s.ends[0] = length
    s.ends[1] = min(s.ends[1], length)


class Machinery(NamedTuple):
    """What propagates, and how the arrays are made that it works in: zeros, numbers of any size, the same with more room."""

    propagate: Callable[[Arrays, int], int]
    undo: Callable[[Arrays, int], None]
    zeros: Callable[[int], Numbers]
    filled: Callable[[Sequence[int]], Numbers]
    longer: Callable[[Numbers], Numbers]
    listed: Callable[[Numbers], list[int]]


PLAIN = Machinery(propagate, undo, lambda size: [0] * size, list, lambda numbers: [*numbers, *[0] * len(numbers)], list)


@functools.cache
def compiled() -> Machinery | None:
    """The same functions compiled, which takes some seconds the first time; none where Numba is not installed."""
    try:
        numba, extending, numpy = map(importlib.import_module, ("numba", "numba.extending", "numpy"))
    except ImportError:
        return None
    for function in (assign, watch, watch_another, follow, settle, count):
        extending.register_jitable(function)

    def jitted(function: Callable[..., Any]) -> Callable[..., Any]:
        try:
            return numba.njit(cache=True)(function)  # type: ignore[no-any-return]
        except RuntimeError:  # there is no folder in which what is compiled could be kept
            return numba.njit(function)  # type: ignore[no-any-return]

    return Machinery(
        jitted(propagate),
        jitted(undo),
        lambda size: numpy.zeros(size, dtype=numpy.int32),
        lambda numbers: numpy.array(numbers, dtype=numpy.int64),
        lambda numbers: numpy.concatenate((numbers, numpy.zeros_like(numbers))),
        lambda numbers: numbers.tolist(),  # type: ignore[attr-defined]
    )
