"""The command line: arguments, exit status, and all printing. Results go to standard output, everything else to standard error.

Exit status: 0 as claimed; 1 the puzzle is not as claimed; 2 the spec or the call is wrong; 3 gave up; 70 a mistake of this
program; 130 interrupted. For several specs the highest. Everything heavy is imported where it is used, so that `--help` is
quick.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from gridwright.compiler.diagnostics import Diagnostic
    from gridwright.compiler.spec import Spec
    from rich.console import Console

    from .outcome import Outcome, Solution
    from .progress import Progress

OK, NOT_AS_CLAIMED, WRONG, GAVE_UP, OUR_MISTAKE, INTERRUPTED = 0, 1, 2, 3, 70, 130


def main() -> None:
    """Run the command line and exit with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and give its exit status. No exception gets past here."""
    try:
        status: int = app(args=list(arguments), prog_name="gridwright", standalone_mode=False) or OK
        sys.stdout.flush()
    except click.exceptions.Exit as exit:
        return exit.exit_code
    except click.ClickException as problem:
        problem.show()
        return WRONG
    except (KeyboardInterrupt, click.Abort):
        print("gridwright: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever reads our output has stopped; nothing more can be said
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception as problem:
        return _our_mistake(problem, "--verbose" in arguments)
    return status


def _our_mistake(problem: Exception, verbose: bool) -> int:
    print(f"gridwright: a mistake of this program, not of your spec: {type(problem).__name__}: {problem}", file=sys.stderr)
    print("  please report it with the spec and the command; --verbose prints where it happened", file=sys.stderr)
    if verbose:
        import traceback  # noqa: PLC0415

        traceback.print_exc()
    return OUR_MISTAKE


@dataclass(frozen=True, slots=True)
class Options:
    """The options that mean the same everywhere."""

    json: bool
    timeout: float | None
    seed: int
    engine: str
    quiet: bool
    verbose: bool


def _common(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that mean the same everywhere, handed over as one `Options`."""

    def collected(json: bool, timeout: float | None, seed: int, engine: str, quiet: bool, verbose: bool, **rest: Any) -> int:
        return command(options=Options(json, timeout, seed, engine, quiet, verbose), **rest)

    collected.__doc__ = command.__doc__
    collected.__name__ = command.__name__
    collected.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in reversed(
        (
            click.option("--json", is_flag=True, help="Print one JSON object for each spec, and nothing else."),
            click.option("--timeout", type=click.FloatRange(0), metavar="SECONDS", help="Give up on a spec after this."),
            click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="Seed of the search."),
            click.option("--engine", type=click.Choice(["z3", "cadical"]), default="z3", help="Which solver searches."),
            click.option("--quiet", is_flag=True, help="Say nothing on standard error but errors."),
            click.option("--verbose", is_flag=True, help="Say more: statistics, and where an internal mistake happened."),
        )
    ):
        collected = option(collected)
    return collected


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="gridwright", prog_name="gridwright")
def app() -> None:
    """Grid puzzles written as YAML: solved, judged by separate code, and proved unique."""


SPECS = click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
SPEC = click.argument("spec", metavar="SPEC")


# commands


@app.command()
@SPECS
@click.option("--no-unique", is_flag=True, help="Do not look for a second solution.")
@_common
def solve(options: Options, specs: Sequence[str], no_unique: bool) -> int:
    """Solve puzzles, prove that their solutions are unique, and print grid, answer and times."""

    def one(path: str) -> int:
        spec, outcome = _searched(path, options, 1 if no_unique else 2)
        return _print_solved(spec, outcome, options, proving=not no_unique)

    return _each(_files(specs), one, options)


@app.command()
@SPECS
@_common
def verify(options: Options, specs: Sequence[str]) -> int:
    """Check everything that `expect` claims, in files and folders; for workflows and CI."""
    from .verify import limit_for  # noqa: PLC0415

    rows: list[tuple[str, ...]] = []

    def one(path: str) -> int:
        try:
            spec, outcome = _searched(path, options, limit_for)
        except Exception as problem:
            rows.append((path, type(problem).__name__, "", "", ""))
            raise
        return _verified(spec, outcome, options, rows)

    status = _each(_files(specs), one, options)
    if rows and not options.json:
        _print_table(rows)
    return status


