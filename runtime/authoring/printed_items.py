"""List the printed items of a puzzle, its givens and clues, with their places in the file, and remove some of them.

A removed item becomes `.`, which means "nothing here" for every given or clue. So the rest of the file does not change, no list
has to close up, and you can easily put the item back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.language.name_check import free_names, names_of_rule
from gridwright.compiler.language.spec import Define, Given, Let, Rule, Spec
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.syntax_tree import Attribute, Expression, Junction, Loop, Name, children
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar
from gridwright.compiler.values import Value

from ..warnings.names_used import used_names
from .text_edits import Edit, apply_edits


@dataclass(frozen=True, eq=False)
class Item:
    """A given or a clue in the file. `members`: the given or clue on each board, if several boards share a section.

    `place`: the text to replace. `only_adds`: removing it can only add solutions, because it is a given, or a clue of a group
    that rules only loop over, so that its rule instances go with it.
    """

    members: tuple[Given | Clue, ...]
    name: str
    place: Span
    only_adds: bool

    @property
    def is_given(self) -> bool:
        """Check whether it is a given, not a clue."""
        return isinstance(self.members[0], Given)

    @property
    def where(self) -> str:
        """Return the place on the board, in words."""
        first = self.members[0]
        return first.layer.place_name(first.position) if isinstance(first, Given) else clue_place(first)

    @property
    def value(self) -> str:
        """Return the printed text."""
        return str(self.members[0].value)

    def __str__(self) -> str:
        return f"{'given' if self.is_given else 'clue'} {self.name} {self.where}: {self.value}"


Unit = tuple[Item, ...]  # items that are removed, or stay, together


def clue_place(clue: Clue) -> str:
    """Return the place of a clue, in words.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text("gridwright: 1\\ngrid: 2x3\\nclues: {sum: {left: [., 5]}}\\nrules: [true]")
    >>> clue_place(spec.grids[0].clue_groups[0][0])
    'left of row 2'
    """
    if isinstance(clue.index, int):
        return f"{clue.side} of {'row' if clue.side in ('left', 'right') else 'column'} {clue.index + 1}"
    return str(clue.place)


def items_of(spec: Spec) -> list[Item]:
    """Return all items of a spec, in the order of the file."""
    values = dict(_values(spec.document))
    members_by_place: dict[tuple[int, int], list[Given | Clue]] = {}
    for grid in spec.grids:
        printed: list[Given | Clue] = [*grid.givens, *(clue for group in grid.clue_groups for clue in group)]
        for member in printed:
            place = values.get((member.span.start, member.span.end), member.span)
            members_by_place.setdefault((place.start, place.end), []).append(member)
    looped = {name: is_only_looped(spec, name) for name in {group.name for grid in spec.grids for group in grid.clue_groups}}
    return [_item(members, spec.document.span.source.span(*place), looped) for place, members in sorted(members_by_place.items())]


def _item(members: list[Given | Clue], place: Span, looped: dict[str, bool]) -> Item:
    first = members[0]
    if isinstance(first, Given):
        return Item(tuple(members), first.layer.name, place, only_adds=True)
    return Item(tuple(members), first.group, place, only_adds=looped[first.group])


def _values(node: Node) -> Iterator[tuple[tuple[int, int], Span]]:
    """Yield the place of each value of a mapping, by the place of its whole entry."""
    for key, value in node.items if isinstance(node, Mapping) else ():
        yield (key.span.start, value.span.end), Span(value.span.source, value.span.start, end_of(value))
        yield from _values(value)
    for item in node.items if isinstance(node, yaml_nodes.Sequence) else ():
        yield from _values(item)


def end_of(node: Node) -> int:
    """Return the end of a node, without the spaces and comments that YAML counts as part of a block list or mapping."""
    if isinstance(node, Scalar) or node.span.text[:1] in ("[", "{"):
        return node.span.end
    last = node.items[-1]
    return end_of(last[1] if isinstance(last, tuple) else last)


def without(text: str, items: Iterable[Item]) -> str:
    """Return the text of the spec without the items."""
    return apply_edits(text, removals(items))


def removals(items: Iterable[Item]) -> list[Edit]:
    """Return the edits that remove the items."""
    return [Edit(item.place, _dot(item.place)) for item in items]


def _dot(place: Span) -> str:
    """Return a `.`, padded to the width of the old text if another token follows on its line, so that columns stay aligned."""
    rest = place.source.text[place.end :].split("\n", 1)[0]
    is_followed = rest[:1] == " " and rest.strip()[:1] not in ("", "#", ",", "]", "}")
    return "." + " " * (place.end - place.start - 1) * is_followed


def is_only_looped(spec: Spec, name: str) -> bool:
    """Check whether rules use the clues only in `for: clue in name`, so that dropping a clue drops only its instances."""
    rules = [rule for rule in (*spec.rules, *spec.together) if not _is_off(rule, spec)]
    bodies = _bodies_in_use(spec, rules)
    read = any(node.name == name for body in bodies for node, _ in free_names(body))
    return not (
        read
        or any(_reads(rule, name) for rule in rules)
        or any(_has_attribute(root, name) for root in (*bodies, *(part for rule in rules for part in _expressions(rule))))
        or any(_mentions(spec.document.get(key), name) for key in ("layers", "areas", "data"))
    )


def _is_off(rule: Rule, spec: Spec) -> bool:
    """Check whether a condition of a rule is never true, such as `if: negative and ...` where `negative` means `false`."""
    bound: set[str] = set()
    for part in rule.context:
        if isinstance(part, Loop):
            bound.update(part.pattern.names())
        elif isinstance(part, Let):
            bound.add(part.name)
        else:
            conjuncts = part.operands if isinstance(part, Junction) and part.operator == "and" else (part,)
            names = [node.name for node in conjuncts if isinstance(node, Name) and node.name not in bound]
            if any(all(_is_false(grid.names.get(name)) for grid in spec.grids) for name in names):
                return True
    return False


def _is_false(value: Value) -> bool:
    """Check whether a name means `false`: as data, or as a parameter of a library, which is a definition."""
    return value is False or (isinstance(value, Define) and isinstance(value.body, Name) and value.body.name == "false")


def _bodies_in_use(spec: Spec, rules: Sequence[Rule]) -> list[Expression]:
    """Return the answers, the objective, and the bodies of all definitions that these, the rules or the layers use."""
    used = used_names(replace(spec, rules=tuple(rules), together=()))
    used |= {define.name for grid in spec.grids for define in grid.constants}
    scopes = [*(grid.names for grid in spec.grids), spec.common_scope.names]
    definitions = [value for scope in scopes for name, value in scope.items() if name in used and isinstance(value, Define)]
    objective = [spec.objective.expression] if spec.objective else []
    return [*spec.answers.values(), *objective, *(define.body for define in definitions)]


def _reads(rule: Rule, name: str) -> bool:
    loops = {id(part.values) for part in rule.context if isinstance(part, Loop) and isinstance(part.values, Name)}
    return any(node.name == name and id(node) not in loops for node, _ in names_of_rule(rule))


def _expressions(rule: Rule) -> Iterator[Expression]:
    for part in rule.context:
        if isinstance(part, Loop):
            yield part.values
            yield from part.conditions
        else:
            yield part.value if isinstance(part, Let) else part
    yield rule.expression


def _has_attribute(node: Expression, name: str) -> bool:
    """Check whether an expression reads an attribute of that name."""
    return (isinstance(node, Attribute) and node.name == name) or any(_has_attribute(child, name) for child in children(node))


def _mentions(node: Node | None, name: str) -> bool:
    if isinstance(node, Scalar):
        return bool(re.search(rf"\b{re.escape(name)}\b", node.text))
    if isinstance(node, Mapping):
        return any(_mentions(value, name) for _, value in node.items)
    return isinstance(node, yaml_nodes.Sequence) and any(_mentions(item, name) for item in node.items)
