"""Rename what a text declares: a layer, areas, clues, data or a definition, at every place where the name stands.

Before the edits are handed out, the new text is read: where the old one was right, the new one has to be right too.
"""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.scope import ALL_DIRECTIONS, BOARD_NAMES, PLACE_NAME, is_of_language
from gridwright.compiler.library import uses
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..authoring.editable_spec import NoEdit
from ..authoring.text_edits import Edit, apply_edits
from .completion import word_at
from .declared_names import bound_names, declared_names, library_names, places_of
from .edited_text import EditedText, edited_text
from .work_process import Asked, Json

ELSEWHERE = ("formats", "penpa", "f-puzzles", "puzz.link")  # keys of a library that tell other programs its names


def renamable(text: EditedText, at: int) -> tuple[str, list[Span]]:
    """Return the name at a character with all its places; raise `NoEdit` with the reason if it cannot be renamed."""
    document = text.document
    if document is None:
        raise NoEdit("mend the text first: it is no YAML now")
    start, end = word_at(text.text, at)
    name = text.text[start:end]
    given = {scalar.text for use in uses(document) for _, scalar in use.renames().values()}  # by `as`
    if name not in given and not any(declaration.name == name for declaration in declared_names(document)):
        library_name = library_names(document, text.places).get(name)
        if library_name is not None:
            raise NoEdit(f"`{name}` is a name of the library `{library_name.library}`: give it another with `as` under `use`")
        raise NoEdit(f"`{name}` is no layer, kind of areas, group of clues or definition of this file")
    try:
        places = places_of(document, name)
    except SpecError as problem:
        raise NoEdit(f"mend the text first: {problem.diagnostics[0].message}") from None
    if not any(place.start <= at <= place.end for place in places):
        raise NoEdit(f"this `{name}` is another one: a loop or a parameter gives it its meaning here")
    if any(place.text != name for place in places):
        raise NoEdit(f"`{name}` stands where it cannot be told apart from what is around it; rename it by hand")
    return name, places


def rename_at(text: EditedText, at: int, new: str) -> list[Edit]:
    """Return the edits that rename what stands at a character; raise `NoEdit` with the reason if they cannot be made."""
    name, places = renamable(text, at)
    document = text.document
    assert document is not None
    if not new.isidentifier() or not new.isascii() or keyword.iskeyword(new):
        raise NoEdit(f"`{new}` is not a name: a letter or `_`, then letters, digits and `_`")
    if is_of_language(new, None) or new in (*BOARD_NAMES, *ALL_DIRECTIONS) or new in all_functions() or PLACE_NAME.fullmatch(new):
        raise NoEdit(f"`{new}` is a name of the language")
    if new in bound_names(document):
        raise NoEdit(f"`{new}` is the name of a loop or a parameter in this file")
    if any(declaration.name == new for declaration in declared_names(document)) or new in library_names(document, text.places):
        raise NoEdit(f"`{new}` is already a name of this file or of a library that it uses")
    for key in ELSEWHERE:
        node = document.get(key)
        if node is not None and name in node.span.text:
            raise NoEdit(f"`{key}` tells other programs of `{name}`; rename it by hand")
    edits = [Edit(place, new) for place in places]
    after = read_text(apply_edits(text.text, edits), text.name)
    if len(places_of(after, new)) != len(places):
        raise NoEdit(f"`{new}` would get another meaning at some place")
    return edits


def rename(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the edits of a renaming, or `error` with the reason why there are none."""
    text = edited_text(request)
    try:
        edits = rename_at(text, request["at"], request["new"])
    except NoEdit as problem:
        return {"error": str(problem)}
    try:
        text.load(asked.deadline)
    except SpecError:
        was_right = False
    else:
        was_right = True
    if was_right:
        try:
            replace(text, text=apply_edits(text.text, edits)).load(asked.deadline)
        except SpecError as problem:
            first = problem.diagnostics[0]
            return {"error": f"then the text would be wrong: {first.message}" + (f"; {first.help}" if first.help else "")}
    return {"edits": [[edit.span.start, edit.span.end, edit.text] for edit in edits]}
