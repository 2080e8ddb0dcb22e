"""`use`: the libraries that a spec takes in, found, read and checked; each becomes further parts of the spec.

A library is one of the language (`hooks`), a file of the folder in which the spec stands (`mine.yaml`), or a file of a folder of
libraries that the user has named (`mine`, for `mine.yaml` in it). Specs come from strangers, so nothing else is ever opened: no
other folder, no absolute path, no link that leads out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as TextMapping
from pathlib import Path
from typing import Any, TypeVar

from ..language.spec import Define
from ..library import AS, Use, libraries, name_of_alias, uses
from ..limits import Limits
from ..records import dataclass, field, replace
from ..syntax import parser, schema, yaml_nodes
from ..syntax.diagnostics import Code, Collector, Diagnostic, Note, SpecError, error
from ..syntax.span import SourceText, Span
from ..syntax.suggestions import did_you_mean
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from .genre_declarations import Printed, is_printed

Some = TypeVar("Some", Scalar, Sequence, Mapping, Node)
FILE_NAME = re.compile(r"\w[\w. -]*\.yaml")


@dataclass(frozen=True, eq=False)
class Library:
    """A library that is taken in: where, and its document.

    In the document its parameters have names that nothing else can have, such as `thermo.layer`, so that two libraries may call
    theirs alike.
    """

    use: Use
    document: Mapping

    @property
    def is_file(self) -> bool:
        """Check whether it is a file of the spec's own folder, and not one of the language."""
        return self.use.name not in libraries()

    @property
    def is_genre(self) -> bool:
        """Check whether it describes what a puzzle prints."""
        return any(True for _ in self.printed_kinds()) or bool(not self.is_file and libraries()[self.use.name].family)

    def part(self) -> Mapping:
        """Return the part of the spec that the library adds: its document without the declarations of printed clues and areas."""
        own = [(key, node) for key, node in self.document.items if key.text not in ("clues", "areas")]
        areas = [(key, node) for key, node in _entries(self.document, "areas") if not is_printed(node)]
        if areas:
            own.append((self.document.key("areas"), Mapping(tuple(areas), self.document.span)))
        return Mapping(tuple(own), self.document.span)

    def printed_kinds(self) -> Iterator[Printed]:
        """Yield the kinds of areas and the clue groups that a puzzle of this library prints."""
        for key, node in (*_entries(self.document, "areas"), *_entries(self.document, "clues")):
            if isinstance(node, Mapping) and (is_printed(node) or node.get("on") is not None):
                yield Printed(key.text, node, self.use.name, key.span, self.use.span)

    def parameters(self, collector: Collector) -> Iterator[Define]:
        """Yield the parameters as definitions: what the spec gives, or else the default."""
        parameters = {}
        for key, node in _entries(self.document, "needs"):
            default = node.get("default") if isinstance(node, Mapping) else None
            if isinstance(default, Scalar):
                parameters[key.text] = (key, default)
        called = self.document.span.source.called
        for name, (key, node) in (parameters | self.use.arguments()).items():
            try:
                yield Define(called[name], (), parser.parse(node), key.span)
            except SpecError as problem:
                collector.take(problem)


def _entries(document: Mapping, key: str) -> tuple[tuple[Scalar, Node], ...]:
    node = document.get(key)
    return node.items if isinstance(node, Mapping) else ()


def holds_numbers(layer: Mapping, document: Mapping) -> bool:
    """Check whether the values of a layer of a library are a range, or a parameter whose default is one.

    >>> document = yaml_nodes.read_text("needs: {most: {default: 1..9}}\\nlayers: {a: {values: most}, b: {values: [x, y]}}")
    >>> layers = document.get("layers")
    >>> [holds_numbers(layers.get(name), document) for name in "ab"]
    [True, False]
    """
    values = layer.get("values")
    parameters = {key.text: node.get("default") for key, node in _entries(document, "needs") if isinstance(node, Mapping)}
    if isinstance(values, Scalar):
        values = parameters.get(values.text) or values
    return isinstance(values, Scalar) and ".." in values.text


@dataclass(frozen=True)
class LibraryPlaces:
    """Where libraries are looked for: the folder of the spec, if it is a file, and folders of libraries.

    `texts`: libraries that have been read already, by name; they are not read again.
    """

    folder: Path | None = None
    shared: tuple[Path, ...] = ()
    texts: TextMapping[str, str] = field(default_factory=dict)

    def shared_file(self, name: str) -> Path | None:
        """Return the file of a library in a folder of libraries, or in a folder in it; None if there is none."""
        if not FILE_NAME.fullmatch(f"{name}.yaml") or "." in name:
            return None
        for folder in self.shared:
            for path in (folder / f"{name}.yaml", *sorted(folder.glob(f"*/{name}.yaml"))):
                if is_inside(path.parent, path.name) and path.resolve().is_relative_to(folder.resolve()):
                    return path
        return None


