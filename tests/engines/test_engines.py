"""Every engine, and the template for further ones, does what the protocol asks for."""

from __future__ import annotations

import inspect
import itertools
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gridwright.compiler.encode.problem import Clause, Sum
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime import engines
from gridwright.runtime.engines.engine import Engine, Status
from gridwright.runtime.engines.engine_registry import ENGINES, FASTEST_FIRST, make_engine
from gridwright.runtime.explaining.explain import explain
from gridwright.runtime.solving.solve import solve
from processes import within
from ways import assert_agree

TEMPLATE = "TEMPLATE"
ALL = [*ENGINES, TEMPLATE]
METHODS = [name for name, value in vars(Engine).items() if inspect.isfunction(value) and not name.startswith("_")]
SIZE = 6  # variables of a random problem

# One board for each way in which an engine is fed: clauses, sums, lemmas of connectivity, lemmas of the general kind.
BOARDS = {
    "clauses": "grid: 2x2\nlayers: {number: {values: 1..3}}\nrules:\n  - for: line in lines\n    rule: distinct(number[line])",
    "sums": "grid: 2x2\nlayers: {number: {values: 1..3}}\nrules:\n  - sum(number) == 8",
    "connectivity": "grid: 2x3\nlayers: {shaded: {values: [true, false]}}\nrules:\n  - connected(shaded)",
    "nogoods": "grid: 1x3\nlayers: {number: {values: 1..3, blank: true}}\nrules:\n  - runs(number)[0] == [1, 2]",
}


@pytest.mark.parametrize("name", ALL)
def test_protocol(name: str) -> None:
    """An engine has the name of its module and every method of the protocol, with the same parameters."""
    engine = make_engine(name, 0)
    assert engine.name == name
    assert METHODS
    for method in METHODS:
        expected = list(inspect.signature(getattr(Engine, method)).parameters)[1:]
        assert list(inspect.signature(getattr(engine, method)).parameters) == expected, method


def test_registry() -> None:
    """Engines are the modules that declare one, the fastest first; the template is none that commands offer."""
    assert ENGINES[: len(FASTEST_FIRST)] == FASTEST_FIRST
    declared = {
        path.stem for path in Path(engines.__path__[0]).glob("*.py") if "\nENGINE: EngineFactory = " in path.read_text("utf-8")
    }
    assert declared == {*ENGINES, TEMPLATE}


def problem(seed: int) -> tuple[list[Clause], list[Sum]]:
    """Return random clauses and sums over a few variables."""
    chance = random.Random(seed)

    def literals(count: int) -> Clause:
        return tuple(chance.choice((-1, 1)) * variable for variable in chance.sample(range(1, SIZE + 1), count))

    clauses = [literals(chance.randint(1, 3)) for _ in range(chance.randint(1, 6))]
    sums = []
    for _ in range(chance.randint(0, 3)):
        pairs = tuple((chance.randint(1, 4), literal) for literal in literals(4))
        total = sum(factor for factor, _ in pairs)
        sums.append(Sum(pairs, chance.randint(1, total), None, literals(1) if chance.random() < 0.3 else ()))
        sums.append(Sum(pairs, None, chance.randint(0, total - 1)))
    return clauses, sums


def models(clauses: list[Clause], sums: list[Sum]) -> Iterator[set[int]]:
    """Yield the true literals of every model, by trying all."""
    for signs in itertools.product((-1, 1), repeat=SIZE):
        true = {sign * variable for variable, sign in enumerate(signs, 1)}
        totals = [sum(factor for factor, literal in constraint.pairs if literal in true) for constraint in sums]
        if all(true & {*clause} for clause in clauses) and all(
            true & {*constraint.unless}
            or (constraint.low or 0) <= total <= (total if constraint.high is None else constraint.high)
            for constraint, total in zip(sums, totals, strict=True)
        ):
            yield true


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ALL)
def test_models_and_cores(name: str, seed: int) -> None:
    """Models satisfy all clauses and sums, a core contradicts them, and what is added later counts as well."""
    clauses, sums = problem(seed)
    further, _ = problem(seed + 1000)
    chance = random.Random(seed)
    engine = make_engine(name, seed)
    for added in ([], further):
        clauses += added
        engine.add(added or clauses, () if added else sums)
        possible = list(models(clauses, sums))
        for count in (0, 2, SIZE):
            assumptions = [chance.choice((-1, 1)) * variable for variable in chance.sample(range(1, SIZE + 1), count)]
            status = engine.solve(assumptions)
            assert status is (Status.SAT if any(true >= {*assumptions} for true in possible) else Status.UNSAT)
            if status is Status.SAT:
                model = {variable if engine.value(variable) else -variable for variable in range(1, SIZE + 1)}
                assert model in possible
                assert model >= {*assumptions}
            else:
                core = {*engine.core()}
                assert core <= {*assumptions}
                assert not any(true >= core for true in possible)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("name", ALL)
