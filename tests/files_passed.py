"""Count the files of this program that a piece of work passes through: how many somebody has to read who follows it.

    python tests/files_passed.py [--list]

Two pieces of work are counted: a rule with `gcd`, from YAML to clauses, and an edit of the studio, from the page's request to the
verdict. A file counts if one of its functions is called, and not if it is only imported.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import gridwright
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.studio.editing import edit
from gridwright.runtime.studio.live_chain import chain

PACKAGE = Path(gridwright.__file__).parent
PARTS = tuple(PACKAGE / part for part in ("api", "compiler", "runtime"))
RULE = """\
gridwright: 1
grid: 2x3
layers: {number: {values: 1..4}}
rules:
  - for: row in rows
    rule: gcd(numbers(number[row])) == 2
"""
SUDOKU = """\
gridwright: 1
use: sudoku
grid: 4x4
givens:
  number: |
    1 2 3 .
    3 4 . .
    . . 4 3
    4 3 . 1
"""


def compile_a_rule() -> None:
    """Read a spec with a rule about a greatest common divisor, and compile it to clauses."""
    assert compile_spec(load_text(RULE)).parts


def edit_in_the_studio() -> None:
    """Enter a digit on the board of the studio, and look for the verdict."""
    asked = Asked(".", OPTIONS, NO_DEADLINE, lambda kind, report: None)
    op = {"kind": "given", "layer": "number", "place": "r1c4", "value": 4}
    (change,) = edit({"text": SUDOKU, "op": op}, asked)["edits"]
    text = SUDOKU[: change["start"]] + change["text"] + SUDOKU[change["end"] :]
    assert chain({"text": text}, asked)["verdict"] == "unique"


WORK: dict[str, Callable[[], None]] = {"a rule with gcd": compile_a_rule, "an edit in the studio": edit_in_the_studio}


def files_passed(work: Callable[[], None]) -> list[str]:
    """Return the files whose functions the work calls, in order; the work has run once before, so that all is imported."""
    work()
    called: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            called.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return sorted(
        str(Path(name).relative_to(PACKAGE)) for name in called if any(Path(name).is_relative_to(part) for part in PARTS)
    )


def main() -> None:
    """Print how many files each piece of work passes through, and which if `--list` is given."""
    parser = argparse.ArgumentParser(description="Count the files that a piece of work passes through.")
    parser.add_argument("--list", action="store_true", help="name the files too")
    options = parser.parse_args()
    for name, work in WORK.items():
        files = files_passed(work)
        print(f"{name}: {len(files)} files")
        if options.list:
            print(*(f"  {file}" for file in files), sep="\n")


if __name__ == "__main__":
    main()
