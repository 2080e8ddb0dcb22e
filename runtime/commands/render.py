"""Draw puzzles as they are printed: one as SVG, PNG or HTML, several on a page or in a gallery.

The suffix of the output says which: .svg, .png, .html. A folder becomes a gallery: a page with all puzzles, and an SVG of each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from gridwright.compiler.diagnostics import Code, error
from gridwright.compiler.reading import load
from gridwright.compiler.spec import Spec

from .. import report, show
from ..cli import NOT_AS_CLAIMED, OK
from ..gridfile import read_grid
from ..outcome import Result
from ..render.board import Known
from ..render.entry import entry_of
from ..render.output import Output, output
from ..render.page import Entry, page
from ..render.picture import picture
from ..render.png import NoPng, png
from ..render.svg import svg
from ..running import Options, common_options, each, files, gave_up, search, specs_argument
from ..writing import NotWritten, write_whole

SAY_EVERY = 1.0  # seconds, while many puzzles are drawn


@click.command("render", help=__doc__)
@specs_argument
@click.option("-o", "--output", "written", required=True, metavar="FILE", help="A file .svg, .png or .html, or a folder.")
@click.option("--solution", "solved", is_flag=True, help="Solve the puzzle, and draw its solution.")
@click.option("--expected", is_flag=True, help="Draw the solution that `expect` states, without solving.")
@click.option("--grid", metavar="GRID", help="Draw the values of a file, as `judge` reads it.")
@click.option("--title/--no-title", "titled", default=True, help="Whether the title stands above the puzzle.")
@click.option("--scale", type=click.FloatRange(0.05, 20), metavar="FACTOR", help="How large: 1 draws cells 40 pixels wide.")
@click.option("--force", is_flag=True, help="Replace files that exist.")
@common_options
def command(
    options: Options,
    specs: Sequence[str],
    written: str,
    solved: bool,
    expected: bool,
    grid: str | None,
    titled: bool,
    scale: float | None,
    force: bool,
) -> int:
    """Draw each spec, and write what was drawn."""
    if solved + expected + bool(grid) > 1:
        raise click.UsageError("--solution, --expected and --grid each say what is filled in; give one of them")
    paths = files(specs)
    if grid and len(paths) > 1:
        raise click.UsageError("--grid is for one puzzle")
    out = output(written, paths)
    out.check(force=force)
    easel = _Easel(out, titled, scale, force, is_attempt=bool(grid))

    def one(path: str) -> int:
        if solved:
            spec, known, status = _solved(path, options)
        else:
            spec, known, status = _stated(path, grid, needed=expected and not out.is_page, wanted=expected)
        if known is not None:
            easel.draw(path, spec, known)
        return status

    status = each(paths, one if solved else _said(one, len(paths), options), options)
    easel.finish()
    for path, heading in easel.drawn.items():
        if options.json:
            options.report({"spec": path, "title": heading, "status": "drawn", "written": str(out.picture(path))})
    if easel.drawn and not options.json:
        options.say(f"wrote {out.page if out.is_page else out.path}, {show.counted(len(easel.drawn), 'puzzle')}")
    return status


def _solved(path: str, options: Options) -> tuple[Spec, Known | None, int]:
    """A spec, the values of the first solution found, and the status; none, with the reason said, where there is no solution."""
    spec, outcome = search(path, options, 1)
    if outcome.is_proved and outcome.solutions:
        return spec, outcome.solutions[0].grid, OK
    if outcome.result is Result.NO_SOLUTION:
        if options.json:
            options.report({"spec": path, "title": spec.title, "status": "no-solution"})
        options.say(f"{path}: there is no solution, and nothing is drawn")
        return spec, None, NOT_AS_CLAIMED
    reason = f"{outcome.reason} ({show.so_far(outcome)})"
    if options.json:
        options.report(report.failed(path, "gave-up", reason))
    return spec, None, gave_up(path, reason, options)


def _stated(path: str, grid: str | None, *, needed: bool, wanted: bool) -> tuple[Spec, Known, int]:
    """A spec, and the values that a file or `expect` gives; `SpecError` where they are `needed` and not there."""
    spec = load(path)
    if grid:
        return spec, read_grid(grid, spec), OK
    if needed and spec.expected.solution is None:
        expect = spec.document.get("expect")
        raise error(Code.MISSING_KEY, "`expect` states no `solution`, which is to be drawn",
                    (expect or spec.document).span, help="--solution solves the puzzle")  # fmt: skip
    return spec, (spec.expected.solution or {}) if wanted else {}, OK


def _said(one: Callable[[str], int], number: int, options: Options) -> Callable[[str], int]:
    """The same, with a word about how far it is, where that takes more than a second."""
    began = said = time.monotonic()
    done = 0

    def told(path: str) -> int:
        nonlocal said, done
        if time.monotonic() - said > SAY_EVERY:
            said = time.monotonic()
            options.say(f"{done} of {number} drawn after {said - began:.0f} s; next {path}")
        done += 1
        return one(path)

    return told


@dataclass
class _Easel:
    """Draws puzzles; what goes on a page is collected, and written at the end."""

    out: Output
    titled: bool
    scale: float | None
    force: bool
    is_attempt: bool
    drawn: dict[str, str] = field(default_factory=dict)  # titles
    entries: list[Entry] = field(default_factory=list)
    singles: dict[Path, str] = field(default_factory=dict)

    def draw(self, path: str, spec: Spec, known: Known) -> None:
        if self.out.suffix == ".png":
            try:
                write_whole(self.out.path, png(picture(spec, known, titled=self.titled), scale=self.scale), force=self.force)
            except NoPng as problem:
                raise NotWritten(str(problem)) from None
        elif self.out.suffix == ".svg":
            write_whole(self.out.path, self.svg(spec, known, titled=self.titled), force=self.force)
        else:
            self.add(path, spec, known)
        self.drawn[path] = spec.title

    def add(self, path: str, spec: Spec, known: Known) -> None:
        """Put a puzzle on the page: as it is printed, and its solution to be unfolded."""
        plain = self.svg(spec, known if self.is_attempt else {}, titled=False)
        solution = self.svg(spec, known, titled=False) if known and not self.is_attempt else ""
        section = Path(path).resolve().parent.name.replace("-", " ")
        self.entries.append(entry_of(spec, self.out.names[path], plain, solution, section))
        if not self.out.suffix:
            self.singles[self.out.picture(path)] = self.svg(spec, known, titled=self.titled)

    def svg(self, spec: Spec, known: Known, *, titled: bool) -> str:
        return svg(picture(spec, known, titled=titled), scale=self.scale or 1.0)

    def finish(self) -> None:
        """Write the page, and for a gallery the pictures beside it."""
        if not self.entries:
            return
        if not self.out.suffix:
            try:
                self.out.path.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                raise NotWritten(f"{self.out.path} cannot be made: {problem.strerror}") from None
        for target, single in self.singles.items():
            write_whole(target, single, force=self.force)
        title = self.entries[0].title if len(self.entries) == 1 else "Puzzles"
        write_whole(self.out.page, page(title, self.entries), force=self.force)
