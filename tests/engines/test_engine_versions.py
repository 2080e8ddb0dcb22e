"""`gridwright --version` prints the version of each engine, as in the metadata of its package."""

from __future__ import annotations

import importlib.metadata
import sys
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.engines.engine_versions import engine_versions, installed_version
from gridwright.runtime.exit_status import OK


def test_every_engine_names_its_package() -> None:
    """The versions are those in the metadata of the packages."""
    versions = {engine: (package, version) for engine, package, version in engine_versions()}
    assert set(versions) == set(ENGINES)
    for package, version in versions.values():
        assert version == importlib.metadata.version(package)


def test_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing package is named as not installed, and a package whose name begins alike is not taken for it."""
    (tmp_path / "z3_solver_extras-9.dist-info").mkdir()
    (tmp_path / "clingo-5.8.0.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    assert installed_version("z3-solver") == ""
    assert run(["--version"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("gridwright, version ")
    assert "clasp: clingo 5.8.0" in lines
    assert "z3: z3-solver is not installed" in lines
