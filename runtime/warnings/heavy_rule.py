"""Rules that make so many clauses that compiling and searching take long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gridwright.compiler.compile import problems_of
from gridwright.compiler.encode.clauses_of_rules import clauses_of_rules
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Rule, Spec
from gridwright.compiler.lowering.heavy_expression import heavy_expression, is_light, weights
from gridwright.compiler.syntax.diagnostics import Diagnostic, Note
from gridwright.compiler.syntax.span import Span

from .general_lemma import shorten
from .warning_kind import WarningKind

LIGHT = 200_000  # the weight of all terms, or of each rule, up to which no clauses are counted
HEAVY = 200_000  # clauses of one rule
OTHERS = 3  # further rules that are named
SHARE = 0.1  # of the clauses of the heaviest, from which on others are named
SECONDS = 6  # for counting clauses
SECONDS_INSIDE = 2  # for finding the part of a rule that makes them


def _find(spec: Spec, module: Module, deadline: Deadline) -> Iterator[Diagnostic]:
    if is_light(module.terms.all, LIGHT):
        return
    weight = clauses_of_rules(module, weights(module.terms.all))  # that of all together may be large, and of each rule small
    if max(weight.values(), default=0) <= LIGHT:
        return
    clauses: Counter[Span] = Counter()
    is_stopped = False
    left = deadline.seconds_left()
    seconds = SECONDS if left is None else max(0.0, min(SECONDS, left - SECONDS_INSIDE))
    try:
        problems_of(module, spec.limits, deadline=deadline.sooner(seconds), count=clauses.update)
    except (OutOfTime, GaveUp):
        is_stopped = True
    rules = {rule.span: rule for rule in (*spec.rules, *spec.together)}
    by_size = sorted(clauses.items(), key=lambda pair: (pair[1], weight[pair[0]]), reverse=True)
    of_rules = [(span, many) for span, many in by_size if span in rules]
    if not of_rules or not (of_rules[0][1] >= HEAVY or is_stopped):
        return
    (span, most), *others = of_rules
    message = f"this rule makes {most:,} clauses, so compiling and searching may take long"
    if is_stopped:
        message = f"counting clauses was stopped after {seconds:.0f} s, when this rule had {most:,} of them"
    if not most:
        message = f"translating was stopped after {seconds:.0f} s, before the first clause of this rule"
    more = [Note(f"the rule with the next most has {many:,} clauses", at) for at, many in others if many > SHARE * most]
    yield heavy_rule(rules[span], spec, message, more[:OTHERS], deadline)


def heavy_rule(rule: Rule, spec: Spec, message: str, notes: Sequence[Note] = (), deadline: Deadline = NO_DEADLINE) -> Diagnostic:
    """Return the warning about a rule, with the part that is to blame and what to write instead."""
    heavy = heavy_expression(rule, spec, deadline.sooner(SECONDS_INSIDE))
    inside = rule.span.holds(heavy.node.span)
    where = [] if inside else [Note("it is used in this rule", rule.span)]
    text = shorten(heavy.node.span.text)
    part = (
        []
        if heavy.node is rule.expression
        else [Note(f"most of it comes from `{text}`" + f": {heavy.words}" * bool(heavy.words))]
    )
    part = part or ([Note(heavy.words)] if heavy.words else [])
    return Diagnostic(HEAVY_RULE, message, heavy.node.span, (*where, *part, *notes), heavy.instead)


HEAVY_RULE = WarningKind(
    label="heavy-rule",
    words="A rule makes very many clauses, or the compiler was stopped at it.",
    example="""\
gridwright: 1
grid: 2x5
layers:
  number: {values: 1..70}
rules:
  - all(number[a] // number[b] != number[r1c1] for a, b in combinations(cells, 2))
""",
    find=_find,
)
