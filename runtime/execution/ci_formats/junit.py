"""Write JUnit XML: the result of each spec as a test case, for the test reports of CI systems.

There is no standard; this is what the schema of Jenkins' xUnit plugin (`tests/execution/schemas`) and GitLab's parser take. A
puzzle that is not as claimed is a failure; a spec that is wrong, or on which the program gave up, is an error; one that
Ctrl-C left unfinished is skipped. Warnings about a spec that is right are its output.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..results import SpecResult
from .report_format import Format


def _text(command: str, cases: Sequence[SpecResult]) -> str:
    from ..junit_xml import junit_xml  # noqa: PLC0415 (every run has the option, and few use it)

    return junit_xml(command, cases)


def _is_one(text: str) -> bool:
    return text.startswith("<?xml") and "<testsuites" in text[:1000]


JUNIT = Format("junit", "Write a JUnit XML report with a test case for each spec.", _text, _is_one)
