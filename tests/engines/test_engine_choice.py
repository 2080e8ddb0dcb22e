"""The rule of `--engine auto`: it depends on the part and on what is installed alone, and every choice is told."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines import engine_choice
from gridwright.runtime.engines.engine_choice import RULE, Features, Why, chooser, engine_for, opponent, rank
from gridwright.runtime.engines.engine_registry import AUTO, ENGINES, RUNNER_UP, has, has_reachability
from gridwright.runtime.execution import verify_spec
from gridwright.runtime.execution.cache import open_cache
from gridwright.runtime.execution.query import Query
from gridwright.runtime.execution.serialize import NotAnOutcome, as_plain, from_plain
from gridwright.runtime.exit_status import GAVE_UP, OK
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.solving.solve import solve

ROOMS = """gridwright: 1
grids: {a: {size: 2x2}, b: {size: 2x2}}
layers:
  x: {values: 1..2}
rules:
  - for: c in cells
    rule: len(group(c, same=x)) <= 2
"""
PARTS = [Features(*kinds) for kinds in itertools.product([2], [False, True], [0, 3], [False, True])]


@pytest.mark.parametrize("part", PARTS, ids=str)
def test_the_rule_is_a_function_of_the_part(part: Features) -> None:
    """The same engines in the same order each time, none twice, and all of them can take the part."""
    names = [choice.name for choice in rank(part, lambda name: True)]
    assert names == [choice.name for choice in rank(part, lambda name: True)]
    assert len({*names}) == len(names)
    if part.arithmetic:
        assert all(has(name, "has_arithmetic") for name in names[1:])
    else:
        assert {*names} == {*ENGINES}
    assert all(choice.has_reachability == has_reachability(choice.name) for choice in rank(part, lambda name: True))


def test_sums_and_an_objective() -> None:
    """With more sums of numbers than unknowns, and an objective, CP-SAT is the best; without either it is not."""
    board = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..9}}\nrules:\n"
    sums = "".join(f"  - x[r1c1] + {k} * x[r1c2] + x[r1c3] < {20 + k}\n" for k in range(2, 7))
    for text, best in (
        (board + sums + "minimize: sum(x)\n", "cpsat"),
        (board + sums, "clasp"),
        (board + "  - sum(x) > 4\nminimize: sum(x)\n", "clasp"),
    ):
        (part,) = compile_spec(load_text(text, "puzzle.yaml"), choose=chooser(AUTO, ENGINES)).parts
        assert part.engine is not None
        assert part.engine.name == best
        without = compile_spec(load_text(text, "puzzle.yaml"), choose=chooser(AUTO, ["clasp", "z3"])).parts[0].engine
        assert without is not None
        assert without.name == "clasp"


def test_every_row_names_engines() -> None:
    """The last row fits everything, and each names engines that exist."""
    assert RULE[-1].fits(PARTS[0])
    assert {name for row in RULE for name in row.engines} <= {*ENGINES}


def test_what_is_not_installed_is_never_chosen() -> None:
    """Whatever is left takes its place, and it is said that it does."""
    for missing in ENGINES:
        engines = list(rank(PARTS[0], lambda name, missing=missing: name != missing))  # type: ignore[misc]
        assert missing not in [choice.name for choice in engines]
    (only,) = rank(PARTS[0], lambda name: name == "z3")
    assert (only.name, only.why) == ("z3", Why.INSTALLED.value)


MANY_SUMS = """gridwright: 1
grid: 1x3
layers: {x: {values: 1..9}}
rules:
  - for: k in 2..7
    rule: x[r1c1] + k * x[r1c2] + x[r1c3] < 20 + k
minimize: sum(x)
"""


@pytest.fixture
def without_cpsat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make OR-tools a library that is not installed."""
    monkeypatch.delitem(sys.modules, "gridwright.runtime.engines.cpsat", raising=False)
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)  # so that importing it fails


