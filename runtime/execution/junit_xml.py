"""The text of a JUnit report; `ci_formats/junit.py` says what it is for."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gridwright.compiler.syntax.diagnostics import render
from gridwright.compiler.syntax.visible_text import printable

from ..exit_status import INTERRUPTED, NOT_AS_CLAIMED, OK
from .results import SpecResult


def junit_xml(command: str, cases: Sequence[SpecResult]) -> str:
    """Return the report of a command's cases."""
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
