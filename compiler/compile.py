"""A spec -> a puzzle ready to be solved: rules become terms, independent parts are split, each part becomes a problem."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from .ir.evaluation import evaluate, topological_order
from .ir.module import Assertion, Module, Origin, Target, verify
from .ir.term import Evaluated, Term, Variable
from .ir.term_factory import TermFactory
from .ir.term_store import NO_BOUNDS, DerivedBounds
from .language.budget import NO_DEADLINE, Budget, Deadline, Enter, enter_nothing, stages_only
from .language.interpreter_cache import InterpreterCache
from .language.layers_read import layers_read
from .language.printed_place import PrintedPlace, is_in_library, move_error, printed_place
from .language.rule_instances import Instance, instances
from .language.scope import Scope
from .language.spec import Given, Layer, Rule, Spec
from .language.subexpression_cache import SubexpressionCache
from .limits import Limits
from .lowering.automata.neighbours import Neighbours
from .lowering.check_answers import check_answers
from .lowering.clue_places import misplaced_clues
from .lowering.derived_bounds import MAX_OPTIMIZED, MAX_VALUES, derived_bounds
from .lowering.different_sums import impossible_sums
from .lowering.never_equal import never_equal
from .lowering.not_lowered import NotLowered
from .lowering.symbolic import SymbolicInterpreter
from .passes.bound_group_sizes import bound_group_sizes, bound_group_sizes_apart
from .passes.encode_group_placements import PlacedGroups, encode_group_placements
from .passes.encode_set_placements import encode_set_placements
from .passes.intersect_automata import intersect_automata
from .passes.lower_to_reachability import lower_to_reachability
from .passes.merge_pairs import merge_pairs
from .passes.multicut import multicut, multicut_apart
from .passes.part_faces import part_faces
from .passes.path_steps import path_steps
from .passes.rectangular_groups import rectangular_groups
from .passes.separate_groups import separate_groups
from .passes.split_components import split_components
from .passes.write_out_group_shapes import write_out_group_shapes
from .records import dataclass, replace
from .syntax.diagnostics import Code, Collector, Diagnostic, Note, SpecError, error
from .syntax.span import Span
from .values import Value

if TYPE_CHECKING:
    from collections import Counter

    from .encode.problem import EngineChoice, Problem

    Choose = Callable[[Module], EngineChoice]  # chooses the engine for a part, from what it consists of

Lowered = tuple[Assertion, Callable[[], Assertion] | None]  # an instance, and how to lower it when all others are known

FIXED = "fixed"  # the kind of origin of a value that is not searched
NOTHING_FIXED: Mapping[Layer, Sequence[Value]] = {}
IMPOSSIBLE = {
    "given": "this given is not a possible value of its layer",
    "rule": "no grid satisfies {rule}",
    "rule within bounds": "no grid satisfies {rule} together with the others",
    "rule among others": "no grid satisfies {rule} together with the rules for neighbouring cells",
}


def notes_on_cases(origins: Sequence[Origin]) -> list[Note]:
    """Return notes on the instances of a rule: the loop values of the first, the number of others, and the rule's sentence."""
    first, *more = origins
    notes = [Note(f"for {first.where}")] if first.where else []
    notes += [Note(f"and in {len(more):,} other case{'' if len(more) == 1 else 's'}")] if more else []
    return notes + ([Note(f"the rule says: {first.sentence}")] if first.says else [])