@app.command()
@SPECS
@_common
def check(options: Options, specs: Sequence[str]) -> int:
    """Read, check and compile specs, and solve nothing; quick enough for every save."""

    def one(path: str) -> int:
        from gridwright.compiler.budget import Deadline  # noqa: PLC0415
        from gridwright.compiler.compile import compile_spec  # noqa: PLC0415
        from gridwright.compiler.reading import load  # noqa: PLC0415

        spec = load(path)
        puzzle = compile_spec(spec, deadline=Deadline(options.timeout))
        clauses = sum(sum(1 for _ in part.clauses()) for part in puzzle.parts)
        if options.json:
            _print_json({"spec": path, "title": spec.title, "status": "valid", "diagnostics": []})
        elif not options.quiet:
            unknowns, variables = len(puzzle.module.variables), sum(part.size for part in puzzle.parts)
            print(f"{path}: ok ({unknowns} unknowns, {variables:,} variables, {clauses:,} clauses)")
        for contradiction in puzzle.contradictions:
            _say(f"{path}: warning: {contradiction.message}", options)
            for origin in contradiction.origins:
                _say(f"  {origin}", options)
        return OK

    return _each(_files(specs), one, options)


@app.command()
@SPEC
@click.argument("grid", metavar="GRID")
@_common
def judge(options: Options, spec: str, grid: str) -> int:
    """Judge a finished grid by plain evaluation, and name each rule that it breaks.

    GRID is a file: JSON as --json prints it, YAML as under `expect: solution:`, or one picture.
    """

    def one(path: str) -> int:
        return _judged(path, grid, options)

    return _each([spec], one, options)


@app.command()
@SPEC
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=1_000, metavar="N", help="Stop after so many (1,000).")
@click.option("--show", is_flag=True, help="Print every solution.")
@_common
def count(options: Options, spec: str, limit: int, show: bool) -> int:
    """Count the solutions of a puzzle by enumerating them."""

    def one(path: str) -> int:
        found, outcome = _searched(path, options, limit)
        at_least = "" if outcome.complete else "at least "
        if options.json:
            _print_outcome_json(found, outcome, None)
        else:
            if show:
                for solution in outcome.solutions:
                    _print_grids(found, solution)
            print(f"{at_least}{outcome.count} solution{'' if outcome.count == 1 else 's'}")
        if outcome.complete:
            return OK
        reached = f"stopped at the limit of {limit}; --limit sets another"
        return _gave_up(path, outcome.reason or reached, options)

    return _each([spec], one, options)


@app.command(name="compile")
@SPEC
@click.option("--to", type=click.Choice(["ir", "smt2", "dimacs"]), default="ir", help="What to print (ir).")
@click.option("--eager", is_flag=True, help="Write connectivity out, instead of leaving it to refinement.")
@_common
def compile_(options: Options, spec: str, to: str, eager: bool) -> int:
    """Print what the solver sees, and say which rules have only the general lemma."""

    def one(path: str) -> int:
        from gridwright.compiler.budget import Deadline  # noqa: PLC0415
        from gridwright.compiler.compile import compile_spec  # noqa: PLC0415
        from gridwright.compiler.export import FORMATS  # noqa: PLC0415
        from gridwright.compiler.reading import load  # noqa: PLC0415

        puzzle = compile_spec(load(path), lazy=not eager, deadline=Deadline(options.timeout))
        for line in FORMATS[to](puzzle):
            print(line)
        for origin in puzzle.general:
            _say(f"general lemma only: {origin}", options)
        return OK

    return _each([spec], one, options)


