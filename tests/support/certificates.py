"""Certificates of small specs, and changes to them as a forger makes them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load
from gridwright.runtime.engines.engine_registry import make_engine
from gridwright.runtime.proofs.check.certificate_files import open_folder
from gridwright.runtime.proofs.check.checker import formula_of
from gridwright.runtime.proofs.check.coverage import Coverage
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.check.solutions import check_solutions
from gridwright.runtime.proofs.puzzle_cnf import clauses_of, dimacs
from gridwright.runtime.proofs.write.certificate_writer import write
from gridwright.runtime.proofs.write.lrat_hints import with_hints
from gridwright.runtime.proofs.write.trim import trim
from gridwright.runtime.solving.solve import solve
from small_refutations import small_refutation

HEAD = "gridwright: 1\ntitle: A small one\ngrid: 2x3\n"
SPECS = {
    "unique": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
givens: {{number: {{r1c1: 1}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - for: line in columns
    rule: distinct(number[line])
  - rule: number[r1c2] + number[r2c1] + number[r2c2] == 8
""",
    "connected": f"""{HEAD}layers: {{shaded: {{values: bool}}}}
rules:
  - rule: connected(shaded)
  - rule: shaded[r1c1] and shaded[r1c3] and shaded[r2c2]
  - rule: count(shaded) == 4
  - rule: not shaded[r1c2] == shaded[r2c3]
  - rule: not shaded[r2c1]
""",
    "rooms": f"""{HEAD}use: [is_rectangle]
layers: {{wall: {{over: links, values: bool}}}}
givens: {{wall: {{r1c1-r1c2: true}}}}
rules:
  - for: a, b in links
    rule: wall[a, b] == (b not in group(a, cells, by=not wall))
  - rule: all(is_rectangle(g) for g in groups(cells, by=not wall))
  - rule: all(count(c in g for c in (r1c1, r2c2, r1c3)) == 1 for g in groups(cells, by=not wall))
  - rule: wall[r2c1, r2c2] and wall[r2c2, r2c3] and not wall[r1c1, r2c1]
""",
    "one of many": f"""{HEAD}layers: {{wall: {{over: links, values: bool}}}}
givens: {{wall: {{r1c1-r1c2: true}}}}
rules:
  - for: c in cells
    rule: count(not wall[c.links]) in (1, 2)
  - rule: all(count(count(not wall[c.links]) == 2 for c in g) == 1 for g in groups(cells, by=not wall))
""",
    "sizes in a sum": f"""{HEAD}layers: {{shaded: {{values: bool}}}}
rules:
  - rule: sum(len(group(c, shaded)) for c in neighbors(r1c2)) == 4
  - rule: not shaded[r1c2] and shaded[r1c1]
  - rule: r2c3 in group(r1c3, shaded)
  - rule: not (r2c1 in group(r1c1, shaded)) or len(group(r1c1, shaded)) > 1
""",
    "none": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: sum(number[rows[1]]) == 5
""",
    "none is best": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: sum(number[rows[1]]) == 5
maximize: number[r1c1] + number[r2c1]
""",
    "best": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
maximize: number[r1c1] * 3 + number[r1c2] * 2 - number[r2c1] + 5
""",
    "best product": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
maximize: number[r1c1] * number[r1c2] - number[r2c1]
""",
    "best by evaluation": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - rule: sum(number) == 8 and number[r1c2] == 1
maximize: sorted(number)[3] * 5 + read(number[rows[0]]) % 7
""",
    "best or blank": f"""{HEAD.replace("2x3", "1x2")}layers: {{number: {{values: 1..3, blank: true}}}}
rules:
  - rule: distinct(number) and number[r1c2] != 3
maximize: number[r1c2]
""",
    "best of pairs": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - for: line in rows for c in line for d in line
    if: c.column < d.column
    rule: number[c] + number[d] <= 3
maximize: sum(number)
""",
    "evaluated": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - rule: sorted(number) == [1, 1, 1, 2, 2, 2]
  - rule: number[r1c1] == number[r1c2] == number[r1c3] == 2
