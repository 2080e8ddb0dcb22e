"""Certificates: what is written is accepted without a solver, and what is not decided is said."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from certificates import HEAD, SPECS, Lines, certificate, spoiled, wrong_clause
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import OK
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check import sampling
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.constraints import Cell, Constraint
from gridwright.runtime.proofs.check.entailment import EntailmentCheck, EntailmentVerdict
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
    """A certificate is accepted, everything in it is proved, and all constraints are compared on every grid."""
    coverage = check(certificate(tmp_path, SPECS[name]))
    claims = {"none": "no solution", "several": "no other solution"}
    assert coverage.claim == ("optimal" if name.startswith("best") else claims.get(name, "unique"))
    assert bool(coverage.inequalities) == (name in ("best", "best product", "best by cores"))
    assert not coverage.gaps
    assert coverage.constraints - coverage.enumerated == (name == "evaluated")
    assert coverage.steps


def test_lemmas_that_are_terms_become_part_of_what_is_implied(tmp_path: Path) -> None:
    """A gcd whose automaton would be too large: that not all numbers are multiples of 4 is stated in place of a lemma."""
    made = certificate(tmp_path, GCD, Limits(states=40))
    terms = [json.loads(line) for line in (made / "terms.jsonl").read_text("utf-8").splitlines()]
    (refined,) = (line for line in terms if line[0] == "refined")
    assert [terms[at][0] for at in terms[refined[1][0]][1]] == ["automaton", "not"]
    coverage = check(made)
    assert (coverage.enumerated, coverage.lemmas, coverage.gaps) == (5, {}, "")

    def claim_more(lines: Lines) -> None:
        """Imply that not all are multiples of 2."""
        both = next(line for line in lines if line[0] == "refined")[1][0]
        positive = lines[both][1][0]
        lines[lines[both][1][1]][1] = [positive]

    with pytest.raises(Rejected, match="a refined truth that no rule has"):
        check(spoiled(made, tmp_path, "terms.jsonl", claim_more))


def test_no_solver_is_needed(tmp_path: Path) -> None:
    """Checking imports no solver and no encoder: they cannot be imported here."""
    code = f"""
import sys
class No:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("z3", "clingo", "pysat", "pysolvers") or name.startswith("gridwright.compiler.encode"):
            raise ImportError(name)
sys.meta_path.insert(0, No())
from pathlib import Path
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.constraints import Cell, Constraint
print(check(Path({str(certificate(tmp_path, SPECS["unique"]))!r})).claim)
"""
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=120)
    assert done.stdout == "unique\n", done.stderr


def test_certificates_are_the_same(tmp_path: Path) -> None:
    """The same spec has the same certificate, byte for byte."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    first, second = (certificate(tmp_path / name, SPECS["connected"]) for name in ("one", "other"))
    names = sorted(str(path.relative_to(first)) for path in first.rglob("*") if path.is_file())
    assert names == sorted(str(path.relative_to(second)) for path in second.rglob("*") if path.is_file())
    assert all((first / name).read_bytes() == (second / name).read_bytes() for name in names)


