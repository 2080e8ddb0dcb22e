"""Certificates: what is written is accepted without a solver, and what was spoiled is rejected, each with what is wrong."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from brute import assignments, solutions
from gridwright.compiler.budget import NO_DEADLINE
from gridwright.compiler.reading import load
from gridwright.runtime.certificate.hints import with_hints
from gridwright.runtime.certificate.write import write
from gridwright.runtime.certify import lrat, sampling
from gridwright.runtime.certify.check import check
from gridwright.runtime.certify.follows import Follows, Verdict
from gridwright.runtime.certify.values import Rejected, from_json
from gridwright.runtime.cli import run
from gridwright.runtime.engines.drup import refutation
from gridwright.runtime.judge import accepts
from gridwright.runtime.objective import worth
from gridwright.runtime.solve import make_engine, solve

MUTATIONS = int(os.environ.get("GRIDWRIGHT_MUTATIONS", "110"))  # 2,000 take some minutes

HEAD = "gridwright: 1\ntitle: A small one\ngrid: 2x3\n"
SPECS = {
    "unique": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
givens: {{number: {{r1c1: 1, r2c2: 3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - for: line in columns
    rule: distinct(number[line])
  - rule: sum(number[rows[1]]) == 6
""",
    "connected": f"""{HEAD}layers: {{shaded: {{values: bool}}}}
rules:
  - rule: connected(shaded)
  - rule: shaded[r1c1] and shaded[r1c3] and shaded[r2c2]
  - rule: count(shaded) == 4
  - rule: not shaded[r1c2] == shaded[r2c3]
  - rule: not shaded[r2c1]
""",
    "none": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: sum(number[rows[1]]) == 5
""",
    "best": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
maximize: number[r1c1] * 3 + number[r2c1] - number[r1c2]
""",
    "evaluated": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - rule: sorted(number) == [1, 1, 1, 2, 2, 2]
  - rule: number[r1c1] == number[r1c2] == number[r1c3] == 2
""",
    "automaton": f"""{HEAD}layers: {{number: {{values: 0..3, blank: true}}}}
rules:
  - for: line in rows
    rule: sum(numbers(number[line])) == 123
""",
    "groups": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - rule: all(len(group(c, same=number)) == number[c] for c in cells)
  - rule: number[r1c1] == 1 and number[r1c2] == 2
""",
    "loops": f"""{HEAD.replace("2x3", "2x2")}layers: {{side: {{over: borders, values: bool}}}}
rules:
  - rule: loop(side)
  - rule: all(inside(side, c) for c in cells)
""",
    "evaluated on a whole": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - rule: connected(number == 1) and connected(number == 2)
  - rule: number[r1c1] == number[r1c3] == number[r2c2] == 1
  - rule: number[r1c2] == number[r2c1] == number[r2c3]
  - rule: sorted(number)[0] == 1
""",
    "layers in a loop": f"""{HEAD}layers:
  high: {{over: rows, values: 1..2}}
  wide: {{over: columns, values: 1..3}}
rules:
  - for: size in (high, wide) for i in range(len(size))
    if: i > 0
    rule: size[i] > size[i - 1]
  - for: size in (high, wide)
    if: size[0] == 2
    rule: size[1] == 1
""",
}


def certificate(folder: Path, text: str) -> Path:
    """The certificate of a spec."""
    path = folder / "puzzle.yaml"
    path.write_text(text, "utf-8")
    spec = load(path)
    found = folder / "certificate"
    write(spec, solve(spec, engine="cadical"), found, make_engine("cadical", 0), NO_DEADLINE)
    return found


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a small unique puzzle."""
    return certificate(tmp_path_factory.mktemp("written"), SPECS["unique"])


@pytest.mark.parametrize("name", SPECS)
def test_what_is_written_is_accepted(name: str, tmp_path: Path) -> None:
    """A certificate is accepted, everything in it is proved, and all constraints are compared on every grid."""
    coverage = check(certificate(tmp_path, SPECS[name]))
    assert coverage.claim == {"none": "no solution", "best": "optimal"}.get(name, "unique")
    assert not coverage.gaps
    assert coverage.enumerated == coverage.constraints - name.startswith("evaluated")
    assert coverage.steps