""",
    "several": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: number[r1c1] + number[r2c1] == 6
""",
    "automaton": f"""{HEAD}layers: {{number: {{values: 0..3, blank: true}}}}
rules:
  - for: line in rows
    rule: sum(numbers(number[line])) == 123
""",
    "groups": f"""{HEAD}layers: {{number: {{values: 1..3}}}}
rules:
  - rule: all(len(group(c, same=number)) == number[c] for c in cells)
  - rule: number[r1c1] == 1 and number[r1c2] == 2
""",
    "shapes": f"""{HEAD}layers: {{shaded: {{values: bool}}}}
rules:
  - rule: same_shape(shaded, not shaded, reflect=false)
  - rule: len(columns(shaded)) == 2 and shaded[r1c1]
  - rule: all(len(rows(g)) == 2 for g in groups(shaded))
  - rule: contains_shape(bounding_box(shaded), not shaded)
  - rule: shaded[r1c2]
""",
    "hexagons": f"""{HEAD.replace("2x3", "{hex: [2, 3, 2]}")}layers: {{shaded: {{values: bool}}}}
rules:
  - rule: symmetric(shaded, kinds='third turn') and not shaded[r2c2]
  - rule: contains_shape(not shaded, shaded) and shaded[r1c1] and count(shaded) == 3
""",
    "loops": f"""{HEAD.replace("2x3", "2x2")}layers: {{side: {{over: borders, values: bool}}}}
rules:
  - rule: loop(side)
  - rule: all(inside(side, c) for c in cells)
""",
    "evaluated on a whole": f"""{HEAD}layers: {{number: {{values: 1..2}}}}
rules:
  - rule: connected(number == 1) and connected(number == 2)
  - rule: number[r1c1] == number[r1c3] == number[r2c2] == 1
  - rule: number[r1c2] == number[r2c1] == number[r2c3]
  - rule: sorted(number)[0] == 1
""",
    "cells for values": f"""{HEAD}layers:
  stone: {{over: grid, values: 'cells[1:]'}}
  shaded: {{values: bool}}
rules:
  - for: c in cells
    rule: shaded[c] == (stone == c)
  - rule: shaded[r2c2] or shaded[r1c1]
""",
    "layers in a loop": f"""{HEAD}layers:
  high: {{over: rows, values: 1..2}}
  wide: {{over: columns, values: 1..3}}
rules:
  - for: size in (high, wide) for i in range(len(size))
    if: i > 0
    rule: size[i] > size[i - 1]
  - for: size in (high, wide)
    if: size[0] == 2
    rule: size[1] == 1
""",
}


def certificate(folder: Path, text: str, limits: Limits = USUAL) -> Path:
    """The certificate of a spec, compiled within limits."""
    path = folder / "puzzle.yaml"
    path.write_text(text, "utf-8")
    spec = load(path, limits)
    folder_of_certificate = folder / "certificate"
    write(spec, solve(spec, limit=10, engine="cadical"), folder_of_certificate, make_engine("clasp", 0), NO_DEADLINE)
    return folder_of_certificate


Lines = list[Any]


def changed(folder: Path, name: str, change: Callable[[Lines], None]) -> None:
    """Change the lines of a file of a certificate: values of JSON, or texts."""
    is_json = name.endswith((".json", ".jsonl"))
    path = folder / name
    text = path.read_text("utf-8") if path.exists() else ""
    lines: Lines = [json.loads(text)] if name.endswith(".json") else text.splitlines()
    if name.endswith(".jsonl"):
        lines = [json.loads(line) for line in lines]
    change(lines)
    path.write_text("".join(f"{json.dumps(line) if is_json else line}\n" for line in lines), "utf-8")


def refuted_anew(folder: Path) -> None:
    """Do what the best forger can: let `puzzle.cnf` be what a checker makes of the rest, and refute that, with all clauses used.

    `Rejected` if the rest is refused before, or if nothing refutes the clauses.
    """
    opening = open_folder(folder)
    spec = load(folder / "spec" / "puzzle.yaml", opening.within(USUAL), libraries=[folder / "spec"])
    solutions = check_solutions(opening, spec, NO_DEADLINE)
    formula = formula_of(opening, spec, solutions, Coverage(), NO_DEADLINE)
    clauses = [clause for group in formula.groups for clause in group.clauses]
    bounds = [bound for group in formula.groups for bound in group.bounds]
    learned = small_refutation(clauses, bounds, formula.variables)
    if learned is None:
        raise Rejected("nothing refutes this")
    used, steps = trim(formula.groups, with_hints(formula.variables, clauses, learned, bounds))
    listed = (json.dumps([group.number, group.clauses, group.sums]) for group in used)
    (folder / "used.jsonl").write_text("".join(f"{line}\n" for line in listed), "utf-8")
    (folder / "puzzle.cnf").write_text("".join(dimacs(formula, list(clauses_of(formula, used)))), "ascii")
    (folder / "proof.lrat").write_text("".join(f"{step}\n" for step in steps), "ascii")
