"""Check a refutation: each step must follow from clauses before it by unit propagation.

LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017) without steps that are not implied: a line is a number,
literals, 0, the numbers of clauses in the order in which they become unit, 0. Deletions (`d`) only free memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Clause = Sequence[int]

MAX_NUMBER = 1 << 40


class NotRefuted(Exception):
    """A step does not follow, or the last one does not refute; the message says which."""


def check(clauses: Iterable[Clause], proof: Iterable[str]) -> int:
    """Return how many steps refute clauses, which are numbered from 1; raise `NotRefuted` if they are not refuted.

    >>> check([(1, 2), (-1, 2), (1, -2), (-1, -2)], ["5 2 0 1 2 0", "6 0 5 3 4 0"])
    2
    >>> check([(1, 2), (-1, 2)], ["3 1 0 1 2 0"])
    Traceback (most recent call last):
    gridwright.runtime.proofs.check.lrat.NotRefuted: step 3 does not follow: clause 2 is not unit
    """
    known: dict[int, frozenset[int]] = {number: frozenset(clause) for number, clause in enumerate(clauses, 1)}
    last = len(known)
    steps = 0
    for line in proof:
        number, literals, hints = _parse(line)
        if literals is None:
            for hint in hints:
                known.pop(hint, None)
            continue
        if number <= last:
            raise NotRefuted(f"step {number} must have a higher number than step {last}")
        _follow(number, literals, hints, known)
        last, steps = number, steps + 1
        if not literals:
            return steps
        known[number] = frozenset(literals)
    raise NotRefuted("the last step is not the empty clause")


def _follow(number: int, literals: Clause, hints: Clause, known: dict[int, frozenset[int]]) -> None:
    """Check that with all literals false the clauses of the hints become unit one after the other, and the last one empty."""
    false = set(literals)
    if not false.isdisjoint([-literal for literal in literals]):
        return
    for hint in hints:
        clause = known.get(hint)
        if clause is None:
            raise NotRefuted(f"step {number} names clause {hint}, which does not exist")
        left = clause - false
        if not left:
            return
        if len(left) > 1:
            raise NotRefuted(f"step {number} does not follow: clause {hint} is not unit")
        (unit,) = left
        false.add(-unit)
    raise NotRefuted(f"step {number} does not follow: its hints do not give a contradiction")


def _parse(line: str) -> tuple[int, list[int] | None, list[int]]:
    """Return number, literals (None for a deletion) and hints of a line."""
    words = line.split()
    is_deletion = len(words) > 1 and words[1] == "d"
    try:
        number, *rest = [int(word) for word in (words[:1] + words[2:] if is_deletion else words)]
        if rest[-1] != 0 or max(rest) > MAX_NUMBER or min(rest) < -MAX_NUMBER:
            raise ValueError
        if is_deletion:
            return number, None, rest[:-1]
        end = rest.index(0, 0, -1)
        literals, hints = rest[:end], rest[end + 1 : -1]
    except (ValueError, IndexError):
        raise NotRefuted(f"this is no step: {line[:60]!r}") from None
    if hints and min(hints) < 0:
        raise NotRefuted(f"step {number} is a RAT step, which certify does not support")
    if 0 in hints:
        raise NotRefuted(f"this is no step: {line[:60]!r}")
    return number, literals, hints
