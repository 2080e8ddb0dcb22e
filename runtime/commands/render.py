"""Draw puzzles as they are printed: one as SVG, PNG, HTML or PDF, several on a page, in a booklet or in a gallery.

The suffix of FILE decides the format: .svg, .png, .html or .pdf. A PDF has a page for each puzzle, and at its end the solutions
that --solution or --expected ask for. A folder becomes a gallery: a page with all puzzles, and an SVG of each.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.records import dataclass, field, replace

from ..authoring.picture_contents import FILLED, Filled, expected_or_empty, from_file
from ..execution.error_boundary import each
from ..execution.library_files import library_result
from ..execution.options import FILE, Begun, Options, Work, common_options, specs_argument
from ..execution.spec_files import files
from ..output.atomic_write import NotWritten, write_whole
from ..output.pictures.html_page import Entry, page
from ..output.pictures.page_entry import entry_of
from ..output.pictures.pdf import DEFAULT_SCALE, PAPERS, NoPdf, compiler, pdf
from ..output.pictures.picture import picture
from ..output.pictures.picture_files import Output, output
from ..output.pictures.png import NoPng, png
from ..output.pictures.scene import Scene
from ..output.pictures.svg import svg
from ..output.text import print_text
from ..solving.progress import Progress

SAY_EVERY = 1.0  # seconds, while many puzzles are drawn


@click.command("render", help=__doc__)
@specs_argument
@click.option(
    "-o",
    "--output",
    "written",
    required=True,
    metavar="FILE",
    type=FILE,
    help="The file to write (.svg, .png, .html, .pdf), or a folder.",
)
@click.option("--solution", is_flag=True, help="Solve the puzzle, and draw its solution.")
@click.option("--expected", is_flag=True, help="Draw the solution that `expect` states, without solving.")
@click.option("--grid", metavar="GRID", type=FILE, help="Draw the values from a file that `judge` can read.")
@click.option("--candidates", is_flag=True, help="Draw all values that each place has in some solution.")
@click.option("--explain", is_flag=True, help="Mark what contradicts each other, or where two solutions differ.")
@click.option("--title/--no-title", "titled", default=True, help="Draw the title above the puzzle, or not.")
@click.option("--scale", type=click.FloatRange(0.05, 20), metavar="FACTOR", help="Size; 1 draws cells 40 pixels wide.")
@click.option("--paper", type=click.Choice(list(PAPERS)), help="The paper of a PDF: a4, unless you say so.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@common_options
def command(
    options: Options,
    specs: Sequence[str],
    written: str,
    grid: str | None,
    titled: bool,
    scale: float | None,
    paper: str | None,
    force: bool,
    **flags: bool,
) -> int:
    """Draw each spec, and write what was drawn."""
    asked = [name for name, is_set in ({"grid": bool(grid)} | flags).items() if is_set]
    if len(asked) > 1:
        raise click.UsageError(f"{', '.join(f'--{name}' for name in asked)}: choose only one of these")
    paths = files(specs, options.deadline())
    if grid and len(paths) > 1:
        raise click.UsageError("--grid is for one puzzle")
    out = output(written, paths)
    if paper and out.suffix != ".pdf":
        raise click.UsageError("--paper is for .pdf")
    out.check(force=force)
    fill = from_file(grid) if grid else FILLED["".join(asked)]
    if "expected" in asked and out.is_page:
        fill = expected_or_empty
    easel = _Easel(out, titled, scale, paper or "a4", force)
    easel.check()

    def one(path: str, _: Options) -> int:  # what is drawn is collected here
        def draw(limited: Options) -> _Drawn:
            library = library_result(path, limited)
            if library is not None:
                limited.say(f"{path}: {library.verdict}")
                return _Drawn(library.status)
            filled = fill(path, limited)
            limited.progress().enter("drawing")
            return easel.draw(path, filled)

        result = options.run_limited(draw)
        easel.take(path, result)
        return result.status

    is_quick = not asked or asked[0] in ("grid", "expected")  # what searches says itself how far it is
    here = replace(options, memory=None, timeout=None, begun=Begun(NO_DEADLINE, Progress()))  # `one` begins the work
    status = each(paths, _with_progress(one, len(paths)) if is_quick else one, here)
    easel.finish()
    for path, heading in easel.titles.items():
        if options.json:
            options.report({"spec": path, "title": heading, "status": "drawn", "written": str(out.picture(path))})
    if easel.titles and not options.json:
        options.say(f"wrote {out.page if out.is_page else out.path}, {print_text.number_of(len(easel.titles), 'puzzle')}")
    return status


def _with_progress(one: Work, number: int) -> Work:
    """Return the same work, which prints how many of so many specs are done if that takes more than a second."""
    began = shown = time.monotonic()
    done = 0

    def draw(path: str, options: Options) -> int:
        nonlocal shown, done
        if time.monotonic() - shown > SAY_EVERY:
            shown = time.monotonic()
            options.say(f"{done} of {number} drawn after {shown - began:.0f} s; next {path}")
        done += 1
        return one(path, options)

    return draw


@dataclass(frozen=True)
class _Drawn:
    """A puzzle that was drawn: its picture, and its place on the page if there is one."""

    status: int
    title: str = ""
    picture: str | bytes = ""
    entry: Entry | None = None


@dataclass
class _Easel:
    """Draws puzzles; what goes on a page is collected, and written at the end."""

    out: Output
    titled: bool
    scale: float | None
    paper: str
    force: bool
    titles: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    singles: dict[Path, str] = field(default_factory=dict)

    def check(self) -> None:
        """Raise `NotWritten` if something is missing that the pages need, before anything is solved for them."""
        if self.out.suffix == ".pdf":
            with _refuse():
                compiler()

    def draw(self, path: str, filled: Filled) -> _Drawn:
        """Return one puzzle drawn; on a page, its solution is there to be unfolded where it is known."""
        if filled.no_picture:
            return _Drawn(filled.status)
        if not self.out.is_page:
            scene = self.scene(filled, titled=self.titled)
            return _Drawn(filled.status, filled.spec.title, self.png(scene) if self.out.suffix == ".png" else self.svg(scene))
        whole = self.svg(self.scene(filled, titled=False))
        plain = self.svg(picture(filled.spec, titled=False)) if filled.folded else whole
        section = Path(path).resolve().parent.name.replace("-", " ")
        entry = entry_of(filled.spec, self.out.names[path], plain, whole if filled.folded else "", section)
        if self.out.suffix == ".pdf" and not self.titled:
            entry = replace(entry, title="")
        single = "" if self.out.suffix else self.svg(self.scene(filled, titled=self.titled))
        return _Drawn(filled.status, filled.spec.title, single, entry)

    def take(self, path: str, drawn: _Drawn) -> None:
        """Write a picture, or keep it for the page."""
        if drawn.entry is None and not drawn.picture:
            return
        if drawn.entry is None:
            write_whole(self.out.path, drawn.picture, force=self.force)
        else:
            self.entries.append(drawn.entry)
            if isinstance(drawn.picture, str) and drawn.picture:
                self.singles[self.out.picture(path)] = drawn.picture
        self.titles[path] = drawn.title

    def scene(self, filled: Filled, *, titled: bool) -> Scene:
        return picture(filled.spec, filled.known, filled.marks, titled=titled)

    def svg(self, scene: Scene) -> str:
        return svg(scene, scale=self.scale or (DEFAULT_SCALE if self.out.suffix == ".pdf" else 1.0))

    def png(self, scene: Scene) -> bytes:
        with _refuse():
            return png(scene, scale=self.scale)

    def finish(self) -> None:
        """Write the page, and for a gallery the pictures beside it."""
        if not self.entries:
            return
        if not self.out.suffix:
            try:
                self.out.path.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                raise NotWritten(f"cannot make the folder {self.out.path}: {problem.strerror}") from None
        for target, single in self.singles.items():
            write_whole(target, single, force=self.force)
        title = self.entries[0].title if len(self.entries) == 1 else "Puzzles"
        write_whole(self.out.page, self.page(title), force=self.force)

    def page(self, title: str) -> str | bytes:
        if self.out.suffix != ".pdf":
            return page(title, self.entries)
        with _refuse():
            return pdf(title, self.entries, paper=self.paper)


@contextlib.contextmanager
def _refuse() -> Iterator[None]:
    """Turn what cannot be drawn here into a message."""
    try:
        yield
    except (NoPng, NoPdf) as problem:
        raise NotWritten(str(problem)) from None
