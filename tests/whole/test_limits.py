"""Limits: each ends with a message that names it, and each can be set."""

from __future__ import annotations

from pathlib import Path

import pytest
from counted_deadline import CountedDeadline
from gridwright.compiler.compile import lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.encoder import VARIABLES_PER_LOOK
from gridwright.compiler.language.budget import OutOfTime
from gridwright.compiler.limits import NAMES
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run

BEGIN = "gridwright: 1\n"
PLAIN = "grid: 2x3\nlayers: {x: {values: [1, 2, 3]}}\n"
LINE = "grid: 1x4\nlayers: {x: {values: 0..9}}\n"
ALL = "rules: ['all(x[a] != x[b] for a, b in links)']\n"
FOLD = "rules: ['fold(x, start=0, step=lambda s, v: 10 * s + v) == 7']\n"
WORTH = "minimize: sorted(x)[4] - 2 * sorted(x)[1]\n"

# A spec, a value of the limit that is too small for it, one that is not, and the status where it is too small.
CASES = {
    "file-size": (PLAIN + ALL, 20, 200, 2),
    "depth": (PLAIN + ALL, 2, 10, 2),
    "libraries": ("use: [counts_by_value, latin]\ngrid: 2x2\nlayers: {number: {values: 1..2}}\nrules: [true]\n", 1, 2, 2),
    "side": (PLAIN + ALL, 2, 3, 2),
    "cells": (PLAIN + ALL, 5, 6, 2),
    "steps": (PLAIN + ALL, 10, 1_000, 2),
    "answer-steps": (PLAIN + ALL + "answer: sum(x[c] for c in cells)\n", 5, 1_000, 2),
    "fold-steps": (LINE + FOLD, 20, 1_000_000, 2),
    "states": (LINE + FOLD, 50, 100_000, 2),
    "transitions": (LINE + FOLD, 50, 1_000_000, 2),
    "clauses": (PLAIN + ALL, 10, 1_000, 3),
    "rounds": (PLAIN + "rules: ['sorted(x)[2] == 2']\n", 1, 10_000, 3),
    "enumerated": (PLAIN + ALL + WORTH, 1, 1_000, 3),
}


def test_every_limit_has_a_case() -> None:
    """A new limit is tried as well."""
    assert CASES.keys() == NAMES.keys()


@pytest.mark.parametrize("name", CASES)
def test_limit(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Past the limit the message says which one it is and how to set it; set higher, it is not heard of."""
    text, few, enough, status = CASES[name]
    path = tmp_path / "puzzle.yaml"
    path.write_text(BEGIN + text, "utf-8")
    hint = f"`--max {name}=N`"
    assert run(["solve", "--quiet", "--max", f"{name}={few}", str(path)]) == status
    printed = capsys.readouterr()
    assert hint in printed.out + printed.err
    assert run(["solve", "--quiet", "--max", f"{name}={enough}", str(path)]) in (0, 1)
    printed = capsys.readouterr()
    assert "--max" not in printed.out + printed.err


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("stats=5", "there is no limit `stats`; did you mean 'states' or 'steps'?"),
        ("q=5", "there is no limit `q`; the limits are: file-size, depth,"),
        ("states", "`states` is not valid: write NAME=N, where N is a number"),
        ("states=many", "`states=many` is not valid: write NAME=N, where N is a number"),
        ("depth=1000", "`depth=1000` is not valid: write NAME=N, where N is 1 to 150"),
        ("cells=0", "`cells=0` is not valid: write NAME=N, where N is 1 to"),
    ],
)
def test_wrong_calls(written: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is none, or a number that is none, is a mistake in the call."""
    assert run(["check", "--max", written, "x.yaml"]) == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_deepest(tmp_path: Path) -> None:
    """At the most that depth can be set to, the program still goes through it all."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(f"{BEGIN}{PLAIN}data: {{d: {'[' * 147}1{']' * 147}}}\n{ALL}", "utf-8")
    assert run(["check", str(path)]) == 2
    assert run(["check", "--max", "depth=150", str(path)]) in (0, 2)


def test_long_work_of_one_step() -> None:
    """A rule of a few steps that makes many terms, and an encoding of many clauses, look at the deadline while they do."""
    text = (
        "gridwright: 1\ngrid: {}\nlayers:\n  s: {{values: 1..3}}\nrules:\n  - all(len(group(c, same=s)) == s[c] for c in cells)\n"
    )
    few = CountedDeadline(1_000)
    lower(load_text(text.format("2x3")), few)
    with pytest.raises(OutOfTime):
        lower(load_text(text.format("12x13")), CountedDeadline(1_000 - few.left_over))
    module = lower(load_text(text.format("7x8")))
    looks_at_variables = encode(module).size // VARIABLES_PER_LOOK
    with pytest.raises(OutOfTime):
        encode(module, deadline=CountedDeadline(looks_at_variables))


def test_a_spec_that_asks_for_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A limit that `--max` keeps below what the spec asks for says so; one that the spec sets can be raised there."""
    path = tmp_path / "puzzle.yaml"
    text = "gridwright: 1\ngrid: 1x1\nlayers: {{x: {{values: 1..2}}}}\nlimits: {{steps: {}}}\nrules:\n"
    rule = "  - all(x[r1c1] + b + c != 4000 for b in 1..99 for c in 1..99)\n"
    path.write_text(text.format(50_000_000) + rule, "utf-8")
    assert run(["check", "--max", "steps=2000", str(path)]) == 2
    message = "the spec asks for `steps: 50000000`, and `--max steps=2000` allows less; `--max steps=N` sets another limit\n"
    assert message in "".join(capsys.readouterr())
    path.write_text(text.format(2_000) + rule, "utf-8")
    assert run(["check", str(path)]) == 2
    message = "`--max steps=N` sets another limit, and so does `limits: {steps: N}` in the spec\n"
    assert message in "".join(capsys.readouterr())
