"""Write JUnit XML: the result of each spec as a test case, for the test reports of CI systems.

There is no standard; this is what the schema of Jenkins' xUnit plugin (`tests/execution/schemas`) and GitLab's parser take. A
puzzle that is not as claimed is a failure; a spec that is wrong, or on which the program gave up, is an error; one that
Ctrl-C left unfinished is skipped. Warnings about a spec that is right are its output.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gridwright.compiler.syntax.diagnostics import render
from gridwright.compiler.syntax.visible_text import printable

from ...exit_status import INTERRUPTED, NOT_AS_CLAIMED, OK
from ..results import SpecResult
from .report_format import Format


def _text(command: str, cases: Sequence[SpecResult]) -> str:
    failures = [case for case in cases if case.status == NOT_AS_CLAIMED]
    errors = [case for case in cases if case.status not in (OK, NOT_AS_CLAIMED, INTERRUPTED)]
    skipped = str(sum(case.status == INTERRUPTED for case in cases))
    counts = {
        "name": f"gridwright {command}",
        "tests": str(len(cases)),
        "failures": str(len(failures)),
        "errors": str(len(errors)),
        "time": f"{sum(case.seconds for case in cases):.3f}",
    }
    suites = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(suites, "testsuite", counts | {"skipped": skipped})
    for case in cases:
        suite.append(_case(command, case))
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suites, "unicode")}\n'


def _case(command: str, case: SpecResult) -> ElementTree.Element:
    named = {"classname": f"gridwright.{command}", "name": printable(case.spec), "time": f"{case.seconds:.3f}"}
    element = ElementTree.Element("testcase", named)
    if case.status == INTERRUPTED:
        ElementTree.SubElement(element, "skipped", {"message": printable(case.verdict)})
    elif case.status != OK:
        first = case.diagnostics[0]
        why = {"type": first.code.label, "message": printable(first.message)}
        inner = ElementTree.SubElement(element, "failure" if case.status == NOT_AS_CLAIMED else "error", why)
        inner.text = "\n".join(map(render, case.diagnostics))
    elif case.diagnostics:
        ElementTree.SubElement(element, "system-out").text = "\n".join(map(render, case.diagnostics))
    return element


def _is_one(text: str) -> bool:
    return text.startswith("<?xml") and "<testsuites" in text[:1000]


JUNIT = Format("junit", "Write a JUnit XML report with a test case for each spec.", _text, _is_one)
