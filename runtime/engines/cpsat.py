"""CP-SAT of OR-tools (Perron, Didier and Gay 2023): clauses, sums of whole numbers, and the least cost. Its home is what adds up.

It gets what every engine gets, but three things as wholes. A number with a literal for each value, or for each "at most this
value", is an integer variable; a sum that has all literals of a number has the number instead (Almost Magic: 6 members in place
of 546). `distinct` is one constraint. And the solver itself looks for the least cost (`improve`): it has a linear programme
beside its clauses. For groups of equal numbers it gets more: an equation for each two
places, which holds if they are in one group.

Nothing but the last solution, as a hint, is kept from one search to the next: each begins with the whole model, as it has grown.
So many short searches are slow, and one long search is what it is for. It has one worker, because with more the solution that is
found first would depend on the machine. It writes no proofs, and lemmas refine connectivity.
"""

from __future__ import annotations

import itertools
import math
import queue
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Problem, Sum
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.reachability_layers import MOST_VALUES
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.walk import conjuncts
from gridwright.compiler.values import BLANK

from .engine import EngineFactory, EngineMissing, Status

try:
    from ortools.sat.python import cp_model_helper as ortools  # not `cp_model`, which imports pandas and numpy
except ImportError as problem:
    raise EngineMissing(
        "the engine `cpsat` needs OR-tools: pip install 'ortools>=9.15', or in a clone of the repository pip install '.[cpsat]'"
    ) from problem

DISTRIBUTION = "ortools"
MAX_TOTAL = 2**50  # of the factors in a sum, far from where 64 bits overflow; a larger sum becomes clauses
SECONDS_PER_SLICE = 0.1  # after each it looks for Ctrl-C, and whether to stop
AUXILIARY = 2**40  # auxiliary variables are numbered from here, beyond every variable of a problem
FEW = 3  # values from which on a number is a variable; with two it is a literal
QUICK = 1_000  # conflicts without presolving
ROUNDING = 1e-6  # bounds of the solver are floating-point numbers

ANSWERS = {"OPTIMAL": Status.SAT, "FEASIBLE": Status.SAT, "INFEASIBLE": Status.UNSAT}

Factors = dict[int, int]  # of variables


