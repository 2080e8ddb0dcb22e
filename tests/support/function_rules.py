"""The rules of functions.md: for every function of the language a few that call it, each with the board that it is on."""

from __future__ import annotations

import re
from pathlib import Path

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text

TEXT = (Path(__file__).parents[1] / "functions" / "functions.md").read_text("utf-8")


def read_sections() -> dict[str, list[tuple[str, str]]]:
    """For each function the rules of its section, each with the board that stands nearest above it there, or the file's own."""
    preamble, *sections = re.split(r"(?m)^## (?=.*$)", TEXT)
    common = re.findall(r"```yaml\n(.*?)```", preamble, re.DOTALL)[0]
    rules: dict[str, list[tuple[str, str]]] = {}
    for section in sections:
        names, _, rest = section.partition("\n")
        board = common
        for kind, text in re.findall(r"(?m)^```(yaml|text)\n((?:.*\n)*?)```", rest):
            if kind == "yaml":
                board = text
            else:
                for name in names.split():
                    rules.setdefault(name, []).extend((board, rule) for rule in text.splitlines())
    return rules


SECTIONS = read_sections()
RULES = list(dict.fromkeys(rule for rules in SECTIONS.values() for rule in rules))


def spec_of(board: str, rule: str) -> Spec:
    """The spec that has only this rule on a board."""
    return load_text(f"gridwright: 1\n{board}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")
