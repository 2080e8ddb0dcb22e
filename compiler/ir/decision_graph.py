"""Decision graphs: a way through nodes, on which each value that is read decides which argument is read next.

A node reads one argument; each of its values leads to a node, to the end that is wanted, or to one that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import dataclass
from ..values import Value

WANTED, UNWANTED = -1, -2


@dataclass(frozen=True, eq=False)
class DecisionGraph:
    """`nodes[n]` is the argument that the node reads, and where each value of its alphabet leads; it begins at node 0.

    `limit`: the most steps of a way that ends; one with more is taken for one that never does. `endless`: whether such a way is
    wanted.

    >>> back_and_forth = DecisionGraph(((0, 1), (0, 1)), ((0, (1, WANTED)), (1, (0, UNWANTED))), 10, False)
    >>> back_and_forth.is_wanted([1, 0]), back_and_forth.is_wanted([0, 0]), back_and_forth.is_open([0, 0])
    (True, False, True)
    """

    alphabets: tuple[tuple[Value, ...], ...]
    nodes: tuple[tuple[int, tuple[int, ...]], ...]
    limit: int
    endless: bool

    def path(self, values: Sequence[Value]) -> Iterator[int]:
        """Yield the nodes on the way, each once, and then where it ends, if it does; beyond its limit too."""
        node, seen = 0, set[int]()
        while node >= 0 and node not in seen:
            yield node
            seen.add(node)
            arg, targets = self.nodes[node]
            node = targets[self.alphabets[arg].index(values[arg])]
        if node < 0:
            yield node

    def is_wanted(self, values: Sequence[Value]) -> bool:
        """Check whether the way ends as wanted."""
        *nodes, last = self.path(values)
        return self.endless if last >= 0 or len(nodes) > self.limit else last == WANTED

    def is_open(self, values: Sequence[Value]) -> bool:
        """Check whether the way comes to no unwanted end, within the limit or beyond: it ends as wanted, or not at all."""
        return UNWANTED not in self.path(values)

    @property
    def is_open_if_wanted(self) -> bool:
        """Check whether every wanted way is open: none is wanted because it is beyond the limit, at which clauses do not stop."""
        return not self.endless or len(self.nodes) <= self.limit

    def __str__(self) -> str:
        return f"{len(self.nodes)} nodes, {len(self.alphabets)} places"
