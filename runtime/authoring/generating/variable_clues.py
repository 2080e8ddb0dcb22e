"""Turn printed clues into unknowns: a spec in which the solver chooses what is printed.

A clue group becomes a layer, whose value at a place is what is printed there, and blank if nothing is. A loop over the group
goes through every clue that could be printed, under the condition that it is:

    for: clue in number                       for: clue in `every number`
    rule: f(clue)                             if: number[clue.cell] == clue.choice
                                              rule: f(clue)

So rules keep their meaning, and no genre needs code. Everything else that reads a group, such as `number[c] != blank`, reads the
layer. A loop over a list that reads it, such as `[c for c in cells if number[c] == blank]`, becomes one over all members, under
the list's condition. What a layer cannot do, such as `len(number)`, makes the spec wrong, and that is said when it is lowered.

Where it is known on which places clues stand, only their values are unknown. Then loops go through these clues, and their value
is that of the layer:

    for: clue in number                       for: clue in `every number`
    rule: f(clue.value)                       rule: f(number[clue.cell])

So a rule may ask before solving where clues are, as for the cells that are seen from one.

Clues that are lists, such as an arrow with a number, have their number among the values in the layer, from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, ClassVar

from gridwright.compiler.geometry.area import Area, Line
from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Define, Grid, Grids, Layer, Let, Objective, Rule, Spec
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value

# The attribute of a clue that is its place. A line comes before an area, because it is one.
PLACES: tuple[tuple[type, str], ...] = (
    (Cell, "cell"),
    (Link, "link"),
    (Border, "border"),
    (Corner, "corner"),
    (Line, "line"),
    (Area, "area"),
)
PREFIX = "every "  # no name in a spec has a space
OPEN = "open "  # the value of an open clue begins with it, before the name of its group


@dataclass(frozen=True, slots=True, eq=False)
class PossibleClue(Clue):
    """A clue that could be printed. `choice`: the value of the layer with which it is."""

    choice: Value = None

    attributes: ClassVar[tuple[str, ...]] = (*Clue.attributes, "choice")


@dataclass(frozen=True, eq=False)
class VariableGroup:
    """A clue group whose clues are unknown: the values that may be printed at each of its places, blank not among them.

    `required`: something is printed at each place.
    """

    grid: str
    group: ClueGroup
    values: Mapping[Value, tuple[Value, ...]]
    required: bool = False

    def choices(self, place: Value) -> tuple[Value, ...]:
        """Return the values that the layer has for what may be printed at a place."""
        return tuple(map(self.choice, self.values[place]))

    def choice(self, value: Value) -> Value:
        """Return the value that the layer has for a printed value."""
        return self._numbers[repr(value)] if self._numbers else value

    def printed_value(self, choice: Value) -> Value:
        """Return the printed value for a value of the layer."""
        return self._all[choice] if self._numbers and choice is not BLANK else choice

    @cached_property
    def _all(self) -> list[Value]:
        return list({repr(value): value for values in self.values.values() for value in values}.values())

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """Return the number of each value among all, if values are lists; otherwise nothing."""
        if not any(isinstance(value, (list, tuple)) for value in self._all):
            return {}
        return {repr(value): number for number, value in enumerate(self._all)}

    @property
    def is_open(self) -> bool:
        """Check whether only the values of its clues are unknown, and not their places."""
        return self.required and not self._numbers

    @property
    def attribute(self) -> str:
        """Return the attribute of its clues that is their place."""
        return next(name for kind, name in PLACES if all(isinstance(place, kind) for place in self.values))


def with_variable_clues(spec: Spec, groups: Iterable[VariableGroup]) -> Spec:
    """Return the spec with clue groups as layers."""
    return _Rewriting(spec, list(groups)).spec()


class _Rewriting:
    def __init__(self, spec: Spec, groups: Sequence[VariableGroup]) -> None:
        self.old = spec
        self.groups = groups
        self.attributes = {group.group.name: group.attribute for group in groups}

    def spec(self) -> Spec:
        """Return the new spec."""
        defines = [(name, value) for grid in self.old.grids for name, value in grid.names.items() if isinstance(value, Define)]
        lists = [(name, define.body) for name, define in defines if not define.parameters]
        opened = frozenset(variable.group.name for variable in self.groups if variable.is_open)
        tree = _Tree(self.attributes, opened, dict(_filters(lists, self.attributes.keys() - opened)))
        grids = [self._grid(grid, tree) for grid in self.old.grids]
        old = with_grids(self.old, grids)
        return replace(
            old,
            rules=tuple(tree.rule(rule) for rule in old.rules),
            together=tuple(tree.rule(rule) for rule in old.together),
            objective=old.objective and Objective(tree.of(old.objective.expression), old.objective.maximize),
            answers={name: tree.of(answer) for name, answer in old.answers.items()},
            common_scope=_defining(old.common_scope, tree),
            answer_scope=old.answer_scope if old.answer_scope.board else _defining(old.answer_scope, tree),
        )

    def _grid(self, grid: Grid, tree: _Tree) -> Grid:
        layers, names = list(grid.layers), dict(grid.names)
        for variable in self.groups:
            if variable.grid == grid.name:
                layer = _layer(variable, grid)
                layers.append(layer)
                names[variable.group.name] = layer
                names[PREFIX + variable.group.name] = _every_clue(variable, layer.span)
        names |= {name: _define(value, tree) for name, value in names.items() if isinstance(value, Define)}
        kept = {id(value) for value in names.values()}
        return replace(
            grid,
            layers=tuple(layers),
            names=names,
            clue_groups=tuple(group for group in grid.clue_groups if group.name not in self.attributes),
            constants={define: value for define, value in grid.constants.items() if id(define) in kept},
        )


def with_grids(spec: Spec, changed: Sequence[Grid]) -> Spec:
    """Return a spec with other grids, one for each of its own, in their order. Wherever a name stands for a grid, it is the new
    one.
    """
    new = [replace(grid, names=dict(grid.names)) for grid in changed]
    grids = Grids(tuple(new))
    by_old: dict[int, Value] = {id(spec.grids): grids} | {id(old): grid for old, grid in zip(spec.grids, new, strict=True)}

    def rename(names: Mapping[str, Value]) -> dict[str, Value]:
        return {name: by_old.get(id(value), value) for name, value in names.items()}

    for grid in new:
        assert isinstance(grid.names, dict)
        grid.names.update(rename(grid.names))
    common = replace(spec.common_scope, names=rename(spec.common_scope.names))
    answers = new[0].scope if spec.answer_scope.board else replace(spec.answer_scope, names=rename(spec.answer_scope.names))
    return replace(spec, grids=grids, common_scope=common, answer_scope=answers)


def with_clues(spec: Spec, changed: Callable[[ClueGroup], ClueGroup]) -> Spec:
    """Return a spec with other clues in its groups."""
    grids = []
    for grid in spec.grids:
        groups = {group.name: changed(group) for group in grid.clue_groups}
        grids.append(replace(grid, clue_groups=tuple(groups.values()), names={**grid.names, **groups}))
    return with_grids(spec, grids)


def _defining(scope: Scope, tree: _Tree) -> Scope:
    return replace(scope, names={name: _define(value, tree) for name, value in scope.names.items()})


def _layer(variable: VariableGroup, grid: Grid) -> Layer:
    places = tuple(variable.values)
    values = tuple(dict.fromkeys(choice for place in places for choice in variable.choices(place)))
    span = next((clue.span for clue in variable.group.clues), None) or next(iter(grid.layers)).span
    over = f"{variable.attribute}s"
    index = {place: at for at, place in enumerate(places)}
    return Layer(variable.group.name, grid.name, over, places, index, values, not variable.required, False, "", span)


def _every_clue(variable: VariableGroup, span: Span) -> ClueGroup:
    printed = {id(clue.place): clue.span for clue in variable.group.clues}
    name = variable.group.name
    if variable.is_open:
        opened = [Clue(name, OPEN + name, place, printed.get(id(place), span)) for place in variable.values]
        return ClueGroup(name, tuple(opened), lambda: tuple(variable.values))
    clues = [
        PossibleClue(name, value, place, printed.get(id(place), span), variable.choice(value))
        for place, values in variable.values.items()
        for value in values
    ]
    return ClueGroup(name, tuple(clues), lambda: tuple(variable.values))


def _define(value: Value, tree: _Tree) -> Value:
    if not isinstance(value, Define):
        return value
    body = tree.of(value.body)
    return value if body is value.body else replace(value, body=body)


class _Tree:
    """Rewrites expressions. `attributes`: the attribute that is the place of a clue, by the name of its group. `opened`: the
    groups of which only the values are unknown. `filters`: the lists of members under a condition that reads clues, by name.
    """

    def __init__(self, attributes: Mapping[str, str], opened: Set[str], filters: Mapping[str, e.Loop]) -> None:
        self.attributes = attributes
        self.opened = opened
        self.filters = filters
        self._special: dict[type, Callable[[Any], Any]] = {e.Loop: self.loop}
        if opened:
            self._special |= {e.Attribute: self._attribute, e.Call: self._call}

    def rule(self, rule: Rule) -> Rule:
        """Return a rule with conditions after the loops over clues."""
        lets = [(part.name, part.value) for part in rule.context if isinstance(part, Let)]
        tree = _Tree(self.attributes, self.opened, {**self.filters, **dict(_filters(lets, self.attributes.keys() - self.opened))})
        context: list[e.Loop | Let | e.Expression] = []
        for part in rule.context:
            if isinstance(part, e.Loop):
                loop = tree.loop(part)
                context += [replace(loop, conditions=()), *loop.conditions]
            elif isinstance(part, Let):
                context.append(Let(part.name, tree.of(part.value)))
            else:
                context.append(tree.of(part))
        return replace(rule, context=tuple(context), expression=tree.of(rule.expression))

    def loop(self, loop: e.Loop) -> e.Loop:
        """Return a loop over all clues that could be printed, with the condition that they are."""
        values, conditions = loop.values, tuple(map(self.of, loop.conditions))
        name = values.name if isinstance(values, e.Name) else ""
        if name in self.opened:
            return replace(loop, values=e.Name(PREFIX + name, values.span), conditions=conditions)
        if name in self.attributes and loop.pattern.name:
            clue = e.Name(loop.pattern.name, loop.span)
            printed = e.Subscript(values, e.Attribute(clue, self.attributes[name], loop.span), loop.span)
            condition = e.Comparison(("==",), (printed, e.Attribute(clue, "choice", loop.span)), loop.span)
            return replace(loop, values=e.Name(PREFIX + name, values.span), conditions=(*conditions, condition))
        if name in self.filters and loop.pattern.name:
            inner = self.filters[name]
            own = [_rename(condition, inner.pattern.name, loop.pattern.name) for condition in inner.conditions]
            return self.loop(replace(loop, values=inner.values, conditions=(*own, *loop.conditions)))
        return replace(loop, values=self.of(values), conditions=conditions)

    def of(self, node: e.Expression) -> e.Expression:
        """Return an expression; the same object if nothing in it changes."""
        rebuilt: e.Expression = _rebuilt(node, self._special)
        return rebuilt

    def _attribute(self, node: e.Attribute) -> e.Expression:
        """Return an attribute. The value of a clue that may be open is that of the layer at its place."""
        of = self.of(node.of)
        value: e.Expression = node if of is node.of else replace(node, of=of)
        if node.name != "value":
            return value
        for name in sorted(self.opened):
            place = e.Attribute(of, self.attributes[name], node.span)
            is_open = e.Comparison(("==",), (e.Attribute(of, "value", node.span), e.Constant(OPEN + name, node.span)), node.span)
            value = e.Conditional(is_open, e.Subscript(e.Name(name, node.span), place, node.span), value, node.span)
        return value

    def _call(self, node: e.Call) -> e.Call:
        """Return a call that gets open clues where it gets their group, as in `combinations(number, 2)`."""

        def argument(part: e.Expression) -> e.Expression:
            if isinstance(part, e.Name) and part.name in self.opened:
                return e.Name(PREFIX + part.name, part.span)
            return self.of(part)

        arguments = tuple(map(argument, node.arguments))
        keywords = tuple((name, argument(part)) for name, part in node.keywords)
        return replace(node, arguments=arguments, keywords=keywords)


def _rebuilt(node: Any, special: Mapping[type, Callable[[Any], Any]]) -> Any:
    """Return an expression with other nodes of special types; the same object if nothing in it changes."""
    if type(node) in special:
        return special[type(node)](node)
    if isinstance(node, tuple):
        parts = tuple(_rebuilt(part, special) for part in node)
        return node if all(new is old for new, old in zip(parts, node, strict=True)) else parts
    if not isinstance(node, EXPRESSIONS):
        return node
    fields = {name: getattr(node, name) for name in type(node).__slots__}
    changed = {name: _rebuilt(value, special) for name, value in fields.items() if not isinstance(value, (Span, str))}
    changed = {name: value for name, value in changed.items() if value is not fields[name]}
    return replace(node, **changed) if changed else node


def _rename(node: e.Expression, old: str | None, new: str) -> e.Expression:
    """Return an expression that has another name for a variable."""

    def of_name(name: e.Name) -> e.Name:
        return e.Name(new, name.span) if name.name == old else name

    renamed: e.Expression = _rebuilt(node, {e.Name: of_name})
    return renamed


def _filters(named: Iterable[tuple[str, e.Expression]], groups: Collection[str]) -> Iterator[tuple[str, e.Loop]]:
    """Yield the loop of each list `[c for c in values if ...]` whose condition reads one of the groups, with the list's name."""
    for name, listed in named:
        if isinstance(listed, e.Comprehension) and listed.is_list and len(listed.loops) == 1:
            (loop,) = listed.loops
            reads = any(isinstance(node, e.Name) and node.name in groups for part in loop.conditions for node in e.walk(part))
            if reads and isinstance(listed.element, e.Name) and listed.element.name == loop.pattern.name:
                yield name, loop


EXPRESSIONS = (*e.Expression.__args__, e.Loop)
