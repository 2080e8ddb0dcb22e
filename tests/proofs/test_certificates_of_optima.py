"""Certificates of optima that rest on adding up: spoiled ones are rejected, each with what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from certificates import SPECS, Lines, certificate, spoiled
from gridwright.compiler.loader import load
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own


def other_multiplier(rows: Lines) -> None:
    """Take an inequality more often."""
    rows[1][0] *= 3


def other_constraint(rows: Lines) -> None:
    """Name the constraint of another inequality."""
    rows[1][2] = (rows[1][2] + 1) % 2


def no_constraint(rows: Lines) -> None:
    """Name a constraint that is not there."""
    rows[1][2] = 99


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rows: rows.pop(), "do not add up"),
        (lambda rows: rows.pop(0), "do not add up"),
        (other_multiplier, "do not add up"),
        (other_constraint, "does not bound a sum"),
        (no_constraint, "a multiplier, a term and a constraint"),
    ],
)
def test_inequalities_that_do_not_add_up_are_rejected(change: Callable[[Lines], None], reason: str, tmp_path: Path) -> None:
    """An optimum that rests on inequalities needs each of them, as often as it is said, and from its constraint."""
    made = certificate(tmp_path, SPECS["best"])

    def spoil(lines: Lines) -> None:
        change(next(line["added"] for line in lines if "added" in line))

    with pytest.raises(Rejected, match=reason):
        check(spoiled(made, tmp_path, "groups.jsonl", spoil))


def put(at: int, part: int, value: Any) -> Callable[[Lines], None]:
    """Say something else of a core: its weight, the literal of the whole, its members, or its counters."""

    def change(cores: Lines) -> None:
        cores[at][part] = value

    return change


@pytest.mark.cases(ci=6)
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda cores: cores.pop(), "do not add up"),
        (lambda cores: cores.append([1, 1, [1], []]), "step"),  # that one core more may be true refutes less
        (put(0, 0, 2), "do not add up"),
        (put(0, 0, -1), "negative multiplier"),
        (put(0, 1, 13), "does not match its members"),
        (put(0, 1, -12), "does not match its members"),
        (put(0, 2, [-1]), "does not match its members"),
        (put(0, 2, [-1, -2, -4]), "counts something else"),
        (put(0, 3, []), "do not add up"),
        (put(0, 3, [8, 8]), "used twice"),
        (put(0, 3, [9]), "counts something else"),
        (put(0, 3, [-8]), "not a bound of a sum"),
        (put(0, 3, [1]), "not a bound of a sum"),
        (put(0, 3, [99]), "has no meaning"),
        (put(0, 3, [[8]]), "whole numbers"),
    ],
)
def test_cores_that_show_less_are_rejected(change: Callable[[Lines], None], reason: str, tmp_path: Path) -> None:
    """An optimum that rests on cores needs each of them, and each counts what it says."""
    made = certificate(tmp_path, SPECS["best by cores"])

    def spoil(lines: Lines) -> None:
        change(next(line["cores"] for line in lines if "cores" in line))

    with pytest.raises(Rejected, match=reason):
        check(spoiled(made, tmp_path, "groups.jsonl", spoil))


def test_a_counter_of_more_is_rejected(tmp_path: Path) -> None:
    """What counts the members of a core is true where one of them is false at most, and where none is."""
    made = certificate(tmp_path, SPECS["best by cores"])
    counter = json.loads((made / "variables.jsonl").read_text("utf-8").splitlines()[9])  # no clause speaks of this one
    for ends, reason in (([0, 0], "used twice"), ([1, 2], "counts something else")):

        def spoil(lines: Lines, ends: Any = ends) -> None:
            assert lines[counter][::2] == ["within", [0, 1]]
            lines[counter][2] = ends

        (tmp_path / f"{ends}").mkdir()
        with pytest.raises(Rejected, match=reason):
            check(spoiled(made, tmp_path / f"{ends}", "terms.jsonl", spoil))


def test_what_is_listed_in_place_of_an_objective(tmp_path: Path) -> None:
    """Where the objective is evaluated, all solutions are listed: none can be left out, and the first is the best."""
    made = certificate(tmp_path, SPECS["best by evaluation"])
    listed = [json.loads(line) for line in (made / "solution.jsonl").read_text("utf-8").splitlines()]
    assert len(listed) > 3
    assert check(made).claim == "optimal"

    def out(folder: str, name: str, change: Callable[[Lines], Any]) -> Path:
        (tmp_path / folder).mkdir()
        return spoiled(made, tmp_path / folder, name, change)

    with pytest.raises(Rejected, match="the number of blocking clauses"):
        check(out("fewer", "solution.jsonl", lambda lines: lines.pop()))
    with pytest.raises(Rejected, match="the number of blocking clauses"):
        check(out("blocked", "blocking.jsonl", lambda lines: lines.pop()))
    with pytest.raises(Rejected, match="excludes other grids"):
        check(out("turned", "solution.jsonl", lambda lines: lines.append(lines.pop(1))))
    without = out("without", "solution.jsonl", lambda lines: lines.pop())
    (tmp_path / "neither").mkdir()
    with pytest.raises(Rejected, match="the refutation"):
        check(spoiled(without, tmp_path / "neither", "blocking.jsonl", lambda lines: lines.pop()))
    worse = out("worse", "solution.jsonl", lambda lines: lines.insert(0, lines.pop()))
    manifest = json.loads((worse / "manifest.json").read_text("utf-8"))
    spec = load(worse / "spec" / "puzzle.yaml")
    read = {("", "number"): tuple(listed[-1][2])}
    (worse / "manifest.json").write_text(json.dumps(manifest | {"objective": objective_value(spec, read)}), "utf-8")
    with pytest.raises(Rejected, match="which is better than"):
        check(worse)
