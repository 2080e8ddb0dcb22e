"""Give the result of a file that is a library, for commands that are asked about all files of a folder."""

from __future__ import annotations

from gridwright.compiler.loader.library_check import check_library, is_library
from gridwright.compiler.syntax.diagnostics import SpecError
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
        options.report(report.failed(path, "library", LIBRARY))
    title = document.get("title")
    return SpecResult(path, OK, LIBRARY, title=title.text if isinstance(title, Scalar) else "")
