"""Starting specs: every shipped spec can be started from, and what is written verifies as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.loader import load, load_text
from gridwright.runtime.authoring.starting_spec import all_forms, form_by_name, starting_text
from gridwright.runtime.cli.app import run

ROOT = Path(__file__).parents[2]
PATHS = sorted((ROOT / "specs").rglob("*.yaml"))


def test_every_spec_is_a_form() -> None:
    """What comes with the program is what can be started from."""
    assert sorted(form.name for form in all_forms()) == sorted(path.stem for path in PATHS)


@pytest.mark.cases(ci=18)
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_started(path: Path) -> None:
    """Everything that matters to the puzzle is as in the spec, to the character; who made it and what comes out is not there."""
    was, text = load(path), starting_text(form_by_name(path.stem), "mine.yaml", title="Mine")
    spec = load_text(text)
    assert spec.title == "Mine"
    sections = {key.text: node.span.text for key, node in spec.document.items}
    for key, node in was.document.items:
        if key.text not in ("title", "author", "source", "license", "expect"):
            assert sections[key.text] == node.span.text
    assert list(sections) == [
        "gridwright",
        "title",
        "source",
        *(key for key in sections if key not in ("gridwright", "title", "source")),
    ]
    assert spec.expected.solutions == was.expected.solutions
    assert spec.expected.answer is spec.expected.solution is spec.expected.objective is None
    whole = path.read_text("utf-8")
    start, end = whole.index("\ntext:"), whole.index("\nexpect:")
    assert whole[start:end] in text


@pytest.mark.parametrize("name", ["sudoku", "futoshiki", "numberlink", "2018-06-twenty-four-seven", "zigzag"])
def test_verifies_as_it_is(name: str, tmp_path: Path) -> None:
    """A new spec verifies."""
    path = str(tmp_path / "puzzle.yaml")
    assert run(["new", name, "-o", path]) == 0
    assert run(["verify", path]) == 0


@pytest.mark.parametrize(("name", "number"), [("sudoku", None), ("kakuro", None), ("nurikabe", 0)])
def test_blank(name: str, number: int | None, tmp_path: Path) -> None:
    """An empty board verifies as it is: nothing is printed on it, and areas, rules and comments stay."""
    path = tmp_path / "puzzle.yaml"
    assert run(["new", name, "--blank", "-o", str(path)]) == 0
    spec = load(str(path))
    assert not any(grid.givens or any(grid.clue_groups) for grid in spec.grids)
    assert spec.expected.solutions == number
    (was,) = (ROOT / "specs").rglob(f"{name}.yaml")
    assert [rule.expression.span.text for rule in spec.rules] == [rule.expression.span.text for rule in load(str(was)).rules]
    assert run(["verify", str(path)]) == 0


def test_no_blank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where rules cannot do without a clue it is said so, and nothing is written."""
    assert run(["new", "hashiwokakero", "--blank", "-o", str(tmp_path / "x.yaml")]) == 2
    assert "its rules need clues" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "name"),
    [("Killer Sudoku", "killer-sudoku"), ("hooks_11", "2025-09-hooks-11"), ("twenty-four-seven", "2018-06-twenty-four-seven")],
)
def test_names(said: str, name: str) -> None:
    """A form is found by its title, and without its date."""
    assert form_by_name(said).name == name


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong calls say what to do, and write nothing."""
    for arguments, message in [
        (["sudoko", "-o", "x.yaml"], "did you mean 'sudoku' or"),
        (["qqq", "-o", "x.yaml"], "--list and `gridwright genres` show all names"),
        (["sudoku"], "gridwright new sudoku -o FILE.yaml"),
        ([], "--list shows all names"),
        (["../../schema", "-o", "x.yaml"], "there is no `../../schema`"),
    ]:
        assert run(["new", *arguments]) == 2
        assert message in capsys.readouterr().err
    mine = tmp_path / "mine.yaml"
    mine.write_text("mine", "utf-8")
    assert run(["new", "sudoku", "-o", str(mine)]) == 2
    assert mine.read_text("utf-8") == "mine"
    assert run(["new", "sudoku", "-o", str(mine), "--force"]) == 0


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """All that can be started from is listed, genres first."""
    assert run(["new", "--list"]) == 0
    out = capsys.readouterr().out
    assert all(path.stem in out for path in PATHS)
    assert out.index("zigzag") < out.index("2014-01")
