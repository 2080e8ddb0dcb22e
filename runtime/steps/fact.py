"""Facts: a place has a value, or does not have it."""

from __future__ import annotations

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value, typed_key


@dataclass(frozen=True, slots=True, eq=False)
class Fact:
    """A place has a value, or if not `holds`, it does not have it."""

    variable: Variable
    value: Value
    holds: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        """Return a key that differs for different facts, even if two values are equal in Python, such as 1 and true."""
        return (self.variable, typed_key(self.value), self.holds)

    @property
    def denied(self) -> Fact:
        """Return the opposite."""
        return Fact(self.variable, self.value, not self.holds)
