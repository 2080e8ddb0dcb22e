"""Links to Penpa+, which draws any puzzle on squares: what is drawn, and with a solution, an answer that the page checks.

A link does not say of which genre the puzzle is. One that we write has the libraries in a part of the address that Penpa+ reads past;
of others the tags or the title may tell, or whoever imports it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gridwright.compiler.library import libraries, name_of_alias
from gridwright.compiler.loader.libraries import uses
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Collector, SpecError, did_you_mean
from gridwright.compiler.syntax.span import SourceText, Span
from gridwright.compiler.values import Value

from ..format import Format, Imported, Written, lines_of, wrong
from ..penpa_convention import Convention, convention_of
from ..penpa_draw import drawing_of
from ..penpa_link import Drawing, is_link, link_of, read_link
from ..penpa_places import boxes
from ..penpa_read import contents, puzzle_of
from ..puzzle import Loss, Place, Point, Puzzle, place_name

MAX_LINKS = 1_000  # in one file
MAX_USES = 10_000  # characters
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
    found: list[Imported] = []
    for line in lines_of(source):
        if collector.full:
            break
        span = _stripped(line.span)
        if not span.text or span.text.startswith("# "):
            continue
        if len(found) >= MAX_LINKS:
            collector.take(wrong(f"more than {MAX_LINKS:,} links in one file", span, "split the file"))
            break
        try:
            found.append(_imported(span, genre))
        except SpecError as problem:
            collector.take(problem)
    collector.raise_any()
    if not found:
        raise wrong(f"{source.path} has no link", source.span(0))
    return found


def _stripped(span: Span) -> Span:
    text = span.text
    start = span.start + len(text) - len(text.lstrip())
    return span.source.span(start, start + len(text.strip()))


def _imported(span: Span, genre: str | None) -> Imported:
    drawing = read_link(span)
    puzzle = puzzle_of(drawing, _uses(drawing, genre, span), span)
    return Imported(span, puzzle.title or libraries()[puzzle.genre].title, puzzle=puzzle)


def _uses(drawing: Drawing, genre: str | None, span: Span) -> Uses:
    if genre is not None:
        return _parsed_uses(genre, span)
    if drawing.libraries:
        return _parsed_uses(drawing.libraries, span)
    names = [name for tag in (*drawing.tags, drawing.title) if (name := name_of_alias(tag[:100]))]
    if len(set(names)) == 1:
        return {names[0]: {}}
    reason = f"it could be of {' or '.join(dict.fromkeys(names))}" if names else "neither its tags nor its title name one"
    shown = f" The title is `{drawing.title[:60]}`." if drawing.title else ""
    size = f"{drawing.height} rows and {drawing.width} columns"
    help = f"say which one: `--genre NAME`; `gridwright genres` lists them.{shown} Drawn on {size}: {contents(drawing)}"
    raise wrong(f"the link does not say of which genre the puzzle is: {reason}", span, help)


def _parsed_uses(text: str, span: Span) -> Uses:
    """Return libraries with their parameters from their text under `use`."""
    try:
        if len(text) > MAX_USES:
            raise wrong("too long", span)
        found = {use.name: {name: node.value for name, (_, node) in use.given().items()} for use in uses(yaml_nodes.read_text(f"use: {text}"))}
    except SpecError:
        help = "write a genre, as in `masyu`, or libraries as under `use` in a spec, as in `[sudoku, thermo]`"
        raise wrong(f"`{text[:60]}` does not name a genre", span, help) from None
    known: dict[str, Mapping[str, Value]] = {}
    for name, parameters in found.items():
        called = name if name in libraries() else name_of_alias(name[:100])
        if not called:
            help = did_you_mean(name, libraries()) or "`gridwright genres` lists the genres"
            raise wrong(f"there is no genre `{name[:60]}`", span, help)
        known[called] = parameters
    if not known:
        raise wrong("no genre is named", span, "write one, as in `masyu`; `gridwright genres` lists them")
    return known


def write(puzzle: Puzzle) -> Written:
    """Write a puzzle as a link: to be solved with a check of the answer if it has a solution, otherwise to be edited.

    What reading the link again does not give back is lost.
    """
    drawing, mode, losses = drawing_of(puzzle)
    text = link_of(replace(drawing, libraries=_uses_text(puzzle.uses)), mode)
    known = {loss.message for loss in losses}
    losses += puzzle.own + tuple(loss for loss in _lost(puzzle, text) if loss.message not in known)
    return Written(text, losses)


def _uses_text(used: Uses) -> str:
    """Return libraries as under `use`: JSON, which is YAML too."""
    found = [name if not given else {name: dict(given)} for name, given in used.items() if name in libraries()]
    return json.dumps(found[0] if len(found) == 1 else found, ensure_ascii=False, separators=(", ", ": "), default=str) if found else ""


def _lost(puzzle: Puzzle, text: str) -> Iterator[Loss]:
    """Yield what is in a puzzle, but not in its link."""
    if not any(name in libraries() for name in puzzle.uses):
        return
    source = SourceText("link", text)
    try:
        again = _imported(source.span(0, len(text)), None).puzzle
    except SpecError as problem:
        yield Loss(f"the link cannot be imported again: {problem.diagnostics[0].message}")
        return
    assert again is not None
    convention = convention_of(puzzle.uses)
    for what, here, there in (
        ("the size", (puzzle.height, puzzle.width), (again.height, again.width)),
        ("holes", puzzle.holes, again.holes),
        ("the title", puzzle.title.strip(), again.title),
        ("the author", puzzle.author.strip(), again.author),
        ("the address of the source", puzzle.url.replace(",", "%2C"), again.url),
        ("the text of the rules", puzzle.rules, again.rules),
    ):
        if here != there:
            yield Loss(what)
    yield from _lost_areas(puzzle, again, convention)
    for name, words in (("clues", "the clue {} of `{}` at {}"), ("givens", "the given {} of `{}` at {}")):
        before, after = getattr(puzzle, name), getattr(again, name)
        for group in {**before, **after}:
            here, there = (_placed(each, group, found.get(group, {})) for each, found in ((puzzle, before), (again, after)))
            for place, (value, old) in here.items():
                if place not in there or not _same(there[place][0], value):
                    shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
                    yield Loss(words.format(shown, group, place_name(old)), puzzle.span(group, old))
            for place in there:
                if place not in here:
                    yield Loss(f"that there is nothing of `{group}` at {place_name(there[place][1])}")
    yield from _lost_solution(puzzle, again, convention)


def _same(first: Value, second: Value) -> bool:
    return type(first) is type(second) and first == second


def _lost_areas(puzzle: Puzzle, again: Puzzle, convention: Convention) -> Iterator[Loss]:
    for kind in convention.kinds:
        is_ordered = not kind.look[0].startswith(("border", "surface", "circle"))
        here, there = (
            sorted(area if is_ordered else tuple(sorted(area)) for area in each.areas.get(kind.name, {}).values()) for each in (puzzle, again)
        )
        plain = sorted(boxes(puzzle.height, puzzle.width, puzzle.uses.get(puzzle.genre, {}))) if "boxes" in kind.look else None
        if here != there and not (here == plain and not there):
            yield Loss(f"the areas of `{kind.name}`: drawn, they look like others")
    for name in set(puzzle.areas) - {kind.name for kind in convention.kinds}:
        yield Loss(f"the areas of `{name}`")


def _placed(puzzle: Puzzle, group: str, values: Mapping[Place, Value]) -> dict[object, tuple[Value, Place]]:
    """Return values by places that do not depend on the labels of areas."""
    kinds = {label: (kind, tuple(sorted(area))) for kind, areas in puzzle.areas.items() for label, area in areas.items()}
    on = next((each.places for each in convention_of(puzzle.uses).groups if each.name == group), ())
    kinds |= {label: (kind, tuple(sorted(area))) for kind in on for label, area in puzzle.areas.get(kind, {}).items()}
    return {kinds.get(place, place) if isinstance(place, str) else place: (value, place) for place, value in values.items()}


def _lost_solution(puzzle: Puzzle, again: Puzzle, convention: Convention) -> Iterator[Loss]:
    if not again.solution:
        return
    for layer in convention.layers:
        here, there = puzzle.solution.get(layer.name), again.solution.get(layer.name)
        if here is None or layer.look == ("none",):
            continue
        if there is not None and layer.look == ("border",):
            here, there = (_parted(each) for each in (here, there))
        if there is None or dict(here) != dict(there):
            yield Loss(f"the solution of `{layer.name}`: drawn, it looks like another")


def _parted(values: Mapping[Place, Value]) -> dict[Place, Value]:
    """Return the number of each region by its first cell, whatever its number was."""
    first: dict[Value, Place] = {}
    return {place: str(first.setdefault(value, place)) for place, value in sorted(values.items(), key=lambda pair: _point(pair[0]))}


def _point(place: Place) -> Point:
    assert isinstance(place[0], int)
    assert isinstance(place[1], int)
    return place[0], place[1]


FORMAT = Format(
    "penpa",
    "links to Penpa+, one a line",
    is_link,
    read,
    write,
    is_link=True,
    read_as=read_as,
)
