"""A checked document -> a `Spec`: one file for each part of a spec, put together here."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as TextMapping
from pathlib import Path
from typing import Any

from ..geometry.area import AreaKind
from ..geometry.board import Board
from ..geometry.clue import ClueGroup
from ..language import name_check, usage_check
from ..language.all_solutions import is_over_all_solutions
from ..language.budget import NO_DEADLINE, Deadline
from ..language.function_registry import all_functions
from ..language.interpreter_cache import InterpreterCache
from ..language.look import Look
from ..language.one_solution import ALL
from ..language.scope import ALL_DIRECTIONS, Scope, is_of_language
from ..language.spec import Define, Given, Grid, Grids, Layer, Objective, Rule, Spec
from ..library import libraries as shipped
from ..library import uses
from ..limits import USUAL, Limits
from ..syntax import parser, schema, yaml_nodes
from ..syntax.diagnostics import Code, Collector, Note, SpecError
from ..syntax.span import SourceText, Span
from ..syntax.syntax_tree import Expression, Lambda, Name
from ..syntax.yaml_nodes import Mapping, Node, Scalar
from ..values import Value
from .areas import read_kind
from .clues import empty_group, read_group
from .data import read_data
from .display import read_display
from .expect import read_expected
from .genre_declarations import Printed, check_present, checked_group, checked_kind, refuse_unknown
from .grid import read_board
from .layers import read_givens, read_layer, read_listed
from .libraries import LANGUAGE, Library, LibraryPlaces, read_libraries
from .rules import read_define, read_rules

NAMED = ("areas", "data", "clues", "define", "layers")  # the keys whose entries are names


def load(
    path: str | Path,
    limits: Limits = USUAL,
    deadline: Deadline = NO_DEADLINE,
    *,
    libraries: Sequence[Path] = (),
    may_lack_values: bool = False,
) -> Spec:
    """Return the spec in a file; raise `SpecError` with all its errors, `OutOfTime` at the deadline.

    `libraries`: folders in which libraries are looked for that do not come with the language. `may_lack_values`: a clue may be
    `?` in every group, to be filled in.
    """
    document = yaml_nodes.read_file(path, limits, deadline.check)
    places = LibraryPlaces(Path(path).parent, tuple(libraries))
    return read_spec(document, str(path), places, limits, deadline, may_lack_values=may_lack_values)


def load_text(text: str, name: str = "<text>", limits: Limits = USUAL) -> Spec:
    """Return the spec in a text; raise `SpecError` with all its errors. Without a folder it can only use shipped libraries.

    >>> spec = load_text("gridwright: 1\\ngrid: 2x2\\nlayers: {x: {values: 1..2}}\\nrules: [distinct(x)]")
    >>> spec.grids[0].layers[0].values
    range(1, 3)
    """
    return read_spec(yaml_nodes.read_text(text, name, limits), name, LANGUAGE, limits)


def read_spec(
    document: Mapping,
    path: str,
    places: LibraryPlaces = LANGUAGE,
    limits: Limits = USUAL,
    deadline: Deadline = NO_DEADLINE,
    *,
    may_lack_values: bool = False,
) -> Spec:
    """Return the spec in a document; its libraries are looked for in `places`. The limits stay with the spec.

    `may_lack_values`: a clue may be `?` in every group.
    """
    schema.validate(document)
    limits = limits.with_own(_own_limits(document))
    collector = Collector(deadline.check)
    libraries = read_libraries(document, places, collector, limits, with_examples=False)
    collector.raise_any()
    parts = [*(library.part() for library in libraries), document]
    parameters = [define for library in libraries for define in library.parameters(collector)]
    collector.raise_any()
    printed = _printed_kinds(libraries, collector)
    genres = [library.use.name for library in libraries if library.is_genre]
    if genres:
        refuse_unknown(document, printed, genres, collector)
    readers = list(_readers(document, parts, parameters, printed, collector, limits, may_lack_values))
    grids = Grids(tuple(reader.read() for reader in readers))
    rules = tuple(rule for part in parts for rule in _rules(part, "rules", collector))
    together = _rules(document, "together", collector)
    answers = dict(_parse_all(_answers(document), collector))
    objective = _objective(document, collector)
    if not grids or not all(reader.has_all_names() for reader in readers):
        collector.raise_any()  # names that are missing would be reported wherever they are used
    common = _common_scope(parts, parameters, grids, readers[0].definitions)
    display: dict[str, Look] = {}
    for part in parts:
        display |= read_display(part.get("display"), grids, collector, of_library=part is not document)
    expected = read_expected(document.get("expect"), grids, objective, collector)
    answer_scope = grids[0].scope if len(grids) == 1 else common
    messages: set[str] = set()
    for grid in grids:
        name_check.check_definitions(grid.scope, collector)
        for rule in rules:
            names = list(name_check.names_of_rule(rule))
            missing = name_check.unknown(names, grid.scope)
            if not (missing and _report_missing(missing, rule, document, collector, messages)):
                name_check.check(names, grid.scope, collector)
            usage_check.check_rule(rule, grid.scope, collector)
        for define in (value for value in grid.names.values() if isinstance(value, Define)):
            usage_check.check(define.body, grid.scope, collector, frozenset(define.parameters))
    for rule in together:
        name_check.check(name_check.names_of_rule(rule), common, collector)
        usage_check.check_rule(rule, common, collector)
    for expression in answers.values():
        over_all = is_over_all_solutions(expression, answer_scope)
        if over_all and expected.solutions is None:
            collector.add(
                Code.WRONG_VALUE,
                "an answer over all solutions needs their number",
                expression.span,
                help="write it as `expect: {solutions: 12}`",
            )
        bound = frozenset({ALL} if over_all else ())
        name_check.check(name_check.free_names(expression, bound), answer_scope, collector)
        usage_check.check(expression, answer_scope, collector, bound)
    if objective:
        name_check.check(name_check.free_names(objective.expression), answer_scope, collector)
        usage_check.check(objective.expression, answer_scope, collector)
    collector.raise_any()
    title, text = document.get("title"), document.get("text")
    return Spec(
        path=path,
        title=title.text if isinstance(title, Scalar) else "",
        text=text.text if isinstance(text, Scalar) else "",
        document=document,
        grids=grids,
        rules=rules,
        together=together,
        objective=objective,
        answers=answers,
        expected=expected,
        display=display,
        answer_scope=answer_scope,
        common_scope=common,
        files={library.use.name: library.document.span.source.text for library in libraries if library.is_file},
        limits=limits,
    )


def _own_limits(document: Mapping) -> dict[str, int]:
    """Return the limits that a spec sets for itself."""
    node = document.get("limits")
    written = node.items if isinstance(node, Mapping) else ()
    return {key.text: value.value for key, value in written if isinstance(value, Scalar) and isinstance(value.value, int)}


# grids and what stands on them


def _printed_kinds(libraries: Iterable[Library], collector: Collector) -> list[Printed]:
    """Return the clue groups and kinds of areas that libraries declare.

    Areas that several libraries print are the same areas, and have to be as each of them says. Clues have to be the same; add a
    diagnostic for those that two libraries declare in different ways.
    """
    printed: list[Printed] = []
    for library in libraries:
        for declared in library.printed_kinds():
            first = next((before for before in printed if before.name == declared.name), None)
            if first is None or (first.is_areas and declared.is_areas):
                printed.append(declared)
            elif first.words() != declared.words():
                message = f"`{first.library}` and `{declared.library}` both print `{declared.name}`, and not the same"
                notes = [Note(f"`{first.library}` declares it here", first.span)]
                collector.add(
                    Code.NAME_CLASH, message, library.use.span, notes=notes, help=_use_as(declared.library, declared.name)
                )
    return printed


def _use_as(library: str, name: str) -> str:
    """Return how to give something of a library another name."""
    return f"let one of them call it otherwise: `use: {{{library}: {{as: {{{name}: other_{name}}}}}}}`"


def _readers(
    document: Mapping,
    parts: list[Mapping],
    parameters: list[Define],
    printed: list[Printed],
    collector: Collector,
    limits: Limits,
    may_lack_values: bool,
) -> Iterator[_SpecReader]:
    single, several = document.get("grid"), document.get("grids")
    written: list[tuple[str, Node]] = [("", single)] if single is not None else []
    if isinstance(several, Mapping):
        written = [(key.text, node) for key, node in several.items]
    for name, node in written:
        board = read_board(name, node, collector, limits)
        if board is not None:
            own = [node] if isinstance(node, Mapping) else []
            yield _SpecReader(board, [*parts, *own], parameters, printed, collector, limits, may_lack_values)


class _SpecReader:
    """Reads what one grid carries: from the libraries, from the spec, and from its own mapping, the last of the parts."""

    def __init__(
        self,
        board: Board,
        parts: list[Mapping],
        parameters: list[Define],
        printed: list[Printed],
        collector: Collector,
        limits: Limits,
        may_lack_values: bool,
    ) -> None:
        self.may_lack_values = may_lack_values
        self.board = board
        self.parts = parts
        self.parameters = parameters
        self.printed = printed
        self.collector = collector
        self.limits = limits
        self.names: dict[str, Value] = {"grid": board}  # for the lists of layers, until the grid is complete
        self.words: dict[str, Value] = {}
        self.places: dict[str, Span] = {}
        self.scope = Scope(self.names, self.words, board, {})
        self.cache = InterpreterCache()
        self.definitions: dict[Scalar, Define] = {}  # by their heads

    def read(self) -> Grid:
        kinds: list[AreaKind] = []
        are_read = True
        for key, node in self._entries("areas"):
            kinds.append(read_kind(key.text, node, self.board, self.collector))
            are_read &= not self.collector.has_within(node.span)
            self._declare(key.text, kinds[-1], key.span)
        for key, node in self._entries("data"):
            inside = f"`data: {{entries: {{{key.text}: ...}}}}`, read as entries[{key.text}]"
            help = f"choose another name; inside a mapping it may be a key: {inside}"
            self._declare(key.text, read_data(node, self.board, self.collector), key.span, help=help)
        groups: list[ClueGroup] = []
        for key, node in self._entries("clues"):
            groups.append(read_group(key.text, node, self.board, kinds, self.collector, are_read=are_read))
            self._declare(key.text, groups[-1], key.span)
        for define in self.parameters:
            self._declare(define.name, define, define.span)
        for key, node in self._entries("define"):
            define_ = read_define(key, node, self.collector)
            if define_ is not None:
                self.definitions[key] = define_
                self._declare(define_.name, define_, key.span)
        self._check_printed(kinds, groups)
        layers = self._layers()
        givens, constants = tuple(self._givens(layers)), self._constants()
        grid = Grid(self.board, tuple(layers), givens, tuple(kinds), tuple(groups), self.names, self.words, constants)
        self.names["grid"] = grid
        return grid

    def _check_printed(self, kinds: list[AreaKind], groups: list[ClueGroup]) -> None:
        """Check the areas and clues that the libraries declare; add empty ones for those that the puzzle leaves out."""

        def list_values(node: Node) -> Sequence[Value]:
            return read_listed(node, self.scope, self.limits, self.cache)

        in_spec = {*(kind.name for kind in kinds), *(group.name for group in groups)}
        for printed in sorted(self.printed, key=lambda printed: not printed.is_areas):
            written: list[Any] = kinds if printed.is_areas else groups
            at = next((at for at, clue in enumerate(written) if clue.name == printed.name), None)
            if at is None or printed.name not in in_spec:
                if at is None:
                    empty = (
                        AreaKind(printed.name, ())
                        if printed.is_areas
                        else empty_group(printed.name, printed.places, self.board, kinds)
                    )
                    written.append(empty)
                    self._declare(printed.name, empty, printed.span)
                check_present(printed, self.collector)
                continue
            if printed.is_areas:
                written[at] = checked_kind(kinds[at], printed, self.board, self.places[printed.name], self.collector)
            else:
                written[at] = checked_group(
                    groups[at], printed, self.board, kinds, list_values, self.collector, may_lack_values=self.may_lack_values
                )
            self.names[printed.name] = written[at]

    def has_all_names(self) -> bool:
        """Check whether every entry could be read and so has a name."""
        entries = {key.text.partition("(")[0].strip() for section in NAMED for key, _ in self._entries(section)}
        return entries <= self.names.keys()

    def _entries(self, key: str) -> Iterator[tuple[Scalar, Node]]:
        for part in self.parts:
            node = part.get(key)
            if isinstance(node, Mapping):
                yield from node.items

    def _layers(self) -> list[Layer]:
        layers = []
        for key, node in self._entries("layers"):
            if not isinstance(node, Mapping):  # nothing; the schema says what else it must be
                self.collector.add(Code.MISSING_KEY, f"the key `values` is missing in `{key.text}`", key.span)
                continue
            layer = read_layer(key.text, node, self.scope, key.span, self.collector, self.limits, self.cache)
            if layer is None:
                continue
            over = node.get("over")
            if not layer.places and over is not None and over.span.source is self.parts[-1].span.source:
                self.collector.add(Code.WRONG_VALUE, "a layer has no places", over.span)
                continue  # one of a genre may have none as long as there are no clues
            layers.append(layer)
            self._declare(key.text, layer, key.span)
        for layer in layers:
            values = layer.values if isinstance(layer.values, tuple) else ()
            for value in (*values, *(() if layer.single else layer.places)):
                if isinstance(value, str) and value.isidentifier():
                    self._word(value, layer)
        return layers

    def _constants(self) -> dict[Define, Value]:
        """Return the values of the definitions that are constant now that all layers and words have their names."""
        if not all_functions().keys().isdisjoint(self.words):
            return {}
        constants = self.cache.constants.items()
        return {define: value for (define, _), value in constants if name_check.is_constant(define, self.names)}

    def _word(self, word: str, layer: Layer) -> None:
        if word in self.names:
            self.collector.add(
                Code.NAME_CLASH,
                f"`{word}` is already a value of the layer `{layer.name}`",
                self.places[word],
                notes=[Note(f"the layer `{layer.name}` is here", layer.span)] if self.places[word] != layer.span else [],
                help="choose another name for one of the two",
            )
        self.words[word] = word

    def _givens(self, layers: list[Layer]) -> Iterator[Given]:
        by_name = {layer.name: layer for layer in layers}
        has_layers = any(True for _ in self._entries("layers"))
        for key, node in self._entries("givens"):
            layer = by_name.get(key.text)
            if layer is not None:
                yield from read_givens(node, layer, self.board, self.collector)
            elif layers or not has_layers:  # of layers that cannot be read that is said
                known = f"the layers are {', '.join(by_name)}" if layers else "add `layers`, with this one and its values"
                self.collector.add(Code.UNKNOWN_NAME, f"there is no layer `{key.text}`", key.span, help=known)

    def _declare(self, name: str, value: Value, span: Span, *, help: str = "choose another name") -> None:
        """Give a name its meaning, unless something else has the name."""
        if name in self.places:
            self._clash(name, span, self.places[name])
        elif is_of_language(bare := name.rpartition(".")[2], self.board):  # a parameter has its library before its name
            self.collector.add(Code.NAME_CLASH, f"`{bare}` is a name of the language", span, help=help)
        elif bare in all_functions() and isinstance(value, Define) and (value.parameters or isinstance(value.body, Lambda)):
            self.collector.add(
                Code.NAME_CLASH,
                f"`{name}` is a function of the language",
                span,
                help="choose another name: libraries and readers rely on the meaning of this one",
            )
        elif keyword.iskeyword(name):
            self.collector.add(Code.WRONG_VALUE, f"`{name}` cannot be a name: it is a word of the expression language", span)
        else:
            self.names[name] = value
            self.places[name] = span

    def _clash(self, name: str, span: Span, first: Span) -> None:
        own = self.parts[-1].span.source
        if first.source is own and span.source is not own:
            span, first = first, span  # of a spec and a library, the spec is easier to change
        inside = first.source is span.source
        of_library = first if first.source is not own else span
        library = _library_of(of_library)
        help = f"choose another name, or {_use_as(library, name)}"
        notes = [Note(f"the other `{name}` is here", first)]
        values = self._part_of(own, "layers", name).get("values")
        parameter = self._values_parameter(name, of_library)
        if span.source is own and not inside and parameter and isinstance(values, Scalar):
            given = values.span.text
            use = f"`use: {{{library}: {{{parameter}: {given}}}}}`"
            help = f"if both are one layer, leave yours out and write {use}; otherwise choose another name"
        if span.source is not own and library in shipped():  # the place to change is where the spec uses them
            used = next(
                (use for part in self.parts if part.span.source is own for use in uses(part) if use.name == library), None
            )
            if used is not None:
                notes.insert(0, Note(f"this `{name}` is here", span))
                message = f"two libraries give `{name}` a meaning: {_library_of(first)} and {_library_of(span)}"
                self.collector.add(Code.NAME_CLASH, message, used.span, notes=notes, help=_use_as(library, name))
                return
        self.collector.add(
            Code.NAME_CLASH,
            f"`{name}` is already a name " + ("of this spec" if inside else f"of the library `{_library_of(first)}`"),
            span,
            notes=notes,
            help="choose another name for one of the two" if inside else help,
        )

    def _part_of(self, source: SourceText, key: str, name: str) -> Mapping:
        """Return the mapping under a name in a section of the spec; an empty one if there is none."""
        for part in self.parts:
            section = part.get(key) if part.span.source is source else None
            node = section.get(name) if isinstance(section, Mapping) else None
            if isinstance(node, Mapping):
                return node
        return Mapping((), self.parts[-1].span)

    def _values_parameter(self, name: str, span: Span) -> str:
        """Return the parameter of a library that says which values its layer has; empty if none does."""
        values = self._part_of(span.source, "layers", name).get("values")
        is_parameter = isinstance(values, Scalar) and f"{_library_of(span)}.{values.text}" in self.names
        return values.text if isinstance(values, Scalar) and is_parameter else ""


def _report_missing(missing: Sequence[Name], rule: Rule, document: Mapping, collector: Collector, messages: set[str]) -> bool:
    """Report names that nothing declares if a library of the language has the rule, each once, where the library is used.

    Return whether it has.
    """
    library = _library_of(rule.span)
    use = next((use for use in uses(document) if use.name == library), None) if library in shipped() else None
    if use is None or rule.span.source is document.span.source:
        return False
    base = shipped().get(shipped()[use.name].family)  # such as `sudoku` for all that is added to one
    declared = base.document.get("layers") if base else None
    for node in missing:
        code, message = Code.UNKNOWN_NAME, f"`{use.name}` needs a name `{node.name}`, which nothing declares"
        if node.name in ALL_DIRECTIONS:  # all of which a board of squares has
            code, message = Code.WRONG_KIND, f"`{use.name}` works only on boards of squares; this board has hexagons"
            help = ""
        elif base and isinstance(declared, Mapping) and declared.get(node.name) is not None:
            help = f"write `use: [{base.name}, {use.name}]`: `{base.name}` has a layer `{node.name}`; or add such a layer"
        else:
            help = f"add a layer `{node.name}`, or use a library that has one beside `{use.name}`"
        if message not in messages:
            messages.add(message)
            collector.add(code, message, use.span, notes=[Note("it is used here", node.span)], help=help)
    return True


def _library_of(span: Span) -> str:
    """Return the name by which the library is used that a span stands in."""
    path = Path(span.source.path)
    return path.stem if path.stem in shipped() and path.name != span.source.path else path.name


def _common_scope(
    parts: list[Mapping], parameters: list[Define], grids: Grids, definitions: TextMapping[Scalar, Define]
) -> Scope:
    """Return the scope of `together` and, with several grids, `answer`: the grids, and all data and definitions.

    `definitions`: those that one of the grids has read, by their heads.
    """
    common: dict[str, Value] = {"grids": grids} | {define.name: define for define in parameters}
    for part in parts:
        data, defines = part.get("data"), part.get("define")
        if isinstance(data, Mapping):
            common |= {key.text: read_data(node, None, Collector()) for key, node in data.items}
        if isinstance(defines, Mapping):
            common |= {definitions[key].name: definitions[key] for key, _ in defines.items if key in definitions}
    for grid in grids:
        assert isinstance(grid.names, dict)
        grid.names["grids"] = grids
        for other in grids:
            if _is_free(other.name, grid.scope):
                grid.names[other.name] = other
    return Scope({grid.name: grid for grid in grids if _is_free(grid.name, None)} | common, {}, None, {})


def _is_free(name: str, scope: Scope | None) -> bool:
    """Check whether the name of a grid may stand for it: nothing else has it, on a board or in the language."""
    if not name.isidentifier() or keyword.iskeyword(name) or name in all_functions():
        return False
    if scope is None:
        return not is_of_language(name, None)
    return not (is_of_language(name, scope.board) or name in scope.names or name in scope.words)


# rules, objective and answers


def _rules(document: Mapping, key: str, collector: Collector) -> tuple[Rule, ...]:
    node = document.get(key)
    return () if node is None else read_rules(node, collector)


def _objective(document: Mapping, collector: Collector) -> Objective | None:
    written = [(key, document.get(key)) for key in ("maximize", "minimize")]
    return next((Objective(node, key == "maximize") for key, node in _parse_all(written, collector)), None)


def _answers(document: Mapping) -> Iterator[tuple[str, Node | None]]:
    node = document.get("answer")
    yield from [(key.text, value) for key, value in node.items] if isinstance(node, Mapping) else [("", node)]


def _parse_all(named: Iterable[tuple[str, Node | None]], collector: Collector) -> Iterator[tuple[str, Expression]]:
    for name, value in named:
        if isinstance(value, Scalar):
            try:
                yield name, parser.parse(value)
            except SpecError as problem:
                collector.take(problem)
