"""Show the doctests of docstrings as code in the reference for Python; mkdocs.yml names this file as an extension of griffe."""

from __future__ import annotations

import re
from typing import Any

import griffe


class DoctestBlocks(griffe.Extension):
    """Puts each paragraph that begins with `>>>` between fences, because Markdown takes it for a quotation."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of what was read."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return a docstring with its doctests between fences.

    >>> print(fenced("Add.\\n\\n>>> 1 + 1\\n2"))
    Add.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    return re.sub(r"(?m)^>>> (?:.|\n(?!\n))*", lambda found: f"```pycon\n{found[0].rstrip()}\n```", text)
