"""Give the result of a file that is a library, for commands that are asked about all files of a folder; and its examples."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import Example, examples_of
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.loader.library_check import check_library, is_library
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.yaml_nodes import Scalar, read_file

from ..exit_status import OK
from ..output.reports import report
from .library_folders import library_folders
from .options import Options
from .results import SpecResult
from .spec_files import has_board

LIBRARY = "a library; no puzzle in it"


def library_result(path: str, options: Options) -> SpecResult | None:
    """Return the result of a library, and report it with `--json`; None if the file is none. Raise `SpecError` if it is wrong."""
    if has_board(path):
        return None
    try:
        document = read_file(path, options.limits)
    except SpecError:  # which whoever reads it as a puzzle reports
        return None
    if not is_library(document):
        return None
    check_library(path, document, options.limits, library_folders(path, options.libraries))
    if options.json:
        options.report(report.failure(path, "library", LIBRARY))
    title = document.get("title")
    return SpecResult(path, OK, LIBRARY, title=title.text if isinstance(title, Scalar) else "")


def library_examples(path: str, options: Options) -> Iterator[tuple[Example, Spec]]:
    """Yield the examples of a library, each with its spec; raise `SpecError` with what is wrong with one."""
    document = read_file(path, options.limits)
    name, text = Path(path).stem, document.span.source.text
    shipped = libraries().get(name)
    if document.get("examples") is not None and shipped is not None and shipped.document.span.source.text != text:
        raise error(Code.WRONG_VALUE, f"`{name}` is a library of the language, and `use: {name}` means that one", document.span,
                    help="give this file another name")  # fmt: skip
    places = LibraryPlaces(Path(path).parent, library_folders(path, options.libraries), {name: text})
    for example in examples_of(name, document):
        yield example, example.spec(places, options.limits)
