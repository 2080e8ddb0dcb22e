"""Refutations: the checker that has to be believed judges as a second one does, which is written in another way."""

from __future__ import annotations

import itertools
import random

import pytest
from gridwright.compiler.encode.problem import Bound
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.runtime.engines import learned_clauses
from gridwright.runtime.engines.learned_clauses import refutation
from gridwright.runtime.proofs.check import lrat
from gridwright.runtime.proofs.pb_bounds import implies
from gridwright.runtime.proofs.write import lrat_hints
from gridwright.runtime.proofs.write.lrat_hints import with_hints
from gridwright.runtime.solving.propagation_kernels import compile_kernels

pytestmark = pytest.mark.slow


def second_opinion(clauses: list[tuple[int, ...]], proof: list[str]) -> bool:
    """Whether the steps follow: each clause that is named leaves one literal open, which becomes true, and the last one none."""
    known = dict(enumerate(map(list, clauses), 1))
    for line in proof:
        number, *words = (int(word) for word in line.split())
        literals, hints = words[: words.index(0)], words[words.index(0) + 1 : -1]
        values = {abs(literal): literal < 0 for literal in literals}
        follows = any(-literal in literals for literal in literals)
        for hint in hints:
            if follows:
                break
            states = {literal: values.get(abs(literal)) for literal in known.get(hint, [])}
            left = [literal for literal, value in states.items() if value is None or value == (literal > 0)]
            follows = hint in known and not left
            if hint not in known or len(left) > 1:
                return False
            values.update((abs(literal), literal > 0) for literal in left)
        if not follows:
            return False
        if not literals:
            return True
        known[number] = literals
    return False


def implied(clauses: list[tuple[int, ...]], proof: list[str]) -> bool:
    """Whether each step of a proof follows by unit propagation from all clauses before it, whatever hints it gives."""
    known = [*clauses]
    for line in proof:
        words = [int(word) for word in line.split()]
        literals = words[1 : words.index(0)]
        true = {-literal for literal in literals}
        while not any(-literal in true for literal in true):
            left = [{literal for literal in clause if -literal not in true} for clause in known]
            units = {literal for some in left if len(some) == 1 for literal in some} - true
            if set() in left:
                break
            if not units:
                return False
            true |= units
        if not literals:
            return True
        known.append(tuple(literals))
    return False


def pigeons(source: random.Random, holes: int, with_bounds: bool) -> tuple[list[tuple[int, ...]], list[Bound]]:
    """Clauses that contradict: one pigeon more than there are holes. `with_bounds`: "one in each hole" is a weighed sum."""
    clauses = [tuple(pigeon * holes + hole + 1 for hole in range(holes)) for pigeon in range(holes + 1)]
    inside = [[pigeon * holes + hole + 1 for pigeon in range(holes + 1)] for hole in range(holes)]
    bounds = [(tuple((source.randint(4, 7), literal) for literal in some), 7) for some in inside] if with_bounds else []
    clauses += [(-one, -other) for some in inside for one, other in itertools.combinations(some, 2) if not with_bounds]
    source.shuffle(clauses)
    return clauses, bounds


def spoiled_proof(proof: list[str], at: int, how: int, source: random.Random) -> list[str]:
    """A proof of which a step is left out, or has a literal flipped, left out, or one more."""
    words = proof[at].split()
    literals = words.index("0") - 1
    which = 1 + source.randrange(literals) if literals else 1
    if how == 3:
        words.insert(which, str(source.choice((-1, 1)) * source.randint(1, 12)))
    elif how == 0 or not literals:
        return proof[:at] + proof[at + 1 :]
    else:
        words[which : which + 1] = [str(-int(words[which]))] if how == 1 else []
    return [*proof[:at], " ".join(words), *proof[at + 1 :]]


def test_proofs_are_judged_as_by_a_second_checker() -> None:
    """A proof that was changed is rejected exactly if the second checker rejects it; some are, and some are not."""
    source = random.Random(0)
    verdicts = {True: 0, False: 0}
    for holes, with_bounds in ((3, False), (4, True), (4, False), (5, True)):
        clauses, bounds = pigeons(source, holes, with_bounds)
        learned = refutation(clauses, bounds, NO_DEADLINE)
        assert learned
        refuted = with_hints(holes * (holes + 1), clauses, learned, bounds)
        for bound, clause in refuted.explained:
            pairs, high = bounds[bound]
            assert implies((pairs, high), clause)
        assert bool(refuted.explained) == with_bounds
        clauses += [tuple(clause) for _, clause in refuted.explained]
        proof = list(map(str, refuted.steps))
        assert lrat.check(clauses, proof) == len(proof)
        assert second_opinion(clauses, proof)
        for at in range(len(proof) * 4):
            changed = spoiled_proof(proof, at // 4, at % 4, source)
            try:
                is_accepted = bool(lrat.check(clauses, changed))
            except lrat.NotRefuted:
                is_accepted = False
            expected = second_opinion(clauses, changed)
            assert is_accepted == expected
            assert not is_accepted or implied(clauses, changed)
            verdicts[expected] += 1
    assert all(verdicts.values())


def test_compiled_propagation_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Numba compiles comes to the same steps as Python does."""
    assert compile_kernels() is not None
    source = random.Random(1)
    for holes, with_bounds in ((5, True), (5, False)):
        clauses, bounds = pigeons(source, holes, with_bounds)
        learned = refutation(clauses, bounds, NO_DEADLINE)
        assert learned
        monkeypatch.setattr(lrat_hints, "MUCH", 1 << 60)
        plain = with_hints(holes * (holes + 1), clauses, learned, bounds)
        monkeypatch.setattr(lrat_hints, "MUCH", 0)
        monkeypatch.setattr(lrat_hints, "PLAIN", None)  # it has to be what is compiled
        assert with_hints(holes * (holes + 1), clauses, learned, bounds) == plain
        monkeypatch.undo()


def test_a_line_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the deadline clasp may be killed in the middle of a line, between the sign of a number and its digits."""
    clauses, bounds = pigeons(random.Random(2), 3, with_bounds=False)
    cut = "import time; print('1 0 0 0 2 3 -', end='', flush=True); time.sleep(60)"
    monkeypatch.setattr(learned_clauses, "PROGRAM", cut)
    with pytest.raises(OutOfTime):
        refutation(clauses, bounds, Deadline(0.5))


def test_clasp_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends at the deadline, whatever it is doing, and where it learns more than a certificate can hold."""
    clauses, bounds = pigeons(random.Random(2), 12, with_bounds=False)
    with pytest.raises(OutOfTime):
        refutation(clauses, bounds, Deadline(0.5))
    monkeypatch.setattr(learned_clauses, "MAX_LEARNED", 1000)
    with pytest.raises(GaveUp, match="clasp has learned 1,000 clauses, too many for a certificate, and no contradiction"):
        refutation(clauses, bounds, NO_DEADLINE)
