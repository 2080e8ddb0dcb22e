"""`gridwright lsp` without what it needs."""

from __future__ import annotations

import sys

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import WRONG


def test_missing_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without pygls it says how to install the extra."""
    for name in [name for name in sys.modules if "language_server" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    assert run(["lsp"]) == WRONG
    assert "pip install 'gridwright[lsp]'" in capsys.readouterr().err
