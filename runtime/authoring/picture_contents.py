"""Fill a puzzle before it is drawn: with a solution, with a grid from a file, or with the results of a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Code, error

from ..execution.error_boundary import gave_up
from ..execution.options import Options
from ..execution.progress_display import show_progress
from ..execution.search import search
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.backbone import candidates
from ..explaining.explain import explain
from ..explaining.judge_visible import judge_visible
from ..interchange.grid_file import read_grid
from ..output.pictures.board_picture import Known
from ..output.pictures.explanation_marks import marks_of_broken, of_candidates, of_conflict, of_difference
from ..output.pictures.marks import Marks
from ..output.reports import report
from ..output.text import print_text
from ..solving.endings import with_stage
from ..solving.outcome import Outcome, Result

UNMARKED = Marks()


@dataclass(frozen=True, eq=False)
class Filled:
    """A spec with known values and marks. `folded`: on a page, this picture is folded up below the printed puzzle.

    `status`: the exit status. `no_picture`: the values are unknown, and a message has been printed.
    """

    spec: Spec
    known: Known
    marks: Marks = UNMARKED
    folded: bool = False
    status: int = OK
    no_picture: bool = False


def plain(path: str, options: Options) -> Filled:
    """Return the puzzle as it is printed."""
    return Filled(options.load(path), {})


def solution_contents(path: str, options: Options) -> Filled:
    """Return the first solution of the search."""
    spec, outcome = search(path, options, 1)
    if outcome.is_proved and outcome.solutions:
        return Filled(spec, outcome.solutions[0].grid, folded=True)
    return _without(path, spec, outcome, options)


def expected_contents(path: str, options: Options) -> Filled:
    """Return the solution under `expect`, right or wrong. Raise `SpecError` if there is none."""
    spec = options.load(path)
    if spec.expected.solution is None:
        node = spec.document.get("expect") or spec.document
        raise error(Code.MISSING_KEY, "`expect` has no `solution` to draw", node.span,
                    help="to solve the puzzle, use --solution")  # fmt: skip
    return _expected_solution(spec, spec.expected.solution, options)


def expected_or_empty(path: str, options: Options) -> Filled:
    """Return the solution under `expect`, or the puzzle alone if there is none."""
    spec = options.load(path)
    return Filled(spec, {}) if spec.expected.solution is None else _expected_solution(spec, spec.expected.solution, options)


def _expected_solution(spec: Spec, solution: Known, options: Options) -> Filled:
    """Return the solution under `expect`, and print a warning for each visible layer that it leaves open."""
    for layer in spec.layers:
        values = solution.get((layer.grid, layer.name), (None,) * len(layer.places))
        stated = sum(value is not None for value in values)
        if stated < len(values) and not layer.hidden:
            how_many = f"only {stated:,} of {len(values):,} places" if stated else "no value"
            name = f"{layer.grid} {layer.name}".strip()
            options.say(
                f"{spec.path}: warning: the `solution` under `expect` has {how_many} of `{name}`; the picture is not whole"
            )
    return Filled(spec, solution, folded=True)


def from_file(grid: str) -> Callable[[str, Options], Filled]:
    """Return a function that reads the values of a file, right or wrong; it marks all violations and prints their number."""

    def contents(path: str, options: Options) -> Filled:
        progress = options.progress()
        with show_progress(path, progress, options):
            spec = options.load(path)
            progress.enter("judging")
            known = read_grid(grid, spec)
            verdict = judge_visible(spec, known, engine=options.engine, seed=options.seed, deadline=options.deadline())
        broken = verdict.report.violations
        if broken:
            options.say(f"{grid}: {print_text.number_of(len(broken), 'violation')}; to list them: gridwright judge {path} {grid}")
        return Filled(spec, known, marks_of_broken(verdict.report), status=NOT_AS_CLAIMED if broken else OK)

    return contents


def possible(path: str, options: Options) -> Filled:
    """Return the values that each place has in some solution."""
    progress = options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        candidates_found = candidates(
            spec, engine=options.engine, seed=options.seed, deadline=options.deadline(), progress=progress
        )
    if candidates_found.complete and not any(any(values) for values in candidates_found.values.values()):
        return _no_solution(path, spec, options)
    status = gave_up(path, f"{candidates_found.reason} (undecided places stay empty)", options) if candidates_found.reason else OK
    return Filled(spec, {}, of_candidates(candidates_found), status=status)


def explanation_contents(path: str, options: Options) -> Filled:
    """Return the conflict if there is no solution, how two differ if there are several, or the only solution."""
    progress = options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        explanation = explain(spec, engine=options.engine, seed=options.seed, deadline=options.deadline(), progress=progress)
    if explanation.conflict:
        return Filled(spec, {}, of_conflict(spec, explanation.conflict), status=NOT_AS_CLAIMED)
    if explanation.difference:
        return Filled(spec, {}, of_difference(explanation.difference, explanation.candidates), status=NOT_AS_CLAIMED)
    if explanation.outcome.unique and explanation.outcome.is_proved:
        return Filled(spec, explanation.outcome.solutions[0].grid)
    return _without(path, spec, explanation.outcome, options)


def _without(path: str, spec: Spec, outcome: Outcome, options: Options) -> Filled:
    """Return nothing, and print the reason."""
    if outcome.result is Result.NO_SOLUTION:
        return _no_solution(path, spec, options)
    reason = f"{with_stage(outcome.reason, outcome.during)} ({print_text.progress_line(outcome)})"
    if options.json:
        options.report(report.failure(path, "gave-up", reason))
    return Filled(spec, {}, status=gave_up(path, reason, options), no_picture=True)


def _no_solution(path: str, spec: Spec, options: Options) -> Filled:
    if options.json:
        options.report({"spec": path, "title": spec.title, "status": "no-solution"})
    options.say(f"{path}: there is no solution, so nothing is drawn; to draw why, use --explain")
    return Filled(spec, {}, status=NOT_AS_CLAIMED, no_picture=True)


FILLED: Mapping[str, Callable[[str, Options], Filled]] = {
    "": plain,
    "solution": solution_contents,
    "expected": expected_contents,
    "candidates": possible,
    "explain": explanation_contents,
}
