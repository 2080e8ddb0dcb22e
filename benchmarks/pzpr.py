"""Compare with pzpr, the program of puzz.link: links, files and verdicts of every genre that names it as a format.

    python benchmarks/pzpr.py FOLDER [--only GENRE...]

FOLDER is where `npm install pzpr` was run. For each example of each library that names puzz.link, pzpr under node opens our
link, and must write the same one. It opens our file with the solution, and must call it solved and save the same grid; and
no file with a wrong grid may it call solved. What differs is printed, a line for each. Genres that the installed pzpr does
not have are counted. The exit status is 1 if anything differs.

What is left are conventions: pzpr wants a number in every room of Rooms of Factors, takes 0 in Tasquare for a number that a
square touches, draws a loop in Cave, and keeps no givens of Skyscrapers, Easy as ABC and no holes of Spiral Galaxies before
version 0.11. Satogaeri is another name of Bonsan there. It puts a rim of empty cells around the stones of Goishi Hiroi. It
does not check what its page does not let a solver enter: a cut of Kaitoramma that ends, a number in Makaro above the size of
its room, a line of Barns through a thick border.
"""

from __future__ import annotations

import argparse
import json
import subprocess
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
    for question, answer in zip(asked, answers(given.folder, [question.text for question in asked]), strict=True):
        name = question.example.library
        if question.what == "link" and "error" in answer:
            unknown.add(name)
        if question.what == "link":
            is_older = "file" in answer and answer["file"].partition("\n")[0] != f"pzprv3{layout_of(name).version}"  # type: ignore[union-attr]
            older |= {name} if is_older else set()
        if name not in unknown and (question.what == "link" or name not in older):
            lines += [f"{question.example.name}: {question.what}: {line}" for line in differences(question, answer)]
    for line in lines:
        print(line)
    print(f"{len(asked)} texts, {len(lines)} differences; not in this pzpr: {len(unknown)} ({', '.join(sorted(unknown))})")
    print(f"their files are of an older version in this pzpr: {len(older)} ({', '.join(sorted(older))})")
    raise SystemExit(bool(lines))


if __name__ == "__main__":
    main()
