"""What is filled into a puzzle before it is drawn: a solution, an attempt from a file, or what a search found out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import Code, error

from ..execution.error_boundary import gave_up
from ..execution.options import Options
from ..execution.progress_display import show_progress
from ..execution.search import search
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.backbone import candidates
from ..explaining.explain import explain
from ..interchange.grid_file import read_grid
from ..output.pictures.board_picture import Known
from ..output.pictures.explanation_marks import of_broken, of_candidates, of_conflict, of_difference
from ..output.pictures.marks import Marks
from ..output.reports import report
from ..output.text import print_text
from ..solving.complete_hidden_layers import judge_visible
from ..solving.outcome import Outcome, Result
from ..solving.progress import Progress

UNMARKED = Marks()


@dataclass(frozen=True, eq=False)
class Filled:
    """A spec with what is known of its values. `folded`: on a page it stands beside the puzzle as it is printed.

    `status` is the exit status of finding it; `nothing`: it was not found, which has been said, and there is no picture.
    """

    spec: Spec
    known: Known
    marks: Marks = UNMARKED
    folded: bool = False
    status: int = OK
    nothing: bool = False


def plain(path: str, options: Options) -> Filled:
    """The puzzle as it is printed."""
    return Filled(load(path, options.limits), {})


def solved(path: str, options: Options) -> Filled:
    """The first solution that is found."""
    spec, outcome = search(path, options, 1)
    if outcome.is_proved and outcome.solutions:
        return Filled(spec, outcome.solutions[0].grid, folded=True)
    return _without(path, spec, outcome, options)


def stated(path: str, options: Options) -> Filled:
    """The solution that `expect` states, whether or not it is one; `SpecError` where it states none."""
    spec = load(path, options.limits)
    if spec.expected.solution is None:
        node = spec.document.get("expect") or spec.document
        raise error(Code.MISSING_KEY, "`expect` states no `solution`, which is to be drawn", node.span,
                    help="--solution solves the puzzle")  # fmt: skip
    return Filled(spec, spec.expected.solution, folded=True)


def perhaps_stated(path: str, options: Options) -> Filled:
    """The same, or where `expect` states no solution the puzzle alone."""
    spec = load(path, options.limits)
    return Filled(spec, spec.expected.solution or {}, folded=spec.expected.solution is not None)


def from_file(grid: str) -> Callable[[str, Options], Filled]:
    """The values of a file, right or wrong; what they break is marked, and said in short."""

    def filled(path: str, options: Options) -> Filled:
        with show_progress(path, Progress(stage="judging"), options):
            spec = load(path, options.limits)
            known = read_grid(grid, spec)
            verdict = judge_visible(spec, known, engine=options.engine, seed=options.seed, deadline=options.deadline())
        broken = verdict.report.violations
        if broken:
            options.say(f"{grid}: {print_text.counted(len(broken), 'violation')}; gridwright judge {path} {grid} names them")
        return Filled(spec, known, of_broken(verdict.report), status=NOT_AS_CLAIMED if broken else OK)

    return filled


def possible(path: str, options: Options) -> Filled:
    """The values that each place has in some solution."""
    progress = Progress()
    with show_progress(path, progress, options):
        spec = load(path, options.limits)
        found = candidates(spec, engine=options.engine, seed=options.seed, deadline=options.deadline(), progress=progress)
    if found.complete and not any(any(each) for each in found.values.values()):
        return _no_solution(path, spec, options)
    status = gave_up(path, f"{found.reason} (places that are not settled stay empty)", options) if found.reason else OK
    return Filled(spec, {}, of_candidates(found), status=status)


def explained(path: str, options: Options) -> Filled:
    """What contradicts, where there is no solution; where there are several, how two differ; the solution, if there is one."""
    progress = Progress()
    with show_progress(path, progress, options):
        spec = load(path, options.limits)
        found = explain(spec, engine=options.engine, seed=options.seed, deadline=options.deadline(), progress=progress)
    if found.conflict:
        return Filled(spec, {}, of_conflict(spec, found.conflict), status=NOT_AS_CLAIMED)
    if found.difference:
        return Filled(spec, {}, of_difference(found.difference, found.candidates), status=NOT_AS_CLAIMED)
    if found.outcome.unique and found.outcome.is_proved:
        return Filled(spec, found.outcome.solutions[0].grid)
    return _without(path, spec, found.outcome, options)


def _without(path: str, spec: Spec, outcome: Outcome, options: Options) -> Filled:
    """Nothing, and the reason is said."""
    if outcome.result is Result.NO_SOLUTION:
        return _no_solution(path, spec, options)
    reason = f"{outcome.reason} ({print_text.progress_line(outcome)})"
    if options.json:
        options.report(report.failed(path, "gave-up", reason))
    return Filled(spec, {}, status=gave_up(path, reason, options), nothing=True)


def _no_solution(path: str, spec: Spec, options: Options) -> Filled:
    if options.json:
        options.report({"spec": path, "title": spec.title, "status": "no-solution"})
    options.say(f"{path}: there is no solution, and nothing is drawn; --explain draws why")
    return Filled(spec, {}, status=NOT_AS_CLAIMED, nothing=True)


FILLED: Mapping[str, Callable[[str, Options], Filled]] = {
    "": plain,
    "solution": solved,
    "expected": stated,
    "candidates": possible,
    "explain": explained,
}
