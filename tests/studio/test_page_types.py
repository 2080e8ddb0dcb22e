"""The types that comments declare in the page's JavaScript: TypeScript finds no mistake. Needs `npm install -g typescript`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "runtime" / "studio" / "page"


def mistakes(config: Path) -> list[str]:
    """Return what TypeScript finds wrong in the files of a configuration, without libraries of others."""
    compiler = shutil.which("tsc")
    if compiler is None:
        pytest.skip("TypeScript is not installed")
    ended = subprocess.run([compiler, "-p", str(config)], capture_output=True, text=True, timeout=120, check=False)
    return [line for line in ended.stdout.splitlines() if "error TS" in line and "/vendor/" not in line]


def test_types_of_the_page() -> None:
    """No module of the page uses a value otherwise than its types say."""
    assert list(PAGE.glob("*.js"))
    assert mistakes(HERE / "tsconfig.json") == []


def test_a_mistake_is_found(tmp_path: Path) -> None:
    """A number where a text is expected is found, so that no mistakes are no accident."""
    wrong = "/** @param {string} text */\nexport const size = (text) => text.length;\nsize(3);\n"
    (tmp_path / "wrong.js").write_text(wrong, "utf-8")
    config = {"extends": str(HERE / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    assert len(mistakes(tmp_path / "tsconfig.json")) == 1
