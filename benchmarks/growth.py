"""How time and memory grow with the board: generated families from 6x6 to 60x60.

    python benchmarks/growth.py [--family NAME...] [--largest SIZE] [--timeout SECONDS] [--engine clasp|z3|cadical|cpsat]

Each point is a puzzle with one solution, solved and proved in a process of its own; a family ends at the first size that takes
longer than `--timeout`. Table on standard output; that of all families up to 60x60 also goes to docs/performance.md, with a
picture. Making a puzzle is not measured. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from families import FAMILIES, spec
from page import GRIDWRIGHT, ROOT, machine, put, run, say, table

SIZES = (6, 8, 10, 14, 20, 28, 40, 60)
COLUMNS = ("family", "cells", "compile", "solve", "prove", "MB", "whole", "variables", "clauses", "lemmas", "compile ms a cell")
PICTURE = ROOT / "docs" / "pictures" / "growth.svg"
COLOURS = ("#1b6ca8", "#c1440e", "#2f7d32", "#7b3fa0")


@dataclass(frozen=True)
class Point:
    """What one size of a family takes: seconds by stage, megabytes, and counts."""

    family: str
    size: int
    compiling: float
    solving: float
    proving: float
    megabytes: float
    whole: float
    variables: int
    clauses: int
    lemmas: int

    @property
    def row(self) -> list[str]:
        """The point in the table."""
        seconds = [f"{figure:.2f}" for figure in (self.compiling, self.solving, self.proving)]
        counts = [f"{count:,}" for count in (self.variables, self.clauses, self.lemmas)]
        each_cell = f"{1000 * self.compiling / self.size**2:.2f}"
        return [
            f"{self.family} {self.size}x{self.size}",
            f"{self.size**2:,}",
            *seconds,
            f"{self.megabytes:.0f}",
            f"{self.whole:.2f}",
            *counts,
            each_cell,
        ]


def measure(family: str, size: int, options: argparse.Namespace) -> Point | str:
    """A point, or why there is none."""
    with multiprocessing.get_context("spawn").Pool(1) as apart:  # a process begins with the peak memory of the one that starts it
        text = apart.apply(spec, (family, size), {"seconds": 10 * options.timeout})
    if text is None:
        return "no puzzle with one solution was made in the time"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{family}-{size}.yaml")
        path.write_text(text, "utf-8")
        ended = run([*GRIDWRIGHT, "solve", "--json", "--engine", options.engine, str(path)], options.timeout)
    if ended.status is None:
        return f"over {options.timeout:g}"
    report = json.loads(ended.output or "{}")
    if not report.get("unique"):
        raise SystemExit(f"{family} {size}x{size}: not one solution\n{ended.errors}")
    stats = report["stats"]
    seconds = stats["seconds"]
    return Point(
        family,
        size,
        sum(seconds.get(stage, 0) for stage in ("reading", "lowering", "encoding", "loading")),
        sum(seconds.get(stage, 0) for stage in ("solving", "judging")),
        seconds.get("proving", 0),
        ended.megabytes,
        ended.seconds,
        stats["variables"],
        stats["clauses"],
        sum(stats["lemmas"].values()),
    )


def picture(rows: Sequence[Sequence[str]]) -> str:
    """Curves of compile, solve and proof time, and of memory, over the number of cells; both axes logarithmic.

    They are drawn from the rows of the table, so that whoever has the page can draw them again (tests/whole/test_docs.py does).
    """
    points = [(*row[0].split(), dict(zip(COLUMNS, row, strict=True))) for row in rows if row[2] != "-"]
    panels = [
        (title, [(family, int(size.split("x")[0]), float(row[column])) for family, size, row in points])
        for title, column in (
            ("compile, seconds", "compile"),
            ("solve, seconds", "solve"),
            ("prove, seconds", "prove"),
            ("memory, megabytes", "MB"),
        )
    ]
    parts = [_panel(title, curve, 40 + 300 * (i % 2), 30 + 230 * (i // 2)) for i, (title, curve) in enumerate(panels)]
    legend = "".join(
        f'<text x="{40 + 90 * i}" y="505" fill="{colour}">{family}</text>'
        for i, (family, colour) in enumerate(zip(FAMILIES, COLOURS, strict=True))
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 520" font-family="sans-serif" font-size="11">'
        f'<rect width="620" height="520" fill="white"/>{"".join(parts)}{legend}</svg>\n'
    )


def _panel(title: str, points: list[tuple[str, int, float]], left: int, top: int) -> str:
    """One diagram, 240 by 170, with lines at the powers of ten."""
    floor = 0.01
    low = math.floor(math.log10(max(floor, min(value for *_, value in points))))
    high = max(low + 1, math.ceil(math.log10(max(floor, *(value for *_, value in points)))))
    smallest, largest = math.log10(SIZES[0] ** 2), math.log10(SIZES[-1] ** 2)

    def at(size: int, value: float) -> tuple[float, float]:
        across = (math.log10(size**2) - smallest) / (largest - smallest)
        up = (math.log10(max(floor, value)) - low) / (high - low)
        return left + 240 * across, top + 170 * (1 - up)

    parts = [f'<text x="{left}" y="{top - 8}" font-weight="bold">{title}</text>']
    for power in range(low, high + 1):
        y = at(SIZES[0], 10.0**power)[1]
        parts.append(f'<path d="M{left} {y:.1f}h240" stroke="#ccc"/><text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">')
        parts.append(f"{10.0**power:g}</text>")
    for size in (6, 10, 20, 60):
        x = at(size, 1)[0]
        parts.append(f'<text x="{x:.1f}" y="{top + 184}" text-anchor="middle">{size}x{size}</text>')
    for family, colour in zip(FAMILIES, COLOURS, strict=True):
        way = [at(size, value) for name, size, value in points if name == family]
        if way:
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in way)
            parts.append(f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in way]
    return "".join(parts)


def main() -> None:
    """Measure, print the table, and put it and the picture into the page."""
    parser = argparse.ArgumentParser(description="How time and memory grow with the board.")
    parser.add_argument(
        "--family", nargs="*", default=list(FAMILIES), choices=FAMILIES, help="only these; the page stays as it is"
    )
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="no larger boards; the page stays as it is")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each point")
    parser.add_argument("--engine", default="clasp", choices=("clasp", "z3", "cadical", "cpsat"))
    parser.add_argument("--picture", type=Path, help="write the curves to this file too")
    options = parser.parse_args()
    points, rows = [], []
    for family in options.family:
        for size in (size for size in SIZES if size <= options.largest):
            say(f"{family} {size}x{size} ...")
            point = measure(family, size, options)
            if isinstance(point, str):
                rows.append([f"{family} {size}x{size}", f"{size**2:,}", *["-"] * 4, point, *["-"] * 4])
                break
            points.append(point)
            rows.append(point.row)
    text = f"Engine {options.engine}; {machine('clingo', 'python-sat')}\n{table(COLUMNS, rows)}"
    print(text)
    if options.picture and points:
        options.picture.write_text(picture(rows), "utf-8")
    if points and options.largest >= SIZES[-1] and set(options.family) == set(FAMILIES):
        PICTURE.write_text(picture(rows), "utf-8")
        put("growth", f"{text}\n![Curves of the table](pictures/growth.svg)")


if __name__ == "__main__":
    main()