def test_many_bounds_of_one_sum(name: str, seed: int) -> None:
    """Sums under conditions, with bounds that they reach always or never, share what is said of the same pairs, also later."""
    chance = random.Random(seed)
    engine = make_engine(name, seed)
    pairs = tuple((chance.randint(1, 3), chance.choice((-1, 1)) * variable) for variable in chance.sample(range(1, 5), 3))
    total = sum(factor for factor, _ in pairs)
    sums: list[Sum] = []
    for _ in range(3):
        unless = [tuple(chance.choice((-1, 1)) * variable for variable in chance.sample(range(3, SIZE + 1), 2)) for _ in range(2)]
        added = [
            Sum(pairs, None, chance.randint(0, total + 1), unless[0]),
            Sum(pairs, chance.randint(0, total + 1), None, unless[1]),
        ]
        engine.add([], added)
        sums += added
        possible = list(models([], sums))
        assert engine.solve() is (Status.SAT if possible else Status.UNSAT)
        if possible:
            assert {variable if engine.value(variable) else -variable for variable in range(1, SIZE + 1)} in possible


def test_bounds_of_one_sum_exclude_each_other() -> None:
    """clasp sees that a sum of 30 is not more than 15 and at most 15; as two weight constraints it would count all ways."""
    engine = make_engine("clasp", 0)
    pairs = tuple((1, variable) for variable in range(3, 33))
    engine.add([], [Sum(pairs, 16, None, (-1,)), Sum(pairs, None, 15, (-2,)), Sum(pairs, None, 20, (-34,))])
    assert engine.solve([1, 2], conflicts=100) is Status.UNSAT
    assert engine.solve([1]) is Status.SAT
    assert sum(engine.value(variable) for _, variable in pairs) >= 16


def pigeons(engine: Engine, holes: int) -> None:
    """State that each of some pigeons has a hole of its own, with a hole too few."""
    engine.add([tuple(pigeon * holes + hole + 1 for hole in range(holes)) for pigeon in range(holes + 1)])
    pairs = itertools.combinations(range(holes + 1), 2)
    engine.add([(-(a * holes + hole + 1), -(b * holes + hole + 1)) for a, b in pairs for hole in range(holes)])


