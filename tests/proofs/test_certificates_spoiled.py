"""Certificates that were spoiled are rejected, each with what is wrong; what is accepted is what brute force finds."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from brute import assignments, solutions
from certificates import HEAD, SPECS, Lines, certificate, rehash, spoiled, wrong_clause
from gridwright.compiler.ir.domain import TRUTH
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.proofs.check.blocking_clause import check_blocking
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected, Values

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

MUTATIONS = int(os.environ.get("GRIDWRIGHT_MUTATIONS", "110"))  # 2,000 take some minutes


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a small unique puzzle."""
    return certificate(tmp_path_factory.mktemp("written"), SPECS["unique"])


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


def wrong_clause_of_sum(lines: Lines) -> None:
    """Take a literal out of a clause of a sum."""
    next(side["clauses"][0] for line in lines for side in line["sums"]).pop()


def smaller_bound(lines: Lines) -> None:
    """Let a sum be less than its constraint says."""
    next(side for line in lines for side in line["sums"])["high"] -= 1


SPOILED = {
    "a changed given": ("spec/puzzle.yaml", lambda lines: change_text(lines, "r1c1: 1", "r1c1: 2"), "judge does not accept"),
    "a changed rule": (
        "spec/puzzle.yaml",
        lambda lines: change_text(lines, "== 8", "<= 8"),
        "holds on a grid on which its term is false",
    ),
    "a lost group of a definition": ("groups.jsonl", drop_group("term"), "group 0 is missing"),
    "a lost group of a constraint": ("groups.jsonl", drop_constraint, "there is no group of clauses for"),
    "a wrong clause": ("groups.jsonl", wrong_clause, "does not follow"),
    "a wrong clause of a sum": ("groups.jsonl", wrong_clause_of_sum, "does not follow from a sum"),
    "a smaller bound of a sum": ("groups.jsonl", smaller_bound, "a sum does not follow"),
    "a term of itself": ("terms.jsonl", no_function, "would not be a function"),
    "swapped variables": ("variables.jsonl", swap, "not what the legend says"),
    "another value in the legend": ("legend.jsonl", other_value, "not what the legend says"),
    "another solution": ("solution.jsonl", other_place, "judge does not accept"),
    "a false lemma": (
        "lemmas.jsonl",
        lambda lines: lines.append({"kind": "cut", "of": {"constraint": 0}, "clause": [4]}),
        "lemma 0 .cut. does not hold: .number at r1c2 is 1.",
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


@pytest.mark.parametrize(
    ("lost", "reason"),
    [
        (["solution"], "number of blocking clauses is 4"),
        (["blocking"], "number of blocking clauses is 3"),
        (["solution", "blocking"], "step"),
    ],
)
def test_a_lost_solution_is_found_out(lost: list[str], reason: str, tmp_path: Path) -> None:
    """Where several solutions are claimed to be all, none of them can be left out."""
    found = certificate(tmp_path, SPECS["several"])
    for name in lost:
        (tmp_path / name).mkdir()
        found = spoiled(found, tmp_path / name, f"{name}.jsonl", lambda lines: lines.pop())
    with pytest.raises(Rejected, match=reason):
        check(found)


def test_another_legend_is_rejected(written: Path, tmp_path: Path) -> None:
    """The legend of another spec is not that of this one."""
    other = certificate(tmp_path, SPECS["connected"])
    legend = [json.loads(line) for line in (other / "legend.jsonl").read_text("utf-8").splitlines()]

    def change(lines: Lines) -> None:
        lines[:] = legend

    with pytest.raises(Rejected, match="legend"):
        check(spoiled(written, tmp_path, "legend.jsonl", change))


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (["", "stone", 2], "not what the legend says"),
        (["", "stone", 5], "no layer has a value"),
        (["", "stone", -1], "no layer has a value"),
        (["", "stone", True], "no layer has a value"),
        (["", "shaded", 0], "not what the legend says"),
        ([[], "stone", 0], "no layer has a value"),
    ],
)
def test_another_thing_of_a_board_is_rejected(value: Any, reason: str, tmp_path: Path) -> None:
    """A cell that is a value is told by its layer and its number there."""

    def change(lines: Lines) -> None:
        next(line for line in lines if isinstance(line[2], dict) and line[2].get("value") == ["", "stone", 3])[2]["value"] = value

    with pytest.raises(Rejected, match=reason):
        check(spoiled(certificate(tmp_path, SPECS["cells for values"]), tmp_path, "terms.jsonl", change))


