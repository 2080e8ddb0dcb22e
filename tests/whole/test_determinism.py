"""The same bytes whatever the hashes: words, sets and tables are gone through in one order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import determinism
import pytest
from determinism import COMMANDS, differences, without_times
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import app
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve

SPEC = """\
gridwright: 1
title: Lines
grid: 3x5
layers:
  number: {values: [0, 2, 6], blank: true}
  colour: {values: [red, green, blue], blank: true}
clues:
  divisor:
    left: [2, 6, .]
    bottom: [., 2, ., ., .]
  total:
    right: [., ., 26]
rules:
  - for: clue in divisor
    rule: gcd(numbers(number[clue.line])) == clue.value
  - for: clue in total
    rule: sum(numbers(number[clue.line])) == clue.value
  - for: row in rows
    rules:
      - |
        fold(colour[row], start=(red, 0), step=lambda s, x: (x, s[1] + 1) if x not in (s[0], blank) else s,
             result=lambda s: s[1]) in (1, 3)
      - distinct(last(colour[c] for c in row[:k]) for k in 2..4)
      - |
        fold(zip(number[row], colour[row]), start=red, step=lambda s, p: p[1] if p[0] == blank else s) != green
      - all(distinct(r) for r in runs(colour[row]))
  - sorted(numbers(number[rows[2]]))[0] == 0
answer: sum(number)
"""


SEVERAL = """\
gridwright: 1
title: Several solutions
grid: 2x3
layers:
  number: {values: 1..3}
  mark: {over: links, values: bool, hidden: true}
givens: {number: {r1c1: 1}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - count(mark) == 2
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "commands"),
    [(SPEC, [each for each in COMMANDS if each[0] in ("solve", "compile")]), (SEVERAL, COMMANDS)],
    ids=["along lines", "several solutions"],
)
def test_every_command(text: str, commands: Sequence[Sequence[str]], tmp_path: Path) -> None:
    """What commands print and write is the same in processes with different hashes, except for times."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(text, "utf-8")
    assert differences(str(path), commands, hashes=(1, 2)) == (len(commands), [])


def test_all_commands_are_compared() -> None:
    """A new command is compared as well, unless it reads no spec, or never ends."""
    others = {"bands", "functions", "genres", "import", "judge", "lsp", "new", "schema", "studio", "watch"}
    assert {command[0] for command in COMMANDS} | others == set(app.list_commands(click.Context(app)))


def test_lemmas_take_part() -> None:
    """The spec that is compared is one with lemmas of several kinds."""
    outcome = solve(load_text(SPEC), seed=7)
    assert outcome.result is Result.SOLVED
    assert outcome.statistics.lemmas.keys() == {"gcd", "general"}


def test_a_difference_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output that depends on hashes is told, with the lines that differ; times are not."""
    seen = iter([{"x": "a\nb", "gave up": ""}, {"x": "a\nc", "gave up": "d"}])
    monkeypatch.setattr(determinism, "in_a_process", lambda *arguments: next(seen))
    assert differences("s.yaml", hashes=(1, 2)) == (1, ["s.yaml: x\n    --- one\n    +++ other\n    @@ -2 +2 @@\n    -b\n    +c"])
    assert without_times('{"seconds": {"solving": 0.5}, "seconds": 1.5e-3} time="0.2"') == '{"seconds": {}, "seconds": 0} time=""'