@app.command()
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="Print the whole reference page.")
def functions(name: str | None, markdown: bool) -> int:
    """List the functions of the language, or describe one."""
    from gridwright.compiler.diagnostics import did_you_mean  # noqa: PLC0415
    from gridwright.compiler.function import all_functions  # noqa: PLC0415

    from .reference import page, short  # noqa: PLC0415

    if markdown:
        print(page(), end="")
        return OK
    if name is None:
        print(short())
        return OK
    function = all_functions().get(name)
    if function is None:
        help = did_you_mean(name, all_functions())
        raise click.UsageError(f"there is no function `{name}`" + (f"; {help}" if help else ""))
    print(f"{function.signature}\n\n{function.words}\n\nExample: {function.example}")
    return OK


# running


def _files(specs: Sequence[str]) -> list[str]:
    """The files meant: a folder stands for the specs below it."""
    found: list[str] = []
    for spec in specs:
        if Path(spec).is_dir():
            inside = sorted(str(path) for path in Path(spec).rglob("*.yaml"))
            if not inside:
                raise click.UsageError(f"there are no specs (*.yaml) in {spec}")
            found += inside
        else:
            found.append(spec)
    return list(dict.fromkeys(found))


def _each(paths: Iterable[str], one: Callable[[str], int], options: Options) -> int:
    """Run a command on each file; a file that is wrong does not stop the others."""
    from gridwright.compiler.budget import OutOfTime  # noqa: PLC0415
    from gridwright.compiler.diagnostics import SpecError  # noqa: PLC0415

    from .engines.engine import EngineMissing  # noqa: PLC0415
    from .solve import JudgeRejects  # noqa: PLC0415

    status = OK
    for path in paths:
        try:
            found = one(path)
        except SpecError as problem:
            found = _print_invalid(path, problem.diagnostics, options)
        except OutOfTime:
            found = _gave_up(path, "out of time", options)
        except EngineMissing as problem:
            raise click.UsageError(str(problem)) from None
        except JudgeRejects as problem:
            found = _print_rejected(problem)
        status = max(status, found)
        if found == INTERRUPTED:
            break
    return status


def _searched(path: str, options: Options, limit: int | Callable[[Any], int]) -> tuple[Spec, Outcome]:
    """A spec and the outcome of a search, with progress shown meanwhile."""
    from gridwright.compiler.budget import Deadline  # noqa: PLC0415
    from gridwright.compiler.reading import load  # noqa: PLC0415

    from .progress import Progress  # noqa: PLC0415
    from .solve import solve as search  # noqa: PLC0415

    deadline = Deadline(options.timeout)
    progress = Progress()
    with _shown(path, progress, options):
        progress.enter("reading")
        spec = load(path)
        wanted = limit if isinstance(limit, int) else limit(spec.expected)
        outcome = search(spec, limit=wanted, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress)
    return spec, outcome


@contextmanager
def _shown(path: str, progress: Progress, options: Options) -> Iterator[None]:
    """Say on standard error what is being done, from the first second on."""
    import threading  # noqa: PLC0415

    if options.quiet:
        yield
        return
    done = threading.Event()
    in_place = sys.stderr.isatty()

    def show() -> None:
        pause, shown = 1.0, 0
        while not done.wait(pause):
            text = f"{path}: {progress}"
            if in_place:
                sys.stderr.write("\r" + text.ljust(shown))
                shown, pause = len(text), 0.2
            else:
                sys.stderr.write(text + "\n")
                pause = min(pause * 2, 60)
            sys.stderr.flush()
        if in_place and shown:
            sys.stderr.write("\r" + " " * shown + "\r")
            sys.stderr.flush()

    thread = threading.Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(1)


