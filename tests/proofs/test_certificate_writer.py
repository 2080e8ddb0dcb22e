"""Certificates of what comes with the language: those of the classics, and of the first example of each genre."""

from __future__ import annotations

from pathlib import Path

import gridwright.compiler.library
import pytest
from certificates import certificate
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.proofs.check.checker import check

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

(FOLDER,) = gridwright.compiler.library.__path__
GENRES = sorted(path.stem for path in Path(FOLDER, "genres").rglob("*.yaml"))
CLASSICS = sorted((Path(__file__).resolve().parents[2] / "specs" / "classics").glob("*.yaml"))


@pytest.mark.cases(ci=8)
@pytest.mark.parametrize("name", GENRES)
def test_certificate(name: str, tmp_path: Path) -> None:
    """The first example of a genre has one solution, and its certificate is accepted."""
    example = next(examples_of(name, libraries()[name].document))
    assert check(certificate(tmp_path, example.text)).claim == "unique"


@pytest.mark.cases(ci=4)
@pytest.mark.parametrize("path", CLASSICS, ids=[path.stem for path in CLASSICS])
def test_certificate_of_a_classic(path: Path, tmp_path: Path) -> None:
    """Every puzzle of specs/classics has one solution, and its certificate is accepted."""
    assert check(certificate(tmp_path, path.read_text("utf-8"))).claim == "unique"
