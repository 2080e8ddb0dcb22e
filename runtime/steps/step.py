"""The records of a step."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from gridwright.compiler.records import dataclass

from .argument import Argument
from .fact import Fact
from .rule_instance import RuleInstance


class Kind(Enum):
    """What a step is made of."""

    SINGLE = "one value left"
    RULE = "one rule"
    RULES = "several rules"
    TRIAL = "trial"
    EXHAUSTION = "exhaustion"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Facts that are known (`premises`) and rules' instances, and all that follows from just these (`conclusions`).

    Without any one of the premises and instances, the first conclusion does not follow, unless the kind is `TRIAL` or `minimal`
    is false. `cost`: the number of instances; for a trial one more than the number of its `nested` steps, which lead from what is
    `supposed` to a contradiction. `open_steps`: how many steps were open at that moment. A step without conclusions is the end of
    a trial: its premises and instances contradict each other. `short`: no argument with at most so many instances was found.
    `arguments`: what would be wrong otherwise, where the instance is about how places hang together, or add up.
    """

    kind: Kind
    premises: tuple[Fact, ...]
    instances: tuple[RuleInstance, ...]
    conclusions: tuple[Fact, ...]
    cost: int
    open_steps: int = 1
    supposed: Fact | None = None
    nested: tuple[Step, ...] = ()
    minimal: bool = True
    short: int = 1
    arguments: tuple[Argument, ...] = ()

    @property
    def all_instances(self) -> Iterator[RuleInstance]:
        """Yield its instances, and those of its nested steps."""
        yield from self.instances
        for step in self.nested:
            yield from step.all_instances
