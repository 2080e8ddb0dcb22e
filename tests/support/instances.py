"""Completeness and soundness of encodings, constraint instance by constraint instance, without any solver.

The value of every auxiliary variable follows from its meaning. A group of clauses is complete if every assignment under which its
constraint holds satisfies it, and sound if no other does; the definition of an auxiliary variable must always be satisfied.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from clauses import satisfied
from gridwright.compiler.compile import Puzzle, lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Group, Lazy, LazyConnected, LazyJoined, LazyMulticut, Problem, Sum
from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import NO_DEADLINE, Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.passes.multicut import multicut
from gridwright.compiler.passes.separate_groups import separate_groups
from gridwright.compiler.values import Value
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.solving.lemmas.lemma_kind import Candidate, TermLemma, all_kinds


def lowered(spec: Spec) -> tuple[Module, list[Term]]:
    """The module of a spec in which rooms between walls are seen, as while solving, and the terms that it rests on.

    So are places in groups of their own.
    """
    module = separate_groups(multicut(lower(spec)))
    return module, [term for term in module.reachable_terms() if term.op in ("multicut", "separated")]


def constraints_of(module: Module) -> dict[Origin, Operand]:
    """What is asserted for each origin."""
    terms_of_origin: dict[Origin, list[Operand]] = {}
    for assertion in module.assertions:
        terms_of_origin.setdefault(assertion.origin, []).append(assertion.term)
    return {origin: module.terms.conjunction(terms) for origin, terms in terms_of_origin.items()}


def values_of(module: Module, grid: Assignment) -> dict[Term, Value]:
    """The values of all terms of a module on a grid; of expressions left to evaluation by plain evaluation."""

    def read(layer: Layer, position: int) -> Value:
        return grid[layer.grid, layer.name][position]

    values: dict[Term, Value] = {}
    for term in list(module.terms.all):  # each after its arguments
        if term.op == "unknown":
            values[term] = read(term.detail.layer, term.detail.position)
        elif term.op == "evaluated":
            interpreter = Interpreter(read, budget=Budget("an expression", None))
            values[term] = interpreter.run_truth(term.detail.node, term.detail.scope)
        else:
            values[term] = all_operations()[term.op].evaluate(term, [values[arg] for arg in term.args])
    return values


def holds(constraint: Sum, model: list[bool]) -> bool:
    """Whether a sum holds in a model."""
    total = sum(factor for factor, literal in constraint.pairs if satisfied((literal,), model))
    within = (constraint.low is None or constraint.low <= total) and (constraint.high is None or total <= constraint.high)
    return within or satisfied(constraint.unless, model)


def group_holds(group: Group, model: list[bool]) -> bool:
    """Whether all clauses and sums of a group hold in a model."""
    return all(satisfied(clause, model) for clause in group.clauses) and all(
        holds(constraint, model) for constraint in group.sums
    )


def refused(problem: Problem, model: list[bool], values: dict[Term, Value]) -> list[Lazy]:
    """The lazy constraints that answer a model with lemmas, each lemma checked to refuse it, unless the model breaks a root."""
    candidate = Candidate(problem, lambda literal: model[abs(literal)] == (literal > 0), NO_DEADLINE, LemmaEncoder(problem))
    lazy_constraints = []
    for lazy in problem.lazy:
        lemmas = list(all_kinds()[type(lazy)].lemmas(lazy, candidate))
        for lemma in lemmas:
            clause = lemma.unless if isinstance(lemma, TermLemma) else lemma
            true = isinstance(lemma, TermLemma) and evaluate(lemma.term, values)
            is_met = (satisfied(clause, model) or true) and has_root(lazy, model)
            assert not is_met, "a lemma that does not refuse its candidate"
        if lemmas:
            lazy_constraints.append(lazy)
    return lazy_constraints


def has_root(lazy: Lazy, model: list[bool]) -> bool:
    """Whether the vertex that rules assert to be in a connected set is in it: no candidate is without it."""
    return not isinstance(lazy, LazyConnected) or lazy.root < 0 or satisfied((lazy.vertices[lazy.root],), model)


def faults(spec: Spec, grids: list[Assignment], *, lazy: bool) -> Iterator[str]:
    """What is wrong with the encoding of a spec on some grids."""
    module, premises = lowered(spec)
    terms = constraints_of(module)
    problem = encode(module, lazy=lazy)
    for grid in grids:
        values = values_of(module, grid)
        rests = all(values[term] for term in premises)  # what is written out about induced edges does not hold elsewhere
        model = [False, *(bool(values[meaning]) for meaning in problem.meanings)]
        rests = rests and all(has_root(lazy, model) for lazy in problem.lazy)
        wrong = refused(problem, model, values)
        sources = {getattr(assertion, "origin", None) for assertion in wrong}
        seen = set()
        for group in problem.groups:
            true = group_holds(group, model)
            if isinstance(group.source, Origin):
                term = terms[group.source]
                expected = values[term] if isinstance(term, Term) else term
                seen.add(group.source)
                if not rests and (expected or not _contains(term, premises)):
                    continue
                if true and not expected and group.source not in sources:
                    yield f"unsound: {group} on {grid}"
                if not true and expected:
                    yield f"incomplete: {group} on {grid}"
            elif not true and rests:
                yield f"a definition does not hold: {group} on {grid}"
        for origin, term in terms.items():
            expected = values[term] if isinstance(term, Term) else term
            if not rests:
                continue
            if origin in sources and expected:
                yield f"a lemma against a grid that satisfies {origin}: {grid}"
            if not expected and origin not in seen and origin not in sources:
                yield f"nothing states {origin}: {grid}"


def _contains(term: Operand, some: list[Term]) -> bool:
    return isinstance(term, Term) and not set(some).isdisjoint(topological_order([term]))


def lemma_faults(spec: Spec, grids: list[Assignment]) -> Iterator[tuple[type, str]]:
    """For each lemma that some grids are answered with its kind, and what is wrong with it: a grid it cuts off, or nothing.

    A lemma holds wherever the constraint holds that it comes from; one that defines a literal holds on every grid. Literals that
    refinement decides about are also guessed wrongly, which is what they are while solving.
    """
    module, premises = lowered(spec)
    terms = constraints_of(module)
    problem = encode(module)
    if not problem.lazy:
        return
    models = []
    for grid in grids:
        values = values_of(module, grid)
        models.append((values, [False, *(bool(values[meaning]) for meaning in problem.meanings)]))
    stated = set()
    fixed = {abs(clause[0]) for clause in problem.clauses() if len(clause) == 1}
    for _, model in models[:12]:
        for lazy in problem.lazy:
            for guessed in _guessed(lazy, model, fixed):
                candidate = Candidate(
                    problem, lambda literal, m=guessed: m[abs(literal)] == (literal > 0), NO_DEADLINE, LemmaEncoder(problem)
                )
                stated |= {(lazy, lemma) for lemma in all_kinds()[type(lazy)].lemmas(lazy, candidate)}
    for lazy, lemma in stated:
        origin = getattr(lazy, "origin", None)
        cut_off = ""
        for grid, (values, model) in zip(grids, models, strict=True):
            term = terms.get(origin, True)
            if not all(values[term_read] for term_read in (term, *premises) if isinstance(term_read, Term)) or term is False:
                continue
            if isinstance(lemma, TermLemma):
                for below in topological_order([lemma.term]):
                    if below not in values:
                        evaluate(below, values, values)
            further = isinstance(lemma, TermLemma) and bool(values[lemma.term])
            if not further and not satisfied(lemma.unless if isinstance(lemma, TermLemma) else lemma, model):
                cut_off = f"{lemma} of {lazy.kind} cuts off {grid}"
        yield type(lazy), cut_off


def _guessed(lazy: Lazy, model: list[bool], fixed: set[int]) -> Iterator[list[bool]]:
    """A model as it is, and with the literals of a lazy constraint turned round, one at a time, but for `fixed` ones."""
    yield model
    if isinstance(lazy, LazyConnected | LazyMulticut):
        return
    turned = [lazy.literal] if not isinstance(lazy, LazyJoined) else _claims(lazy, model)
    for literal in [other_literal for other_literal in turned if abs(other_literal) not in fixed][:6]:
        guessed = list(model)
        guessed[abs(literal)] = not guessed[abs(literal)]
        yield guessed


def _claims(lazy: LazyJoined, model: list[bool]) -> list[int]:
    """The literals of places that may be claimed to be joined with the source: of true ones, if the source is true."""
    if model[abs(lazy.vertices[lazy.source])] != (lazy.vertices[lazy.source] > 0):
        return []
    true = [at for at, vertex in lazy.vertices.items() if at != lazy.source and model[abs(vertex)] == (vertex > 0)]
    return [lazy.reached[at] for at in true]


def sample(grids: list[Assignment], number: int) -> list[Assignment]:
    """Some grids, always the same."""
    return grids if len(grids) <= number else random.Random(0).sample(grids, number)


__all__ = ["Puzzle", "faults", "sample", "values_of"]
