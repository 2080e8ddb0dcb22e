"""Rules and givens that the solution under `expect` breaks."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.compile import notes_on_cases
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Evaluated, Term, Variable
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.layers_read import layers_read
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note, SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..judging.judge import Assignment, grid_interpreter
from ..solving.expectations import place_of_claim
from .warning_kind import WarningKind


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    written = spec.expected.solution
    if written is None or spec.expected.solutions == 0:
        return
    known = _values(spec, module, written, deadline)
    broken: dict[Span, list[Origin]] = {}
    for assertion in module.assertions:
        if isinstance(assertion.term, Term) and known.get(assertion.term) is False:
            broken.setdefault(assertion.origin.span, []).append(assertion.origin)
    for origins in broken.values():
        first = origins[0]
        is_given = first.kind == "given"
        notes = [*([] if is_given else notes_on_cases(origins)), Note("the solution is here", place_of_claim(spec, "solution"))]
        message = f"the solution under `expect` {'contradicts this given' if is_given else 'breaks this rule'}"
        help = f"correct the solution, or the {'given' if is_given else 'rule'}"
        yield Diagnostic(SOLUTION_BREAKS_RULE, message, first.span, tuple(notes), help)


def _values(spec: Spec, module: Module, written: Assignment, deadline: Deadline) -> dict[Term, Value]:
    """Return the values of all terms that read only places which the solution states."""
    keys = {(layer.grid, layer.name): len(layer.places) for layer in spec.layers}
    stated = {key: written.get(key, (None,) * places) for key, places in keys.items()}
    budget = Budget("the solution", spec.expected.span, spec.limits, deadline)  # one for all: it costs no more than a rule may
    operations = all_operations()
    known: dict[Term, Value] = {}
    for term in module.reachable_terms():
        if term.op == "unknown":
            variable: Variable = term.detail
            value = stated[variable.layer.grid, variable.layer.name][variable.position]
        elif term.op == "evaluated":
            value = _evaluate(term.detail, stated, budget)
        elif all(arg in known for arg in term.args):
            value = operations[term.op].evaluate(term, [known[arg] for arg in term.args])
        else:
            continue
        if value is not None:
            known[term] = value
    return known


def _evaluate(evaluated: Evaluated, stated: Assignment, budget: Budget) -> Value:
    """Return the truth of an expression; None if it reads a place that is not stated, or cannot be evaluated."""

    def is_stated(layer: Layer) -> bool:
        return all(value is not None for value in stated[layer.grid, layer.name])

    if not all(map(is_stated, layers_read(evaluated.node, evaluated.scope))):
        return None
    try:
        return grid_interpreter(stated, budget).run_truth(evaluated.node, evaluated.scope)
    except SpecError:
        return None


SOLUTION_BREAKS_RULE = WarningKind(
    label="solution-breaks-rule",
    words="The `solution` under `expect` breaks a rule, or contradicts a given.",
    example="""\
gridwright: 1
grid: 2x2
layers:
  number: {values: 1..2}
rules:
  - for: line in lines
    rule: distinct(number[line])
expect:
  solutions: 2
  solution:
    number: |
      1 2
      2 2
""",
    find=_find,
)
