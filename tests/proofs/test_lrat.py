"""The checker of refutations, line by line: what it accepts, how many steps that is, and what it says of all else."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.runtime.proofs.check import lrat

TWO = [(1, 2), (-1, 2), (1, -2), (-1, -2)]
BIG = 1 << 40

ACCEPTED = {
    "two steps": (TWO, ["5 2 0 1 2 0", "6 0 5 3 4 0"], 2),
    "one step": ([(1,), (-1,)], ["3 0 1 2 0"], 1),
    "an empty clause among those given": ([()], ["2 0 1 0"], 1),
    "numbers with gaps": (TWO, ["50 2 0 1 2 0", "60 0 50 3 4 0"], 2),
    "hints after the contradiction": ([(1,), (-1,)], ["3 0 1 2 77 0"], 1),
    "a hint twice": (TWO, ["5 2 0 1 1 2 0", "6 0 5 3 4 0"], 2),
    "nothing after the empty clause is looked at": ([(1,), (-1,)], ["3 0 1 2 0", "no step"], 1),
    "a tautology": ([(1,), (-1,)], ["3 2 -2 0 0", "4 0 1 2 0"], 2),
    "a tautology with hints": ([(1,), (-1,)], ["3 -2 2 0 1 0", "4 0 1 2 0"], 2),
    "a clause that is tautological is no hindrance": ([(1, -1), (2,), (-2,)], ["4 0 2 3 0"], 1),
    "a literal twice": ([(1, 1), (-1,)], ["3 0 1 2 0"], 1),
    "a deletion": (TWO, ["5 2 0 1 2 0", "5 d 1 2 0", "6 0 5 3 4 0"], 2),
    "a deletion of what is not there": (TWO, ["5 2 0 1 2 0", "5 d 99 1 0", "6 0 5 3 4 0"], 2),
    "a deletion of nothing": (TWO, ["4 d 0", "5 2 0 1 2 0", "6 0 5 3 4 0"], 2),
    "large numbers": ([(BIG,), (-BIG,)], [f"{BIG} 0 1 2 0"], 1),
    "a large literal": ([(1,), (-1,)], [f"3 {BIG} -{BIG} 0 0", "4 0 1 2 0"], 2),
}

REJECTED = {
    "no proof": (TWO, [], "the last step is not the empty clause"),
    "no empty clause": (TWO, ["5 2 0 1 2 0"], "the last step is not the empty clause"),
    "a number that is taken": (TWO, ["4 2 0 1 2 0"], "step 4 must have a higher number than step 4"),
    "a number that was taken": (TWO, ["6 2 0 1 2 0", "6 0 5 3 4 0"], "step 6 must have a higher number than step 6"),
    "a smaller number": (TWO, ["6 2 0 1 2 0", "5 0 6 3 4 0"], "step 5 must have a higher number than step 6"),
    "a hint that is not known": (TWO, ["5 2 0 1 9 0"], "step 5 names clause 9, which does not exist"),
    "itself as a hint": (TWO, ["5 2 0 5 0"], "step 5 names clause 5, which does not exist"),
    "a hint that comes later": (TWO, ["5 2 0 6 0", "6 0 5 3 4 0"], "step 5 names clause 6, which does not exist"),
    "a hint that was deleted": (TWO, ["5 2 0 1 2 0", "5 d 7 3 0", "6 0 5 3 4 0"], "step 6 names clause 3, which does not exist"),
    "a step that was deleted": (TWO, ["5 2 0 1 2 0", "5 d 5 0", "6 0 5 3 4 0"], "step 6 names clause 5, which does not exist"),
    "a clause that is not unit": (TWO, ["5 0 1 2 0"], "step 5 does not follow: clause 1 is not unit"),
    "a clause that is true": (TWO, ["5 2 0 1 1 1 0"], "step 5 does not follow: its hints do not give a contradiction"),
    "no hints": (TWO, ["5 2 0 0"], "step 5 does not follow: its hints do not give a contradiction"),
    "an empty step": (TWO, ["5 0 0"], "step 5 does not follow: its hints do not give a contradiction"),
    "a literal flipped": (TWO, ["5 -2 0 1 2 0"], "step 5 does not follow: clause 1 is not unit"),
    "a step that is not implied": (TWO, ["5 2 0 1 -2 3 0"], "step 5 is a RAT step, which certify does not support"),
    "a hint of -1": (TWO, ["5 2 0 -1 3 0"], "step 5 is a RAT step, which certify does not support"),
    "a negative number at the end": (TWO, ["5 2 0 1 2 -3"], "this is no step: '5 2 0 1 2 -3'"),
    "a long line with three 0": (TWO, ["5 2 0 1 0" + " 1" * 40 + " 0"], f"this is no step: '5 2 0 1 0{' 1' * 25} '"),
    "a deletion of a negative number": (TWO, ["5 d -1 0"], "the last step is not the empty clause"),
    "a tautology with one 0": (TWO, ["5 2 -2 0"], "this is no step: '5 2 -2 0'"),
    "what follows, and no empty clause": (TWO, ["5 1 2 0 1 2 0", "6 1 2 3 0 1 0"], "the last step is not the empty clause"),
    "one 0": (TWO, ["5 2 0"], "this is no step: '5 2 0'"),
    "no 0": (TWO, ["5 2"], "this is no step: '5 2'"),
    "three 0": (TWO, ["5 2 0 1 0 2 0"], "this is no step: '5 2 0 1 0 2 0'"),
    "only a number": (TWO, ["5"], "this is no step: '5'"),
    "a 0 only": (TWO, ["0"], "this is no step"),
    "nothing": (TWO, [""], "this is no step: ''"),
    "a deletion without end": (TWO, ["5 d 1"], "this is no step"),
    "a deletion without anything": (TWO, ["5 d"], "this is no step"),
    "a word": (TWO, ["5 x 0 1 2 0"], "this is no step"),
    "a word in a deletion": (TWO, ["5 d x 0"], "this is no step"),
    "d elsewhere": (TWO, ["5 2 d 0"], "this is no step"),
    "too large a literal": (TWO, [f"5 {BIG + 1} 0 1 2 0"], "this is no step"),
    "too small a literal": (TWO, [f"5 -{BIG + 1} 0 1 2 0"], "this is no step"),
    "a long line": (TWO, ["x" * 70], f"this is no step: '{'x' * 60}'"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_accepted(name: str) -> None:
    """Steps that follow are accepted, and counted up to the empty clause."""
    clauses, proof, steps = ACCEPTED[name]
    assert lrat.check(clauses, proof) == steps


@pytest.mark.parametrize("name", REJECTED)
def test_what_is_rejected(name: str) -> None:
    """What does not follow, or is no step, is rejected, and told which."""
    clauses, proof, message = REJECTED[name]
    with pytest.raises(lrat.NotRefuted) as caught:
        lrat.check(clauses, proof)
    assert str(caught.value).startswith(message)


def test_the_checker_is_small() -> None:
    """What has to be believed of the refutation is less than 100 lines of a file that imports nothing of ours."""
    text = Path(lrat.__file__).read_text("utf-8")
    assert len(text.splitlines()) < 100
    assert "gridwright." not in "".join(line for line in text.splitlines() if "import" in line)