LANGUAGE = LibraryPlaces()  # the libraries of the language, and no others


def read_libraries(
    document: Mapping, places: LibraryPlaces, collector: Collector, limits: Limits, *, with_examples: bool = True
) -> tuple[Library, ...]:
    """Return the libraries that a spec uses, those that others use first, each once.

    `with_examples`: those of the language are read with their examples.
    """
    taking = _LibraryReader(collector, limits, places, with_examples)
    taking.read_all(document, places.folder, ())
    return tuple(taking.taken.values())


def used_files(path: str | Path, look: Callable[[], None] = lambda: None) -> list[str]:
    """Return the files of its folder that a file uses as libraries; empty if it cannot be read. `look` is called meanwhile."""
    try:
        document = yaml_nodes.read_file(path, look=look)
    except SpecError:
        return []
    return [use.name for use in uses(document) if FILE_NAME.fullmatch(use.name)]


def all_library_files(path: str | Path, look: Callable[[], None] = lambda: None) -> list[str]:
    """Return the files of its folder that a file uses as libraries, directly or through others, each once."""
    files: list[str] = []
    todo = [Path(path)]
    while todo:
        for name in used_files(todo.pop(), look):
            if name not in files:
                files.append(name)
                if is_inside(Path(path).parent, name):
                    todo.append(Path(path).with_name(name))
    return files


class _LibraryReader:
    """Reads libraries, and the libraries that they use themselves."""

    def __init__(self, collector: Collector, limits: Limits, places: LibraryPlaces, with_examples: bool) -> None:
        self.with_examples = with_examples
        self.collector = collector
        self.limits = limits
        self.places = places
        self.folders: dict[str, Path | None] = {}  # of the libraries that are files, where they may use others
        self.taken: dict[str, Library] = {}
        self.read: dict[str, Mapping | None] = {}

    def read_all(self, document: Mapping, folder: Path | None, way: tuple[Use, ...]) -> None:
        """Read all libraries that a document uses; `way` leads from the spec to the document."""
        for use in uses(document):
            if not self.collector.full:
                self._one(use, folder, way)

    def _one(self, use: Use, folder: Path | None, way: tuple[Use, ...]) -> None:
        cycle = next((way[at:] for at, other in enumerate(way) if other.name == use.name), ())
        if cycle:
            self.collector.add(
                Code.RECURSION,
                f"the library `{use.name}` uses itself",
                use.span,
                notes=[Note(f"`{other.name}` is used here", other.span) for other in cycle],
                help="libraries cannot use each other in a circle",
            )
            return
        if use.name not in self.read:
            self.read[use.name] = self._document(use, folder)
        document = self.read[use.name]
        if (
            document is None
            or not _goes_with(use, document, self.collector)
            or not _can_be_renamed(use, document, self.collector)
        ):
            return
        first = self.taken.get(use.name)
        if first is None:
            self.read_all(document, self.folders.get(use.name), (*way, use))
            self.taken[use.name] = Library(use, with_other_names(document, use))
        elif _texts(first.use) != _texts(use):
            self.collector.add(
                Code.NAME_CLASH,
                f"the library `{use.name}` is used twice with different parameters",
                use.span,
                notes=[Note("the other parameters are here", first.use.span)],
                help="a library is loaded only once: give the same parameters in both places",
            )

    def _document(self, use: Use, folder: Path | None) -> Mapping | None:
        """Return the document of a library; None, with diagnostics, if there is no such library or its form is wrong."""
        if len(self.read) >= self.limits.libraries:
            message = f"this spec uses more than {self.limits.libraries:,} libraries"
            self.collector.add(Code.TOO_MUCH, message, use.span, help=self.limits.allows("libraries"))
            return None
        try:
            document = self._read(use, folder)
            puzzle = next((key for key, _ in document.items if key.text in ("grid", "grids")), None)
            if puzzle is not None:
                raise error(
                    Code.WRONG_VALUE,
                    f"`{use.name}` is a puzzle, not a library",
                    use.span,
                    notes=[Note(f"it has `{puzzle.text}`", puzzle.span)],
                    help="a library has layers, definitions and rules, but no board; move what both need into a file of its own",
                )
            if use.name not in libraries():  # those of the language have the shape: a test sees to it
                schema.validate(document, library=True)
        except SpecError as problem:
            self.collector.take(SpecError(_with_place(diagnostic, use) for diagnostic in problem.diagnostics))
            return None
        return with_own_parameters(document, use.name)

    def _read(self, use: Use, folder: Path | None) -> Mapping:
        shipped = libraries().get(use.name)
        if shipped is not None:
            return shipped.document if self.with_examples else shipped.without_examples
        if use.name in self.places.texts:
            self.folders[use.name] = folder
            return yaml_nodes.read_text(self.places.texts[use.name], use.name, self.limits)
        path = self.places.shared_file(use.name) or _file(use, folder)
        self.folders[use.name] = path.parent
        return yaml_nodes.read_file(path, self.limits, self.collector.look)


