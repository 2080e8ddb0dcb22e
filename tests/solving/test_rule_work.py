"""A search that gives up names the rules that its lemmas came from, with how many, in text and in JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve

# Rules with the general lemma, with cuts, and without lemmas.
TEXT = """gridwright: 1
grid: 5x5
layers:
  number: {values: 1..9}
rules:
  - for: row in rows
    rule: sorted(number[row])[2] == 5 and sorted(number[row])[0] == 4
    says: Rows are sorted.
  - for: column in columns
    rule: sorted(number[column])[2] == 4
    says: Columns are sorted.
  - connected(number > 3)
  - sum(number) == 97
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_rules_are_named(engine: str) -> None:
    """All lemmas are counted for some rule, the most first; a rule without lemmas is not named, nor is any after an end."""
    outcome = solve(load_text(TEXT, "puzzle.yaml", USUAL.with_set("rounds", 20)), engine=engine)
    assert outcome.result is Result.GAVE_UP
    work = outcome.statistics.rules
    assert sum(work_of_rule.lemmas for work_of_rule in work) == sum(outcome.statistics.lemmas.values()) > 0
    assert [work_of_rule.lemmas for work_of_rule in work] == sorted((work_of_rule.lemmas for work_of_rule in work), reverse=True)
    lines = {work_of_rule.rule.span.line for work_of_rule in work}
    assert {7, 10} <= lines <= {7, 10, 12}
    assert all(work_of_rule.seconds >= 0 for work_of_rule in work)
    ended = solve(load_text(TEXT.replace("sum(number) == 97", "sum(number) < 25")), engine=engine)
    assert ended.result is Result.NO_SOLUTION
    assert ended.statistics.rules == ()


@pytest.mark.slow
def test_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`solve`, `count` and `verify` print up to three rules with their places and shares; `--json` has all."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.yaml").write_text(TEXT, "utf-8")
    for command in (["solve"], ["count"], ["verify", "-q"]):
        assert run([*command, "--max", "rounds=20", "puzzle.yaml"]) == 3
        err = capsys.readouterr().err
        assert "most of the added constraints came from these rules:\n" in err
        assert re.search(
            r"  puzzle\.yaml:\d+:11: (Rows|Columns) are sorted\. \([\d,]+ constraints, \d+% of all, made in \d+\.\d s\)\n", err
        )
        assert run([*command, "--json", "--max", "rounds=20", "puzzle.yaml"]) == 3
        report = json.loads(capsys.readouterr().out)
        assert report["refined_rules"][0]["says"] in ("Rows are sorted.", "Columns are sorted.")
        assert sum(work_of_rule["lemmas"] for work_of_rule in report["refined_rules"]) == sum(report["stats"]["lemmas"].values())
