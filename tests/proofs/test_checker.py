"""Forged certificates: whatever a stranger writes, a claim that is not so is not accepted, and nothing ends in a traceback.

The specs have two solutions, or a best one and worse ones. Their certificates claim that there is only one, or that a worse one
is the best. Then anything that is read from the folder is changed. Half of the changed certificates also get the `puzzle.cnf`
that a checker makes of the rest, and a refutation of it if there is one.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from brute import assignments
from certificates import HEAD, SPECS, Lines, certificate, changed, refuted_anew
from gridwright.compiler.language.budget import GaveUp
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.cli.app import run
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.proofs.check.certificate_files import MAX_LIBRARIES
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected, to_json
from gridwright.runtime.solving.lemmas.lemma_kind import all_kinds
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

EXAMPLES = int(os.environ.get("GRIDWRIGHT_FORGERIES", "30"))  # of each certificate; a campaign makes more

RING = f"{HEAD.replace('2x3', '3x3')}layers: {{shaded: {{values: bool}}}}\n"

# Each spec has two solutions, and what its certificate rests on: limits with which a lemma is needed, a kind of lemma.
TWO = {
    "clauses": (
        f"{HEAD.replace('2x3', '2x2')}layers: {{number: {{values: 1..2}}}}\nrules:\n"
        "  - for: line in rows\n    rule: distinct(number[line])\n"
        "  - for: line in columns\n    rule: distinct(number[line])\n",
        USUAL,
        "",
    ),
    "sums": (
        f"{HEAD}layers: {{number: {{values: 1..3}}}}\nrules:\n  - rule: sum(number) == 17\n"
        "  - rule: number[r1c1] == number[r2c2] == number[r1c3] == number[r2c3] == 3\n",
        USUAL,
        "",
    ),
    "cuts": (
        f"{RING}rules:\n  - rule: connected(shaded)\n  - rule: shaded[r1c1] and shaded[r3c3] and count(shaded) == 5\n"
        "  - rule: not shaded[r2c2]\n",
        USUAL,
        "cut",
    ),
    "groups": (
        f"{RING}rules:\n  - rule: r3c3 in group(r1c1, shaded)\n  - rule: count(shaded) == 5 and not shaded[r2c2]\n",
        USUAL,
        "group",
    ),
    "walls": (
        f"{HEAD.replace('2x3', '3x3')}layers: {{wall: {{over: links, values: bool}}}}\nrules:\n"
        "  - rule: all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)\n"
        "  - rule: all(wall[a, b] == (r2c2 in (a, b)) for a, b in links if [a, b] not in ([r1c1, r1c2], [r3c2, r3c3]))\n",
        USUAL,
        "multicut",
    ),
    "evaluated": (
        f"{HEAD}layers: {{number: {{values: 1..2}}}}\nrules:\n  - rule: sorted(number) == [1, 1, 1, 1, 1, 2]\n"
        "  - rule: all(number[c] == 1 for c in cells if c not in (r1c1, r2c2))\n",
        USUAL,
        "general",
    ),
    "a gcd": (
        f"{HEAD.replace('2x3', '1x6')}layers: {{number: {{values: [2, 4, 6], blank: true}}}}\nrules:\n"
        "  - rule: number[r1c2] == blank and number[r1c6] != blank and number[r1c4] == blank\n"
        "  - rule: number[r1c1] == 4 and number[r1c3] == 4 and number[r1c5] == 4\n"
        "  - rule: gcd(numbers(number)) == 2\n",
        Limits(states=40),
        "gcd",
    ),
}
BEST = ["best", "best product", "best of pairs", "best by evaluation", "best or blank"]
PARTS = ["manifest.json", "solutions.jsonl", "bound.json", "lemmas.jsonl", "used.jsonl", "puzzle.cnf", "proof.lrat"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Certificates, each with the solutions taken back that make its claim so."""
    certificates_made = {}
    for name, (text, limits, kind) in TWO.items():
        folder = certificate(_folder(tmp_path_factory), text, limits)
        assert check(folder, limits=limits).claim == "exactly 2 solutions", name
        assert (folder / "lemmas.jsonl").exists() == bool(kind), name
        assert not kind or f"c a lemma ({kind})" in (folder / "puzzle.cnf").read_text("ascii"), name
        changed(folder, "solutions.jsonl", lambda lines: lines.pop())
        changed(folder, "manifest.json", lambda lines: lines[0].update(claim="unique"))
        certificates_made[name] = folder
    for name in BEST:
        folder = certificate(_folder(tmp_path_factory), SPECS[name])
        spec = load(folder / "spec" / "puzzle.yaml")
        assert spec.objective is not None
        grids = [grid for grid in assignments(spec) if judge(spec, grid).accepted]
        worst = grids[0]
        for grid in grids[1:]:
            if spec.objective.is_better(objective_value(spec, worst), objective_value(spec, grid)):
                worst = grid
        (layer,) = spec.layers
        line = ["", layer.name, [to_json(value, layer) for value in worst["", layer.name]]]
        changed(folder, "solutions.jsonl", lambda lines, line=line: lines.__setitem__(0, line))  # type: ignore[misc]
        certificates_made[name] = folder
    return certificates_made


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("made")


