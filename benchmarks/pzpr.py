"""Compare with pzpr, the program of puzz.link: links, files and verdicts of every genre that names it as a format.

    python benchmarks/pzpr.py FOLDER [--only GENRE...]

FOLDER is where `npm install pzpr` was run. For each example of each library that names puzz.link, pzpr under node opens our
link, and must write the same one. It opens our file with the solution, and must call it solved and save the same grid; and
no file with a wrong grid may it call solved. What differs is printed, a line for each. Genres that the installed pzpr does
not have are counted. The exit status is 1 if anything differs.

What differs by a convention is in CONVENTIONS with the reason, and is counted apart.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.interchange.format_solution import solution_in
from gridwright.runtime.interchange.formats import puzz_link, pzprv3
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec
from gridwright.runtime.interchange.pzpr.layout import layout_of
from gridwright.runtime.judging.judge import Assignment

# Where pzpr may differ: the genre, the kind of text, how the link begins or the rule that a wrong grid breaks, and the reason.
CONVENTIONS: list[tuple[str, str, str, str]] = [
    ("barns", "wrong grid", "The loop does not", "its page lets nobody draw through a thick border"),
    ("cave", "solution", "", "this version draws a loop in Cave instead of shading"),
    ("cave", "wrong grid", "", "this version draws a loop in Cave instead of shading"),
    ("country_road", "link", "country/e/", "this version does not know the flag `e`"),
    ("easy_as_abc", "link", "", "this version keeps no givens"),
    ("factors", "solution", "", "it wants a number in every room"),
    ("goishi", "link", "", "it puts a rim of empty cells around the stones"),
    ("hebi_ichigo", "wrong grid", "There are no snakes", "its page lets nobody write into a black cell"),
    ("kramma", "wrong grid", "Every cut leads straight", "its page lets nobody draw a cut that ends"),
    ("kurochute", "wrong grid", "Cells with numbers", "its page lets nobody shade a number"),
    ("makaro", "wrong grid", "A room of n cells", "its page lets nobody enter a number above the size of the room"),
    ("masyu", "link", "mashu/f/", "this version does not know the flag `f`"),
    ("mejilink", "wrong grid", "The loop does", "its page lets nobody draw inside a room"),
    ("mochikoro", "wrong grid", "Cells with numbers", "its page lets nobody shade a number"),
    ("mochinyoro", "wrong grid", "Cells with numbers", "its page lets nobody shade a number"),
    ("nondango", "wrong grid", "Only circles become", "its page lets nobody shade where there is no circle"),
    ("satogaeri", "solution", "", "this version has Bonsan under the name of Satogaeri"),
    ("shakashaka", "wrong grid", "Black cells have no", "its page lets nobody draw a triangle in a black cell"),
    ("skyscrapers", "link", "", "this version keeps no givens"),
    ("slitherlink", "link", "slither/f/", "this version does not know the flag `f`"),
    ("spiral_galaxies", "link", "", "this version knows no holes"),
    ("spiral_galaxies", "solution", "", "this version knows no holes"),
    ("spiral_galaxies", "wrong grid", "", "this version knows no holes"),
    ("tasquare", "solution", "", "a square must touch each number there, also 0"),
    ("tri_place", "link", "", "this version writes a missing number as NaN"),
]
ORACLE = Path(__file__).with_name("pzpr_oracle.js")
SECONDS = 600


@dataclass(frozen=True)
class Question:
    """One text for pzpr: the example it is of, what it is, and whether its grid is right; None if it has none."""

    example: Example
    spec: Spec
    what: str
    text: str
    is_right: bool | None = None
    grid: Assignment | None = None


def questions(name: str) -> Iterator[Question | str]:
    """Yield the texts of a genre, and what we do not write ourselves."""
    layout = layout_of(name)
    assert layout is not None
    for example in examples_of(name, libraries()[name].document):
        spec = example.spec()
        try:
            written = puzz_link.write(puzzle_of_spec(spec))
        except SpecError as problem:
            yield f"{example.name}: no link: {problem}"
            continue
        if written.losses:
            continue  # the tests name what a link cannot hold
        yield Question(example, spec, "link", written.text)
        if not layout.file or spec.expected.solution is None:
            continue
        grids = [
            ("solution", spec.expected.solution),
            *((f"wrong grid ({broken})", grid) for broken, grid in example.wrong(spec)),
        ]
        for what, grid in grids:
            file = pzprv3.write(puzzle_of_spec(spec, grid))
            if file.losses:
                continue
            is_right = what == "solution"
            if is_right or _is_kept(file.text, spec, grid):
                yield Question(example, spec, what, file.text, is_right, grid)


def _is_kept(text: str, spec: Spec, grid: Assignment) -> bool:
    """Check whether a file holds a grid: what pzpr cannot enter, such as a shaded cell below a number, is not in it."""
    try:
        kept = solution_in(pzprv3.FORMAT, SourceText("written", text), spec)
    except SpecError:
        return False
    return all(grid[key] == values for key, values in kept.items())


def answers(folder: Path, texts: list[str]) -> list[dict[str, Any]]:
    """Return the answer of pzpr to each text."""
    lines = "".join(json.dumps(text) + "\n" for text in texts)
    command = ["node", str(ORACLE), str(folder.resolve())]
    ended = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=SECONDS, check=True)
    return [json.loads(line) for line in ended.stdout.splitlines()]


def differences(question: Question, answer: dict[str, Any]) -> Iterator[str]:
    """Yield in what pzpr differs from us."""
    if "error" in answer:
        yield f"not opened: {answer['error']}"
        return
    if question.is_right is None:
        ours, its = (link.partition("?")[2].rstrip("/") for link in (question.text, answer["link"]))
        if ours.partition("/")[2] != its.partition("/")[2]:
            yield f"it writes {its}, we {ours}"
        return
    if answer["complete"] != question.is_right:
        yield f"solved for pzpr: {answer['complete']} {answer['codes']}"
    if not answer["file"]:
        yield "it writes no file"
        return
    saved = "pzprv3" + answer["file"].partition("pzprv3")[2]
    try:
        grid = solution_in(pzprv3.FORMAT, SourceText("saved", saved), question.spec)
    except SpecError as problem:
        yield f"what it saves is not read: {str(problem).splitlines()[0]}"
        return
    missing = [layer.name for layer in question.spec.layers if not layer.hidden and (layer.grid, layer.name) not in grid]
    missing += [name for (_, name), values in grid.items() if None in values]
    if missing:
        yield f"what it saves has no {', '.join(missing)}"
    elif question.grid is not None and any(question.grid[key] != values for key, values in grid.items()):
        yield "what it saves is another grid"


def convention_of(question: Question) -> tuple[str, str, str, str] | None:
    """Return the convention by which pzpr may differ; None if it may not."""
    for convention in CONVENTIONS:
        genre, what, begins, _ = convention
        text = question.text.partition("?")[2] if what == "link" else question.what.partition("(")[2]
        if genre == question.example.library and question.what.startswith(what) and text.startswith(begins):
            return convention
    return None


def main() -> None:
    """Print what differs."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--only", nargs="*", default=())
    given = options.parse_args()
    names = [name for name, library in libraries().items() if library.family and (layout := layout_of(name)) and layout.body]
    entries = [entry for name in names if not given.only or name in given.only for entry in questions(name)]
    asked = [entry for entry in entries if isinstance(entry, Question)]
    lines = [entry for entry in entries if isinstance(entry, str)]
    unknown: set[str] = set()
    older: set[str] = set()
    agreed: list[tuple[str, str, str, str]] = []
    for question, answer in zip(asked, answers(given.folder, [question.text for question in asked]), strict=True):
        name = question.example.library
        if question.what == "link" and "error" in answer:
            unknown.add(name)
        if question.what == "link":
            is_older = "file" in answer and answer["file"].partition("\n")[0] != f"pzprv3{layout_of(name).version}"  # type: ignore[union-attr]
            older |= {name} if is_older else set()
        if name not in unknown and (question.what == "link" or name not in older):
            differing = [f"{question.example.name}: {question.what}: {line}" for line in differences(question, answer)]
            convention = convention_of(question)
            if convention is None:
                lines += differing
            elif differing:
                agreed.append(convention)
    for line in lines:
        print(line)
    for (genre, what, _, reason), count in Counter(agreed).items():
        print(f"by convention: {genre}, {what}: {count} ({reason})")
    print(f"{len(asked)} texts, {len(lines)} differences, {len(agreed)} by convention")
    print(f"not in this pzpr: {len(unknown)} ({', '.join(sorted(unknown))})")
    print(f"their files are of an older version in this pzpr: {len(older)} ({', '.join(sorted(older))})")
    raise SystemExit(bool(lines))


if __name__ == "__main__":
    main()
