"""Networks: vertices that are true or not, what joins them, and how far apart two of them are.

A network is read as a whole by one term, and "these two are in one group" by a term of its own for each pair that is asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property

from ..records import dataclass
from ..values import BLANK, Value, typed_key
from .fit import Looks
from .term import Operand, Term


@dataclass(frozen=True, slots=True)
class Graph:
    """Which vertices are joined: pairs of indices, each with the index of the argument that must be true for it, or -1."""

    vertices: int
    edges: tuple[tuple[int, int, int], ...]


def graph_of(vertices: int, edges: Sequence[tuple[int, int, Operand]]) -> tuple[Graph, list[Term]]:
    """Return a graph without the edges that are known to be false, and the conditions of those that are not known."""
    usable = [edge for edge in edges if edge[2] is not False]
    conditions = {condition: None for _, _, condition in usable if isinstance(condition, Term)}
    where = {condition: vertices + at for at, condition in enumerate(conditions)}
    ends = tuple((a, b, where[condition] if isinstance(condition, Term) else -1) for a, b, condition in usable)
    return Graph(vertices, ends), list(conditions)


@dataclass(frozen=True, slots=True)
class Network:
    """A graph; with `has_values` its last arguments are a value for each vertex, and only vertices of equal values are joined.

    `induced`: edges, by their numbers, of which something else says that they are open if their ends are in one group
    (`multicut`). The network means the same with them, and what it joins can be written out in fewer steps.
    """

    graph: Graph
    has_values: bool
    induced: tuple[int, ...] = ()

    def __str__(self) -> str:
        induced = f", {len(self.induced)} of them induced" if self.induced else ""
        equal = ", of equal value" if self.has_values else ""
        return f"{self.graph.vertices} vertices, {len(self.graph.edges)} edges{induced}{equal}"


@dataclass(frozen=True, slots=True)
class SameComponent:
    """Whether two vertices are in one group, and no more than so many steps apart where `steps` says a number."""

    source: int
    target: int
    steps: int | None

    def __str__(self) -> str:
        return f"{self.source} {self.target}" + ("" if self.steps is None else f" within {self.steps}")


@dataclass(frozen=True, slots=True)
class SameShape:
    """Whether the group of one vertex fills that of another, turned and moved.

    `steps`: how far each of the two groups is looked at, from its vertex; everywhere if it is None.
    """

    looks: Looks
    inner: int
    outer: int
    steps: tuple[int | None, int | None]

    def __str__(self) -> str:
        inner, outer = (
            f"{at}" + ("" if steps is None else f" within {steps}")
            for at, steps in zip((self.inner, self.outer), self.steps, strict=True)
        )
        number = "1 orientation" if len(self.looks.turned) == 1 else f"{len(self.looks.turned)} orientations"
        return f"{inner} and {outer} in {number}"


@dataclass(frozen=True, slots=True)
class Size:
    """How many vertices the group of one has; with `steps`, how many of them are no more than so many steps away."""

    source: int
    steps: int | None

    def __str__(self) -> str:
        return f"{self.source}" + ("" if self.steps is None else f" within {self.steps}")


@dataclass(frozen=True, slots=True)
class First:
    """The first of some places, vertices in order, that is in the group of a vertex and has a true truth."""

    source: int
    places: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.source} of {' '.join(map(str, self.places))}"


@dataclass(frozen=True, slots=True)
class Multicut:
    """Edges of a network, by their numbers in its graph, that no group may hold both ends of while they are closed."""

    edges: tuple[int, ...]

    def __str__(self) -> str:
        return f"{len(self.edges)} edges"


@dataclass(frozen=True, slots=True)
class Separated:
    """Classes of vertices; no group may hold vertices of two of them."""

    classes: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return " | ".join(" ".join(map(str, members)) for members in self.classes)


@dataclass(frozen=True, slots=True)
class Distance:
    """How many steps one vertex is from another, no more than `most` of them; blank if the two are not in one group."""

    source: int
    target: int
    most: int

    def __str__(self) -> str:
        return f"{self.source} {self.target} up to {self.most}"


@dataclass(frozen=True, slots=True)
class GroupMember:
    """Whether a vertex is in the group of a quantifier; for the target -1, the size of that group.

    It stands in the body of a quantifier, and is replaced where the quantifier is written out: no module holds one. With `steps`
    only what is so many steps from the vertex counts that the group is told by.
    """

    token: int
    target: int
    steps: int | None


class NetworkValue:
    """A network whose vertices, conditions and values are known.

    >>> line = Network(Graph(3, ((0, 1, -1), (1, 2, 3))), False)
    >>> NetworkValue(line, [True, True, True, False]).steps(0), NetworkValue(line, [True, True, True, True]).steps(0)
    ({0: 0, 1: 1}, {0: 0, 1: 1, 2: 2})
    """

    def __init__(self, network: Network, values: Sequence[Value]) -> None:
        self._network = network
        self._values = values
        self._steps: dict[int, dict[int, int]] = {}

    @cached_property
    def _neighbors(self) -> list[list[int]]:
        graph = self._network.graph
        neighbors: list[list[int]] = [[] for _ in range(graph.vertices)]
        for at, (first, second, _) in enumerate(graph.edges):
            if self.joins(at):
                neighbors[first].append(second)
                neighbors[second].append(first)
        return neighbors

    def joins(self, edge: int) -> bool:
        """Check whether an edge, by its number, is open and joins two true vertices (of equal value)."""
        graph, values = self._network.graph, self._values
        first, second, condition = graph.edges[edge]
        is_open = (condition < 0 or values[condition] is True) and values[first] is True and values[second] is True
        if not is_open or not self._network.has_values:
            return is_open
        start = len(values) - graph.vertices
        return typed_key(values[start + first]) == typed_key(values[start + second])

    def steps(self, source: int) -> dict[int, int]:
        """Return the vertices in the group of one, each with its distance in steps; empty if the vertex is false."""
        if source not in self._steps:
            reached = {source: 0} if self._values[source] is True else {}
            queue = deque(reached)
            while queue:
                here = queue.popleft()
                for other in self._neighbors[here]:
                    if other not in reached:
                        reached[other] = reached[here] + 1
                        queue.append(other)
            self._steps[source] = reached
        return self._steps[source]

    def size(self, size: Size) -> int:
        """Return how many vertices a group has; if steps are limited, within that many."""
        return sum(size.steps is None or steps <= size.steps for steps in self.steps(size.source).values())

    def distance(self, distance: Distance) -> Value:
        """Return how many steps one vertex is from another, or blank."""
        steps = self.steps(distance.source).get(distance.target)
        return BLANK if steps is None else min(steps, distance.most)

    def have_same_shape(self, shapes: SameShape) -> bool:
        """Check whether the groups of two vertices have the same shape; an empty one has none."""
        inner, outer = (
            sorted(at for at, number in self.steps(source).items() if steps is None or number <= steps)
            for source, steps in zip((shapes.inner, shapes.outer), shapes.steps, strict=True)
        )
        fit = shapes.looks.fit(inner, outer)
        return len(inner) == len(outer) and fit.first_way([True] * len(inner), [True] * len(outer)) is not None

    def holds(self, joined: SameComponent) -> bool:
        """Check whether two vertices are joined."""
        steps = self.steps(joined.source).get(joined.target)
        return steps is not None and (joined.steps is None or steps <= joined.steps)