def is_accepted(folder: Path) -> bool:
    """Whether a certificate is accepted; anything but a refusal in words is a mistake."""
    try:
        check(folder, limit=8, limits=USUAL)
    except (Rejected, GaveUp):
        return False
    return True


def mutated(json_value: Any, source: random.Random) -> Any:
    """A value of JSON with something in it changed."""
    if isinstance(json_value, list | dict) and json_value and source.random() < 0.9:
        copy = json_value.copy()
        at = source.choice(list(json_value) if isinstance(json_value, dict) else range(len(json_value)))
        how = source.randrange(8)
        if how == 0:
            del copy[at]
        elif how == 1 and isinstance(copy, list):
            copy.insert(source.randrange(len(copy) + 1), copy[source.randrange(len(copy))])
        elif how == 2 and isinstance(copy, list):
            source.shuffle(copy)
        else:
            copy[at] = mutated(copy[at], source)
        return copy
    if isinstance(json_value, bool) and source.random() < 0.8:
        return not json_value
    if isinstance(json_value, int) and source.random() < 0.8:
        return source.choice((json_value + 1, json_value - 1, -json_value, source.randint(-9, 40)))
    strange = [None, True, False, -1, 0, 1, 10**30, 1.5, "", "optimal", "unique", "no solution", [], [[]], {}, {"value": 0}]
    return source.choice(strange)


def forge(folder: Path, name: str, source: random.Random) -> None:
    """Change a file of a certificate in one or several places."""

    def change(lines: Lines) -> None:
        for _ in range(source.choice((1, 1, 2, 3))):
            how = source.randrange(6)
            at = source.randrange(len(lines)) if lines else 0
            if lines and how == 0:
                del lines[at]
            elif lines and how == 1:
                lines.insert(source.randrange(len(lines) + 1), lines[at])
            elif lines and name in ("puzzle.cnf", "proof.lrat"):
                words = lines[at].split(" ")
                words[source.randrange(len(words))] = source.choice(
                    ["0", "1", "-1", "2", "d", "", "x", str(source.randint(-30, 99))]
                )
                lines[at] = " ".join(words)
            elif lines:
                lines[at] = mutated(lines[at], source)
            elif name == "bound.json":
                lines.append({"scale": 1, "multipliers": [source.randint(-3, 3) for _ in range(source.randint(1, 4))]})
            else:
                lines.append([source.randint(0, 3), [source.randint(0, 9), source.randint(0, 9), [source.randint(0, 9)], []]])

    with contextlib.suppress(ValueError):  # what has become no JSON stays so
        changed(folder, name, change)


