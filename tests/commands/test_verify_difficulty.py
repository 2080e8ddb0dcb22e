"""`verify` checks a difficulty that `expect` claims."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import gridwright
import pytest
from gridwright.compiler.language.budget import OutOfTime
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import GAVE_UP, INTERRUPTED
from gridwright.runtime.steps import passes
from small_specs import LATIN, LATIN_WITHOUT_GIVENS


def with_claim(claim: str, text: str = LATIN) -> str:
    """Return a spec that claims a difficulty."""
    return f"{text}expect: {{difficulty: {claim}}}\n"


def verify(folder: Path, text: str, *options: str) -> int:
    """Verify a text, and return the exit status."""
    (folder / "puzzle.yaml").write_text(text, "utf-8")
    return run(["verify", "--quiet", *options, str(folder / "puzzle.yaml")])


@pytest.mark.parametrize(("claim", "status"), [("1..2", 0), ("0..0.5", 1), ("2..3", 1), ("7", 1)])
def test_claims(claim: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A claim is met by the rating that `steps` gives, or the verdict names it; then `steps` is what helps."""
    assert verify(tmp_path, with_claim(claim)) == status
    out = " ".join(capsys.readouterr().out.split())
    assert ("as expected" in out) == (status == 0)
    assert ("run: gridwright steps" in out) == (status == 1)


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report has the difficulty, and the claim that is not met."""
    assert verify(tmp_path, with_claim("2..3"), "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["expected"] == "not-met"
    assert report["difficulty"]["largest"] == 1
    (difference,) = report["differences"]
    assert difference["message"] == f"expected difficulty 2..3, found {report['difficulty']['rating']:g}"


def test_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In Python the comparison is the same, and so is its report."""
    verify(tmp_path, with_claim("2..3"), "--json")
    report = json.loads(capsys.readouterr().out)
    verification = gridwright.verify(tmp_path / "puzzle.yaml")
    assert verification.met is False
    for key in ("expected", "differences", "difficulty"):
        assert verification.to_dict()[key] == report[key]


def test_other_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A command that does not look at the difficulty does not call the claim met."""
    (tmp_path / "puzzle.yaml").write_text(with_claim("2..3"), "utf-8")
    assert run(["solve", "--quiet", "--json", str(tmp_path / "puzzle.yaml")]) == 0
    assert json.loads(capsys.readouterr().out)["expected"] == "undecided"


@pytest.mark.parametrize(("ending", "status"), [(OutOfTime, GAVE_UP), (KeyboardInterrupt, INTERRUPTED)])
@pytest.mark.parametrize("claim", ["1..2", "2..3"])
def test_not_known(
    claim: str,
    ending: type[BaseException],
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A claim is neither met nor broken if all steps are known, but the rating is only an estimate."""

    def costs(*_: object) -> Iterator[float]:
        raise ending
        yield 0

    monkeypatch.setattr(passes._Passes, "costs", costs)
    assert verify(tmp_path, with_claim(claim), "--json") == status
    report = json.loads(capsys.readouterr().out)
    assert report["expected"] == "undecided"
    assert "difficulty" not in report
    assert not report["differences"]


def test_several_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle with several solutions has no difficulty, and none is reported."""
    text = with_claim("1..2, solutions: any", LATIN_WITHOUT_GIVENS)
    assert verify(tmp_path, text) == 1
    assert "only a puzzle with one solution has a difficulty" in " ".join(capsys.readouterr().out.split())
    assert verify(tmp_path, text, "--json") == 1
    assert "difficulty" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("claim", ["3..2", "hard", "1..", "-1", "[1, 2]"])
def test_mistakes(claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no rating is an error of the spec."""
    assert verify(tmp_path, with_claim(claim)) == 2
    assert "difficulty" in capsys.readouterr().err
