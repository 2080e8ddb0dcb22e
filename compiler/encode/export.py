"""Exports: the IR, SMT-LIB 2 or DIMACS, from the module and the problem themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from ..ir.module import Module, write
from ..ir.term import Variable
from .pb_to_cnf import as_clauses
from .problem import Clause, Problem, Sum


class Exported(Protocol):
    """What exporting reads of a compiled puzzle."""

    @property
    def module(self) -> Module:
        """Return the terms and assertions."""

    @property
    def parts(self) -> Sequence[Problem]:
        """Return the independent parts, encoded."""


def to_ir(puzzle: Exported) -> Iterator[str]:
    """Yield the terms and assertions."""
    yield from write(puzzle.module).splitlines()


def to_dimacs(puzzle: Exported) -> Iterator[str]:
    """Yield clauses; sums become clauses over further variables. Parts follow each other on disjoint variables."""
    clauses: list[Clause] = []
    comments: list[str] = []
    size = 0
    for problem in puzzle.parts:
        shift = size
        size += problem.size

        def fresh() -> int:
            nonlocal size
            size += 1
            return size - shift  # noqa: B023 (used before the next round)

        part_clauses = list(problem.clauses())
        for constraint in problem.sums():
            part_clauses += as_clauses(constraint, fresh)
        comments += _comments(problem, shift)
        clauses += [tuple(literal + (shift if literal > 0 else -shift) for literal in clause) for clause in part_clauses]
    yield from (f"c {comment}" for comment in comments)
    yield f"p cnf {size} {len(clauses)}"
    yield from (f"{' '.join(map(str, clause))} 0" for clause in clauses)


def to_smt2(puzzle: Exported) -> Iterator[str]:
    """Yield Boolean variables, clauses, and sums of integers, which any SMT solver reads."""
    yield "(set-logic QF_LIA)"
    for number, problem in enumerate(puzzle.parts):
        prefix = f"p{number}v"
        yield from (f"; {comment}" for comment in _comments(problem, 0))
        yield from (f"(declare-const {prefix}{variable} Bool)" for variable in range(1, problem.size + 1))
        for group in problem.groups:
            yield f"; {group}"
            yield from (f"(assert {_either(clause, prefix)})" for clause in group.clauses)
            yield from (f"(assert {_sum(constraint, prefix)})" for constraint in group.sums)
    yield "(check-sat)"


def _comments(problem: Problem, shift: int) -> Iterator[str]:
    """Yield the meaning of the variables of unknowns, and what is missing because it is refined while solving."""
    for variable, place in problem.places.items():
        yield f"{variable.name}: {_legend(variable, place.literals, place.bits, shift)}"
    if problem.objective:
        pairs = "".join(
            f" + {factor} * {literal + (shift if literal > 0 else -shift)}" for factor, literal in problem.objective.pairs
        )
        yield f"{problem.objective.target.words} {problem.objective.constant}{pairs}"
    for lazy in problem.lazy:
        yield f"left to refinement: {lazy.kind}" + (f" of {lazy.origin}" if hasattr(lazy, "origin") else "")


def _legend(variable: Variable, literals: Mapping[object, int], bits: Clause, shift: int) -> str:
    if bits:
        return "bits " + " ".join(str(bit + shift) for bit in bits)
    return ", ".join(f"{value} = {literal + (shift if literal > 0 else -shift)}" for value, literal in literals.items())


def _literal(literal: int, prefix: str) -> str:
    return f"{prefix}{literal}" if literal > 0 else f"(not {prefix}{-literal})"


def _either(clause: Clause, prefix: str) -> str:
    if not clause:
        return "false"
    literals = " ".join(_literal(literal, prefix) for literal in clause)
    return literals if len(clause) == 1 else f"(or {literals})"


def _sum(constraint: Sum, prefix: str) -> str:
    members = " ".join(f"(ite {_literal(literal, prefix)} {factor} 0)" for factor, literal in constraint.pairs)
    total = members if len(constraint.pairs) == 1 else f"(+ {members})"
    sides = [f"(<= {constraint.low} {total})"] if constraint.low is not None else []
    sides += [f"(<= {total} {constraint.high})"] if constraint.high is not None else []
    whole = sides[0] if len(sides) == 1 else f"(and {' '.join(sides)})"
    unless = " ".join(_literal(literal, prefix) for literal in constraint.unless)
    return f"(or {unless} {whole})" if unless else whole


FORMATS: Mapping[str, Callable[[Exported], Iterator[str]]] = {"ir": to_ir, "smt2": to_smt2, "dimacs": to_dimacs}