@pytest.mark.parametrize("name", [*TWO, *BEST])
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
@given(seed=st.integers(0, 1 << 32), part=st.sampled_from(PARTS), is_refuted_anew=st.booleans())
def test_no_change_leads_to_accepted(
    name: str, seed: int, part: str, is_refuted_anew: bool, made: dict[str, Path], tmp_path: Path
) -> None:
    """Nothing that is changed in any file makes a claim accepted that is not so."""
    folder = tmp_path / "forged"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made[name], folder)
    forge(folder, part, random.Random(seed))
    if is_refuted_anew:
        with contextlib.suppress(Rejected, SpecError, TypeError, ValueError, KeyError, IndexError, AttributeError):
            refuted_anew(folder)
    if _claims_all(folder):
        return  # a solution was put back
    assert not is_accepted(folder)


def _claims_all(folder: Path) -> bool:
    """Whether a certificate has become right: it lists all solutions, or begins with a best one."""
    with contextlib.suppress(SpecError, OSError, ValueError, KeyError, TypeError, IndexError):
        spec = load(folder / "spec" / "puzzle.yaml")
        lines = [json.loads(line) for line in (folder / "solutions.jsonl").read_text("utf-8").splitlines()]
        if spec.objective is None:
            return len(lines) == 2 and lines[0] != lines[1]
        grids = [grid for grid in assignments(spec) if judge(spec, grid).accepted]
        (layer,) = spec.layers
        (first,) = (grid for grid in grids if [to_json(value, layer) for value in grid["", layer.name]] == lines[0][2])
        value = objective_value(spec, first)
        return not any(spec.objective.is_better(objective_value(spec, grid), value) for grid in grids)
    return False


def test_each_kind_of_lemma_is_forged() -> None:
    """A kind of lemma without a certificate that rests on it would not be tried."""
    refined = "gcd"  # the one of many whose certificate is in TWO; what is read of all of them is the same
    kinds = {lazy.kind if isinstance(lazy.kind, str) else refined for lazy in all_kinds()}  # type: ignore[attr-defined]
    assert kinds == {kind for _, _, kind in TWO.values() if kind}


@pytest.mark.parametrize("name", [name for name, (_, _, kind) in TWO.items() if kind])
def test_any_parameters_give_a_lemma_that_is_so(name: str, made: dict[str, Path], tmp_path: Path) -> None:
    """Whatever parameters lemmas have, those that are not refused refute nothing that is a solution."""
    source = random.Random(name)
    folder = tmp_path / "forged"
    refused = 0
    for _ in range(EXAMPLES):
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(made[name], folder)

        def many(lines: Lines) -> None:
            lines[:] = [mutated(source.choice(lines), source) for _ in range(4)] + lines

        changed(folder, "lemmas.jsonl", many)
        try:
            refuted_anew(folder)
        except (Rejected, SpecError, TypeError, ValueError) as problem:
            refused += "nothing refutes" not in str(problem)
            continue
        raise AssertionError((folder / "lemmas.jsonl").read_text("utf-8"))
    assert refused < EXAMPLES or EXAMPLES < 100


# what was accepted once: each cause, with a claim that is not so


def test_sudoku_without_the_givens_of_a_row(tmp_path: Path) -> None:
    """A certificate of one spec is not one of another spec with fewer givens, whatever the rest of the folder says."""
    text = (Path(__file__).parents[2] / "specs" / "classics" / "sudoku.yaml").read_text("utf-8")
    folder = certificate(tmp_path, text)
    assert check(folder).claim == "unique"
    spec = folder / "spec" / "puzzle.yaml"
    rows = [at for at, line in enumerate(text.splitlines()) if len(line.split()) == 9 and set(line) <= set(" .123456789|")]
    lines = text.splitlines()
    lines[rows[1]] = lines[rows[1]].translate(str.maketrans("123456789", "." * 9))
    spec.write_text("\n".join(lines) + "\n", "utf-8")
    assert not is_accepted(folder)
    with pytest.raises(Rejected, match="nothing refutes this"):
        refuted_anew(folder)


