"""Results that become plain objects. As with pictures, nothing here knows how: imports go one way."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `gridwright/__init__.py`, which imports this before it can take Ctrl-C
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Reported:
    """A record that becomes a plain object, as `--json` prints it.

    `dict_of` returns the object of a record. The package puts it here (`gridwright/__init__.py`), because only that knows both
    the records and those who describe them.
    """

    dict_of: ClassVar[Callable[[Any], dict[str, object]] | None] = None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as `--json` prints it: dictionaries, lists, texts, numbers and None."""
        assert Reported.dict_of is not None
        return Reported.dict_of(self)
