"""Second opinions: they agree, they say what they rest on, and a contradiction is loud."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.proofs import cross_check
from gridwright.runtime.solving.outcome import Outcome, Solution

HEAD = "gridwright: 1\ntitle: A small one\ngrid: 2x3\nlayers: {number: {values: 1..2}}\n"
LEMMA = (
    f"{HEAD}rules:\n  - rule: sorted(number) == [1, 1, 1, 2, 2, 2]\n  - rule: number[r1c1] == number[r1c2] == number[r1c3] == 2\n"
)
BEST = f"{HEAD}maximize: sum(number)\n"
CONNECTED = f"{HEAD}rules:\n  - rule: connected(number == 1)\n  - rule: number[r1c1] == number[r1c3] == 1\n"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A spec with something that only the general lemma tells."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "puzzle.yaml"
    path.write_text(LEMMA, "utf-8")
    return path


def test_nothing_is_shared() -> None:
    """The second problem is one part, with nothing left to refinement that can be written out."""
    first, second = (compile_spec(load_text(CONNECTED), lazy=lazy, passes=lazy) for lazy in (True, False))
    assert len(second.parts) == 1
    assert any(part.lazy for part in first.parts)
    assert not second.parts[0].lazy


@pytest.mark.parametrize("engine", ENGINES)
def test_agreement(engine: str, spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two searches agree, and what both leave to the general lemma is said; of optima too."""
    other = "z3" if engine == "clasp" else "clasp"
    assert run(["verify", "--second-opinion", "--engine", engine, str(spec)]) == 0
    assert f"as expected; {other} agrees, 1 truth only by the general lemma" in capsys.readouterr().out
    spec.write_text(BEST, "utf-8")
    assert run(["verify", "--second-opinion", "--engine", engine, str(spec)]) == 0
    assert f"as expected; {other} agrees" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"count": 2}, "solutions: 1 in the first search, 2 in the second"),
        ({"complete": False}, "whether these are all: True in the first search, False in the second"),
        ({"solutions": (Solution({("", "number"): (1, 1, 1, 2, 2, 2)}, None),)}, "the solutions differ"),
    ],
)
def test_contradictions(
    wrong: dict[str, Any], words: str, spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where two searches contradict each other that is a mistake of the program, and both problems are saved."""
    search = cross_check.solve

    def solve(*args: Any, **options: Any) -> Outcome:
        return replace(search(*args, **options), **wrong)

    monkeypatch.setattr(cross_check, "solve", solve)
    assert run(["verify", "--second-opinion", str(spec)]) == 70
    assert words in capsys.readouterr().err
    folder = Path("disagreement-puzzle-1")
    assert sorted(path.name for path in folder.iterdir()) == ["first.cnf", "outcomes.json", "second.cnf", "spec.yaml"]
    assert (folder / "spec.yaml").read_text("utf-8") == LEMMA
    assert words.startswith(json.loads((folder / "outcomes.json").read_text("utf-8"))["contradicts"][:10])
    assert run(["verify", "--second-opinion", str(spec)]) == 70
    assert Path("disagreement-puzzle-2").is_dir()


def test_a_search_that_does_not_end(spec: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A second search that gave up is no opinion, and the status says so."""
    search = cross_check.solve

    def solve(*args: Any, **options: Any) -> Outcome:
        return replace(search(*args, **options), reason="out of time")

    monkeypatch.setattr(cross_check, "solve", solve)
    assert run(["verify", "--second-opinion", str(spec)]) == 3
    assert "no second opinion: out of time" in capsys.readouterr().out