@pytest.mark.parametrize("name", ["unique", "none"])
def test_what_is_not_decided_is_said(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A claim that rests on what was neither proved nor refuted is not accepted; what fails on a grid is rejected."""
    made = certificate(tmp_path, SPECS[name])
    monkeypatch.setattr(EntailmentCheck, "clause", lambda self, clause, premise: EntailmentVerdict.OPEN)
    coverage = check(made)
    assert not coverage.gaps  # all grids were gone through in place
    monkeypatch.setattr(sampling.TermComparison, "_count", lambda self, cells: 1 << 30)
    coverage = check(made)
    assert coverage.undecided == coverage.clauses
    assert f"0 of {coverage.clauses} proved, {coverage.clauses} not decided" in list(coverage.lines())[-1]
    assert run(["certify", str(made)]) == 3
    assert f"not decided: the claim depends on {coverage.clauses} clauses" in capsys.readouterr().out
    assert run(["certify", "--json", str(made)]) == 3
    assert json.loads(capsys.readouterr().out)["accepted"] is False
    with pytest.raises(Rejected, match="does not follow"):
        check(spoiled(made, tmp_path, "groups.jsonl", wrong_clause))


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
    said = capsys.readouterr()
    assert "rejected" not in said.out + said.err
    assert "--max cells=N" in said.err


def test_sampled_grids_are_grids() -> None:
    """What is tried in place of a solution has values of its layers; true is no 1."""
    spec = load_text(f"{HEAD}layers: {{number: {{values: 0..1}}, shaded: {{values: bool}}}}\n")
    start = {("", "number"): (0, 1, 0, 1, 0, 1), ("", "shaded"): (True, False, True, False, True, False)}
    comparison = sampling.TermComparison(spec.layers, None, None, start, None, 0)  # type: ignore[arg-type]
    cells = {(*key, at): None for key in start for at in range(6)}
    for grid in comparison._near(random.Random(0), [*cells], 30):
        assert {*map(type, grid["", "number"])} == {int}
        assert {*map(type, grid["", "shaded"])} == {bool}


def test_what_each_constraint_rests_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A constraint with few grids is compared on all of them, another one is lowered anew; the report says which, for each."""
    made = certificate(tmp_path, SPECS["unique"])
    assert {each.basis for each in check(made).grounds} == {"exhaustive", "not needed"}
    coverage = check(made, limit=10)
    assert coverage.structural > 0 == coverage.unfounded
    assert [each.basis for each in coverage.grounds].count("structural") == coverage.structural
    assert run(["certify", "--limit", "10", "--verbose", str(made)]) == 0
    said = capsys.readouterr().out
    assert "structural: the rule at line 8 (line = row 1)" in said
    assert f"{coverage.structural} lowered anew to the same term, 0 neither" in said
    assert run(["certify", "--limit", "10", "--json", str(made)]) == 0
    grounds = json.loads(capsys.readouterr().out)["coverage"]["grounds"]
    assert [each["basis"] for each in grounds] == [each.basis for each in coverage.grounds]
    assert {"constraint", "line", "column"} <= grounds[0].keys()


def test_nobody_knows_which_grids_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The seed is another one each time, and is printed; with `--seed` the same grids are drawn again."""
    made = certificate(tmp_path, SPECS["evaluated"])

    def report(*options: str) -> str:
        assert run(["certify", "--limit", "0", *options, str(made)]) == 0
        return capsys.readouterr().out

    seeds = {next(line for line in report().splitlines() if "--seed" in line) for _ in range(2)}
    assert len(seeds) == 2
    assert "grids drawn with --seed 5\n" in report("--seed", "5")
    drawn = [check(made, limit=0, seed=seed).holding for seed in (5, 5, 6, 7, 8)]
    assert drawn[0] == drawn[1]
    assert len({*drawn}) > 1


def test_rules_are_lowered_to_the_same_terms_everywhere(tmp_path: Path) -> None:
    """The terms do not depend on how Python hashes, nor on the engine or the limits of whoever wrote the certificate."""
    code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1] / "support")!r})
from pathlib import Path
from certificates import SPECS, certificate
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.limits import Limits
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.constraints import Cell, Constraint
for number, text in enumerate(SPECS.values()):
    folder = Path({str(tmp_path)!r}) / str(number)
    if sys.argv[1] == "write":
        folder.mkdir()
        certificate(folder, text, Limits(states=3) if number % 2 else Limits())
    else:
        assert check(folder / "certificate", limit=0).unfounded == 0, text
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


def test_the_engine_is_named(tmp_path: Path) -> None:
    """The manifest says which engine found what is certified."""
    made = certificate(tmp_path, SPECS["unique"])
    assert json.loads((made / "manifest.json").read_text("utf-8"))["engines"] == ["cadical"]


def test_json_is_read_in_one_way(tmp_path: Path) -> None:
    """A key that is there twice, or a number that is not whole, is refused wherever it stands."""
    for old, new in (
        ('"claim": ', '"claim": "unique", "claim": '),
        ('"certificate": 3', '"certificate": 3.0'),
        ('"claim"', '"x": NaN, "claim"'),
    ):
        made = certificate(tmp_path, SPECS["unique"])
        manifest = made / "manifest.json"
        manifest.write_text(manifest.read_text("utf-8").replace(old, new), "utf-8")
        with pytest.raises(Rejected, match="not JSON"):
            check(made)
        shutil.rmtree(made)


def test_a_rule_that_is_a_mistake_on_some_grids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to compare its term with on these; it rests on being lowered anew to the same term."""
    made = certificate(tmp_path, "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 0..3}}\nrules:\n  - 'sum(x) == 6'\n")
    plainly = Constraint.holds

    def holds(each: Constraint, grid: Assignment, deadline: Deadline, reads: dict[Cell, None]) -> bool:
        found = plainly(each, grid, deadline, reads)
        if 0 in grid["", "x"]:
            raise error(Code.WRONG_KIND, "this has no value here", each.span)
        return found

    monkeypatch.setattr(Constraint, "holds", holds)
    assert run(["certify", str(made)]) == OK
    assert "0 of 1 compared with plain evaluation on every grid, 1 lowered anew" in capsys.readouterr().out


def test_limits_of_whoever_wrote_it(tmp_path: Path) -> None:
    """A certificate that was written with `--max` names these limits, and is accepted."""
    path = tmp_path / "puzzle.yaml"
    path.write_text("gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 1..2}}\nrules: ['x[r1c1] == 1']\n", "utf-8")
    made = tmp_path / "made"
    assert run(["verify", "--quiet", "--max", "states=4000", "--certificate", str(made), str(path)]) == OK
    assert run(["certify", "--quiet", str(made)]) == OK