class CpsatEngine:
    """An engine that holds one problem as a model of CP-SAT."""

    name = "cpsat"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._model: Any = ortools.CpModelProto()
        self._text: list[str] = []  # variables and constraints that are not in the model yet
        self._size = 0  # variables of the model, with the text
        self._indices: dict[int, int] = {}  # where a variable of the problem is in the model
        self._families: dict[int, list[tuple[_Number, int, Factors]]] = {}  # by the first of their variables
        self._solution: Sequence[int] = ()
        self._core: list[int] = []
        self._auxiliaries = 0
        self._conflicts = 0
        self._bound = -MAX_TOTAL
        self._stop = False

    @property
    def conflicts(self) -> int:
        """Return the conflicts so far."""
        return self._conflicts

    @property
    def bound(self) -> int:
        """Return a lower bound of the cost of all models, from the last call of `improve`."""
        return self._bound

    def another(self) -> CpsatEngine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    # the model

    def load(self, problem: Problem) -> None:
        """Take in a whole problem, with its numbers and `distinct` as such."""
        numbers = _numbers_of(problem)
        for number in numbers.values():
            for shift, factors in number.families():
                self._families.setdefault(min(factors), []).append((number, shift, factors))
        whole = {} if problem.selectors else _distinct_members(problem, numbers)
        for members in itertools.chain.from_iterable(whole.values()):
            expressions = " ".join(f"exprs{{vars:{self._integer(member)} coeffs:1}}" for member in members)
            self._text.append(f"constraints{{all_diff{{{expressions}}}}}")
        for joined, first, second in _equal_members(problem, numbers):
            equal = f"vars:{[self._integer(first), self._integer(second)]} coeffs:[1,-1] domain:[0,0]"
            self._text.append(f"constraints{{enforcement_literal:{self._references([joined])} linear{{{equal}}}}}")
        for group in problem.groups:
            if not isinstance(group.source, Origin) or group.source not in whole:
                self.add(group.clauses, group.sums)

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums."""
        self._text += [f"constraints{{bool_or{{literals:{self._references(clause)}}}}}" for clause in clauses]
        for constraint in sums:
            self._add_sum(constraint)

    def _add_sum(self, constraint: Sum) -> None:
        total = sum(factor for factor, _ in constraint.pairs)
        if total > MAX_TOTAL:
            self.add(as_clauses(constraint, self._fresh))
            return
        if (
            constraint.high == 1 and not constraint.unless and all(factor == 1 for factor, _ in constraint.pairs)
        ):  # what it looks for cliques in
            kind = "exactly_one" if constraint.low else "at_most_one"
            literals = self._references([literal for factor, literal in constraint.pairs])
            self._text.append(f"constraints{{{kind}{{literals:{literals}}}}}")
            return
        shift, factors = self._in_numbers(*_by_variable(0, constraint.pairs))
        low, high = constraint.low or 0, total if constraint.high is None else constraint.high
        if low > high:
            self.add([constraint.unless])
            return
        unless = self._references([-literal for literal in constraint.unless])
        linear = f"vars:{[*factors]} coeffs:{[*factors.values()]} domain:[{low - shift},{high - shift}]"
        self._text.append(f"constraints{{enforcement_literal:{unless} linear{{{linear}}}}}")

    def _in_numbers(self, shift: int, factors: Factors) -> tuple[int, Factors]:
        """Return a sum over variables of the problem as one over those of the model: a number where it has all of one."""
        multiples: Factors = {}
        left = dict(factors)
        for variable in factors:
            for number, start, family in self._families.get(variable, ()) if variable in left else ():
                multiple, rest = divmod(left[variable], family[variable])
                if abs(multiple) * number.largest > MAX_TOTAL:
                    continue
                if rest == 0 and all(left.get(member) == multiple * factor for member, factor in family.items()):
                    shift -= multiple * start
                    index = self._integer(number)
                    multiples[index] = multiples.get(index, 0) + multiple
                    for member in family:
                        del left[member]
                    break
        for variable, factor in left.items():
            multiples[self._index(variable)] = factor
        return shift, multiples

    def _integer(self, number: _Number) -> int:
        """Return where a number is in the model; the first time, say what its literals mean."""
        if number.index < 0:
            number.index = self._new_variable(_domain(number.values))
            low, high = number.values[0], number.values[-1]
            for value, literal in number.choices:
                self._channel(number.index, literal, [(value, value)])
                self._channel(number.index, -literal, [(low, value - 1), (value + 1, high)])
            for value, literal in number.at_most[:-1]:
                self._channel(number.index, literal, [(low, value)])
                self._channel(number.index, -literal, [(value + 1, high)])
        return number.index

    def _channel(self, index: int, literal: int, intervals: Sequence[tuple[int, int]]) -> None:
        """State that a number lies in one of these intervals, if a literal is true. Empty intervals are ignored."""
        ends = " ".join(f"domain:{low} domain:{high}" for low, high in intervals if low <= high)
        enforced = self._references([literal])
        self._text.append(f"constraints{{enforcement_literal:{enforced} linear{{vars:{index} coeffs:1 {ends}}}}}")

    def _new_variable(self, domain: str) -> int:
        self._text.append(f"variables{{{domain}}}")
        self._size += 1
        return self._size - 1

    def _index(self, variable: int) -> int:
        index = self._indices.get(variable)
        if index is None:
            index = self._indices[variable] = self._new_variable("domain:0 domain:1")
        return index

    def _references(self, literals: Iterable[int]) -> list[int]:
        """Return literals as CP-SAT writes them, in text too: where a variable is, or for its negation -1 less that."""
        return [self._index(literal) if literal > 0 else -1 - self._index(-literal) for literal in literals]

    def _fresh(self) -> int:
        """Return a new variable for a sum that is stated in clauses."""
        self._auxiliaries += 1
        return AUXILIARY + self._auxiliaries

    def _complete(self) -> None:
        """Bring the model up to date, with the last solution as a hint."""
        if self._text:
            parsed = self._model.merge_text_format("\n".join(self._text))
            assert parsed, "a model of OR-tools in its own words"
            self._text.clear()
        self._model.assumptions.clear()
        self._model.clear_objective()
        self._model.clear_solution_hint()
        if self._solution:
            self._model.solution_hint.vars.extend(range(len(self._solution)))
            self._model.solution_hint.values.extend(self._solution)

    # searches

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model, at first for a few conflicts without presolving, which takes longer than most candidates do."""
        end = None if seconds is None else time.monotonic() + seconds
        self._stop = False
        status = self._solve(assumptions, seconds, QUICK if conflicts is None else min(QUICK, conflicts), presolve=False)
        if status is Status.OUT_OF_CONFLICTS and (conflicts is None or conflicts > QUICK):
            left = None if end is None else max(0.0, end - time.monotonic())
            status = self._solve(assumptions, left, None if conflicts is None else conflicts - QUICK)
        return status

    def _solve(
        self, assumptions: Sequence[int], seconds: float | None, conflicts: int | None, *, presolve: bool = True
    ) -> Status:
        references = self._references(assumptions)
        self._complete()
        self._model.assumptions.extend(references)
        with self._search(seconds, conflicts, presolve=presolve) as search:
            for _ in self._events(search):
                pass
            search.end()
        status = search.status or self._limit_of(search, seconds, conflicts)
        if status is Status.SAT:
            self._solution = [*search.response.solution]
        elif status is Status.UNSAT:
            core = {*search.response.sufficient_assumptions_for_infeasibility}
            named = [literal for literal, reference in zip(assumptions, references, strict=True) if reference in core]
            self._core = named or [*assumptions]  # what presolve refutes names none, whatever it took
        return status

    def improve(self, costs: Sequence[tuple[int, int]], below: int, seconds: float | None = None) -> Iterator[Status]:
        """Look for models that cost less than `below`, each less than the one before; `costs` are those of literals.

        Yield `SAT` for each of them, and at the end `UNSAT` if nothing costs less, or why that is not known.
        """
        if sum(abs(cost) for cost, _ in costs) + abs(below) > MAX_TOTAL:
            yield Status.OUT_OF_CONFLICTS
            return
        shift, factors = self._in_numbers(*_by_variable(0, costs))
        self._complete()
        objective = self._model.objective
        objective.vars.extend([*factors])
        objective.coeffs.extend([*factors.values()])
        objective.domain.extend([-MAX_TOTAL, below - 1 - shift])
        self._bound = -MAX_TOTAL
        self._stop = False
        with self._search(seconds, None) as search:
            for solution, bound in self._events(search):
                self._bound = max(self._bound, _whole(bound) + shift)
                self._solution = solution
                yield Status.SAT
            search.end()
        if search.status is Status.UNSAT or search.is_optimal:
            yield Status.UNSAT
        else:
            bound = search.response.best_objective_bound
            if bound != 0 or search.status is Status.SAT:  # 0 is also what it says before it knows any bound
                self._bound = max(self._bound, _whole(bound) + shift)
            yield self._limit_of(search, seconds, None)

    @contextmanager
    def _search(self, seconds: float | None, conflicts: int | None, *, presolve: bool = True) -> Iterator[_SolverThread]:
        """Start a search, which ends with the context at the latest."""
        parameters: Any = ortools.SatParameters()
        parameters.num_workers = 1
        parameters.cp_model_presolve = presolve
        parameters.random_seed = self._seed % 2_000_000_000
        parameters.catch_sigint_signal = False
        if seconds is not None:
            parameters.max_time_in_seconds = max(0.0, seconds)
        if conflicts is not None:
            parameters.max_number_of_conflicts = max(0, conflicts)
        search = _SolverThread(self._model, parameters)
        try:
            yield search
        finally:
            search.end()
            self._conflicts += search.response.num_conflicts

    def _events(self, search: _SolverThread) -> Iterator[_Event]:
        """Yield the events of a search until it ends or is stopped."""
        try:
            while not self._stop and (events := search.next()) is not None:
                yield from events
        except KeyboardInterrupt:
            self._stop = True

    def _limit_of(self, search: _SolverThread, seconds: float | None, conflicts: int | None) -> Status:
        """Return why a search ended without an answer."""
        if self._stop:
            return Status.INTERRUPTED
        if conflicts is not None and (seconds is None or search.response.wall_time < seconds):
            return Status.OUT_OF_CONFLICTS
        return Status.UNKNOWN if seconds is None else Status.OUT_OF_TIME

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the last model; one that occurs nowhere is false."""
        at = self._indices.get(variable, len(self._solution))
        return at < len(self._solution) and self._solution[at] == 1

    def core(self) -> list[int]:
        """Return the assumptions of the last core."""
        return self._core

    def interrupt(self) -> None:
        """Stop after the current slice."""
        self._stop = True


_Event = tuple[Sequence[int], float]  # a solution, and what none costs less than


class _SolverThread:
    """A search of the solver, in a thread of its own. `response` is there after `end`.

    At each solution the search waits until it is asked for the next one, or to end. So it does not run ahead of whoever adds a
    lemma after a solution, and it is ended in its own thread: whether `stop_search` may be called from another thread at any
    moment is not documented, and it is for interruptions only.
    """

    def __init__(self, model: Any, parameters: Any) -> None:
        self.response: Any = None
        self._error: BaseException | None = None
        self._found: queue.SimpleQueue[_Event | None] = queue.SimpleQueue()
        self._goes_on: queue.SimpleQueue[bool] = queue.SimpleQueue()
        self._waits = False
        self._solver: Any = ortools.SolveWrapper()
        self._solver.set_parameters(parameters)
        self._callback = _Callback(self._found, self._goes_on)
        self._solver.add_solution_callback(self._callback)
        self._thread = threading.Thread(target=self._run, args=(model,), daemon=True)
        self._thread.start()

    def _run(self, model: Any) -> None:
        try:
            self.response = self._solver.solve(model)
        except BaseException as error:  # such as `MemoryError`, which is raised where it is waited for
            self._error = error
        self._found.put(None)

    def next(self) -> list[_Event] | None:
        """Return the next events, none if there are none soon; None at the end."""
        if self._waits:
            self._goes_on.put(True)
            self._waits = False
        try:
            event = self._found.get(timeout=SECONDS_PER_SLICE)
        except queue.Empty:
            return []
        self._waits = event is not None
        return None if event is None else [event]

    @property
    def status(self) -> Status | None:
        """Return the answer, or None if a limit came first."""
        name = self.response.status.name
        assert name in (*ANSWERS, "UNKNOWN"), f"OR-tools does not take the model: {self.response.solution_info}"
        return ANSWERS.get(name)

    @property
    def is_optimal(self) -> bool:
        """Check whether nothing is better than what was found last."""
        return bool(self.response.status.name == "OPTIMAL")

    def end(self) -> None:
        """Stop it, if it has not ended; raise what it raised."""
        self._goes_on.put(False)
        self._thread.join(SECONDS_PER_SLICE)
        while self._thread.is_alive():
            self._solver.stop_search()
            self._thread.join(SECONDS_PER_SLICE)
        if self._error is not None:
            raise self._error


class _Callback(ortools.SolutionCallback):
    """Hands on the solutions of a search, from its thread."""

    def __init__(self, events: queue.SimpleQueue[_Event | None], goes_on: queue.SimpleQueue[bool]) -> None:
        super().__init__()
        self._found = events
        self._goes_on = goes_on

    def OnSolutionCallback(self) -> None:
        """Take a solution, and wait until somebody wants the next one, or the end."""
        response: Any = self.Response()  # type: ignore[no-untyped-call]
        self._found.put(([*response.solution], response.best_objective_bound))
        if not self._goes_on.get():
            self.StopSearch()


class _Number:
    """A number of a problem, which may become a variable of its own, with the literals that speak of it."""

    def __init__(self, choices: Sequence[tuple[int, int]], at_most: Sequence[tuple[int, int]]) -> None:
        self.choices = choices  # values with their literals
        self.at_most = at_most  # values with the literals of "at most this value"
        self.values = sorted({value for value, _ in (choices or at_most)})
        self.largest = max(map(abs, self.values))
        self.index = -1  # where it is in the model, once it is

    def families(self) -> Iterator[tuple[int, Factors]]:
        """Yield the ways in which the number is a constant and multiples of variables.

        An upper bound of a sum counts what a number is above its least value, a lower bound what it is below its largest.
        """
        low, high = self.values[0], self.values[-1]
        for base in (low, high) if self.choices else ():
            yield _by_variable(base, [(value - base, literal) for value, literal in self.choices if value != base])
        if self.at_most:
            steps = itertools.pairwise(self.at_most)
            yield _by_variable(low, [(above - value, -literal) for (value, literal), (above, _) in steps])


def _domain(values: Sequence[int]) -> str:
    """Return ascending numbers as intervals that do not touch."""
    starts = [at for at, value in enumerate(values) if at == 0 or values[at - 1] < value - 1]
    ends = [*(at - 1 for at in starts[1:]), len(values) - 1]
    return " ".join(f"domain:{values[start]} domain:{values[end]}" for start, end in zip(starts, ends, strict=True))


def _whole(bound: float) -> int:
    """Return a lower bound of whole numbers that is known in floating-point numbers."""
    return math.floor(bound + ROUNDING)


def _by_variable(shift: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, Factors]:
    """Return a sum of literals as a constant and multiples of variables."""
    factors: Factors = {}
    for factor, literal in pairs:
        variable = abs(literal)
        shift += factor if literal < 0 else 0  # not x is 1 - x
        factors[variable] = factors.get(variable, 0) + (factor if literal > 0 else -factor)
    return shift, {variable: factor for variable, factor in factors.items() if factor}


def _numbers_of(problem: Problem) -> dict[Term, _Number]:
    """Return the numbers of a problem that may be variables: each value has a literal of its own, and so has each order.

    A number that is blank where its condition fails is 0 there: Doppelblock takes two thirds of the time. With places that may be
    blank, Some F Squares took 0.6 of the time, but three of Twenty Four Seven 1.2 to 1.4 times as long, so these stay literals.
    """
    encoded = problem.encoded
    numbers = {}
    for term in dict.fromkeys([*encoded.choices, *encoded.at_most]):
        literals = encoded.choices.get(term, {})
        has_zero = term.op != "unknown" and 0 not in term.domain  # for blank; two values may not be one number
        choices = [(0 if has_zero and value is BLANK else value, literal) for value, literal in literals.items()]
        at_most = encoded.at_most.get(term, [])
        if not all(type(value) is int for value, _ in choices):
            choices = []
        variables = {abs(literal) for _, literal in choices}
        if len(variables) < len(choices) or encoded.true in variables:
            choices = []
        if len({abs(literal) for _, literal in at_most}) < len(at_most) or not all(type(value) is int for value, _ in at_most):
            at_most = []
        values = [value for value, _ in choices or at_most]
        if len(values) >= FEW and max(map(abs, values)) <= MAX_TOTAL:
            numbers[term] = _Number(choices, at_most)
    return numbers


def _distinct_members(problem: Problem, numbers: Mapping[Term, _Number]) -> dict[Origin, list[list[_Number]]]:
    """Return the origins all of whose assertions say that unknown numbers are distinct, with these numbers."""
    members_of_origin: dict[Origin, list[list[_Number]]] = {}
    others = set()
    for assertion in problem.assertions:
        for term in conjuncts([assertion.term]):
            members = [numbers[arg] for arg in term.args if arg.op == "unknown" and arg in numbers and not arg.domain.blank]
            if term.op == "distinct" and len(members) == len(term.args):
                members_of_origin.setdefault(assertion.origin, []).append(members)
            else:
                others.add(assertion.origin)
    return {origin: members for origin, members in members_of_origin.items() if origin not in others}


def _equal_members(problem: Problem, numbers: Mapping[Term, _Number]) -> Iterator[tuple[int, _Number, _Number]]:
    """Yield for each two places of groups of equal numbers the literal "they are in one group" and their numbers.

    Where numbers may have many values, clauses compare the ends of edges only (`ReachabilityLayers.follow`). So two places that
    are far apart may be taken for joined though their numbers differ, until cuts exclude it. Each round of cuts is a search from
    the start: Fillomino of 9 x 9 took 41 rounds or more and 14 to 50 s of the processor, and takes 9 to 16 rounds and 6 to 9 s.
    Clauses that say it bit by bit do as much for CP-SAT, take CaDiCaL up to 1.7 times as long, and clasp does not need them.
    """
    for variable, term in enumerate(problem.meanings, 1):
        if term.op == "same_component" and (network := term.args[0]).detail.has_values:
            values = network.args[-network.detail.graph.vertices :]
            first, second = (numbers.get(values[at]) for at in (term.detail.source, term.detail.target))
            if first and second and first.choices and second.choices and len(first.values) > MOST_VALUES:
                yield variable, first, second


ENGINE: EngineFactory = CpsatEngine
