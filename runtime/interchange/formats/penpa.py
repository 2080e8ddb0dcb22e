"""Links to Penpa+, which draws any puzzle on squares: what is drawn, and with a solution, an answer that the page checks.

A link does not say of which genre the puzzle is. One that we write has the libraries in a part of the address that Penpa+ reads
past; of others the tags or the title may tell, or whoever imports it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from gridwright.compiler.library import libraries, name_of_alias, uses
from gridwright.compiler.records import replace
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Collector, SpecError
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.values import Value

from ..format import Imported, PuzzleFormat, Written, lines_of, wrong
from ..penpa.draw_puzzle import drawing_of
from ..penpa.link import PenpaDrawing, is_link, link_of, read_link
from ..penpa.losses import can_compare, find_losses
from ..penpa.read_drawing import contents, puzzle_of
from ..puzzle import Loss, PrintedPuzzle

MAX_LINKS = 1_000  # in one file
MAX_USES, MAX_NAMES = 10_000, 30  # characters of the libraries, and how many there are
SUDOKU = "sudoku"  # the library, and the family of those that add to it
Uses = Mapping[str, Mapping[str, Value]]


def read(source: SourceText) -> Sequence[Imported]:
    """Read the links of a file, one a line, whose genres they tell. Raise `SpecError` for others, with what is drawn."""
    return _all(source, None)


def read_as(source: SourceText, genre: str) -> Sequence[Imported]:
    """Read the links of a file as puzzles of a genre, or of several libraries, as they stand under `use` in a spec.

    A genre may have parameters: `star_battle`, `{star_battle: {stars: 2}}`, `[sudoku, thermo]`.
    """
    return _all(source, genre)


def _all(source: SourceText, genre: str | None) -> Sequence[Imported]:
    collector = Collector()
    puzzles: list[Imported] = []
    for line in lines_of(source):
        if collector.full:
            break
        span = _strip(line.span)
        if not span.text or span.text.startswith("# "):
            continue
        if len(puzzles) >= MAX_LINKS:
            collector.take(wrong(f"more than {MAX_LINKS:,} links in one file", span, "split the file"))
            break
        try:
            puzzles.append(_import(span, genre))
        except SpecError as problem:
            collector.take(problem)
    collector.raise_any()
    if not puzzles:
        raise wrong(f"{source.path} has no link", source.span(0))
    return puzzles


def _strip(span: Span) -> Span:
    text = span.text
    start = span.start + len(text) - len(text.lstrip())
    return span.source.span(start, start + len(text.strip()))


def _import(span: Span, genre: str | None) -> Imported:
    drawing = read_link(span)
    used = _uses(drawing, genre, span)
    puzzle = puzzle_of(drawing, used, span)
    if not drawing.libraries and (unsaid := _unsaid(used)):
        puzzle = replace(puzzle, warnings=(unsaid, *puzzle.warnings))
    if not puzzle.url and span.text.startswith("http"):
        puzzle = replace(puzzle, url=span.text)
    return Imported(span, puzzle.title or libraries()[puzzle.genre].title, puzzle=puzzle)


def _uses(drawing: PenpaDrawing, genre: str | None, span: Span) -> Uses:
    named = _parsed_uses(genre, span) if genre is not None else {}
    own = _parsed_uses(drawing.libraries, span) if drawing.libraries else {}
    if own and all(name in own and not given for name, given in named.items()):
        return own  # the link says more than the genre that was named
    if named:
        return named
    names = [name for word in (*drawing.tags[:MAX_NAMES], drawing.title) if (name := _genre_by_name(word[:100]))]
    if len(set(names)) == 1 or (names and all(libraries()[name].family == SUDOKU for name in names)):
        variants = [SUDOKU] if libraries()[names[0]].family == SUDOKU else []
        return {name: {} for name in (*variants, *names)}
    reason = f"it could be of {' or '.join(dict.fromkeys(names))}" if names else "neither its tags nor its title name one"
    shown = f" The title is `{drawing.title[:60]}`." if drawing.title else ""
    size = f"{drawing.height} rows and {drawing.width} columns"
    help = f"say which one: `--genre NAME`; `gridwright genres` lists them.{shown} Drawn on {size}: {contents(drawing)}"
    raise wrong(f"the link does not say of which genre the puzzle is: {reason}", span, help)


def _genre_by_name(word: str) -> str:
    """Return the genre of a tag or title; a tag may have another name in parentheses, as `ayeheya (ekawayeh)`."""
    return name_of_alias(word) or name_of_alias(word.partition("(")[0])


def _parsed_uses(text: str, span: Span) -> Uses:
    """Return libraries with their parameters from their text under `use`."""
    try:
        if len(text) > MAX_USES:
            raise wrong("too long", span)
        document = yaml_nodes.read_text(f"use: {text}")
        parameters_of_use = {
            use.name: {name: node.value for name, (_, node) in use.arguments().items()} for use in uses(document)
        }
    except SpecError:
        help = "write a genre, as in `masyu`, or libraries as under `use` in a spec, as in `[sudoku, thermo]`"
        raise wrong(f"`{text[:60]}` does not name a genre", span, help) from None
    if len(parameters_of_use) > MAX_NAMES:
        raise wrong(f"there are more than {MAX_NAMES} libraries", span)
    known: dict[str, Mapping[str, Value]] = {}
    for name, parameters in parameters_of_use.items():
        called = name if name in libraries() else name_of_alias(name[:100])
        if not called:
            help = did_you_mean(name, libraries()) or "`gridwright genres` lists the genres"
            raise wrong(f"there is no genre `{name[:60]}`", span, help)
        known[called] = parameters
    if not known:
        raise wrong("no genre is named", span, "write one, as in `masyu`; `gridwright genres` lists them")
    return known


def _unsaid(used: Uses) -> str:
    """Return a warning that names the parameters that a drawing does not say; empty if there are none.

    What is false by default is a variation of the genre, which nobody expects in a drawing.
    """
    words = []
    for name, given in used.items():
        node = libraries()[name].document.get("needs")
        items = node.items if isinstance(node, yaml_nodes.Mapping) else ()
        words += [f"`{key.text}` of `{name}`" for key, need in items if key.text not in given and not _is_variation(need)]
    return f"the drawing does not say {', '.join(words)}, so each is as usual" if words else ""


def _is_variation(need: yaml_nodes.Node) -> bool:
    """Check whether a parameter is false unless it is given."""
    default = need.get("default") if isinstance(need, yaml_nodes.Mapping) else None
    return isinstance(default, yaml_nodes.Scalar) and default.value is False


def write(puzzle: PrintedPuzzle) -> Written:
    """Write a puzzle as a link: to be solved with a check of the answer if it has a solution, otherwise to be edited.

    What reading the link again does not give back is lost.
    """
    drawing, losses = drawing_of(puzzle)
    text = link_of(replace(drawing, libraries=_uses_text(puzzle.uses)))
    known = {loss.message for loss in losses}
    losses += puzzle.own
    if can_compare(puzzle):
        losses += tuple(loss for loss in _find_losses(puzzle, text) if loss.message not in known)
    return Written(text, losses)


def _uses_text(used: Uses) -> str:
    """Return libraries as under `use`: JSON, which is YAML too."""
    uses_written = [name if not given else {name: dict(given)} for name, given in used.items() if name in libraries()]
    first = uses_written[0] if len(uses_written) == 1 else uses_written
    return json.dumps(first, ensure_ascii=False, separators=(", ", ": "), default=str) if uses_written else ""


def _find_losses(puzzle: PrintedPuzzle, text: str) -> list[Loss]:
    try:
        again = _import(SourceText("link", text).span(0, len(text)), None).puzzle
    except SpecError as problem:
        return [Loss(f"this puzzle so that it could be imported again: {problem.diagnostics[0].message}")]
    return list(find_losses(puzzle, again)) if again is not None else []


FORMAT = PuzzleFormat(
    "penpa",
    "links to Penpa+, one a line",
    is_link,
    read,
    write,
    is_link=True,
    read_as=read_as,
)
