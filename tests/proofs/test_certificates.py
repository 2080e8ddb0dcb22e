"""Certificates: what is written is accepted, and the report says what was compared."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from certificates import HEAD, SPECS, certificate, changed
from gridwright.compiler.encode.linear_relaxation import Row
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED, OK
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.proofs import formula
from gridwright.runtime.proofs.check import audit, checker
from gridwright.runtime.proofs.check.certificate_files import Folder, open_folder
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.constraints import Cells, Constraint
from gridwright.runtime.proofs.check.json_values import Rejected

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

GCD = f"""{HEAD.replace("2x3", "1x6")}layers: {{number: {{values: [2, 4, 6], blank: true}}}}
givens: {{number: {{r1c1: 4, r1c3: 4}}}}
rules:
  - rule: number[r1c2] == blank and number[r1c6] != blank and number[r1c4] == blank
  - rule: number[r1c6] != 6 and number[r1c5] == 4
  - rule: gcd(numbers(number)) == 2
"""


@pytest.mark.cases(ci=9)
@pytest.mark.parametrize("name", SPECS)
def test_what_is_written_is_accepted(name: str, tmp_path: Path) -> None:
    """A certificate is accepted, and what is used of constraints is compared on every grid, if these are gone through."""
    coverage = check(certificate(tmp_path, SPECS[name]), limit=1 << 12)
    claims = {"none": "no solution", "none is best": "no solution", "several": "exactly 4 solutions"}
    assert coverage.claim == ("optimal" if name.startswith("best") else claims.get(name, "unique"))
    assert {compared.basis for compared in coverage.compared} <= {"every grid", "not used"} or name.startswith("best")
    assert coverage.steps


@pytest.mark.parametrize("name", ["best", "best product", "best of pairs"])
def test_an_optimum_by_addition(name: str, tmp_path: Path) -> None:
    """That nothing is better is shown by multipliers where these suffice, otherwise by a refutation."""
    folder = certificate(tmp_path, SPECS[name])
    assert (folder / "bound.json").exists() == (name == "best")
    assert ("the linear relaxation excludes" in (folder / "puzzle.cnf").read_text("ascii")) == (name == "best")


def test_lemmas_that_are_terms(tmp_path: Path) -> None:
    """A gcd whose automaton would be too large: that not all numbers are multiples of 4 is a lemma."""
    made = certificate(tmp_path, GCD, Limits(states=40))
    assert check(made).lemmas == {"gcd": 1}
    assert "c a lemma (gcd) of the rule at line 9, column 11 of the spec\n" in (made / "puzzle.cnf").read_text("ascii")

    def other_values(lines: list[list[object]]) -> None:
        lines[0][1] = [[*lines[0][1][0][:-1], lines[0][1][0][0]], True]  # type: ignore[index]

    changed(made, "lemmas.jsonl", other_values)
    with pytest.raises(Rejected, match="lemma 0 does not follow"):
        check(made)


def test_certificates_are_the_same(tmp_path: Path) -> None:
    """The same spec has the same certificate, byte for byte."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    first, second = (certificate(tmp_path / name, SPECS["connected"]) for name in ("one", "other"))
    names = sorted(str(path.relative_to(first)) for path in first.rglob("*") if path.is_file())
    assert names == sorted(str(path.relative_to(second)) for path in second.rglob("*") if path.is_file())
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify --certificate` writes a certificate, over nothing that exists, and `certify` checks it."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(SPECS["unique"], "utf-8")
    folder = tmp_path / "made"
    assert run(["verify", str(path), "--certificate", str(folder)]) == 0
    assert run(["verify", str(path), "--certificate", str(folder)]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(["verify", str(path), "--certificate", str(folder), "--force"]) == 0
    assert run(["certify", str(folder)]) == 0
    assert "accepted" in capsys.readouterr().out
    assert run(["certify", str(tmp_path)]) == 1
    assert "rejected: there is no manifest.json" in capsys.readouterr().out


def test_several_solutions_have_no_certificate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is claimed of the whole search, that is said."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(f"{HEAD}layers: {{number: {{values: 1..9}}}}\nexpect: {{solutions: any}}\n", "utf-8")
    assert run(["verify", str(path), "--certificate", str(tmp_path / "made")]) == 3
    assert "nothing to certify" in capsys.readouterr().out
    assert not (tmp_path / "made").exists()


def test_a_limit_refutes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A spec that is beyond a limit of whoever checks is neither accepted nor rejected."""
    made = certificate(tmp_path, next(iter(SPECS.values())))
    assert run(["certify", str(made), "--max", "cells=2"]) == 3
    printed = capsys.readouterr()
    assert "rejected" not in printed.out + printed.err
    assert "--max cells=N" in printed.err


def test_how_each_constraint_was_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A constraint with few grids is compared on all of them, another one on drawn ones; the report says which, for each."""
    made = certificate(tmp_path, SPECS["unique"])
    assert {comparison.basis for comparison in check(made).compared} == {"every grid", "not used"}
    coverage = check(made, limit=10)
    drawn = [comparison for comparison in coverage.compared if comparison.basis == "drawn grids"]
    assert drawn
    assert all(0 < comparison.holding < comparison.grids for comparison in drawn)
    assert run(["certify", "--limit", "10", "--verbose", str(made)]) == 0
    printed = capsys.readouterr().out
    assert "drawn grids: the rule at line 8, column 11 of the spec, line = row 1 (" in printed
    assert f"of {len(drawn)} on {sum(comparison.grids for comparison in drawn)} grids drawn with --seed 0" in printed
    assert run(["certify", "--limit", "10", "--json", str(made)]) == 0
    compared = json.loads(capsys.readouterr().out)["coverage"]["compared"]
    assert compared == [dataclasses.asdict(comparison) for comparison in coverage.compared]


def test_the_same_grids_are_drawn(tmp_path: Path) -> None:
    """With the same seed the same grids are drawn, and mostly others with another one."""
    made = certificate(tmp_path, SPECS["evaluated"])
    drawn = [[compared.holding for compared in check(made, limit=0, seed=seed).compared] for seed in (0, 0, 1, 2, 3)]
    assert drawn[0] == drawn[1]
    assert len({*map(tuple, drawn)}) > 1


@pytest.mark.parametrize("limit", [0, 100])
def test_a_compiler_that_loses_grids_is_found_out(limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a clause refuses a grid on which its rule holds, the audit says so: on every grid, and mostly on drawn ones."""
    state = formula.Formula.state

    def with_a_mistake(self: formula.Formula, groups: object, what: str = "") -> None:
        before = len(self.groups)
        state(self, groups, what)  # type: ignore[arg-type]
        for at, group in enumerate(self.groups[before:], before):
            if "line = row 2" in group.what:
                self.groups[at] = dataclasses.replace(group, clauses=((-16,), *group.clauses))

    monkeypatch.setattr(formula.Formula, "state", with_a_mistake)
    text = SPECS["unique"].replace("number[r1c2] + number[r2c1] + number[r2c2] == 8", "number[r1c2] == 2")
    made = certificate(tmp_path, text + "  - rule: number[r2c3] == 2 or number[r2c3] == 1 or number[r2c1] == 3\n")
    with pytest.raises(Rejected, match="refuse a grid on which it holds"):
        check(made, limit=limit)


@pytest.mark.parametrize("name", ["unique", "best product"])
def test_meanings_that_lose_grids_are_found_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is with a mistake in which values a cell can have, or in what an auxiliary variable means."""
    state = formula.Formula.state

    def with_mistakes(self: formula.Formula, groups: object, what: str = "") -> None:
        before = len(self.groups)
        state(self, groups, what)  # type: ignore[arg-type]
        for at, group in enumerate(self.groups[before:], before):
            if group.what.startswith("the meaning of a term") and at % 2 and group.clauses:
                self.groups[at] = dataclasses.replace(group, clauses=(group.clauses[0][1:], *group.clauses[1:]))

    monkeypatch.setattr(formula.Formula, "state", with_mistakes)
    made = certificate(tmp_path, SPECS[name])
    with pytest.raises(Rejected, match="refuse a grid on which it holds"):
        check(made, limit=1000)


def test_a_relaxation_that_loses_grids_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an optimum rests on multipliers, the rows of each constraint and the objective are compared."""
    made = certificate(tmp_path, SPECS["best"])
    assert [(compared.constraint, compared.basis) for compared in check(made, limit=1000).compared] == [
        ("the rule at line 7, column 11 of the spec, line = row 1", "every grid"),
        ("the rule at line 7, column 11 of the spec, line = row 2", "every grid"),
        ("the objective", "every grid"),
    ]
    rows_of = audit.rows_of

    def stricter(*arguments: object) -> Iterator[Row]:
        for row in rows_of(*arguments):  # type: ignore[arg-type]
            yield dataclasses.replace(row, high=row.high - 1)

    with monkeypatch.context() as patched:
        patched.setattr(audit, "rows_of", stricter)
        with pytest.raises(Rejected, match=r"the rule at line 7, .* refuse a grid on which it holds"):
            check(made)
    for other in ("- 2 * number[r2c1]", ""):  # it is worth less, or more
        spec = load_text(SPECS["best"].replace("- number[r2c1]", other))
        monkeypatch.setattr(audit, "objective_value", lambda _, grid, deadline, spec=spec: objective_value(spec, grid, deadline))
        with pytest.raises(Rejected, match="the objective refuse a grid"):
            check(made)


@pytest.mark.slow
def test_the_formula_is_the_same_everywhere(tmp_path: Path) -> None:
    """It does not depend on how Python hashes, nor on the limits of whoever wrote the certificate."""
    code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1] / "support")!r})
from pathlib import Path
from certificates import SPECS, certificate
from gridwright.compiler.limits import Limits
from gridwright.runtime.proofs.check.checker import check

for number, text in enumerate(SPECS.values()):
    folder = Path({str(tmp_path)!r}) / str(number)
    if sys.argv[1] == "write":
        folder.mkdir()
        certificate(folder, text, Limits(states=3) if number % 2 else Limits())
    else:
        check(folder / "certificate", limit=0)
"""
    for seed, what in (("1", "write"), ("2", "check"), ("77", "check")):
        done = subprocess.run(
            [sys.executable, "-c", code, what],
            check=False,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert done.returncode == 0, done.stderr


def test_a_rule_that_is_a_mistake_on_some_grids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to compare its clauses with on these."""
    made = certificate(tmp_path, "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 0..3}}\nrules:\n  - 'sum(x) == 6'\n")
    plainly = audit.constraints

    def strict(*arguments: object) -> Iterator[Constraint]:
        for constraint in plainly(*arguments):  # type: ignore[arg-type]

            def holds(grid: Assignment, reads: Cells, each: Constraint = constraint) -> bool:
                is_met = each.holds(grid, reads)
                if 0 in grid["", "x"]:
                    raise error(Code.WRONG_KIND, "this has no value here", each.span)
                return is_met

            yield dataclasses.replace(constraint, holds=holds)

    monkeypatch.setattr(audit, "constraints", strict)
    assert run(["certify", str(made)]) == OK
    assert "of 1 constraints on every grid" in capsys.readouterr().out


def test_limits_of_whoever_wrote_it(tmp_path: Path) -> None:
    """A certificate that was written with `--max` names these limits, and is accepted."""
    path = tmp_path / "puzzle.yaml"
    path.write_text("gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 1..2}}\nrules: ['x[r1c1] == 1']\n", "utf-8")
    made = tmp_path / "made"
    assert run(["verify", "--quiet", "--max", "states=4000", "--certificate", str(made), str(path)]) == OK
    assert run(["certify", "--quiet", str(made)]) == OK


def test_larger_limits_than_it_was_written_with(tmp_path: Path) -> None:
    """The clauses are made within those that it was written with, also if these are the usual ones."""
    made = certificate(tmp_path, GCD)
    assert open_folder(made).within(Limits(states=10**6, clauses=7)) == Limits(clauses=7)
    changed(made, "manifest.json", lambda lines: lines[0].update(limits={"states": 40}))
    assert open_folder(made).within(Limits(states=10**6)) == Limits(states=40)


def test_a_spec_that_asks_for_more_than_its_writer_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compiled with what the writer allowed, also if that is as usual and so is not in the manifest."""
    path = tmp_path / "puzzle.yaml"
    text = "gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 1..2}}\nlimits: {states: 60000}\nrules: ['x[r1c1] == 1']\n"
    path.write_text(text, "utf-8")
    seen: list[int] = []
    formula_of = checker.formula_of

    def noted(folder: Folder, spec: Spec, *others: Any) -> formula.Formula:
        seen.append(spec.limits.states)
        return formula_of(folder, spec, *others)

    monkeypatch.setattr(checker, "formula_of", noted)
    for allowed, expected in (("50000", 50_000), ("40000", 40_000), ("55000", 55_000), ("70000", 60_000), ("", 60_000)):
        options = ["--max", f"states={allowed}"] if allowed else []
        made = tmp_path / f"made{allowed}"
        assert run(["verify", "--quiet", *options, "--certificate", str(made), str(path)]) == OK
        assert run(["certify", "--quiet", str(made)]) == OK
        assert seen.pop() == expected


def test_smaller_limits_than_it_was_written_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Within these, the clauses may be others. That says nothing about the certificate, and which limit it is about is told."""
    made = certificate(tmp_path, GCD)
    assert run(["certify", "--quiet", str(made)]) == OK
    assert run(["certify", "--quiet", "--max", "states=40", str(made)]) == GAVE_UP
    printed = capsys.readouterr()
    assert "rejected" not in printed.out + printed.err
    assert "written with larger limits: `--max states=N` sets another limit" in printed.err
    changed(made, "manifest.json", lambda lines: lines[0].update(limits={"states": 40}))
    assert run(["certify", "--quiet", "--max", "states=40", str(made)]) == NOT_AS_CLAIMED
    assert "rejected" in capsys.readouterr().out
