"""The gallery of genres: the pages in the documentation are those that the command makes."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run

PAGES = Path(__file__).parents[2] / "docs" / "genres"


@pytest.mark.slow
def test_pages_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """The pages in the documentation are what the command would write; if not, it prints the command that mends them."""
    assert run(["genres", "--gallery", str(PAGES), "--check"]) == 0, capsys.readouterr().out


def test_marks_are_drawn() -> None:
    """No picture of a genre says `True`: a clue without a value is a mark."""
    pictures = [path.read_text("utf-8") for path in PAGES.glob("*.svg")]
    assert pictures
    assert not any(f">{word}<" in picture for picture in pictures for word in ("True", "False", "None"))


def test_what_is_out_of_date(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that is missing, too many or changed is named; the command that is proposed mends it."""
    folder = str(tmp_path / "gallery")
    command = ["genres", "--family", "latin", "--gallery", folder]
    assert run(command) == 0
    assert run([*command, "--check"]) == 0
    assert run(command) == 2
    assert "already exists" in capsys.readouterr().err
    page = tmp_path / "gallery" / "latin.md"
    assert '<a id="kakuro"></a>' in page.read_text("utf-8")
    page.write_text("# Latin\n")
    (tmp_path / "gallery" / "kakuro.svg").rename(tmp_path / "gallery" / "kakura.svg")
    assert run([*command, "--check"]) == 1
    out = capsys.readouterr().out
    assert "latin.md is out of date" in out
    assert "kakuro.svg is missing" in out
    assert "kakura.svg belongs to no genre" in out
    assert run([*command, "--force"]) == run([*command, "--check"]) == 0


@pytest.mark.slow
def test_other_families_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--family`, pages and pictures of other families stay as they are, and the index still lists them."""
    folder = tmp_path / "gallery"
    assert run(["genres", "--family", "latin", "--gallery", str(folder)]) == 0
    (folder / "latin.md").write_text("# Latin\n")
    latin = {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "index.md"}
    paths = ["genres", "--family", "paths", "--gallery", str(folder)]
    assert run([*paths, "--force"]) == run([*paths, "--check"]) == 0
    assert "numberlink.svg" not in latin
    assert (folder / "numberlink.svg").is_file()
    assert {name: (folder / name).read_bytes() for name in latin} == latin
    index = (folder / "index.md").read_text("utf-8")
    assert "## [Latin](latin.md)" in index
    assert "## [Paths](paths.md)" in index
    (folder / "numberlink.svg").unlink()
    capsys.readouterr()
    assert run([*paths, "--check"]) == 1
    out = capsys.readouterr().out
    assert "numberlink.svg is missing" in out
    assert "latin" not in out
    assert "run: gridwright genres --family paths --gallery" in out


@pytest.mark.parametrize("name", ["notes.txt", "notes.md", "index.md", "sub/index.md"])
def test_no_other_folder_is_replaced(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with files of somebody is not replaced, whatever is asked."""
    mine = tmp_path / "docs" / name
    mine.parent.mkdir(parents=True)
    mine.write_text("# Mine\n")
    assert run(["genres", "--family", "paths", "--gallery", str(tmp_path / "docs"), "--force"]) == 2
    assert "is no gallery and was not changed" in " ".join(capsys.readouterr().err.split())
    assert mine.read_text() == "# Mine\n"


@pytest.mark.parametrize("wrong", [["--check"], ["kakuro", "--gallery", "x"], ["--json", "--gallery", "x"]])
def test_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What does not go together is refused, and nothing is written."""
    assert run(["genres", *wrong]) == 2
    assert "--gallery" in capsys.readouterr().err