def _judged(path: str, grid_path: str, options: Options) -> int:
    from gridwright.compiler.budget import Deadline  # noqa: PLC0415
    from gridwright.compiler.compile import lower  # noqa: PLC0415
    from gridwright.compiler.reading import load  # noqa: PLC0415

    from .gridfile import read_grid  # noqa: PLC0415
    from .hidden import judge_visible  # noqa: PLC0415

    deadline = Deadline(options.timeout)
    spec = load(path)
    lower(spec, deadline)  # the rules themselves must be right before a grid is held against them
    grid = read_grid(grid_path, spec)
    verdict = judge_visible(spec, grid, engine=options.engine, seed=options.seed, deadline=deadline)
    if options.json:
        broken = [
            {
                "says": violation.what,
                "place": str(violation.span),
                "grid": violation.grid,
                "bindings": dict(violation.bindings),
            }
            for violation in verdict.report.violations
        ]
        _print_json(
            {
                "spec": path,
                "grid": grid_path,
                "accepted": verdict.report.accepted,
                "rests_on": verdict.rests_on,
                "violations": broken,
            }
        )
    elif verdict.report.accepted:
        print(f"accepted: every rule holds ({verdict.rests_on})")
    else:
        for violation in verdict.report.violations:
            print(f"{violation.span}: broken: {violation}")
        number = len(verdict.report.violations)
        print(f"rejected: {number} violation{'' if number == 1 else 's'} ({verdict.rests_on})")
    return OK if verdict.report.accepted else NOT_AS_CLAIMED


# printing


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False, markup=False, soft_wrap=True)


def _say(text: str, options: Options) -> None:
    if not options.quiet:
        print(text, file=sys.stderr)


def _print_json(found: dict[str, Any]) -> None:
    print(json.dumps(found, ensure_ascii=False))


def _print_outcome_json(spec: Spec, outcome: Outcome, expected: list[str] | None) -> None:
    from .report import of_outcome  # noqa: PLC0415

    _print_json(of_outcome(spec, outcome, expected))


def _print_invalid(path: str, diagnostics: Sequence[Diagnostic], options: Options) -> int:
    from gridwright.compiler.diagnostics import render  # noqa: PLC0415

    from .report import invalid  # noqa: PLC0415

    if options.json:
        _print_json(invalid(path, diagnostics))
    else:
        for diagnostic in diagnostics:
            print(render(diagnostic), file=sys.stderr)
        number = len(diagnostics)
        _say(f"{path}: {number} error{'' if number == 1 else 's'}", options)
    return WRONG


def _print_rejected(problem: Any) -> int:
    from .report import solution_as_json  # noqa: PLC0415

    print(
        f"gridwright: {problem.spec.path}: a mistake of this program: the judge rejects a finished grid",
        file=sys.stderr,
    )
    for violation in problem.report.violations[:5]:
        print(f"  {violation.span}: {violation}", file=sys.stderr)
    print(f"  the grid: {json.dumps(solution_as_json(problem.spec, problem.grid))}", file=sys.stderr)
    print("  please report it with the spec", file=sys.stderr)
    return OUR_MISTAKE


def _gave_up(path: str, reason: str, options: Options) -> int:
    if not options.json:
        print(f"{path}: gave up: {reason}", file=sys.stderr)
    return INTERRUPTED if reason == "interrupted" else GAVE_UP


def _print_solved(spec: Spec, outcome: Outcome, options: Options, *, proving: bool) -> int:
    from .outcome import Result  # noqa: PLC0415
    from .verify import differences  # noqa: PLC0415

    different = differences(spec, outcome)
    status = NOT_AS_CLAIMED if different or outcome.result is Result.NO_SOLUTION else OK
    if options.json:
        _print_outcome_json(spec, outcome, different)
    else:
        if spec.title:
            _console().print(spec.title, style="bold")
        for number, solution in enumerate(outcome.solutions, 1):
            if len(outcome.solutions) > 1:
                print(f"solution {number}")
            _print_grids(spec, solution)
        _print_facts(spec, outcome, different, options, proving)
    if outcome.result is Result.GAVE_UP or (proving and outcome.unique is None):
        return max(
            status,
            _gave_up(spec.path, f"{outcome.reason} ({_so_far(outcome)})", options)
            if outcome.reason != "interrupted"
            else _interrupted(outcome, options),
        )
    return status


def _interrupted(outcome: Outcome, options: Options) -> int:
    print(f"gridwright: interrupted ({_so_far(outcome)})", file=sys.stderr)
    return INTERRUPTED


def _so_far(outcome: Outcome) -> str:
    """How far a search came that did not end."""
    found = f"{outcome.count} solution{'' if outcome.count == 1 else 's'} found"
    rounds, lemmas = outcome.statistics.rounds, sum(outcome.statistics.lemmas.values())
    return f"{found}, {rounds} rounds, {lemmas} lemmas; nothing is claimed beyond that"