def with_own_parameters(document: Mapping, name: str) -> Mapping:
    """Return the document of a library whose expressions call its parameters `NAME.PARAMETER`.

    >>> document = yaml_nodes.read_text("needs: {size: of a piece}\\nrules: [size > 1]")
    >>> with_own_parameters(document, "pieces").span.source.called
    {'size': 'pieces.size'}
    """
    source = document.span.source
    called = {key.text: f"{name}.{key.text}" for key, _ in _entries(document, "needs")}
    return _move(document, replace(source, called=called)) if called else document


def _move(node: Some, source: SourceText) -> Some:
    """Return a node, and those below it, as if it stood in another text at the same places."""
    span = Span(source, node.span.start, node.span.end)
    moved: Any
    if isinstance(node, Scalar):
        moved = Scalar(node.text, node.style, span)
    elif isinstance(node, Sequence):
        moved = Sequence(tuple(_move(item, source) for item in node.items), span)
    else:
        moved = Mapping(tuple((_move(key, source), _move(value, source)) for key, value in node.items), span)
    copy: Some = moved
    return copy


def _with_place(diagnostic: Diagnostic, use: Use) -> Diagnostic:
    """Return a diagnostic with a span: its own, or the place where the library is used."""
    if diagnostic.code is Code.EMPTY:
        diagnostic = replace(diagnostic, help="a library has `layers`, `define` or `rules`")
    return replace(diagnostic, span=diagnostic.span or use.span)


def _texts(use: Use) -> dict[str, str]:
    renamed = {f"{AS} {name}": node.text for name, (_, node) in use.renames().items()}
    return renamed | {name: node.text.strip() for name, (_, node) in use.arguments().items()}


def with_other_names(document: Mapping, use: Use) -> Mapping:
    """Return the document of a library in which names are replaced as its use says.

    >>> (use,) = uses(yaml_nodes.read_text("use: {mine: {as: {size: length}}}"))
    >>> found = with_other_names(yaml_nodes.read_text("layers: {size: {values: 1..9}}"), use)
    >>> [key.text for key, _ in found.get("layers").items], found.span.source.called
    (['length'], {'size': 'length'})
    """
    names = {old: node.text for old, (_, node) in use.renames().items()}
    if not names:
        return document
    source = document.span.source
    moved = _move(document, replace(source, called={**source.called, **names}))
    items = [(key, _with_keys(key.text, node, names)) for key, node in moved.items]
    return replace(moved, items=tuple(items))


def _with_keys(part: str, node: Node, names: TextMapping[str, str]) -> Node:
    """Return a part of a library with the names replaced that it declares, and those of the areas that clues stand on."""
    if part not in (*DECLARING, "display") or not isinstance(node, Mapping):
        return node
    items = [(_rename_head(key, names), _with_places(value, names) if part == "clues" else value) for key, value in node.items]
    return replace(node, items=tuple(items))


def _with_places(node: Node, names: TextMapping[str, str]) -> Node:
    if not isinstance(node, Mapping):
        return node
    items = []
    for key, value in node.items:
        places = value if key.text == "on" else None
        if isinstance(places, Scalar):
            places = _rename_head(places, names)
        elif isinstance(places, Sequence):
            words = [_rename_head(item, names) if isinstance(item, Scalar) else item for item in places.items]
            places = replace(places, items=tuple(words))
        items.append((key, value if places is None else places))
    return replace(node, items=tuple(items))


def _rename_head(key: Scalar, names: TextMapping[str, str]) -> Scalar:
    """Return the head of a declaration with its name replaced: `room(c)` keeps its parameters."""
    name, bracket, rest = key.text.partition("(")
    return replace(key, text=f"{names[name.strip()]}{bracket}{rest}") if name.strip() in names else key


DECLARING = ("layers", "define", "data", "areas", "clues")  # the parts of a library whose keys are names