SHORT = f"""{HEAD.replace("2x3", "1x3")}layers: {{number: {{values: 1..3}}}}
rules:
  - rule: number[r1c1] == 1 or number[r1c2] == 1
  - rule: sum(number) == 7
  - rule: number[r1c2] == number[r1c3]
"""


def test_cells_that_are_not_read_in_the_solution_count(tmp_path: Path) -> None:
    """A term that leaves out a cell is rejected, though on the solution the rule is decided without reading it."""

    def leave_out(lines: Lines) -> None:
        line = next(line for line in lines if line[0] == "or")
        line[1] = line[1][:1]

    made = certificate(tmp_path, SHORT)
    assert check(made).enumerated == 3
    with pytest.raises(Rejected, match=r"its term is false: number\[0\] = 2, number\[1\] = 1"):
        check(spoiled(made, tmp_path, "terms.jsonl", leave_out))


WIDE = f"""{HEAD.replace("2x3", "1x1")}layers: {{number: {{values: 5..70000, blank: true}}}}
rules: [true]
"""


def test_blocking_clauses_exclude_nothing_else() -> None:
    """A blocking clause of a number that is kept in bits is accepted only if every other value makes it true."""
    spec = load_text(WIDE)
    (layer,) = spec.layers
    terms = TermFactory()
    cell = terms.unknown(Variable(layer, 0))
    truths = [Term(100 + at, "bit", (cell,), (at, 5), TRUTH) for at in range(17)]
    truths += [terms.equals(cell, BLANK), terms.equals(cell, 77), terms.negation(terms.equals(cell, BLANK))]
    source = random.Random(0)
    verdicts = {True: 0, False: 0}
    values = range(5, 70001)
    for _ in range(600):
        own = source.choice([BLANK, 5, 77, 70000, source.choice(values)])
        clause = [(term, not evaluate(term, {cell: own})) for term in truths]
        for _ in range(source.choice((0, 0, 1, 1, 2))):
            at = source.randrange(len(clause))
            clause[at : at + 1] = [(clause[at][0], not clause[at][1])] if source.random() < 0.5 else []
        try:
            check_blocking(clause, spec, {("", "number"): (own,)})
        except Rejected:
            verdicts[False] += 1
            continue
        verdicts[True] += 1
        near = [] if own is BLANK else [5 + (own - 5 ^ 1 << at) for at in range(17)]
        for value in (BLANK, *near, *source.sample(values, 20)):
            if value is not own and value != own and (value is BLANK or value in values):
                assert any(evaluate(term, {cell: value}) == is_true for term, is_true in clause), (own, value)
    assert all(verdicts.values())


def test_texts_are_no_numbers(tmp_path: Path) -> None:
    """A sum of texts is rejected, though evaluation would take the text "1" for the number 1."""
    text = HEAD.replace("2x3", "1x1") + "layers: {letter: {values: ['1', '2']}}\nrules:\n  - rule: letter[r1c1] == '1'\n"

    def add(lines: Lines) -> None:
        lines.append(["linear", [next(at for at, line in enumerate(lines) if line[0] == "unknown")], [0, 1]])

    with pytest.raises(Rejected, match="is not a number"):
        check(spoiled(certificate(tmp_path, text), tmp_path, "terms.jsonl", add))


def test_hashes_are_checked(written: Path, tmp_path: Path) -> None:
    """A file that is not the one of the manifest is told apart, and so is one that leads out of the folder."""
    copy = spoiled(written, tmp_path, "lemmas.jsonl", lambda lines: None)
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["files"]["spec/../../puzzle.yaml"] = "0"
    text = (copy / "manifest.json").read_text("utf-8")
    (copy / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    with pytest.raises(Rejected, match="is not a file of a certificate"):
        check(copy)
    (copy / "manifest.json").write_text(text, "utf-8")
    (copy / "lemmas.jsonl").write_text("\n", "utf-8")
    with pytest.raises(Rejected, match="differs from the file that"):
        check(copy)


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
        read = Values(spec.layers).from_json
        first = solution_lines(folder)[: len(spec.layers)]
        grid = {(grid, layer): tuple(map(read, values)) for grid, layer, values in first}
        best, objective = objective_value(spec, grid), spec.objective
        assert objective is not None
        return not any(
            accepts(spec, other) and objective.is_better(objective_value(spec, other), best) for other in assignments(spec)
        )
    claimed = 0 if claim == "no solution" else len(solution_lines(folder)) // len(spec.layers)
    return len(solutions(spec)) == claimed


def solution_lines(folder: Path) -> list[Any]:
    """The lines of the solution in a certificate."""
    return [json.loads(line) for line in (folder / "solution.jsonl").read_text("utf-8").splitlines()]