def _print_facts(spec: Spec, outcome: Outcome, different: list[str], options: Options, proving: bool) -> None:
    from .outcome import Result  # noqa: PLC0415

    for contradiction in outcome.contradictions:
        print(contradiction.message)
        for origin in contradiction.origins:
            print(f"  {origin}" + (f": {origin.says}" if origin.says else ""))
    if outcome.result is Result.NO_SOLUTION:
        print("no solution: proved" + (" without a search" if outcome.contradictions else " by a whole search"))
    elif outcome.unique is True:
        print("unique: there is no other solution (proved)")
    elif outcome.unique is False:
        print("not unique: there are several solutions")
    elif outcome.solutions and not proving:
        print("not known to be unique (--no-unique)")
    answers = [solution.answer for solution in outcome.solutions]
    if answers and answers[0] is not None:
        same = all(found == answers[0] for found in answers)
        for found in answers[:1] if same else answers:
            named = found if isinstance(found, dict) else {"answer": found}
            for name, value in named.items():
                print(f"{name}: {value}")
    for difference in different:
        print(f"not as expected: {difference}")
    _say(_times(outcome), options)
    if options.verbose:
        found = outcome.statistics
        lemmas = ", ".join(f"{number} {kind}" for kind, number in found.lemmas.items()) or "none"
        _say(
            f"size: {found.parts} part(s), {found.variables:,} variables, {found.clauses:,} clauses, {found.sums:,} sums; "
            f"refinement: {found.rounds} rounds, lemmas: {lemmas}",
            options,
        )


def _times(outcome: Outcome) -> str:
    seconds = outcome.statistics.seconds
    stages = ", ".join(f"{stage} {value:.2f}" for stage, value in seconds.items() if value >= 0.005)
    return f"time: {sum(seconds.values()):.2f} s ({stages})"


def _print_grids(spec: Spec, solution: Solution) -> None:
    """Every visible layer: those on cells as boards, others as lists."""
    from rich.text import Text  # noqa: PLC0415

    from .render.terminal import draw  # noqa: PLC0415
    from .report import layer_as_json  # noqa: PLC0415

    console = _console()
    styles = {"line": "dim", "given": "bold", "found": "cyan", "clue": ""}
    for grid in spec.grids:
        if grid.name:
            print(grid.name)
        visible = [layer for layer in grid.layers if not layer.hidden]
        for layer in visible:
            values = solution.grid[grid.name, layer.name]
            on_cells = all(place in grid.board.cells for place in layer.places) and not layer.single
            if len(visible) > 1 or not on_cells:
                print(f"{layer.name}:", end="\n" if on_cells else " ")
            if not on_cells:
                print(layer_as_json(grid, layer, values))
                continue
            for line in draw(grid, layer, values, styled=console.is_terminal, width=console.width):
                text = Text()
                for piece in line:
                    text.append(piece.text, styles.get(piece.style, ""))
                text.rstrip()
                console.print(text)


def _verified(spec: Spec, outcome: Outcome, options: Options, rows: list[tuple[str, ...]]) -> int:
    from .verify import differences, undecided  # noqa: PLC0415

    different = differences(spec, outcome)
    open_question = undecided(spec, outcome)
    if options.json:
        _print_outcome_json(spec, outcome, different)
    verdict = "; ".join(different) or (f"gave up: {open_question}" if open_question else "as expected")
    count = f"{'' if outcome.complete else '>= '}{outcome.count}"
    answer = outcome.solutions[0].answer if outcome.solutions else None
    shown = "" if answer is None else str(answer)
    rows.append((spec.path, verdict, count, shown, f"{sum(outcome.statistics.seconds.values()):.2f}"))
    if open_question == "interrupted":
        return _interrupted(outcome, options)
    if different:
        return NOT_AS_CLAIMED
    return GAVE_UP if open_question else OK


def _print_table(rows: list[tuple[str, ...]]) -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table("spec", "verdict", "solutions", "answer", "seconds", box=SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    _console().print(table)
