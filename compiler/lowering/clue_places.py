"""Clues at places of another kind than their rule is about: a sign that stands on a corner has no link, and a rule about the two
cells of its link is false whatever the grid. That is a mistake in the clue, and is said there.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..geometry.clue import Clue
from ..geometry.places import Corner
from ..language.scope import Scope
from ..language.spec import Let, Rule
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Diagnostic, Note
from ..values import BLANK, kind_of

PLACES = ("cell", "area", "line", "link", "border", "corner")


def misplaced_clues(rule: Rule, scope: Scope) -> Iterator[Diagnostic]:
    """Yield the mistakes of clues that an instance of a rule, which is false whatever the grid, finds at no place of its kind."""
    around = [part.value if isinstance(part, Let) else part.values for part in rule.context if isinstance(part, (Let, e.Loop))]
    bodies = [rule.expression, *around]
    wanted: dict[str, dict[str, None]] = {}
    for body in bodies:
        for node in e.walk(body):
            if isinstance(node, e.Attribute) and isinstance(node.of, e.Name) and node.name in PLACES:
                wanted.setdefault(node.of.name, {})[node.name] = None
    for name, places in wanted.items():
        clue = scope.local.get(name)
        if isinstance(clue, Clue) and all(getattr(clue, place) is BLANK for place in places):
            needed = " or ".join(f"`{name}.{place}`" for place in places)
            yield Diagnostic(
                Code.WRONG_VALUE,
                f"the clue stands on {kind_of(clue.place)}, and the rule for it needs {needed}, which is blank there",
                clue.span,
                (Note("the rule is here", rule.span),),
                _help(clue, places),
            )


def _help(clue: Clue, wanted: dict[str, None]) -> str:
    if not isinstance(clue.place, Corner) or not {"link", "border"} & wanted.keys():
        return ""
    cells = clue.place.cells
    links = [str(link) for link in dict.fromkeys(link for cell in cells for link in cell.links) if {*link.cells} <= {*cells}]
    return f"{clue.place} is a corner; cells that share a side have a link: {', '.join(links)}" if links else ""
