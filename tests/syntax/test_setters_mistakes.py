"""Mistakes as people make them, in whole puzzles: what they read, and that doing what it says makes a file that works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError, render

TEXT = Path(__file__).with_name("setters_mistakes.md").read_text("utf-8")
SECTIONS = re.findall(r"(?m)^## (.*)\n\n```yaml\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```\n\n```diff\n((?:.*\n)*?)```", TEXT)


def told(spec: str) -> tuple[Diagnostic, ...]:
    """What is said of a spec that is wrong, or that is known to have no solution."""
    try:
        return tuple(contradiction.diagnostic for contradiction in compile_spec(load_text(spec, "puzzle.yaml")).contradictions)
    except SpecError as problem:
        return problem.diagnostics


def mended(spec: str, change: str) -> str:
    """The spec after a change: each run of lines with `-` is replaced by the lines with `+` that follow."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", change, re.MULTILINE):
        before, after = (re.sub(r"(?m)^.", "", lines) for lines in (old, new))
        assert f"\n{spec}".count(f"\n{before}") == 1
        spec = f"\n{spec}".replace(f"\n{before}", f"\n{after}")[1:]
    return spec


@pytest.mark.parametrize(("name", "spec", "message", "change"), [pytest.param(*section, id=section[0]) for section in SECTIONS])
def test_message_and_mend(name: str, spec: str, message: str, change: str) -> None:
    """The text is the one on the page, and the change that it asks for leads to a file of which nothing is said."""
    assert "\n".join(render(diagnostic) for diagnostic in told(spec)) + "\n" == message
    assert told(mended(spec, change)) == ()


def test_page_is_read_whole() -> None:
    """No section is left out because it is written in another way, and the specs are of the size of puzzles."""
    assert len(SECTIONS) == len(re.findall("(?m)^## ", TEXT)) >= 60
    assert all(spec.count("\n") >= 10 for _, spec, _, _ in SECTIONS)


@pytest.mark.parametrize("inside", ["%[0-9]", "Traceback", "NoneType", "ast[.]", "flow (mapping|sequence)", "block collection"])
def test_nothing_internal(inside: str) -> None:
    """No message has a word of the program, of Python or of YAML's own parser."""
    assert not [name for name, _, message, _ in SECTIONS if re.search(inside, re.sub(r"(?m)^ +\d* \|.*", "", message))]