@pytest.mark.parametrize("format", [1, 2, 3, 4])
def test_the_old_format_is_refused(format: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever wrote a certificate of one of the first three formats chose what was refuted. All have to be written anew."""
    folder = certificate(tmp_path, SPECS["unique"])
    for name in ("terms", "machines", "groups", "variables", "constraints"):
        (folder / f"{name}.jsonl").write_text("[]\n", "utf-8")
    changed(folder, "manifest.json", lambda lines: lines[0].update(certificate=format))
    assert run(["certify", str(folder)]) == 1
    message = " ".join(capsys.readouterr().out.split())
    assert f"it has format {format}, which is no longer read" in message
    assert "write the certificate anew" in message


@pytest.mark.parametrize("name", ["terms", "machines", "groups", "variables", "constraints", "legend", "blocking", "refinements"])
def test_files_of_the_old_format_are_refused(name: str, tmp_path: Path) -> None:
    """No file that says what is to be refuted belongs to a certificate."""
    folder = certificate(tmp_path, SPECS["unique"])
    (folder / f"{name}.jsonl").write_text("[]\n", "utf-8")
    with pytest.raises(Rejected, match="is not a file of a certificate"):
        check(folder)


@pytest.mark.parametrize(
    ("head", "rules"),
    [
        # two `first` with different places, which were one term
        (
            "grid: 1x3\nlayers: {shaded: {values: bool}}",
            ["len(groups(shaded)) == 1", "all(count(c in g for c in (r1c1, r1c3)) == 1 for g in groups(shaded))", "shaded[r1c2]"],
        ),
        # an edge's condition that is the value of a cell, 1 and not true
        ("grid: 1x2\nlayers: {n: {values: 0..1}}", ["r1c2 not in group(r1c1, same=n)"]),
        # a range within fractions, whose values were dropped
        ("grid: 1x1\nlayers: {n: {values: [1/2, 3/2, 5/2]}}", ["1 <= n[r1c1] <= 3"]),
        # an extreme of fractions
        ("grid: 1x2\nlayers: {n: {values: [1/2, 3/2]}}", ["max(n) == 3/2", "min(n) == 1/2"]),
        # a wide number that occurs twice in a sum
        ("grid: 1x2\nlayers: {n: {values: 0..700}}", ["n[r1c1] + n[r1c1] - n[r1c2] == 699", "n[r1c2] <= 3"]),
    ],
    ids=["first", "edge", "within", "extreme", "linear"],
)
def test_what_was_believed_once(head: str, rules: list[str], tmp_path: Path) -> None:
    """Specs with two solutions, of kinds that forged certificates were of: one is not accepted as the only one."""
    text = f"gridwright: 1\ntitle: A small one\n{head}\nrules:\n" + "".join(f"  - '{rule}'\n" for rule in rules)
    folder = certificate(tmp_path, text)
    assert check(folder).claim == "exactly 2 solutions"
    changed(folder, "solutions.jsonl", lambda lines: lines.pop())
    changed(folder, "manifest.json", lambda lines: lines[0].update(claim="unique"))
    assert not is_accepted(folder)
    with pytest.raises(Rejected, match="nothing refutes this"):
        refuted_anew(folder)


# files, sizes, links


@pytest.mark.parametrize("at", [0, 3, -1], ids=["the first line", "a line", "the last line"])
@pytest.mark.parametrize(
    "change",
    [lambda line: [line[:-1]], lambda line: [f"{line} 0"], lambda line: [], lambda line: [line, line]],
    ids=["shorter", "longer", "left out", "twice"],
)
def test_other_clauses_are_refused(change: Callable[[str], list[str]], at: int, tmp_path: Path) -> None:
    """`puzzle.cnf` is what was made of the spec, line by line. Otherwise another checker would refute something else."""
    folder = certificate(tmp_path, SPECS["unique"])

    def spoil(lines: Lines) -> None:
        number = at % len(lines)
        lines[number : number + 1] = change(lines[number])

    changed(folder, "puzzle.cnf", spoil)
    with pytest.raises(Rejected, match=r"puzzle\.cnf (differs in line|has more lines)"):
        check(folder)


def test_lemmas_are_counted(tmp_path: Path) -> None:
    """The report says how many lemmas of each kind the refutation rests on."""
    folder = certificate(tmp_path, SPECS["evaluated"])
    lines = (folder / "lemmas.jsonl").read_text("utf-8").splitlines()
    assert len(lines) > 1
    assert check(folder).lemmas == {"general": len(lines)}


def test_json_is_read_in_one_way(tmp_path: Path) -> None:
    """A key that is there twice, or a number that is not whole, is refused wherever it stands."""
    for old, new in (
        ('"claim": ', '"claim": "unique", "claim": '),
        ('"certificate": 5', '"certificate": 5.0'),
        ('"claim"', '"x": NaN, "claim"'),
    ):
        made = certificate(tmp_path, SPECS["unique"])
        manifest = made / "manifest.json"
        manifest.write_text(manifest.read_text("utf-8").replace(old, new), "utf-8")
        with pytest.raises(Rejected, match="not JSON"):
            check(made)
        shutil.rmtree(made)


def test_multipliers_are_read_in_one_form(tmp_path: Path) -> None:
    """Their scale is a positive whole number, whatever it is; other keys, cores among them, are refused."""
    folder = certificate(tmp_path, SPECS["best"])
    path = folder / "bound.json"
    bound = json.loads(path.read_text("utf-8"))
    assert bound["scale"] == 1
    assert check(folder).claim == "optimal"
    twice = {"scale": 2, "multipliers": [2 * multiplier for multiplier in bound["multipliers"]]}
    path.write_text(json.dumps(twice), "utf-8")
    assert check(folder).claim == "optimal"
    for wrong in (
        *(twice | {"scale": scale} for scale in (0, -2, True, "2", None)),
        twice | {"cores": []},
        {"cores": []},
        {"scale": 1},
        [],
    ):
        path.write_text(json.dumps(wrong), "utf-8")
        with pytest.raises(Rejected, match="must have multipliers and their scale"):
            check(folder)
    for also in (twice["multipliers"][:-1], [0] * len(twice["multipliers"])):
        path.write_text(json.dumps(twice | {"multipliers": also}), "utf-8")
        with pytest.raises(Rejected, match="the linear relaxation"):
            check(folder)


@pytest.mark.parametrize("beyond", [0, 1, -1])
def test_a_lemma_names_variables_that_exist(beyond: int, tmp_path: Path) -> None:
    """A literal more would be no mistake in "not all of these values", but 0 ends a clause for other checkers of `puzzle.cnf`."""
    folder = certificate(tmp_path, TWO["evaluated"][0])
    variables = int((folder / "puzzle.cnf").read_text("ascii").partition("p cnf ")[2].split()[0])
    literal = beyond * (variables + 1)
    changed(folder, "lemmas.jsonl", lambda lines: lines[0][1][0].append(literal))
    lines = (folder / "puzzle.cnf").read_text("ascii").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("c a lemma")) + 1
    *literals, last, _ = lines[at].split()  # of a value the literal of the truth comes last
    lines[at] = " ".join([*literals, str(-literal), last, "0"])
    (folder / "puzzle.cnf").write_text("".join(f"{line}\n" for line in lines), "ascii")
    with pytest.raises(Rejected, match="a clause names a variable that does not exist"):
        check(folder)


@pytest.mark.parametrize(("what", "line"), [("group", [-1, [], []]), ("clause", [0, [-1], []]), ("sum", [0, [], [[-1, []]]])])
def test_nothing_is_counted_from_the_end(what: str, line: list[object], tmp_path: Path) -> None:
    """A negative number is that of no group, clause or sum."""
    folder = certificate(tmp_path, SPECS["unique"])
    changed(folder, "used.jsonl", lambda lines: lines.insert(0, line))
    with pytest.raises(Rejected, match=f"there is no {what} -1"):
        check(folder)


@pytest.mark.parametrize(
    "listed",
    [[[0, [], []], [0, [], []]], [[1, [], []], [0, [], []]], [[1, [0, 0], []]], [[1, [1, 0], []]]],
    ids=["a group twice", "groups", "a clause twice", "clauses"],
)
def test_what_is_used_is_listed_once(listed: list[object], tmp_path: Path) -> None:
    """In order, so that nothing can be listed a million times."""
    folder = certificate(tmp_path, SPECS["unique"])
    changed(folder, "used.jsonl", lambda lines: lines.__setitem__(slice(None), listed))
    with pytest.raises(Rejected, match="is not listed once, in order"):
        check(folder)


def _link(folder: Path, name: str) -> None:
    target = folder.parent / "elsewhere"
    (folder / name).rename(target)
    (folder / name).symlink_to(target)


def _many(folder: Path) -> None:
    for number in range(MAX_LIBRARIES + 1):
        (folder / "spec" / f"{number}.yaml").touch()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda folder: _link(folder, "proof.lrat"), "is not a file of a certificate"),
        (lambda folder: _link(folder, "spec"), "there is no folder spec"),
        (lambda folder: _link(folder, "spec/puzzle.yaml"), "is not a file of a certificate"),
        (lambda folder: _link(folder, "manifest.json"), "there is no manifest.json"),
        (lambda folder: (folder / "spec" / "deeper").mkdir(), "is not a file of a certificate"),
        (lambda folder: (folder / "spec" / ".hidden").touch(), "is not a file of a certificate"),
        (_many, "there are more than"),
        (lambda folder: os.truncate(folder / "proof.lrat", 1 << 30), "larger than"),
        (lambda folder: os.truncate(folder / "manifest.json", 1 << 21), "is too large"),
        (lambda folder: os.truncate(folder / "solutions.jsonl", 1 << 27), "it has more than 4,194,304 characters"),
        (lambda folder: (folder / "puzzle.cnf").unlink(), "is missing"),
        (lambda folder: os.mkfifo(folder / "bound.json"), "is not a file of a certificate"),
        (lambda folder: (folder / "solutions.jsonl").write_text("[" * 100_000, "utf-8"), "not JSON"),
    ],
)
def test_files_are_bounded(spoil: Callable[[Path], object], reason: str, tmp_path: Path) -> None:
    """Links, folders, pipes, and files that are too large or too many are refused in words."""
    folder = certificate(tmp_path, SPECS["unique"])
    spoil(folder)
    with pytest.raises(Rejected, match=reason):
        check(folder)


@pytest.mark.slow
def test_bytes_that_are_changed(tmp_path: Path) -> None:
    """Whatever bytes are changed, a certificate is refused in words, or what it claims is so."""
    source = random.Random(0)
    for name, text in itertools.islice(SPECS.items(), 0, None, 3):
        (tmp_path / name).mkdir()
        folder = certificate(tmp_path / name, text)
        files = [path for path in folder.rglob("*") if path.is_file()]
        for _ in range(EXAMPLES):
            path = source.choice(files)
            before = path.read_bytes()
            data = bytearray(before)
            for _ in range(source.randint(1, 3)):
                at = source.randrange(len(data) + 1)
                data[at : at + source.randint(0, 2)] = bytes(
                    source.choice(b'019 []{},-\n"=<>x\xff') for _ in range(source.randint(0, 2))
                )
            path.write_bytes(data)
            if is_accepted(folder):
                assert _is_so(folder), (name, path.name, bytes(data))
            path.write_bytes(before)


def _is_so(folder: Path) -> bool:
    spec = load(folder / "spec" / "puzzle.yaml")
    grids = [grid for grid in assignments(spec) if judge(spec, grid).accepted]
    lines = (folder / "solutions.jsonl").read_text("utf-8").splitlines() if (folder / "solutions.jsonl").exists() else []
    return len(grids) == len(lines) // len(spec.layers) or _claims_all(folder)
