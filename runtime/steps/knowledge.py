"""What is known of each place at some moment, and when it became known.

The values of a place are numbered, and the set of those that are still possible is an integer with a bit for each. A *batch* is
what the same rules' instances show at the same moment; every fact belongs to one. What it rests on is told later, going back from
the solution (`backward.py`), so nobody looks for the premises of a fact that is of no use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import Value, typed_key

from .fact import Fact

START = 0  # the batch of what is printed


@dataclass(eq=False)
class Batch:
    """Facts that were found at once.

    `source`: what shows them, from the facts of the batches before number `since`. `open_steps`: how many steps were open then.
    """

    number: int
    source: object
    since: int
    open_steps: int = 1
    facts: list[Fact] = field(default_factory=list)


@dataclass(eq=False)
class Knowledge:
    """The values that each place may still have.

    `settled`: the batch since which a place is known to have a value; `excluded`: the batch since which it is known not to have
    one. `changed`: the last batch with a fact about a place.
    """

    values: Mapping[Variable, tuple[Value, ...]]
    possible: dict[Variable, int]
    settled: dict[Variable, int] = field(default_factory=dict)
    excluded: dict[tuple[Variable, int], int] = field(default_factory=dict)
    changed: dict[Variable, int] = field(default_factory=dict)
    batches: list[Batch] = field(default_factory=list)

    @classmethod
    def nothing(cls, values: Mapping[Variable, tuple[Value, ...]]) -> Knowledge:
        """Return the knowledge before anything is printed."""
        return cls(values, {variable: (1 << len(values_of_place)) - 1 for variable, values_of_place in values.items()})

    def copy(self) -> Knowledge:
        """Return a copy, to which facts can be added that rest on a supposition."""
        return Knowledge(
            self.values, dict(self.possible), dict(self.settled), dict(self.excluded), dict(self.changed), list(self.batches)
        )

    def begin(self, source: object, since: int | None = None, open_steps: int = 1) -> Batch:
        """Begin a batch, which rests on all batches so far, or on those before number `since`."""
        batch = Batch(len(self.batches), source, len(self.batches) if since is None else since, open_steps)
        self.batches.append(batch)
        return batch

    def exclude(self, batch: Batch, variable: Variable, removed: int) -> None:
        """Exclude values of a place."""
        for at in bits(removed & self.possible[variable]):
            self.excluded[variable, at] = batch.number
            batch.facts.append(Fact(variable, self.values[variable][at], holds=False))
        self.possible[variable] &= ~removed
        self.changed[variable] = batch.number

    def settle(self, batch: Batch, variable: Variable, at: int) -> None:
        """State that a place has the value with a number."""
        self.possible[variable] &= 1 << at
        self.settled[variable] = self.changed[variable] = batch.number
        batch.facts.append(Fact(variable, self.values[variable][at]))

    def is_open(self, variable: Variable) -> bool:
        """Check whether the value of a place is not known."""
        return variable not in self.settled

    def singles(self) -> Iterator[tuple[Variable, int]]:
        """Yield the open places with one value left, with the number of the value."""
        for variable, mask in self.possible.items():
            if variable not in self.settled and mask and not mask & (mask - 1):
                yield variable, mask.bit_length() - 1

    def facts_before(self, number: int, variables: Sequence[Variable]) -> list[Fact]:
        """Return the facts about places before a batch, the latest first: the value, or the excluded values."""
        facts_by_time: list[tuple[int, Fact]] = []
        for variable in variables:
            values = self.values.get(variable, ())
            if self.settled.get(variable, number) < number:
                facts_by_time.append((self.settled[variable], self.value_of(variable)))
                continue
            for at, value in enumerate(values):
                when = self.excluded.get((variable, at), number)
                if when < number:
                    facts_by_time.append((when, Fact(variable, value, holds=False)))
        return [fact for _, fact in sorted(facts_by_time, key=lambda pair: -pair[0])]

    def value_of(self, variable: Variable) -> Fact:
        """Return the fact that a settled place has its value."""
        return Fact(variable, self.values[variable][self.possible[variable].bit_length() - 1])

    def batch_of(self, fact: Fact) -> int:
        """Return the batch that a fact belongs to."""
        if fact.holds:
            return self.settled[fact.variable]
        return self.excluded[fact.variable, self.number_of(fact.variable, fact.value)]

    def number_of(self, variable: Variable, value: Value) -> int:
        """Return the number of a value of a place; raise `LookupError` if it is none."""
        kind = typed_key(value)
        for at, other in enumerate(self.values[variable]):
            if other == value and typed_key(other) == kind:
                return at
        raise LookupError(value)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
