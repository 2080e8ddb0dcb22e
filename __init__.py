"""Gridwright: grid puzzles written as YAML, compiled to constraints, solved, judged by separate code, and proved unique.

>>> import gridwright
>>> spec = gridwright.load_text('''
... gridwright: 1
... grid: 2x2
... layers: {number: {values: 1..2}}
... givens: {number: {r1c1: 1}}
... rules:
...   - for: line in lines
...     rule: distinct(number[line])
... ''')
>>> outcome = gridwright.solve(spec)
>>> outcome.unique, outcome.solutions[0].grid['', 'number']
(True, (1, 2, 2, 1))
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from gridwright.compiler.language.pictured import Pictured

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gridwright.compiler.compile import Puzzle
    from gridwright.compiler.compile import compile_spec as compile
    from gridwright.compiler.language.spec import Spec
    from gridwright.compiler.loader import load, load_text
    from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError
    from gridwright.runtime.explaining.backbone import Candidates, candidates
    from gridwright.runtime.explaining.explain import Explanation, explain
    from gridwright.runtime.judging.judge import Report, judge
    from gridwright.runtime.solving.outcome import Outcome, Solution
    from gridwright.runtime.solving.solve import solve
    from gridwright.runtime.steps.find_path import steps
    from gridwright.runtime.steps.step import Path, Step

# Imported when they are first used, so that the command line starts quickly; absolute, so that nothing is loaded twice.
_FACE = {
    "Candidates": "gridwright.runtime.explaining.backbone",
    "Diagnostic": "gridwright.compiler.syntax.diagnostics",
    "Explanation": "gridwright.runtime.explaining.explain",
    "Outcome": "gridwright.runtime.solving.outcome",
    "Path": "gridwright.runtime.steps.step",
    "Puzzle": "gridwright.compiler.compile",
    "Report": "gridwright.runtime.judging.judge",
    "Solution": "gridwright.runtime.solving.outcome",
    "Spec": "gridwright.compiler.language.spec",
    "SpecError": "gridwright.compiler.syntax.diagnostics",
    "Step": "gridwright.runtime.steps.step",
    "candidates": "gridwright.runtime.explaining.backbone",
    "compile": "gridwright.compiler.compile",
    "explain": "gridwright.runtime.explaining.explain",
    "judge": "gridwright.runtime.judging.judge",
    "load": "gridwright.compiler.loader",
    "load_text": "gridwright.compiler.loader",
    "solve": "gridwright.runtime.solving.solve",
    "steps": "gridwright.runtime.steps.find_path",
}

__all__ = [
    "Candidates",
    "Diagnostic",
    "Explanation",
    "Outcome",
    "Path",
    "Puzzle",
    "Report",
    "Solution",
    "Spec",
    "SpecError",
    "Step",
    "candidates",
    "compile",
    "explain",
    "judge",
    "load",
    "load_text",
    "solve",
    "steps",
]


def _svg_of(shown: object) -> str | None:
    """Draw something for a notebook; what draws is imported when the first picture is shown."""
    found: str | None = importlib.import_module("gridwright.runtime.output.pictures.notebook").svg_of(shown)
    return found


Pictured.svg_of = staticmethod(_svg_of)


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"gridwright has no `{name}`")
    return getattr(importlib.import_module(_FACE[name]), "compile_spec" if name == "compile" else name)
