"""What each recipe of docs/families.md costs: the larger puzzles that it names, solved and proved from start to exit.

    python benchmarks/recipes.py [--timeout SECONDS]

The names stand in the page, after `Larger:`; the table goes to standard output and to the end of the page. Run it with nothing
else running.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from page import ROOT, machine, put, say, table
from peers.compared import ours

PAGE = ROOT / "docs" / "families.md"
FOLDERS = ("specs/classics", "specs/jane-street", "benchmarks/rooms")
COLUMNS = ("recipe", "puzzle", "building", "solution and proof", "whole", "MB")


def named(page: str) -> Iterator[tuple[str, Path]]:
    """Each recipe with each of the puzzles that it names."""
    for title, text in re.findall(r"(?ms)^## (.+?)\n(.*?)(?=^## |\Z)", page):
        for paragraph in re.findall(r"(?ms)^Larger: (.*?)(?:\n\n|\Z)", text):
            for name in re.findall(r"`([\w-]+)`", re.split(r"\.\s", paragraph)[0]):
                yield title, path_of(name)


def path_of(name: str) -> Path:
    """The file of a puzzle, whose name may lack its year and month."""
    for folder in FOLDERS:
        for pattern in (f"{name}.yaml", f"????-??-{name}.yaml"):
            for path in sorted((ROOT / folder).glob(pattern)):
                return path
    raise SystemExit(f"docs/{PAGE.name} names a puzzle that is not there: {name}")


def main() -> None:
    """Measure, and put the table into the page."""
    parser = argparse.ArgumentParser(description="What each recipe costs.")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each puzzle")
    options = parser.parse_args()
    rows = []
    for title, path in named(PAGE.read_text("utf-8")):
        say(f"{path.stem} ...")
        result, _ = ours(path, "clasp", options.timeout)
        seconds = [f"{figure:.2f}" for figure in (result.building, result.search, result.whole)]
        rows.append(
            [title, f"`{path.stem}`", *([result.trouble, "", ""] if result.trouble else seconds), f"{result.megabytes:.0f}"]
        )
    text = f"Seconds with clasp. {machine('clingo')}\n{table(COLUMNS, rows)}"
    print(text)
    put("recipes", text, PAGE.name)


if __name__ == "__main__":
    main()
