"""YAML is read with places, and what is no YAML is told as such."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_file


def test_no_spec(tmp_path: Path) -> None:
    """A file of another kind is not explained as bad YAML; one that begins with a key is, whatever its name."""
    page = tmp_path / "page.md"
    page.write_text("# A page\n\nThis is: a page.\nIt has: [text\n", "utf-8")
    with pytest.raises(SpecError, match="does not look like a spec"):
        read_file(page)
    page.write_text("gridwright: 1\ngrid: [2x2\n", "utf-8")
    with pytest.raises(SpecError, match="never closed"):
        read_file(page)
