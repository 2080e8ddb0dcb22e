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
>>> outcome.unique, outcome.solutions[0].grid['number'].to_list()
(True, [[1, 2], [2, 1]])
"""

from __future__ import annotations

import importlib

from gridwright.compiler.language.pictured import Pictured
from gridwright.compiler.language.reported import Reported

__version__ = "0.1.0"

TYPE_CHECKING = False  # `typing` takes longer to import than all of this, and Ctrl-C meanwhile would end in a traceback
if TYPE_CHECKING:
    from typing import Any

    from gridwright.api.exchanging import ImportedPuzzle, export_puzzle, import_puzzle
    from gridwright.api.explaining import candidates, explain, minimize
    from gridwright.api.generating import Dataset, DatasetPuzzle, Score, complete, dataset, generate, score
    from gridwright.api.judging import judge, judge_partial
    from gridwright.api.pictures import render
    from gridwright.api.solution_grid import GridOutcome, GridSolution, SolutionGrid, SolvedLayer
    from gridwright.api.solving import SolutionCount, Verification, count, solve, verify
    from gridwright.api.starting import Genre, genres, new
    from gridwright.api.stepping import path, steps
    from gridwright.compiler.compile import Puzzle
    from gridwright.compiler.compile import compile_spec as compile
    from gridwright.compiler.language.spec import Spec
    from gridwright.compiler.loader import load, load_text
    from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError
    from gridwright.runtime.authoring.generating.complete import Completion
    from gridwright.runtime.authoring.minimize import Minimized, NotUnique
    from gridwright.runtime.explaining.backbone import Candidates
    from gridwright.runtime.explaining.explain import Explanation
    from gridwright.runtime.judging.judge import Report
    from gridwright.runtime.solving.outcome import Outcome, Solution
    from gridwright.runtime.steps.path import Path
    from gridwright.runtime.steps.step import Step

# Imported when they are first used, so that the command line starts quickly; absolute, so that nothing is loaded twice.
_FACE = {
    "Candidates": "gridwright.runtime.explaining.backbone",
    "Completion": "gridwright.runtime.authoring.generating.complete",
    "Dataset": "gridwright.api.generating",
    "DatasetPuzzle": "gridwright.api.generating",
    "Diagnostic": "gridwright.compiler.syntax.diagnostics",
    "Explanation": "gridwright.runtime.explaining.explain",
    "Genre": "gridwright.api.starting",
    "GridOutcome": "gridwright.api.solution_grid",
    "GridSolution": "gridwright.api.solution_grid",
    "ImportedPuzzle": "gridwright.api.exchanging",
    "Minimized": "gridwright.runtime.authoring.minimize",
    "NotUnique": "gridwright.runtime.authoring.minimize",
    "Outcome": "gridwright.runtime.solving.outcome",
    "Path": "gridwright.runtime.steps.path",
    "Puzzle": "gridwright.compiler.compile",
    "Report": "gridwright.runtime.judging.judge",
    "Score": "gridwright.api.generating",
    "Solution": "gridwright.runtime.solving.outcome",
    "SolutionCount": "gridwright.api.solving",
    "SolutionGrid": "gridwright.api.solution_grid",
    "SolvedLayer": "gridwright.api.solution_grid",
    "Spec": "gridwright.compiler.language.spec",
    "SpecError": "gridwright.compiler.syntax.diagnostics",
    "Step": "gridwright.runtime.steps.step",
    "Verification": "gridwright.api.solving",
    "candidates": "gridwright.api.explaining",
    "compile": "gridwright.compiler.compile",
    "complete": "gridwright.api.generating",
    "count": "gridwright.api.solving",
    "dataset": "gridwright.api.generating",
    "explain": "gridwright.api.explaining",
    "export_puzzle": "gridwright.api.exchanging",
    "generate": "gridwright.api.generating",
    "genres": "gridwright.api.starting",
    "import_puzzle": "gridwright.api.exchanging",
    "judge": "gridwright.api.judging",
    "judge_partial": "gridwright.api.judging",
    "load": "gridwright.compiler.loader",
    "load_text": "gridwright.compiler.loader",
    "minimize": "gridwright.api.explaining",
    "new": "gridwright.api.starting",
    "path": "gridwright.api.stepping",
    "render": "gridwright.api.pictures",
    "score": "gridwright.api.generating",
    "solve": "gridwright.api.solving",
    "steps": "gridwright.api.stepping",
    "verify": "gridwright.api.solving",
}

__all__ = [
    "Candidates",
    "Completion",
    "Dataset",
    "DatasetPuzzle",
    "Diagnostic",
    "Explanation",
    "Genre",
    "GridOutcome",
    "GridSolution",
    "ImportedPuzzle",
    "Minimized",
    "NotUnique",
    "Outcome",
    "Path",
    "Puzzle",
    "Report",
    "Score",
    "Solution",
    "SolutionCount",
    "SolutionGrid",
    "SolvedLayer",
    "Spec",
    "SpecError",
    "Step",
    "Verification",
    "candidates",
    "compile",
    "complete",
    "count",
    "dataset",
    "explain",
    "export_puzzle",
    "generate",
    "genres",
    "import_puzzle",
    "judge",
    "judge_partial",
    "load",
    "load_text",
    "minimize",
    "new",
    "path",
    "render",
    "score",
    "solve",
    "steps",
    "verify",
]


def _svg_of(shown: object) -> str | None:
    """Draw something for a notebook; what draws is imported when the first picture is shown."""
    svg: str | None = importlib.import_module("gridwright.runtime.output.pictures.notebook").svg_of(shown)
    return svg


def _dict_of(shown: object) -> dict[str, object]:
    """Return a result as a plain object; what describes it is imported for the first one."""
    plain: dict[str, object] = importlib.import_module("gridwright.runtime.output.reports.plain_result").plain_result(shown)
    return plain


Pictured.svg_of = staticmethod(_svg_of)
Reported.dict_of = staticmethod(_dict_of)


def __getattr__(name: str) -> Any:
    if name not in _FACE:
        raise AttributeError(f"gridwright has no `{name}`")
    return getattr(importlib.import_module(_FACE[name]), "compile_spec" if name == "compile" else name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