def test_no_solver_is_needed(written: Path) -> None:
    """Checking imports no solver and no encoder: they cannot be imported here."""
    code = f"""
import sys
class No:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("z3", "pysat", "pysolvers") or name.startswith("gridwright.compiler.encode"):
            raise ImportError(name)
sys.meta_path.insert(0, No())
from pathlib import Path
from gridwright.runtime.certify.check import check
print(check(Path({str(written)!r})).claim)
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


# spoiled certificates, whose manifest is made anew, so that no hash gives them away

Lines = list[Any]


def spoiled(written: Path, folder: Path, name: str, change: Callable[[Lines], None]) -> Path:
    """A copy of a certificate in which the lines of a file are changed."""
    copy = folder / "spoiled"
    for path in written.rglob("*"):
        if path.is_file():
            target = copy / path.relative_to(written)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    is_json = name.endswith(".jsonl")
    text = (copy / name).read_text("utf-8")
    lines: Lines = [json.loads(line) if is_json else line for line in text.splitlines()]
    change(lines)
    (copy / name).write_text("".join(f"{json.dumps(line) if is_json else line}\n" for line in lines), "utf-8")
    rehash(copy)
    return copy


def rehash(folder: Path) -> None:
    """Make the manifest say what the files are."""
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    manifest["files"] = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in manifest["files"]}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def drop_group(of: str) -> Callable[[Lines], None]:
    """Leave out the first group of that kind."""

    def change(lines: Lines) -> None:
        lines.remove(next(line for line in lines if of in line and line["clauses"]))

    return change


def drop_constraint(lines: Lines) -> None:
    """Leave out the group of a constraint, and number the others anew."""
    lines.remove(next(line for line in lines if "constraint" in line and line["clauses"]))
    for number, line in enumerate(lines):
        line["group"] = number


def empty_constraint(lines: Lines) -> None:
    """Leave out the clauses of a constraint."""
    next(line for line in lines if "constraint" in line and line["clauses"])["clauses"] = []


def wrong_clause(lines: Lines) -> None:
    """Take a literal out of a clause."""
    next(line for line in lines if "constraint" in line and len(line["clauses"][0]) > 1)["clauses"][0].pop()


def no_function(lines: Lines) -> None:
    """Let a term depend on itself."""
    at = next(at for at, line in enumerate(lines) if line[1])
    lines[at][1][0] = at


def swap(lines: Lines) -> None:
    """Swap two lines."""
    lines[0], lines[1] = lines[1], lines[0]


def other_value(lines: Lines) -> None:
    """Say of a variable that it is another value."""
    lines[0][5] = 2


def other_place(lines: Lines) -> None:
    """Change a cell of the solution."""
    lines[0][2][1], lines[0][2][2] = lines[0][2][2], lines[0][2][1]


SPOILED = {
    "a changed given": ("spec/puzzle.yaml", lambda lines: change_text(lines, "r1c1: 1", "r1c1: 2"), "judge does not accept"),
    "a changed rule": (
        "spec/puzzle.yaml",
        lambda lines: change_text(lines, "== 6", "<= 6"),
        "holds on a grid on which its term is false",
    ),
    "a lost group of a definition": ("groups.jsonl", drop_group("term"), "group 0 is missing"),
    "a lost group of a constraint": ("groups.jsonl", drop_constraint, "no group of clauses is of"),
    "a wrong clause": ("groups.jsonl", wrong_clause, "does not follow"),
    "a term of itself": ("terms.jsonl", no_function, "would not be a function"),
    "swapped variables": ("variables.jsonl", swap, "not what the legend says"),
    "another value in the legend": ("legend.jsonl", other_value, "not what the legend says"),
    "another solution": ("solution.jsonl", other_place, "judge does not accept"),
    "a false lemma": (
        "lemmas.jsonl",
        lambda lines: lines.append({"kind": "cut", "of": {"constraint": 0}, "clause": [2]}),
        "lemma 0 .cut. does not hold: .number at r1c1 is 2.",
    ),
    "a shorter blocking clause": ("blocking.jsonl", lambda lines: lines[0].pop(), "the blocking clause excludes other grids"),
    "an unknown step": ("proof.lrat", lambda lines: lines.insert(0, "99999 1 0 -3 5 0"), "RAT step"),
    "no proof": ("proof.lrat", lambda lines: lines.clear(), "the last step is not the empty clause"),
    "no JSON": ("machines.jsonl", lambda lines: lines.append({"alphabets": 7}), "machine"),
}


def change_text(lines: Lines, old: str, new: str) -> None:
    """Change a text in the lines of a spec."""
    assert any(old in line for line in lines)
    lines[:] = [line.replace(old, new) for line in lines]


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_spoiled_is_rejected(name: str, written: Path, tmp_path: Path) -> None:
    """A certificate that was changed is rejected, and told what is wrong, whatever its manifest says."""
    file, change, reason = SPOILED[name]
    with pytest.raises(Rejected, match=reason):
        check(spoiled(written, tmp_path, file, change))


def test_another_legend_is_rejected(written: Path, tmp_path: Path) -> None:
    """The legend of another spec is not that of this one."""
    other = certificate(tmp_path, SPECS["connected"])
    legend = [json.loads(line) for line in (other / "legend.jsonl").read_text("utf-8").splitlines()]

    def change(lines: Lines) -> None:
        lines[:] = legend

    with pytest.raises(Rejected, match="legend"):
        check(spoiled(written, tmp_path, "legend.jsonl", change))


def test_hashes_are_checked(written: Path, tmp_path: Path) -> None:
    """A file that is not the one of the manifest is told apart, and so is one that leads out of the folder."""
    copy = spoiled(written, tmp_path, "lemmas.jsonl", lambda lines: None)
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["files"]["spec/../../puzzle.yaml"] = "0"
    text = (copy / "manifest.json").read_text("utf-8")
    (copy / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(Rejected, match="is no file of a certificate"):
        check(copy)
    (copy / "manifest.json").write_text(text, "utf-8")
    (copy / "lemmas.jsonl").write_text("\n", "utf-8")
    with pytest.raises(Rejected, match="is not the file that"):
        check(copy)


# the proof, against a second checker


def second_opinion(clauses: list[list[int]], proof: list[str]) -> bool:
    """Whether the steps follow: each clause that is named leaves one literal open, which becomes true, and the last one none."""
    known = dict(enumerate(clauses, 1))
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


def implied(clauses: list[list[int]], proof: list[str]) -> bool:
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
        known.append(literals)
    return False


def pigeons(source: random.Random, holes: int) -> list[list[int]]:
    """Clauses that contradict: one pigeon more than there are holes."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = [(one, other) for one in range(holes + 1) for other in range(one)]
    clauses += [[-(one * holes + hole + 1), -(other * holes + hole + 1)] for one, other in pairs for hole in range(holes)]
    source.shuffle(clauses)
    return clauses


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
    for holes in (3, 4, 5):
        clauses = pigeons(source, holes)
        proof = with_hints(holes * (holes + 1), clauses, refutation(clauses, NO_DEADLINE) or [])
        assert lrat.check(clauses, proof) == len(proof)
        assert second_opinion(clauses, proof)
        for at in range(len(proof) * 4):
            changed = spoiled_proof(proof, at // 4, at % 4, source)
            try:
                found = bool(lrat.check(clauses, changed))
            except lrat.NotRefuted:
                found = False
            expected = second_opinion(clauses, changed)
            assert found == expected
            assert not found or implied(clauses, changed)
            verdicts[expected] += 1
    assert all(verdicts.values())


def test_the_checker_of_refutations_is_small() -> None:
    """What has to be believed of the refutation is less than 100 lines of a file that imports nothing of ours."""
    text = Path(lrat.__file__).read_text("utf-8")
    assert len(text.splitlines()) < 100
    assert "gridwright." not in "".join(line for line in text.splitlines() if "import" in line)


# what is not decided


@pytest.mark.parametrize("name", ["unique", "none"])
def test_what_is_not_decided_is_said(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A claim that rests on what was neither proved nor refuted is not accepted; what fails on a grid is rejected."""
    made = certificate(tmp_path, SPECS[name])
    monkeypatch.setattr(Follows, "clause", lambda self, clause, premise: Verdict.OPEN)
    coverage = check(made)
    assert not coverage.gaps  # all grids were gone through in place
    monkeypatch.setattr(sampling.Comparison, "_count", lambda self, cells: self.limit + 1)
    coverage = check(made)
    assert coverage.undecided == coverage.clauses
    assert f"0 of {coverage.clauses} proved, {coverage.clauses} not decided" in list(coverage.lines())[-1]
    assert run(["certify", str(made)]) == 3
    assert f"neither accepted nor rejected: the claim rests on {coverage.clauses} clauses" in capsys.readouterr().out
    assert run(["certify", "--json", str(made)]) == 3
    assert json.loads(capsys.readouterr().out)["accepted"] is False
    with pytest.raises(Rejected, match="does not follow"):
        check(spoiled(made, tmp_path, "groups.jsonl", wrong_clause))


# what others may write


def mutated(found: Any, source: random.Random) -> Any:
    """A value of JSON with something in it changed."""
    if isinstance(found, list | dict) and found and source.random() < 0.9:
        copy = found.copy()
        at = source.choice(list(found) if isinstance(found, dict) else range(len(found)))
        how = source.randrange(8)
        if how == 0:
            del copy[at]
        elif how == 1 and isinstance(copy, list):
            copy.insert(source.randrange(len(copy) + 1), copy[source.randrange(len(copy))])
        else:
            copy[at] = mutated(copy[at], source)
        return copy
    if isinstance(found, int) and not isinstance(found, bool) and source.random() < 0.8:
        return source.choice((found + 1, found - 1, -found, source.randint(-9, 99)))
    return source.choice([None, True, False, -1, 0, 1, 10**30, 1.5, "", "is", [], [[]], {}, {"tuple": [1]}, "\ud800"])


def test_nothing_that_is_changed_is_believed_wrongly(tmp_path: Path) -> None:
    """Certificates that were changed anywhere are accepted or rejected; an accepted one claims what brute force finds."""
    source = random.Random(0)
    verdicts = {True: 0, False: 0}
    for name, text in SPECS.items():
        (tmp_path / name).mkdir()
        made = certificate(tmp_path / name, text)
        texts = {
            file: (made / file).read_text("utf-8") for file in json.loads((made / "manifest.json").read_text("utf-8"))["files"]
        }
        for _ in range(MUTATIONS // len(SPECS)):
            file = source.choice(list(texts))
            (made / file).write_bytes(changed_text(file, texts[file], source))
            rehash(made)
            try:
                coverage = check(made, limit=200)
            except Rejected:
                coverage = None
            verdicts[coverage is not None] += 1
            if coverage is not None and not coverage.gaps:
                assert is_so(made, coverage.claim), (name, file)
            (made / file).write_text(texts[file], "utf-8")
    assert all(verdicts.values()), verdicts


def changed_text(file: str, text: str, source: random.Random) -> bytes:
    """A file with a line of JSON changed, or some bytes."""
    lines = text.splitlines()
    if file.endswith(".jsonl") and lines and source.random() < 0.8:
        at = source.randrange(len(lines))
        lines[at] = json.dumps(mutated(json.loads(lines[at]), source))
        return "".join(f"{line}\n" for line in lines).encode()
    data = bytearray(text.encode())
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(data) + 1)
        data[at : at + source.randint(0, 2)] = bytes(
            source.choice(b'0123456789 []{},-\n"=<>x\xff') for _ in range(source.randint(0, 2))
        )
    return bytes(data)


def is_so(folder: Path, claim: str) -> bool:
    """Whether brute force finds what a certificate claims."""
    spec = load(folder / "spec" / "puzzle.yaml")
    if claim == "optimal":
        grid = {(grid, layer): tuple(from_json(value) for value in values) for grid, layer, values in solution_lines(folder)}
        best, objective = worth(spec, grid), spec.objective
        assert objective is not None
        return not any(accepts(spec, other) and objective.is_better(worth(spec, other), best) for other in assignments(spec))
    return len(solutions(spec)) == (claim == "unique")


def solution_lines(folder: Path) -> list[Any]:
    """The lines of the solution in a certificate."""
    return [json.loads(line) for line in (folder / "solution.jsonl").read_text("utf-8").splitlines()]


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
    path.write_text(f"{HEAD}layers: {{number: {{values: 1..2}}}}\nexpect: {{solutions: any}}\n", "utf-8")
    assert run(["verify", str(path), "--certificate", str(tmp_path / "made")]) == 3
    assert "nothing to certify" in capsys.readouterr().out
    assert not (tmp_path / "made").exists()
