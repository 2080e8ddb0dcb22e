"""Folders of libraries: named by option, in the environment and in settings files, and never more than these."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.execution.library_folders import VARIABLE, library_folders

LIBRARY = "layers:\n  n: {values: 1..2}\nrules:\n  - distinct(n)\n"
SPEC = "gridwright: 1\nuse: mine\ngrid: 1x2\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with puzzles, and libraries in a family in another."""
    for path, text in {"rules/family/mine.yaml": LIBRARY, "puzzles/spec.yaml": SPEC, "outside.yaml": LIBRARY}.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def test_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options come before the environment, and a folder counts once."""
    monkeypatch.setenv(VARIABLE, "puzzles:rules")
    assert library_folders("puzzles/spec.yaml", ["rules"]) == (Path("rules"), Path("puzzles"))
    spec = load("puzzles/spec.yaml", libraries=library_folders("puzzles/spec.yaml"))
    assert [layer.name for layer in spec.layers] == ["n"]
    assert spec.files == {"mine": LIBRARY}


def test_not_named(folder: Path) -> None:
    """Without a folder there is no such library."""
    with pytest.raises(SpecError, match="there is no library `mine`"):
        load("puzzles/spec.yaml", libraries=library_folders("puzzles/spec.yaml"))


@pytest.mark.parametrize(
    ("file", "text"),
    [("gridwright.toml", 'library = "rules"'), ("pyproject.toml", '[tool.gridwright]\nlibrary = ["rules"]')],
)
def test_settings(folder: Path, file: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A settings file above the spec counts, but not above the current folder."""
    (folder / file).write_text(text)
    assert library_folders("puzzles/spec.yaml") == (folder / "rules",)
    monkeypatch.chdir(folder / "puzzles")
    assert library_folders("spec.yaml") == ()


@pytest.mark.parametrize(
    "text", ['library = "../other"', 'library = "/etc"', "library = 3", 'library = "missing"', 'library = "', "library = [['a']]"]
)
def test_refused(folder: Path, text: str) -> None:
    """What is no folder below the settings file is an error that names the file."""
    (folder / "gridwright.toml").write_text(text)
    with pytest.raises(click.UsageError, match=r"gridwright\.toml"):
        library_folders("puzzles/spec.yaml")


def test_links_lead_nowhere(folder: Path) -> None:
    """A link in the folder that leads out of it is no library."""
    (folder / "rules" / "linked.yaml").symlink_to(folder / "outside.yaml")
    (folder / "puzzles" / "spec.yaml").write_text(SPEC.replace("mine", "linked"))
    with pytest.raises(SpecError, match="there is no library `linked`"):
        load("puzzles/spec.yaml", libraries=[Path("rules")])


@pytest.mark.parametrize("name", ["../outside", "family/mine", "..", "mine.yaml/x"])
def test_names_are_no_paths(folder: Path, name: str) -> None:
    """A name that is a path is refused."""
    (folder / "puzzles" / "spec.yaml").write_text(SPEC.replace("mine", f"'{name}'"))
    with pytest.raises(SpecError):
        load("puzzles/spec.yaml", libraries=[Path("rules")])
