"""Which browser the tests use, and when they may be skipped."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from chromium import NAMES, VARIABLE, chromium

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs have other names there")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is the only one in which programs are, empty at first; no browser is named."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def program(path: Path) -> str:
    """Write a program that does nothing, and return its path."""
    path.write_text("#!/bin/sh\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def test_none(installed: Path) -> None:
    """Without a browser the tests of pages are skipped, with what to install."""
    with pytest.raises(pytest.skip.Exception, match="apt install chromium"):
        chromium()


@pytest.mark.parametrize("name", NAMES)
def test_installed(installed: Path, name: str) -> None:
    """One that is installed is found by any of its names."""
    path = program(installed / name)
    assert chromium() == path


def test_named(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is named is used, whatever else is installed; if it is not there, no test is skipped: they fail."""
    program(installed / NAMES[0])
    monkeypatch.setenv(VARIABLE, program(installed / "mine"))
    assert chromium() == str(installed / "mine")
    (installed / "mine").unlink()
    with pytest.raises(pytest.fail.Exception, match="mine"):
        chromium()
