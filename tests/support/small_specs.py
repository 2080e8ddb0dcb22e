"""Specs that several tests run: good ones, wrong ones, and ones that no engine solves soon."""

from __future__ import annotations

import re
from pathlib import Path

GOOD = "gridwright: 1\ngrid: 1x2\nlayers:\n  number: {values: 1..2}\nrules:\n  - increasing(number)\nexpect: {solutions: 1}\n"
SEVERAL = GOOD.replace("increasing", "distinct")
INVALID = GOOD.replace("increasing", "incresing")
LATIN = """\
gridwright: 1
grid: 2x2
layers: {number: {values: 1..2}}
givens: {number: {r1c1: 1}}
rules:
  - for: line in lines
    rule: distinct(number[line])
    says: Both numbers occur.
"""
LATIN_WITHOUT_GIVENS = LATIN.replace("givens: {number: {r1c1: 1}}\n", "")
HARD = """gridwright: 1
grid: 30x30
layers:
  shaded: {values: bool}
rules:
  - connected(shaded)
  - connected(not shaded)
  - for: block in blocks(2, 2)
    rule: any(shaded[block]) and not all(shaded[block])
  - for: n in 1..28 for line in (rows[n], columns[n])
    rule: count(shaded[line]) == 15
"""

# Each pigeon in a hole of its own, and a hole too few: short to write, and no solver but CP-SAT sees through it soon.
PIGEONS = """\
gridwright: 1
grid: 1x14
layers:
  hole: {values: 1..13}
rules:
  - all(a != b for a, b in combinations(hole, 2))
"""

# An odd number of cells, and at each an odd number of ends: what does not add up modulo 2 takes every engine very long.
ODD = """\
gridwright: 1
grid: 15x15
layers:
  drawn: {over: links, values: bool}
rules:
  - all(count(drawn[c.links]) % 2 == 1 for c in cells)
"""


def write_specs(folder: Path) -> list[str]:
    """Write four specs, one of them wrong, and return their paths."""
    texts = {"a": GOOD, "b": SEVERAL, "c": INVALID, "d": GOOD.replace("1x2", "1x1")}
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    return [str(folder / f"{name}.yaml") for name in texts]


def without_times(text: str) -> str:
    """Return output without its times, and without the lines about specs that take long."""
    return re.sub(r"\"seconds\": \{.*?\}|(?m:^time: .*)|(?m:^.*: .* \(\d+\.\d s\)\n)|\d+\.\d\d\b", "", text)