def tangle(engine: Engine, size: int) -> None:
    """State random clauses of three literals, as many as are hardest; unlike pigeons, OR-tools does not see through them."""
    chance = random.Random(0)
    triples = [chance.sample(range(1, size + 1), 3) for _ in range(size * 43 // 10)]
    engine.add([tuple(chance.choice((-1, 1)) * variable for variable in triple) for triple in triples])


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_limits(name: str) -> None:
    """A search ends at its number of conflicts, at its time, and when it is interrupted; the engine stays usable."""
    engine = make_engine(name, 0)
    tangle(engine, 500)
    assert engine.solve(conflicts=3) in (Status.OUT_OF_CONFLICTS, Status.UNKNOWN)
    assert engine.solve(seconds=0.1) is Status.OUT_OF_TIME
    threading.Timer(0.2, engine.interrupt).start()
    with within(30):
        assert engine.solve(seconds=60) is Status.INTERRUPTED
    smaller = engine.another()
    pigeons(smaller, 3)
    assert smaller.solve() is Status.UNSAT


@pytest.mark.parametrize("board", BOARDS)
def test_template_agrees(board: str) -> None:
    """The template, lazy and eager, says of every grid of a tiny board what the judge says."""
    spec = load_text(f"gridwright: 1\n{BOARDS[board]}\n", "puzzle.yaml")
    assert_agree(spec, ways=[(TEMPLATE, True), (TEMPLATE, False)], instances=0)
    assert solve(spec, engine=TEMPLATE, limit=1000).count == solve(spec, limit=1000).count


def test_template_explains_and_optimises() -> None:
    """Cores of the template are good enough to explain, and to prove an optimum."""
    text = f"gridwright: 1\n{BOARDS['clauses']}\n"
    assert solve(load_text(text + "maximize: sum(number[rows[1]])\n"), engine=TEMPLATE).objective.value == 5
    spec = load_text(text + "  - number[r1c1] == number[r1c2]\n")
    explanation = explain(spec, engine=TEMPLATE, deadline=Deadline(60))
    assert len(explanation.conflict.members) == 2


@pytest.mark.parametrize("sets", [2, 3])
def test_clasp_has_many_connected_sets_from_the_start(sets: int) -> None:
    """Three connected sets are stated before the first candidate, so no lemma is needed; two are once a candidate is cut."""
    rules = " and ".join(f"connected(number == {value})" for value in range(sets))
    spec = load_text(f"gridwright: 1\ngrid: 2x3\nlayers: {{number: {{values: 0..2}}}}\nrules:\n  - {rules}\n", "sets.yaml")
    outcomes = {name: solve(spec, limit=1_000, engine=name, deadline=Deadline(60)) for name in ("clasp", "cadical")}
    assert all(outcome.complete for outcome in outcomes.values())
    assert len({len(outcome.solutions) for outcome in outcomes.values()}) == 1
    assert (sum(outcomes["clasp"].statistics.lemmas.values()) == 0) == (sets == 3)


def test_clasp_cuts_a_set_once() -> None:
    """Three groups of the first candidate get one cut, since all is stated after it; a solver without rules gets one for each."""
    pairs = " and ".join(f"shaded[r1c{column}]" for column in (1, 2, 4, 5, 7, 8))
    board = "grid: 2x8\nlayers: {shaded: {values: [true, false]}}"
    spec = load_text(f"gridwright: 1\n{board}\nrules:\n  - connected(shaded) and {pairs}\n", "groups.yaml")
    outcomes = {name: solve(spec, limit=2_000, engine=name, deadline=Deadline(60)) for name in ("clasp", "cadical")}
    assert all(outcome.complete for outcome in outcomes.values())
    assert outcomes["clasp"].count == outcomes["cadical"].count > 1
    assert outcomes["clasp"].statistics.lemmas == {"cut": 1}
    assert outcomes["cadical"].statistics.lemmas["cut"] > 1


@pytest.mark.parametrize("seed", range(5))
def test_clasp_takes_clauses_from_one_array(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses and sums that go to clasp in arrays lead to the same model as rules by clingo's documented interface."""
    from gridwright.runtime.engines import clasp  # noqa: PLC0415 (not everywhere installed)

    clauses, sums = problem(seed)
    outcomes = []
    for is_documented in (False, True):
        with monkeypatch.context() as patched:
            patched.setattr(clasp, "AT_ONCE", 2)
            if is_documented:
                patched.setattr(clasp.importlib, "import_module", _no_module)
            engine = clasp.ClaspEngine(seed)
            engine.add([*clauses, *clauses[::-1]], sums)
            status = engine.solve()
        outcomes.append((status, [status is Status.SAT and engine.value(variable) for variable in range(1, SIZE + 1)]))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    "rule",
    ["connected(s == 1)", "loop(line)", "all(len(group(c, same=s)) == s[c] for c in cells)"],
    ids=["cells", "loop", "groups"],
)
def test_clasp_takes_rules_from_one_array(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reachability that is stated in arrays leaves the same solutions, in the same order, as by clingo's documented interface."""
    from gridwright.runtime.engines import clasp  # noqa: PLC0415 (not everywhere installed)

    layer = "line: {over: links, values: bool}" if "line" in rule else "s: {values: 1..12}"
    spec = load_text(f"gridwright: 1\ngrid: 3x4\nlayers: {{{layer}}}\nrules:\n  - {rule}\n")
    outcomes = []
    stated: list[int] = []
    in_order = clasp._Program.rules
    for is_documented in (False, True):
        with monkeypatch.context() as patched:
            patched.setattr(clasp, "AT_ONCE", 2)
            patched.setattr(clasp._Program, "rules", lambda self, rules: (stated.append(len(rules)), in_order(self, rules)))
            if is_documented:
                patched.setattr(clasp.importlib, "import_module", _no_module)
            outcomes.append([solution.grid for solution in solve(spec, engine="clasp", limit=40).solutions])
    assert outcomes[0] == outcomes[1]
    assert len(outcomes[0]) > 1
    assert max(stated) > 2


def _no_module(name: str) -> object:
    """Import a module, but none of clingo's."""
    if name.startswith("clingo"):
        raise ImportError(name)
    return __import__(name, fromlist=["ENGINE"])