@dataclass(frozen=True, eq=False)
class Contradiction:
    """A contradiction that shows without solving: a rule with false instances or impossible sums, or two givens of one place."""

    message: str
    origins: tuple[Origin, ...]
    because: Note | None = None
    help: str = ""
    printed: PrintedPlace | None = None

    @property
    def diagnostic(self) -> Diagnostic:
        """Return it as a diagnostic, with the bindings of the first instance, or the place of the other given.

        The place of a rule of a library is a related one: the mistake is in what the puzzle prints.
        """
        first, *more = self.origins
        is_given = first.kind == "given"
        notes = [Note("the other given is here", other.span) for other in more] if is_given else notes_on_cases(self.origins)
        notes += [self.because] if self.because else []
        if self.printed is None:
            return Diagnostic(Code.CONTRADICTION, self.message, first.span, tuple(notes), self.help)
        notes.append(Note("the rule is here", first.span))
        return Diagnostic(Code.CONTRADICTION, self.message, self.printed.span, tuple(notes), self.help or self.printed.help)


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A compiled spec: its module, its independent parts as problems, and what is known without solving.

    `fallback_instances` are the instances of rules that are partly left to plain evaluation and the general lemma. `laid` are the
    groups that are encoded as placements.
    """

    spec: Spec
    module: Module
    parts: tuple[Problem, ...]
    contradictions: tuple[Contradiction, ...]
    fallback_instances: tuple[Origin, ...]
    laid: tuple[PlacedGroups, ...] = ()

    @property
    def general(self) -> tuple[Origin, ...]:
        """Return `fallback_instances`, which had this name before (deprecated)."""
        return self.fallback_instances


def compile_spec(
    spec: Spec,
    *,
    lazy: bool = True,
    has_selector: Callable[[Origin], bool] | None = None,
    passes: bool = True,
    native_reachability: bool = False,
    choose: Choose | None = None,
    deadline: Deadline = NO_DEADLINE,
    enter: Callable[[str], None] = lambda stage: None,
    on_progress: Enter | None = None,
    once: SubexpressionCache | None = None,
) -> Puzzle:
    """Compile a spec; raise `SpecError` if a rule, the objective or the answer has an error.

    `lazy`: connectivity is refined while solving; otherwise it is written out. `has_selector`: which givens and rules'
    instances can be left out, each by itself; the more, the slower it is to solve. `passes`: rooms between walls
    are seen, groups bounded, lines intersected, and parts split. `native_reachability`: the engine has rules for what is
    reached, so groups are left to these. `choose` chooses the engine of each part instead, which then says so. `enter` is
    called with the name of each stage that begins; `on_progress`, instead of it, with each rule as well. `once` keeps what reads
    no layer, for the judge of the same spec.
    """
    on_progress = on_progress or stages_only(enter)
    module = lower(spec, deadline, independently=has_selector is not None, on_progress=on_progress, once=once)
    laid: list[PlacedGroups] = []
    parts = problems_of(
        module,
        spec.limits,
        lazy=lazy,
        has_selector=has_selector,
        passes=passes,
        native_reachability=native_reachability,
        choose=choose,
        deadline=deadline,
        on_progress=on_progress,
        note=laid.append,
    )
    return Puzzle(
        spec=spec,
        module=module,
        parts=parts,
        contradictions=contradictions(spec, module),
        fallback_instances=tuple(fallback_instances(module, [term for layout in laid for term in layout.evaluated])),
        laid=tuple(laid),
    )


def problems_of(
    module: Module,
    limits: Limits,
    *,
    lazy: bool = True,
    has_selector: Callable[[Origin], bool] | None = None,
    passes: bool = True,
    native_reachability: bool = False,
    choose: Choose | None = None,
    deadline: Deadline = NO_DEADLINE,
    on_progress: Enter = enter_nothing,
    note: Callable[[PlacedGroups], None] = lambda placed: None,
    count: Callable[[Counter[Span]], None] | None = None,
) -> tuple[Problem, ...]:
    """Return the independent parts of a module as problems. With `has_selector`, lower the module `independently` first.

    `note` is called with groups that are encoded as placements. `count` is called once for each part, with the number of clauses
    of each rule, even if the encoding is stopped.
    """
    from .encode.encode_module import encode  # noqa: PLC0415 (whoever only lowers, as to check a certificate, needs no encoder)
    from .encode.encoder import ClauseBudget  # noqa: PLC0415

    on_progress("encoding")
    parts: list[tuple[Module, EngineChoice | None]] = []
    if not passes:
        parts = [(module, choose(module) if choose else None)]
    elif has_selector:
        passed = passed_apart(module, has_selector, on_progress)
        on_progress("encoding")
        apart = split_components(passed)
        parts = [(part, choose(part) if choose else None) for part in apart]
    else:
        placed = encode_group_placements(encode_set_placements(path_steps(merge_pairs(module))), limits, deadline, note)
        placed = write_out_group_shapes(placed)
        rooms = part_faces(
            separate_groups(multicut(rectangular_groups(placed, None, on_progress), on_progress), on_progress), on_progress
        )
        for whole in split_components(rooms) if choose else [rooms]:  # each is independent of the others whatever engine it gets
            engine = choose(whole) if choose else None
            reaches = lazy and (engine.has_reachability if engine else native_reachability)
            bounded = lower_to_reachability(whole, on_progress) if reaches else bound_group_sizes(whole, on_progress)
            passed = intersect_automata(bounded, on_progress)
            on_progress("encoding")
            checked = passed if passed is whole and rooms is module else verify(passed)
            parts += [(part, engine) for part in ([whole] if choose and passed is whole else split_components(checked))]
        order = {variable: at for at, variable in enumerate(module.variables)} if len(parts) > 1 else {}
        parts.sort(key=lambda part: order.get(part[0].variables[0], 0))
    written = ClauseBudget(limits, deadline)
    return tuple(
        replace(
            encode(
                part,
                lazy=lazy,
                has_selector=has_selector,
                deadline=deadline,
                written=written,
                on_progress=on_progress,
                count=count,
            ),
            engine=engine,
        )
        for part, engine in parts
    )


def passed_apart(module: Module, has_selector: Callable[[Origin], bool], on_progress: Enter = enter_nothing) -> Module:
    """Return a module after the passes that leave each assertion that `has_selector` independent of all others."""
    shaped = rectangular_groups(write_out_group_shapes(module), has_selector, on_progress)
    passed = bound_group_sizes_apart(multicut_apart(shaped, has_selector), has_selector)
    return module if passed is module else verify(passed)


def lower(
    spec: Spec,
    deadline: Deadline = NO_DEADLINE,
    *,
    independently: bool = False,
    fixed: Mapping[Layer, Sequence[Value]] = NOTHING_FIXED,
    on_progress: Enter = enter_nothing,
    once: SubexpressionCache | None = None,
) -> Module:
    """Return the module of a spec: its unknowns, and as terms all instances of its rules and its givens.

    `independently`: no assertion depends on others. `fixed`: layers whose values are known; they are unknowns only where
    plain evaluation is left to read them. `on_progress` is called with the stage, and with each rule. `once` keeps what reads no
    layer.

    Numbers without bounds for which the rules leave few values are lowered as these, unless `independently`. Raise
    `SpecError` if a rule about one that is left without bounds has no lowering.
    """
    alone = module = _lower(spec, deadline, independently=independently, fixed=fixed, on_progress=on_progress, once=once)
    if not any(layer.is_unbounded for layer in spec.layers):
        return module
    if independently:  # what contradicts does so whatever the objective is
        return replace(module, target=None) if _has_endless_target(module) else module
    for most in (MAX_VALUES, MAX_OPTIMIZED):
        bounds = derived_bounds(alone, most)
        bounded = _within(bounds, spec, deadline, fixed, on_progress) if bounds.always else None
        if bounded is not None and _evaluation_count(bounded) <= _evaluation_count(
            alone
        ):  # otherwise products of so many have no table
            within = [_within_bounds(*pair) for pair in zip(alone.assertions, bounded.assertions, strict=True)]
            module = replace(bounded, assertions=(*within, *_conditional_bounds(bounded)))
        if not _has_endless_target(module):
            break
    else:
        assert spec.objective is not None
        raise _without_bounds(module, spec.objective.expression.span, bounds)
    _refuse_evaluated(module, fixed)
    return module


def _has_endless_target(module: Module) -> bool:
    return bool(module.target and module.target.term and module.target.term.domain.endless)


def _without_bounds(module: Module, span: Span, bounds: DerivedBounds) -> SpecError:
    """Return the error of an objective that depends on a number without bounds, or on one with `bounds` that are too wide."""
    assert module.target is not None
    assert module.target.term is not None
    below = topological_order([module.target.term])
    endless = [term.detail for term in below if term.op == "unknown" and term.domain.endless]
    variable = next((unbounded for unbounded in endless if unbounded not in bounds.always), None)
    is_wide = variable is None
    variable = variable or max(endless, key=lambda unknown: len(bounds.always[unknown]))
    layer: Layer = variable.layer
    where = layer.name if layer.single else f"{layer.name}[c]"
    if is_wide:
        values = bounds.always[variable]
        note = Note(f"its value depends on `{variable.name}`, for which the rules leave {values[0]:,} to {values[-1]:,}")
        message = "the objective depends on numbers that may be too large for one of their rules to be compiled"
        help = f"write a smaller range for `{layer.name}`, such as `values: 0..1000`, if you know one"
        return error(Code.UNBOUNDED, message, span, notes=[note], help=help)
    help = f"write a range for it, as in `values: 0..100`, or a rule that bounds it, as in `0 <= {where} <= 100`"
    note = Note(f"its value depends on `{variable.name}`, and no rule leaves that {MAX_OPTIMIZED:,} values or fewer")
    return error(Code.UNBOUNDED, "the rules give the objective no bounds", span, notes=[note], help=help)


def _within(
    bounds: DerivedBounds, spec: Spec, deadline: Deadline, fixed: Mapping[Layer, Sequence[Value]], on_progress: Enter
) -> Module | None:
    """Return the module with bounds; None if it has a mistake within these only, such as a division by 0."""
    try:
        return _lower(spec, deadline, fixed=fixed, on_progress=on_progress, bounds=bounds)
    except SpecError:
        return None


def _conditional_bounds(module: Module) -> Iterator[Assertion]:
    """Yield the bounds under conditions, on which the terms of a module rest."""
    terms = module.terms
    for (number, unknown, value), values in terms.bounds.under.items():
        is_inside = terms.within(terms.unknown(number), values[0], values[-1])
        holds = terms.disjunction([terms.negation(terms.equals(terms.unknown(unknown), value)), is_inside])
        yield Assertion(holds, Origin(FIXED, number.layer.span, "", number.layer.grid, Scope({}, {}, None, {})))


def _within_bounds(alone: Assertion, assertion: Assertion) -> Assertion:
    """Mark an assertion that became true or false, or may have, only because of bounds that follow from others as well."""
    if not isinstance(alone.term, Term) or (isinstance(assertion.term, Term) and assertion.term.op != "or"):
        return assertion
    return replace(assertion, origin=replace(assertion.origin, kind="rule within bounds"))


def _evaluation_count(module: Module) -> int:
    return sum(term.op == "evaluated" for term in module.reachable_terms())


def _refuse_evaluated(module: Module, fixed: Mapping[Layer, Sequence[Value]]) -> None:
    """Raise `SpecError` for the first rule that is left to plain evaluation and reads a number without bounds."""
    for assertion in module.assertions:
        for term in topological_order([assertion.term]) if isinstance(assertion.term, Term) else ():
            if term.op != "evaluated":
                continue
            for layer in layers_read(term.detail.node, term.detail.scope):
                unknowns = map(module.terms.unknown, (Variable(layer, at) for at in range(len(layer.places))))
                if layer not in fixed and any(unknown.domain.endless for unknown in unknowns):
                    raise error(
                        Code.UNBOUNDED,
                        f"this rule cannot be searched, because `{layer.name}` may be any of all {layer.values}",
                        term.detail.node.span,
                        help=f"write a range as its values, or rules that bound it, as in `0 <= {layer.name} <= 100`",
                    )


def _lower(
    spec: Spec,
    deadline: Deadline = NO_DEADLINE,
    *,
    independently: bool = False,
    fixed: Mapping[Layer, Sequence[Value]] = NOTHING_FIXED,
    on_progress: Enter = enter_nothing,
    bounds: DerivedBounds = NO_BOUNDS,
    once: SubexpressionCache | None = None,
) -> Module:
    """Return the module of a spec. `bounds`: the values of unknowns that have none of their own."""
    on_progress("lowering")
    terms, neighbours, collector = TermFactory(deadline, bounds), Neighbours(apart=independently), Collector()
    cache = InterpreterCache.of(spec, once)
    assertions = [
        Assertion(
            terms.equals(terms.unknown(Variable(given.layer, given.position)), given.value), given_origin(given, grid.scope)
        )
        for grid in spec.grids
        for given in grid.givens
        if given.layer not in fixed
    ]

    def of(rule: Rule, scope: Scope, grid: str) -> Iterator[Lowered]:
        on_progress("lowering", rule.span)
        budget = Budget("this rule", rule.span, spec.limits, deadline)
        purpose: Literal["", "comparison of answers"] = "comparison of answers" if rule.compares_answers else ""
        symbolic = SymbolicInterpreter(terms, budget=budget, purpose=purpose, neighbours=neighbours, cache=cache, fixed=fixed)
        try:
            yield from _instances(spec, symbolic, collector, rule, scope, grid)
        except SpecError as problem:
            raise move_error(spec, problem, grid, scope) from None

    lowered: list[Lowered] = []
    try:
        for grid in spec.grids:
            for rule in spec.rules:
                lowered += of(rule, grid.scope, grid.name)
        for rule in spec.together:
            lowered += of(rule, spec.common_scope, "")
        if not independently:  # a rule that was put off is no neighbour: of itself, or of another one that has it as a neighbour
            known = [assertion for assertion, again in lowered if again is None]
            neighbours.know(assertion.term for assertion in (*assertions, *known))
        for first, again in lowered:
            if again is not None:
                on_progress("lowering", first.origin.span)
            assertions.append(first if again is None else again())
        collector.raise_any()
    except SpecError as problem:
        raise _with_refused_board(spec, [assertion for assertion, _ in lowered], problem) from None
    on_progress("lowering")
    check_answers(spec, deadline)
    stated = _fixed_assertions(terms, fixed, assertions)
    layers = [layer for layer in spec.layers if layer not in fixed or layer in stated]
    variables = tuple(Variable(layer, position) for layer in layers for position in range(len(layer.places)))
    assertions += [assertion for group in stated.values() for assertion in group]
    return verify(Module(terms, variables, tuple(assertions), _target(spec, terms, deadline)))


def _fixed_assertions(
    terms: TermFactory, fixed: Mapping[Layer, Sequence[Value]], assertions: Sequence[Assertion]
) -> dict[Layer, list[Assertion]]:
    """Return for each fixed layer that plain evaluation may read while solving what it is."""
    values_of_layers: dict[Layer, list[Assertion]] = {}
    roots = [assertion.term for assertion in assertions if fixed and isinstance(assertion.term, Term)]
    for term in topological_order(roots):
        for layer in layers_read(term.detail.node, term.detail.scope) if term.op == "evaluated" else ():
            if layer in fixed and layer not in values_of_layers:
                scope = Scope({}, {}, None, {})
                values_of_layers[layer] = [
                    Assertion(
                        terms.equals(terms.unknown(Variable(layer, position)), value),
                        Origin(FIXED, layer.span, "", layer.grid, scope),
                    )
                    for position, value in enumerate(fixed[layer])
                ]
    return values_of_layers


def _target(spec: Spec, terms: TermFactory, deadline: Deadline) -> Target | None:
    """Return the optimization target; None if there is no objective or every solution is known to have the same value."""
    if spec.objective is None:
        return None
    node, scope = spec.objective.expression, spec.answer_scope
    budget = Budget("the objective", node.span, spec.limits, deadline, name="answer_steps")
    value, scale = SymbolicInterpreter(terms, budget=budget, purpose="objective").objective_value(node, scope)
    if isinstance(value, NotLowered):
        read = [Variable(layer, position) for layer in layers_read(node, scope) for position in range(len(layer.places))]
        return Target(spec.objective.maximize, None, tuple(read))
    return Target(spec.objective.maximize, value, scale=scale) if isinstance(value, Term) and not value.is_ground else None


def _with_refused_board(spec: Spec, assertions: Sequence[Assertion], problem: SpecError) -> SpecError:
    """Return an error without what follows from a library that does not fit the board; the message says that it does not fit."""
    false = [assertion.origin for assertion in assertions if assertion.term is False and not assertion.origin.scope.local]
    refused = [_contradiction(spec, [origin]).diagnostic for origin in false if is_in_library(spec, origin.span)]
    others = [
        diagnostic
        for diagnostic in problem.diagnostics
        if not any(note.span and is_in_library(spec, note.span) for note in diagnostic.notes)
    ]
    return SpecError([*refused, *others]) if refused else problem


def _instances(
    spec: Spec, symbolic: SymbolicInterpreter, collector: Collector, rule: Rule, scope: Scope, grid: str
) -> Iterator[Lowered]:
    """Yield all instances of a rule, each with a function that lowers it again when all others are known, if it was put off.

    If the first one reads the size of a group, so do the others, and these are lowered only then.
    """
    neighbours = symbolic.unknowns.algebra.neighbours

    def lower_instance(instance: Instance, interpreter: SymbolicInterpreter, truths: Sequence[Value] | None = None) -> Assertion:
        try:
            term = interpreter.lower(instance, truths)
        except SpecError as problem:
            raise move_error(spec, problem, grid, instance.scope) from None
        known = evaluate(term, {}) if isinstance(term, Term) and term.is_ground else term
        return Assertion(known, Origin("rule", rule.span, rule.says, grid, instance.scope))

    def lower_alone(instance: Instance, interpreter: SymbolicInterpreter, truths: Sequence[Value] | None = None) -> Assertion:
        assertion = lower_instance(instance, interpreter, truths)
        if assertion.term is False and not symbolic.fixed:
            collector.take(SpecError(misplaced_clues(rule, instance.scope)))
        return assertion

    def lower_again(instance: Instance, alone: Assertion, *, uses_sizes: bool) -> Assertion:
        return _among_others(alone, replace(lower_instance(instance, symbolic), uses_sizes=uses_sizes))

    def lower_late(instance: Instance) -> Assertion:
        assertion = replace(lower_instance(instance, symbolic), uses_sizes=True)
        is_decided = not isinstance(assertion.term, Term)
        return _among_others(lower_alone(instance, symbolic.alone()), assertion) if is_decided else assertion

    neighbours.put_off = neighbours.reads_size = False
    for instance in instances(rule, scope, symbolic):
        if neighbours.reads_size:
            origin = Origin("rule", rule.span, rule.says, grid, instance.scope)
            yield Assertion(symbolic.terms.constant(True), origin), functools.partial(lower_late, instance)
            continue
        alone = lower_alone(instance, symbolic, instance.truths)
        again = functools.partial(lower_again, instance, alone, uses_sizes=neighbours.reads_size) if neighbours.put_off else None
        yield alone, again
        neighbours.put_off = False  # the conditions of the next instance are evaluated after this, and may put it off


def _among_others(alone: Assertion, assertion: Assertion) -> Assertion:
    """Mark an assertion that became true or false only because of neighbouring rules."""
    if isinstance(assertion.term, Term) or alone.term is assertion.term:
        return assertion
    return replace(assertion, origin=replace(assertion.origin, kind="rule among others"))


def given_origin(given: Given, scope: Scope) -> Origin:
    """Return the origin of a given."""
    place = given.layer.places[given.position]
    return Origin("given", given.span, "", given.layer.grid, scope.bind(given.layer.name, place))


def contradictions(spec: Spec, module: Module) -> tuple[Contradiction, ...]:
    """Return the contradictions that show as soon as the rules are terms."""
    return tuple(_contradictions(spec, module))


def _contradictions(spec: Spec, module: Module) -> Iterator[Contradiction]:
    first: dict[Variable, Given] = {}
    for grid in spec.grids:
        for given in grid.givens:
            other = first.setdefault(Variable(given.layer, given.position), given)
            if other.value is not given.value and other.value != given.value:
                place = Variable(given.layer, given.position).name
                yield Contradiction(
                    f"two givens contradict each other: {place} is given as {other.value} and as {given.value}",
                    (given_origin(other, grid.scope), given_origin(given, grid.scope)),
                )
    false: dict[Span, list[Origin]] = {}
    for assertion in module.assertions:
        if assertion.term is False:
            false.setdefault(assertion.origin.span, []).append(assertion.origin)
    for origins in false.values():
        yield _contradiction(spec, origins)
    sums: dict[Span, list[tuple[Origin, Note]]] = {}
    for origin, differ, words in impossible_sums(module) if "distinct" in module.operations else ():
        if origin.span not in false:
            sums.setdefault(origin.span, []).append((origin, Note(f"{words}, because of this rule", differ.span)))
    for instances_of_rule in sums.values():
        yield _impossible_sum(spec, instances_of_rule)


def _contradiction(spec: Spec, origins: Sequence[Origin]) -> Contradiction:
    """Return the contradiction of a rule with false instances."""
    first = origins[0]
    rule = next((rule for rule in (*spec.rules, *spec.together) if rule.span == first.span), None)
    because, help = (rule and never_equal(rule.expression, first.scope, spec.limits)) or (None, "")
    printed = printed_place(spec, first.span, first.grid, first.scope)
    message = IMPOSSIBLE[first.kind].format(rule=_words_for_rule(printed))
    return Contradiction(message, tuple(origins), because, help, printed)


def _impossible_sum(spec: Spec, sums: Sequence[tuple[Origin, Note]]) -> Contradiction:
    """Return the contradiction of a rule with sums that are impossible because values differ."""
    first, because = sums[0]
    printed = printed_place(spec, first.span, first.grid, first.scope)
    message = f"no grid satisfies {_words_for_rule(printed)}, because values that it adds up must differ"
    return Contradiction(message, tuple(origin for origin, _ in sums), because, printed=printed)


def _words_for_rule(printed: PrintedPlace | None) -> str:
    """Return how a message calls a rule; `printed`: the place of the clue or area that it is about."""
    return f"the rule for {printed.words}" if printed else "this rule"


def fallback_instances(module: Module, without: Collection[Term] = ()) -> dict[Origin, Evaluated]:
    """Return the origins of assertions that are evaluated, alone or beside known conditions, with what is evaluated.

    `without`: evaluated terms that do not count, because a pass replaces them.
    """
    evaluated: dict[Term, Evaluated] = {}
    for term in module.reachable_terms():
        if term.op == "evaluated":
            if term not in without:
                evaluated[term] = term.detail
        else:
            value = next((evaluated[arg] for arg in term.args if arg in evaluated), None) if evaluated else None
            if value is not None:
                evaluated[term] = value
    if not evaluated:
        return {}
    return {
        assertion.origin: evaluated[assertion.term]
        for assertion in module.assertions
        if isinstance(assertion.term, Term) and assertion.term in evaluated
    }
