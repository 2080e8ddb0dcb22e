"""What a document gives names to, and every place where such a name stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.language.name_check import free_names
from gridwright.compiler.library import libraries
from gridwright.compiler.library import uses as uses_of
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.libraries import DECLARING, LibraryPlaces, read_libraries
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.diagnostics import Collector, SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence

from .expressions import Bound, expressions, head, parts

BY_NAME = ("givens", "display")  # keys below which names of layers, areas and clues are keys
KINDS = {"layers": "layer", "areas": "kind of areas", "clues": "group of clues", "data": "constant", "define": "definition"}


@dataclass(frozen=True, slots=True, eq=False)
class DeclaredName:
    """A name that a document declares: under which key, where the name itself stands, and what it stands for."""

    name: str
    section: str
    span: Span
    key: Scalar
    node: Node

    @property
    def kind(self) -> str:
        """Return its kind in words."""
        return KINDS[self.section]

    @property
    def says(self) -> str:
        """Return the author's description; empty if there is none."""
        sentence = self.node.get("says") if isinstance(self.node, Mapping) else None
        return " ".join(sentence.text.split()) if isinstance(sentence, Scalar) else ""


def declared_names(document: Mapping) -> Iterator[DeclaredName]:
    """Yield the names that a document declares.

    >>> from gridwright.compiler.syntax.yaml_nodes import read_text
    >>> [(found.section, found.name) for found in declared_names(read_text("layers: {x: {values: bool}}\\ndefine: {f(a): a}"))]
    [('layers', 'x'), ('define', 'f')]
    """
    for part in parts(document):
        for section, node in part.items:
            if section.text in DECLARING and isinstance(node, Mapping):
                for key, value in node.items:
                    name, _ = head(key)
                    start = key.text.find(name)
                    yield DeclaredName(name, section.text, key.part(start, start + len(name)), key, value)


def bound_names(document: Mapping) -> Bound:
    """Return all names that loops, `let`, parameters and lambdas bind anywhere."""
    bound: set[str] = set()
    for written in expressions(document):
        bound |= written.bound | written.binds()
        for root, _ in _roots(written.roots()):
            for node in e.walk(root):
                if isinstance(node, e.Lambda):
                    bound |= set(node.parameters)
                elif isinstance(node, e.Comprehension):
                    bound |= {name for loop in node.loops for name in loop.pattern.names()}
    return frozenset(bound)


def places_of(document: Mapping, name: str) -> list[Span]:
    """Return every place where a declared name stands, in the order of the file.

    Raise `SpecError` where an expression cannot be read: then it is not known whether it has the name.
    """
    spans = [declaration.span for declaration in declared_names(document) if declaration.name == name]
    for part in parts(document):
        for key, node in part.items:
            if key.text in BY_NAME:
                spans += _keys(node, name)
            elif key.text == "expect" and isinstance(node, Mapping):
                solution = node.get("solution")
                spans += [] if solution is None else _keys(solution, name)
            elif key.text == "clues" and isinstance(node, Mapping):
                for _, clues in node.items:
                    on = clues.get("on") if isinstance(clues, Mapping) else None
                    spans += [] if on is None else _words(on, name)
            elif key.text == "examples":
                continue
            elif key.text == "wrong":
                spans += _keys(node, name)
    for use in uses_of(document):
        spans += [given.span for _, given in use.renames().values() if given.text == name]
    grids = _names_of_grids(document)
    for written in expressions(document):
        for root, bound in written.roots():
            spans += _in_expression(root, name, bound, grids)
    unique = {(span.start, span.end): span for span in spans}
    return [unique[place] for place in sorted(unique)]


def _in_expression(root: e.Expression, name: str, bound: Bound, grids: set[str]) -> Iterator[Span]:
    """Yield where a name stands in an expression, unless something else binds it there."""
    for free, _ in free_names(root, bound):
        if free.name == name:
            yield free.span if isinstance(free, e.Name) else free.name_span
    for node in e.walk(root):
        if isinstance(node, e.Attribute) and node.name == name and _is_grid(node.of, grids):
            yield Span(node.span.source, node.span.end - len(name), node.span.end)


def _names_of_grids(document: Mapping) -> set[str]:
    """Return the names that stand for a grid: `grid`, those of several grids, and of loops over `grids`."""
    boards = document.get("grids")
    names = {"grid", *(key.text for key, _ in boards.items)} if isinstance(boards, Mapping) else {"grid"}
    for written in expressions(document):
        loops = [*parser.parse_loops(written.scalar)] if written.is_loops else []
        for root, _ in written.roots():
            loops += [loop for node in e.walk(root) if isinstance(node, e.Comprehension) for loop in node.loops]
        for loop in loops:
            if isinstance(loop.values, e.Name) and loop.values.name == "grids":
                names |= set(loop.pattern.names())
    return names


def _is_grid(node: e.Expression, grids: set[str]) -> bool:
    if isinstance(node, e.Subscript):
        return isinstance(node.of, e.Name) and node.of.name == "grids"
    return isinstance(node, e.Name) and node.name in grids


def _keys(node: Node, name: str) -> Iterator[Span]:
    """Yield where a name is a key: there, or below the name of a board; also in a list of such mappings."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _keys(item, name)
    for key, value in node.items if isinstance(node, Mapping) else ():
        if key.text == name:
            yield key.part(0, len(key.text))
        elif isinstance(value, Mapping):
            yield from (inner.part(0, len(inner.text)) for inner, _ in value.items if inner.text == name)


def _words(node: Node, name: str) -> Iterator[Span]:
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar) and item.text == name:
            yield item.part(0, len(item.text))


def _roots(roots: Iterator[tuple[e.Expression, Bound]]) -> Iterator[tuple[e.Expression, Bound]]:
    """Yield trees as far as they can be read."""
    try:
        yield from roots
    except SpecError:
        return


# what libraries declare


@dataclass(frozen=True, slots=True, eq=False)
class LibraryName:
    """A name that a library declares, and the file in which it stands."""

    library: str
    declared: DeclaredName
    file: Path


def library_names(document: Mapping, places: LibraryPlaces) -> dict[str, LibraryName]:
    """Return the names that the libraries of a document declare, by their names in the document."""
    names: dict[str, LibraryName] = {}
    for library in read_libraries(document, places, Collector(), USUAL):
        file = library_file(library.use.name, library.document.span.source.path, places)
        for declaration in declared_names(library.document):
            if not any(
                declaration.span.start >= outer.start and declaration.span.end <= outer.end
                for outer in _examples(library.document)
            ):
                names.setdefault(declaration.name, LibraryName(library.use.name, declaration, file))
    return names


def library_file(name: str, path: str, places: LibraryPlaces) -> Path:
    """Return the file of a library that a document uses."""
    shipped = libraries().get(name)
    if shipped is not None:
        return shipped.file
    return Path(path) if Path(path).is_absolute() or places.folder is None else places.folder / Path(path).name


def _examples(document: Mapping) -> Iterator[Span]:
    node = document.get("examples")
    if node is not None:
        yield node.span