def _can_be_renamed(use: Use, document: Mapping, collector: Collector) -> bool:
    """Check whether a library declares the names that its use replaces, and has no meaning of its own for the new ones."""
    renames = use.renames()
    if not renames:
        return True
    declared = {key.text.partition("(")[0].strip() for part in DECLARING for key, _ in _entries(document, part)}
    words = {word for part in (*DECLARING, "rules") for word in _words(document.get(part))}
    is_right = True
    for old, (key, new) in renames.items():
        message = ""
        if old not in declared:
            message, place = f"the library `{use.name}` has no name `{old}`", key
            help = did_you_mean(old, declared) or f"its names are {', '.join(sorted(declared)) or 'none'}"
        elif not new.text.isidentifier():
            message, place, help = f"`{new.text}` is not a name", new, "a name is a word of letters, digits and `_`"
        elif new.text in words or new.text in declared:
            message, place = f"the library `{use.name}` has a `{new.text}` of its own", new
            help = "choose another name"
        if message:
            collector.add(Code.UNKNOWN_KEY if old not in declared else Code.NAME_CLASH, message, place.span, help=help)
            is_right = False
    return is_right


def _words(node: Node | None) -> set[str]:
    """Return the words of expressions below a node, without those after a point and those in texts."""
    if isinstance(node, Scalar):
        return {*re.findall(r"(?<![.\w])[^\W\d]\w*", re.sub(r"'[^']*'|\"[^\"]*\"", "", node.text))}
    if isinstance(node, Sequence):
        return set().union(*map(_words, node.items))
    return (
        set().union(*(_words(value) for key, value in node.items if key.text != "says")) if isinstance(node, Mapping) else set()
    )


def _file(use: Use, folder: Path | None) -> Path:
    """Return the file of the folder; raise `SpecError` if it may not be read or does not exist."""
    if not re.search(r"[./\\]", use.name):
        meant = did_you_mean(use.name, libraries())
        if folder is not None and FILE_NAME.fullmatch(f"{use.name}.yaml") and is_inside(folder, f"{use.name}.yaml"):
            meant = f"did you mean the file '{use.name}.yaml'?"
        elif called := name_of_alias(use.name):
            meant = f"it is called '{called}' here;"
        listed = "`gridwright genres` lists the genres, `gridwright functions` the other libraries;"
        raise error(
            Code.UNKNOWN_LIBRARY,
            f"there is no library `{use.name}`",
            use.span,
            help=f"{meant or listed} to use a file in the same folder, write its whole name, as in mine.yaml",
        )
    if not FILE_NAME.fullmatch(use.name) or ".." in use.name:
        raise error(
            Code.WRONG_VALUE,
            f"`{use.name}` is not the name of a library file",
            use.span,
            help="a library is a file in the folder of the spec, and its name ends in .yaml, as in mine.yaml",
        )
    if folder is None:
        raise error(
            Code.UNKNOWN_LIBRARY,
            f"`{use.name}` cannot be found: this spec was not read from a file, so it has no folder",
            use.span,
            help=f"save the spec in the folder of `{use.name}`",
        )
    inside = is_inside(folder, use.name)
    if inside is None:
        raise error(Code.WRONG_VALUE, f"`{use.name}` is a link that leads out of the folder of the spec", use.span)
    if not inside:
        close = did_you_mean(use.name, sorted(path.name for path in folder.glob("*.yaml")))
        raise error(Code.UNKNOWN_LIBRARY, f"there is no file `{use.name}` in the folder of the spec", use.span, help=close)
    return folder / use.name


def is_inside(folder: Path, name: str) -> bool | None:
    """Check whether a folder holds a file of that name; return None for a link to something outside."""
    path = folder / name
    try:
        return path.is_file() if path.resolve().parent == folder.resolve() else None
    except (OSError, RuntimeError):  # a link to itself, or a file that may not even be looked at
        return False


def _goes_with(use: Use, document: Mapping, collector: Collector) -> bool:
    """Check whether the arguments match the library's parameters."""
    needs = {key.text: words for key, words in _entries(document, "needs")}
    given = use.arguments()
    unknown = [key for name, (key, _) in given.items() if name not in needs]
    for key in unknown:
        if needs:
            message = f"the library `{use.name}` has no parameter `{key.text}`"
            help = did_you_mean(key.text, needs) or f"its parameters are {', '.join(needs)}"
        else:
            message, help = f"the library `{use.name}` has no parameters", f"write `use: [{use.name}]`"
        collector.add(Code.UNKNOWN_KEY, message, key.span, help=help)
    required = [name for name in needs if not _has_default(needs[name])]
    shown = ", ".join(f"{name}: ..." for name in required)
    missing = [name for name in required if name not in given]
    for name in missing:
        node = needs[name]
        words = node.get("says") if isinstance(node, Mapping) else node
        sentence = " ".join(words.text.split()) if isinstance(words, Scalar) else ""
        collector.add(
            Code.MISSING_KEY,
            f"the library `{use.name}` needs the parameter `{name}`" + (f": {sentence}" if sentence else ""),
            use.span,
            help=f"write `- {use.name}: {{{shown}}}` under `use`",
        )
    return not unknown and not missing


def _has_default(node: Node) -> bool:
    return isinstance(node, Mapping) and node.get("default") is not None
