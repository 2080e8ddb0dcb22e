"""Which names of a spec are used: those that rules lead to, directly and through definitions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import ClueGroup
from gridwright.compiler.language.name_check import free_names, names_of_rule
from gridwright.compiler.language.spec import Define, Let, Rule, Spec
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

WORD = re.compile(r"[^\W\d]\w*")


def names_of_rules(spec: Spec) -> frozenset[str]:
    """Return the names that rules and the objective use, directly and through definitions."""
    rules = [name for rule in (*spec.rules, *spec.together) for name in _of_rule(rule)]
    return _closure(spec, [*rules, *(_of_expression(spec.objective.expression) if spec.objective else ())])


def used_names(spec: Spec) -> frozenset[str]:
    """Return the names that anything uses: rules, answers, layers, libraries, and clues that stand on areas.

    Where something is not an expression yet, or not only one, all its words count, so that no name is missed.
    """
    answers = [name for answer in spec.answers.values() for name in _of_expression(answer)]
    nodes = [spec.document.get(key) for key in ("layers", "use")]
    texts = [*spec.files.values(), *(text for node in nodes if node is not None for text in _texts(node))]
    words = [word for text in texts for word in WORD.findall(text)]
    used = _closure(spec, [*names_of_rules(spec), *answers, *words])
    return used | {kind for kind, group in _areas_with_clues(spec) if group in used}


def parts_of(spec: Spec) -> Iterator[Mapping]:
    """Yield the mappings of the spec's own file in which names are declared: the whole document, and each named grid."""
    yield spec.document
    grids = spec.document.get("grids")
    if isinstance(grids, Mapping):
        yield from (node for _, node in grids.items if isinstance(node, Mapping))


def _areas_with_clues(spec: Spec) -> Iterator[tuple[str, str]]:
    """Yield each kind of areas with each clue group that stands on one of its areas."""
    for grid in spec.grids:
        kinds = {id(area): kind.name for kind in grid.kinds for area in kind}
        for name, value in grid.names.items():
            if isinstance(value, ClueGroup):
                for clue in value:
                    if isinstance(clue.place, Area) and id(clue.place) in kinds:
                        yield kinds[id(clue.place)], name


def _closure(spec: Spec, names: Iterable[str]) -> frozenset[str]:
    """Return names with all names that the definitions among them use."""
    defines: dict[str, list[Define]] = {}
    for scope in (*(grid.names for grid in spec.grids), spec.common_scope.names):
        for name, value in scope.items():
            if isinstance(value, Define):
                defines.setdefault(name, []).append(value)
    names_found = dict.fromkeys(names)
    todo = list(names_found)
    for name in todo:
        for define in defines.get(name, ()):
            new = [other for other in _of_expression(define.body, frozenset(define.parameters)) if other not in names_found]
            names_found |= dict.fromkeys(new)
            todo += dict.fromkeys(new)
    return frozenset(names_found)


def _of_rule(rule: Rule) -> Iterator[str]:
    yield from (node.name for node, _ in names_of_rule(rule))
    for part in rule.context:
        if isinstance(part, e.Loop):
            yield from (name for node in (part.values, *part.conditions) for name in _attributes(node))
        else:
            yield from _attributes(part.value if isinstance(part, Let) else part)
    yield from _attributes(rule.expression)


def _of_expression(node: e.Expression, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    yield from (name.name for name, _ in free_names(node, bound))
    yield from _attributes(node)


def _attributes(node: e.Expression) -> Iterator[str]:
    """Yield the attributes below a node: `g.number` of a grid is the layer `number`."""
    yield from (below.name for below in e.walk(node) if isinstance(below, e.Attribute))


def _texts(node: Node) -> Iterator[str]:
    """Yield all texts below a node, except those that are for people."""
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(item)
    else:
        for key, value in node.items:
            if key.text != "says":
                yield key.text
                yield from _texts(value)
