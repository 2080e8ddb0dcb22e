"""Passes as text: the intermediate representation before and after, as the Markdown file of each pass shows it.

`GRIDWRIGHT_UPDATE_PASSES=1 pytest -m "" tests/passes` writes the texts again; read them before you commit them.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from brute import assignments
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.module import Module, verify, write
from gridwright.compiler.ir.term import Term
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import Assignment
from instances import values_of

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PASSES: dict[str, Callable[[Module], Module | Sequence[Module]]] = {
    page.stem: getattr(importlib.import_module(f"gridwright.compiler.passes.{page.stem}"), page.stem)
    for page in sorted(HERE.glob("*.md"))
}
CASE = re.compile(r"(?m)^## (.*)\n((?:(?!```|## ).*\n)*)```yaml\n((?:.*\n)*?)```\n(?:\nBefore:\n(?:(?!## ).*\n)*)?")
SAME = "\nAfter: the same.\n"


def cases() -> list[tuple[str, str, str, str]]:
    """Return the cases of all pages: the pass, the name, the spec, and the whole text of the case."""
    pages = {name: Path(__file__).with_name(f"{name}.md").read_text("utf-8") for name in PASSES}
    return [(name, case[1], case[3], case[0]) for name, page in pages.items() for case in CASE.finditer(page)]


def shown(modules: Module | Sequence[Module]) -> str:
    """Return the text form of a module; of several modules, each below the variables that it has."""
    if isinstance(modules, Module):
        return write(modules)
    return "\n".join(" ".join(variable.name for variable in part.variables) + "\n" + write(part) for part in modules)


def holds(modules: Sequence[Module], whole: Module, grid: Assignment) -> bool:
    """Check whether all assertions of modules hold on a grid."""
    values = values_of(whole, grid)  # all of them make their terms in one place
    return all(
        values[assertion.term] if isinstance(assertion.term, Term) else assertion.term
        for part in modules
        for assertion in part.assertions
    )


@pytest.mark.parametrize(("name", "title", "text", "case"), cases(), ids=[f"{name}: {title}" for name, title, _, _ in cases()])
def test_pass(name: str, title: str, text: str, case: str) -> None:
    """The text before and after is the one of the page, and the assertions hold on the same grids."""
    spec = load_text(f"gridwright: 1\n{text}", "puzzle.yaml")
    module = lower(spec)
    passed = PASSES[name](module)
    parts = [passed] if isinstance(passed, Module) else passed
    before, after = write(module), shown(passed)
    above = case[: case.index("```yaml")]
    expected = f"{above}```yaml\n{text}```\n\nBefore:\n\n```text\n{before}```\n"
    expected += SAME if after == before else f"\nAfter:\n\n```text\n{after}```\n"
    if "GRIDWRIGHT_UPDATE_PASSES" in os.environ:
        page = Path(__file__).with_name(f"{name}.md")
        page.write_text(page.read_text("utf-8").replace(case.rstrip(), expected.rstrip()), "utf-8")
    else:
        assert case.rstrip() == expected.rstrip()
    for part in parts:
        verify(part)
    for grid in assignments(spec):
        assert holds([module], module, grid) == holds(parts, module, grid), title


def test_every_pass_has_a_page() -> None:
    """No pass goes without its text."""
    folder = ROOT / "compiler" / "passes"
    assert PASSES.keys() == {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {name for name, *_ in cases()} == PASSES.keys()
