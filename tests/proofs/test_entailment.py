"""What `certify` concludes about terms is so on every grid: random terms of every operation, all grids gone through."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from gridwright.compiler.ir.domain import TRUTH
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import Range, as_number, meet
from gridwright.runtime.proofs.check.automaton_entailment import Machines
from gridwright.runtime.proofs.check.cutting_planes import CoreClause, contradict
from gridwright.runtime.proofs.check.entailment import EntailmentCheck, EntailmentVerdict, Premise
from gridwright.runtime.proofs.check.joint_tables import Tables
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.check.linear_entailment import Sums
from random_terms import GRIDS, World

WORLDS = int(os.environ.get("GRIDWRIGHT_WORLDS", "8"))  # 2,000 take some minutes


def worlds(number: int) -> Iterator[tuple[int, random.Random, World]]:
    """So many random worlds, each with its seed and the source that goes on from it."""
    for seed in range(number):
        source = random.Random(seed)
        yield seed, source, World(source)


@pytest.mark.slow
def test_what_a_term_can_be_worth_has_all_values_that_it_has() -> None:
    """The values that a term can have at all are among those that are found for it."""
    ops: Counter[str] = Counter()
    for seed in range(WORLDS):
        world = World(random.Random(seed))
        for term, values in world.values.items():
            possible = world.base.of[term]
            ops[term.op] += 1
            for value in set(values):
                meet(possible, frozenset((value,)))  # a contradiction where it is not there
    assert len(ops) == 25, ops


@pytest.mark.slow
def test_clauses_follow_only_if_they_do() -> None:
    """Of a clause it is said that it follows only if it does on all grids, and that it does not only if it does not."""
    verdicts: Counter[tuple[EntailmentVerdict, bool]] = Counter()
    for seed, source, world in worlds(WORLDS):
        truths = world.truths()
        meanings = dict(enumerate(truths, 1))
        follows = EntailmentCheck(world.base, Machines(world.reader.terms), meanings)
        for _ in range(25):
            said = source.choice([None, *truths])
            literals = [source.choice((1, -1)) * (1 + source.randrange(len(truths))) for _ in range(source.randint(1, 3))]
            grids = range(len(GRIDS)) if said is None else [at for at, value in enumerate(world.values[said]) if value]
            is_so = all(any(world.values[meanings[abs(x)]][at] == (x > 0) for x in literals) for at in grids)
            verdict = follows.clause(literals, Premise(said))
            verdicts[verdict, is_so] += 1
            assert verdict is EntailmentVerdict.OPEN or is_so == (verdict is EntailmentVerdict.YES), (seed, said, literals)
    assert min(verdicts[EntailmentVerdict.YES, True], verdicts[EntailmentVerdict.NO, False]) > 2 * WORLDS, verdicts


@pytest.mark.slow
def test_sums_follow_only_if_they_do() -> None:
    """Of a bound it is said that it follows only if it does on all grids."""
    verdicts: Counter[tuple[EntailmentVerdict, bool]] = Counter()
    for seed, source, world in worlds(WORLDS):
        truths = world.truths()
        meanings = dict(enumerate(truths, 1))
        sums = Sums(EntailmentCheck(world.base, Machines(world.reader.terms), meanings))
        about = [at for at, term in meanings.items() if term.op in ("is", "within", "bit")] or list(meanings)
        said = [term for term in truths if any(arg.op == "linear" for arg in term.args)] or truths
        for _ in range(15):
            premise = source.choice([source.choice(said), source.choice(truths)])
            pairs = [
                (source.choice((1, 1, 2)), source.choice((1, 1, -1)) * source.choice(about)) for _ in range(source.randint(1, 4))
            ]
            unless = [source.choice((1, -1)) * source.choice(list(meanings))] if source.random() < 0.3 else []
            high = source.randint(0, sum(factor for factor, _ in pairs))
            is_so = all(
                sum(factor for factor, x in pairs if world.values[meanings[abs(x)]][at] == (x > 0)) <= high
                for at, value in enumerate(world.values[premise])
                if value and not any(world.values[meanings[abs(x)]][at] == (x > 0) for x in unless)
            )
            verdict = sums.follows(pairs, high, unless, Premise(premise))
            verdicts[verdict, is_so] += 1
            assert verdict is not EntailmentVerdict.YES or is_so, (seed, premise, pairs, high, unless)
    assert verdicts[EntailmentVerdict.YES, True] > WORLDS, verdicts


@pytest.mark.slow
def test_the_most_that_terms_come_to_is_the_most() -> None:
    """What multiples of terms come to at most, cells gone through in sets, is what they come to on some grid, and never less."""
    known = 0
    for seed, source, world in worlds(WORLDS // 3):
        tables = Tables(world.base.of)
        terms = [term for term in world.values if term.domain.is_truth or term.op in ("linear", "unknown", "cases", "extreme")]
        for _ in range(20):
            multiples = {source.choice(terms): source.choice((-2, -1, 1, 3)) for _ in range(source.randint(1, 5))}
            if not any(isinstance(world.base.of[term], Range) for term in multiples):
                most = tables.most(multiples)
                sums = [
                    sum(times * as_number(world.values[term][at]) for term, times in multiples.items())
                    for at in range(len(GRIDS))
                ]
                assert most in (max(sums), None), (seed, multiples)
                known += most is not None
    assert known > 3 * WORLDS, known


def test_tables_are_small() -> None:
    """Nothing is tabulated that plain evaluation alone tells, or that too many values of cells decide."""
    cells = [Term(at, "unknown", (), None, TRUTH) for at in range(11)]
    base = {cell: frozenset((False, True)) for cell in cells}
    for number, most in ((9, 1), (10, None)):
        assert Tables(base).most({Term(11, "or", tuple(cells[:number]), None, TRUTH): 1}) == most
    assert Tables({cells[0]: Range(0, 9, False)}).most({cells[0]: 1}) is None
    assert Tables({}).most({Term(0, "evaluated", (), None, TRUTH): 1}) is None


def test_sums_of_what_several_cells_decide() -> None:
    """A bound of a sum bounds truths that say together with what each of its numbers is; one less is not said to follow."""
    world = World(random.Random(0))
    numbers, truths = world.reader.terms[0:2], world.reader.terms[4:6]
    assert [term.detail.layer.name for term in (*numbers, *truths)] == ["number", "number", "shaded", "shaded"]
    zero = next(at for at, term in enumerate(world.reader.terms) if term.op == "constant" and term.detail == 0)
    args = [world.take(["cases", [shaded.id, number.id, zero], None]) for number, shaded in zip(numbers, truths, strict=True)]
    total = world.take(["linear", args, [1, 1, 1]])
    premise = world.reader.terms[world.take(["within", [total], [0, 3]])]
    meanings, pairs = {}, []
    for number, shaded in zip(numbers, truths, strict=True):
        for value in (1, 2):
            at = world.take(["is", [number.id], value])
            meanings[len(meanings) + 1] = world.reader.terms[world.take(["and", [shaded.id, at], None])]
            pairs.append((value, len(meanings)))
    sums = Sums(EntailmentCheck(world.base, Machines(world.reader.terms), meanings))
    assert [sums.follows(pairs, high, [], Premise(premise)) for high in (2, 1)] == [EntailmentVerdict.YES, EntailmentVerdict.OPEN]
    negated = [(factor, -literal) for factor, literal in pairs]  # they are true to 0 at least, and false to 6 at most
    assert [sums.follows(negated, high, [], Premise(premise)) for high in (6, 5)] == [
        EntailmentVerdict.YES,
        EntailmentVerdict.OPEN,
    ]


@pytest.mark.slow
def test_inequalities_contradict_only_if_they_do() -> None:
    """Bounds are said to contradict only if there is no grid on which all of them hold."""
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for seed, source, world in worlds(2 * WORLDS):
        count = len(world.reader.terms)
        for _ in range(20):
            numbers = [
                at for at in (world.of(truth=False) for _ in range(9)) if world.reader.terms[at].op in ("linear", "unknown")
            ]
            pick = source.randrange
            if numbers:
                world.take(["within", numbers[:1], sorted((pick(7), pick(7)))])
        cells = [0, 1, 2, 3]
        for value in (0, 1):
            for at in cells:
                world.take(["is", [at], value])
            pairs = [len(world.reader.terms) - 4, len(world.reader.terms) - 3]
            world.take(["linear", pairs, [0, 1, 1]])
        world.take(["distinct", [0, 1], None])
        world.take(["distinct", [2, 3], None])
        world.take(["same", [0, 2], None])
        world.take(["linear", [0, 2], [0, 1, -1]])
        sums = [term for term in world.reader.terms[count:] if term.op == "linear"]
        said = [term for term in world.reader.terms[count:] if term.op in ("within", "distinct", "same")]
        for _ in range(60):
            truths = [source.choice(said) for _ in range(source.randint(1, 4))]
            rows = [
                (source.choice((-2, -1, 1, 2)), truth.args[0] if truth.op == "within" else source.choice(sums), truth)
                for truth in truths
            ]
            alone = [source.choice(world.truths()) for _ in range(source.randint(0, 1))]
            try:
                found = contradict(rows, [], alone, world.base.of)
            except (Rejected, TypeError):
                continue
            is_so = not any(all(world.values[term][at] for term in (*truths, *alone)) for at in range(len(GRIDS)))
            verdicts[found, is_so] += 1
            assert not found or is_so, (seed, rows, alone)
    assert verdicts[True, True] > 2 * WORLDS, verdicts
    assert verdicts[False, False] > 2 * WORLDS, verdicts


@pytest.mark.slow
def test_cores_contradict_only_if_they_do() -> None:
    """Cores and a bound are said to contradict only if on each grid on which the bound holds all of one core is true."""
    verdicts: Counter[tuple[bool, bool]] = Counter()
    for seed, source, world in worlds(WORLDS):
        for at in (0, 1, 2, 3):
            for value in (0, 1):
                world.take(["is", [at], value])
        truths = range(len(world.reader.terms) - 8, len(world.reader.terms))
        for _ in range(20):
            cores, counters, cost = [], [], []
            for _ in range(source.randint(1, 3)):
                members = [(source.choice(truths), source.random() < 0.7) for _ in range(source.randint(1, 3))]
                if counters and source.random() < 0.5:
                    members[0] = (source.choice(counters), True)
                cost += members
                whole = world.take(["and", [literal(world, *member) for member in members], None])
                offset = sum(is_true for _, is_true in members) + (source.random() < 0.1)
                total = world.take(["linear", [at for at, _ in members], [offset, *(1 - 2 * is_true for _, is_true in members)]])
                own = [world.take(["within", [total], [0, most]]) for most in range(source.random() > 0.1, source.randint(1, 3))]
                counters += own
                terms = world.reader.terms
                held = [(terms[at], is_true) for at, is_true in members]
                cores.append(CoreClause(source.randint(0, 2), (terms[whole], True), held, [(terms[at], True) for at in own]))
            free = [(at, is_true) for at, is_true in cost if at in truths]
            factors = [1 - 2 * is_true for _, is_true in free]
            target = world.take(["linear", [at for at, _ in free], [sum(is_true for _, is_true in free), *factors]])
            bound = world.reader.terms[world.take(["within", [target], [0, source.randint(0, 2)]])]
            try:
                found = contradict([(-1, bound.args[0], bound)], cores, [], world.base.of)
            except Rejected:
                continue
            grids = [at for at in range(len(GRIDS)) if world.values[bound][at]]
            is_so = all(any(world.values[core.whole[0]][at] for core in cores) for at in grids)
            verdicts[found, is_so] += 1
            assert not found or is_so, (seed, bound, cores)
    assert verdicts[True, True] > WORLDS // 2, verdicts
    assert verdicts[False, False] > WORLDS // 2, verdicts


def literal(world: World, at: int, is_true: bool) -> int:
    """A term that is true if another one is, or is not."""
    return at if is_true else world.take(["not", [at], None])
