"""`--cache`: what was decided is not solved again, and nothing is believed for being in the folder."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution import cache, search
from gridwright.runtime.execution.serialize import NotAnOutcome, as_plain, from_plain
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED, OK, WRONG
from gridwright.runtime.solving.solve import solve

HEAD = "gridwright: 1\ngrid: 2x3\nlayers:\n  x: {values: 1..6}\n"
UNIQUE = f"{HEAD}rules: [increasing(x)]\n"
MAXIMUM = f"{HEAD}rules: [distinct(x)]\nmaximize: x[r1c1] * 2 + x[r2c3]\nexpect: {{solutions: any}}\n"
HIDDEN = "gridwright: 1\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\n  y: {values: 1..2, hidden: true}\nrules: [distinct(x)]\n"
NONE = "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 1..2}\nrules: [distinct(x)]\nexpect: {solutions: 0}\n"
SPECS = {"unique": UNIQUE, "maximum": MAXIMUM, "hidden": HIDDEN, "none": NONE}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a spec."""
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(UNIQUE, "utf-8")
    return tmp_path


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The specs that are solved."""
    found: list[str] = []

    def solved(spec: Any, **options: Any) -> Any:
        found.append(spec.path)
        return solve(spec, **options)

    monkeypatch.setattr(search, "solve", solved)
    return found


def entries() -> list[Path]:
    """The files of the cache `kept`."""
    return sorted(Path("kept").rglob("*.json"))


def test_not_solved_again(folder: Path, searches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The second time the verdict is the same and says that it is cached, also of a spec that was moved."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "cached" not in capsys.readouterr().out
    Path("a.yaml").rename("b.yaml")
    assert run(["verify", "--cache", "kept", "b.yaml"]) == OK
    assert "as expected, cached" in capsys.readouterr().out
    assert searches == ["a.yaml"]
    assert run(["verify", "b.yaml"]) == OK
    assert searches == ["a.yaml", "b.yaml"]


@pytest.mark.parametrize("change", ["text", "--seed 1", "--engine cadical", "program", "expected"])
def test_what_changed_is_solved(change: str, folder: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, seed, engine or program, or another number of solutions to look for, is another question."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    if change == "text":
        Path("a.yaml").write_text(UNIQUE + "# more\n", "utf-8")
    if change == "expected":
        Path("a.yaml").write_text(UNIQUE + "expect: {solutions: 2}\n", "utf-8")
    if change == "program":
        monkeypatch.setattr(cache, "fingerprint", lambda: "another")
    run(["verify", "--cache", "kept", "a.yaml", *(change.split() if change.startswith("--") else [])])
    assert len(searches) == 2


def test_a_library_that_changed(folder: Path, searches: list[str]) -> None:
    """The files of its folder that a spec uses, also through others, are a part of it."""
    Path("a.yaml").write_text(HEAD + "use: [one.yaml]\n", "utf-8")
    Path("one.yaml").write_text("use: [two.yaml]\nrules: [increasing(x)]\n", "utf-8")
    Path("two.yaml").write_text("define: {least: 1}\n", "utf-8")
    for _ in range(2):
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert len(searches) == 1
    Path("two.yaml").write_text("define: {least: 2}\nrules: ['x[r1c1] == least']\n", "utf-8")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == NOT_AS_CLAIMED
    assert len(searches) == 2


def test_undecided_is_not_kept(folder: Path) -> None:
    """What gave up, or is wrong, leaves nothing behind; what is not as claimed is decided."""
    assert run(["verify", "--cache", "kept", "--timeout", "0", "a.yaml"]) == GAVE_UP
    Path("wrong.yaml").write_text(UNIQUE.replace("increasing", "incresing"), "utf-8")
    assert run(["verify", "--cache", "kept", "wrong.yaml"]) == WRONG
    assert not entries()
    Path("several.yaml").write_text(UNIQUE.replace("increasing", "distinct"), "utf-8")
    for _ in range(2):
        assert run(["verify", "--cache", "kept", "several.yaml"]) == NOT_AS_CLAIMED
    assert len(entries()) == 1


def _damaged(entry: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Texts in place of that of an entry, each with a part of what is said of it."""
    whole = json.dumps(entry)
    yield whole[: len(whole) // 2], "not JSON"
    yield "", "not JSON"
    yield "[" * 100_000, "not JSON"
    yield json.dumps([entry]), "it belongs to another name"
    yield json.dumps(entry | {"key": "0" * 64}), "it belongs to another name"
    yield json.dumps(entry | {"gridwright-cache": 99}), "it belongs to another name"
    yield json.dumps(entry | {"found": None}), "None"
    grid = entry["found"]["solutions"][0][0]
    for wrong, said in (([*grid[:-1], 0], "judge rejects"), ([*grid[:-1], 6], "wrong values"), (grid[:-1], "wrong places")):
        yield json.dumps(entry | {"found": entry["found"] | {"solutions": [[wrong]]}}), said
    yield json.dumps(entry | {"found": entry["found"] | {"count": 2}}), "the number of solutions is wrong"
    yield json.dumps(entry | {"found": entry["found"] | {"complete": False}}), "gives no reason"
    yield json.dumps(entry | {"found": entry["found"] | {"complete": False, "reason": "out of time"}}), "not decided"
    yield json.dumps(entry | {"found": entry["found"] | {"further": 1}}), "further"


def test_what_is_damaged(folder: Path, searches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An entry that is cut short, foreign, or lies is spoken of and not used; the spec is solved, and the entry replaced."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    (entry,) = entries()
    whole = json.loads(entry.read_text("utf-8"))
    for number, (text, said) in enumerate(_damaged(whole), 2):
        entry.write_text(text, "utf-8")
        capsys.readouterr()
        assert run(["verify", "--cache", "kept", "--quiet", "a.yaml"]) == OK
        caught = capsys.readouterr()
        assert said in caught.err, text[:300]
        assert "ignored the cache entry" in caught.err
        assert "cached" not in caught.out
        assert len(searches) == number
        assert json.loads(entry.read_text("utf-8"))["found"]["solutions"] == whole["found"]["solutions"]


def test_check(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` does not compile again what has not changed; sizes that are none are not used."""
    assert run(["check", "--cache", "kept", "a.yaml"]) == OK
    first = capsys.readouterr().out
    assert run(["check", "--cache", "kept", "a.yaml"]) == OK
    assert capsys.readouterr().out == first.replace(")", ", cached)")
    (entry,) = entries()
    for wrong in ({"unknowns": 1}, {"unknowns": 1.0, "constraints": 1}, [], None):
        entry.write_text(json.dumps(json.loads(entry.read_text("utf-8")) | {"found": wrong}), "utf-8")
        assert run(["check", "--cache", "kept", "a.yaml"]) == OK
        caught = capsys.readouterr()
        assert caught.out == first
        assert "it has no sizes" in caught.err
    assert run(["check", "--cache", "kept", "--clauses", "a.yaml"]) == OK  # which is another question
    assert "clauses)" in capsys.readouterr().out
    assert len(entries()) == 2


@pytest.mark.slow
def test_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that write the same entry at once do not disturb each other, and leave no other file behind."""
    for number in range(6):
        Path(f"copy{number}.yaml").write_text(UNIQUE, "utf-8")
    for cached in (0, 7):
        assert run(["verify", "--jobs", "3", "--cache", "kept", "."]) == OK
        out = capsys.readouterr().out
        assert out.count("as expected") == 7
        assert out.count("cached") >= cached
    (entry,) = entries()
    assert {path for path in Path("kept").rglob("*") if path.is_file()} == {entry, Path("kept/.gitignore")}


def test_a_folder_that_cannot_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in its place is a mistake in the call; a folder that cannot be written to is said, and the result is the same."""
    assert run(["verify", "--cache", "a.yaml", "a.yaml"]) == WRONG
    assert "--cache: a.yaml: it is not a folder" in capsys.readouterr().err
    Path("kept").mkdir()
    for number in range(256):  # a file where the folder of an entry should be
        Path("kept", f"{number:02x}").write_text("", "utf-8")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "could not write to the cache" in capsys.readouterr().err


@pytest.mark.parametrize("name", SPECS)
def test_there_and_back(name: str) -> None:
    """An outcome is the same after it was plain data and JSON; however its data are changed, it is another outcome or none."""
    spec = load_text(SPECS[name])
    outcome = solve(spec, limit=3)
    plain = json.loads(json.dumps(as_plain(spec, outcome)))
    found = from_plain(spec, plain, 3)
    assert as_plain(spec, found) == plain
    assert (found.result, found.unique, found.count) == (outcome.result, outcome.unique, outcome.count)
    assert [each.grid for each in found.solutions] == [each.grid for each in outcome.solutions]
    assert [each.answer for each in found.solutions] == [each.answer for each in outcome.solutions]
    assert (found.objective and found.objective.value) == (outcome.objective and outcome.objective.value)
    for changed in _changed(plain):
        try:
            from_plain(spec, changed, 3)
        except NotAnOutcome as problem:
            assert str(problem)


def _changed(plain: Any) -> Iterator[Any]:
    """The data with one member replaced, left out or doubled."""
    yield from (None, True, -1, 1.0, 10**30, "x", [], {}, [[]], [[None]])
    if isinstance(plain, dict | list):
        for key in plain if isinstance(plain, dict) else range(len(plain)):
            less = copy.copy(plain)
            del less[key]
            yield less
            for member in _changed(plain[key]):
                more = copy.copy(plain)
                more[key] = member
                yield more
        if isinstance(plain, list):
            yield plain * 2