@pytest.mark.usefixtures("without_cpsat")
def test_a_better_engine_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The choice, the progress, the last message and `--json` name it, and `verify` does not wait for ever."""
    spec = load_text(MANY_SUMS, "puzzle.yaml")
    (part,) = compile_spec(spec, choose=chooser(AUTO)).parts
    assert part.engine is not None
    assert (part.engine.name, part.engine.why, part.engine.missing) == ("clasp", Why.INSTALLED.value, "cpsat")
    progress = Progress()
    outcome = solve(spec, patience=0, progress=progress)
    assert "pip install '.[cpsat]'" in progress.advice
    assert outcome.reason == "out of time"
    assert solve(spec, patience=0, engine="clasp").reason == ""  # who names an engine has no better one
    path = tmp_path / "puzzle.yaml"
    path.write_text(MANY_SUMS, "utf-8")
    monkeypatch.setattr(verify_spec, "PATIENCE", 0.0)
    assert run(["verify", str(path)]) == GAVE_UP
    message = capsys.readouterr().err
    assert "pip install '.[cpsat]'" in message
    assert "--timeout sets another limit" in message
    run(["verify", "--json", str(path)])
    assert json.loads(capsys.readouterr().out)["stats"]["engines"][0]["missing"] == "cpsat"
    assert run(["solve", str(path), "--timeout", "0"]) == GAVE_UP
    assert run(["verify", "--timeout", "60", str(path)]) == OK
    assert "cpsat" not in capsys.readouterr().err.splitlines()[-1]


def test_what_is_left_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library of an engine is imported only when its turn comes, and looked for once for all parts."""
    asked: list[str] = []
    monkeypatch.setattr(engine_choice, "is_installed", lambda name: asked.append(name) or True)
    spec = load_text(ROOMS, "puzzle.yaml")
    assert len(compile_spec(spec, choose=chooser(AUTO)).parts) == 2
    assert asked == [ENGINES[0]]


def test_parts_say_what_they_were_compiled_for() -> None:
    """Each part has its engine before those passes that differ between engines, and is the same as for that engine alone."""
    spec = load_text(ROOMS, "puzzle.yaml")
    for name in (AUTO, *ENGINES, RUNNER_UP):
        for part in compile_spec(spec, choose=chooser(name)).parts:
            assert part.engine is not None
            alone = compile_spec(spec, native_reachability=has_reachability(part.engine.name)).parts
            assert [*part.clauses()] in [[*other.clauses()] for other in alone]
            assert engine_for(part, "z3", 0).name == part.engine.name
    first, second = (compile_spec(spec, choose=chooser(name)).parts[0].engine for name in (AUTO, RUNNER_UP))
    assert first is not None
    assert second is not None
    assert first.name != second.name


def test_offered() -> None:
    """Another process chooses from what is installed here, not there."""
    spec = load_text(ROOMS, "puzzle.yaml")
    assert {part.engine.name for part in compile_spec(spec, choose=chooser(AUTO, ["z3"])).parts if part.engine} == {"z3"}
    assert [use.engine for use in solve(spec, offered=["z3"]).statistics.engines] == ["z3"]


def test_opponents() -> None:
    """An engine has another one against it."""
    assert opponent(AUTO) == RUNNER_UP
    assert all(opponent(name) != name and opponent(name) in ENGINES for name in ENGINES)


def test_cache_and_wire_name_the_engine(tmp_path: Path) -> None:
    """What is kept says which engine found it; other names are refused. The key of `auto` is that of no engine."""
    spec = load_text(ROOMS, "puzzle.yaml")
    outcome = solve(spec)
    plain = as_plain(spec, outcome)
    assert plain["engines"] == [[ENGINES[0], Why.USUAL.value, 2, ""]]
    assert from_plain(spec, plain, 2).statistics.engines == outcome.statistics.engines
    for position, wrong in enumerate(["\x1b[31m", "because", -1, "\x1b[31m"]):
        use = [*plain["engines"][0]]
        use[position] = wrong
        with pytest.raises(NotAnOutcome):
            from_plain(spec, plain | {"engines": [use]}, 2)
    cache = open_cache(str(tmp_path / "cache"))
    keys = {cache.key_of_query(Query(spec, 2, name, 0, NO_DEADLINE, Progress())) for name in (AUTO, *ENGINES)}
    assert len(keys) == 1 + len(ENGINES)


def test_commands_say_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`solve --verbose`, `compile` and the reports name the engine and say why."""
    path = tmp_path / "puzzle.yaml"
    path.write_text(ROOMS, "utf-8")
    line = f"engine: {ENGINES[0]} for 2 parts: {Why.USUAL.value}\n"
    for call in (["solve", "--no-unique", "--verbose"], ["compile"]):
        assert run([*call, str(path)]) == OK
        assert line in capsys.readouterr().err
        assert run([*call, "--json", str(path)]) == OK
        engines = json.loads(capsys.readouterr().out)["stats"]["engines"]
        assert engines == [{"engine": ENGINES[0], "why": Why.USUAL.value, "parts": 2}]
    assert run(["solve", "--no-unique", "--verbose", "--engine", "z3", str(path)]) == OK
    assert f"engine: z3 for 2 parts: {Why.NAMED.value}" in capsys.readouterr().err
