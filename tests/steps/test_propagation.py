"""Rounds look only at what is due, and still find everything."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.steps.group_solver import Workshop
from gridwright.runtime.steps.knowledge import Knowledge
from gridwright.runtime.steps.propagation import Looked, Propagation, Solvers
from gridwright.runtime.steps.rule_instance import read_instances


@pytest.mark.parametrize("genre", ["slitherlink", "futoshiki", "masyu"])
def test_nothing_is_left(genre: str) -> None:
    """After rounds that begin with what was known before, every instance has been asked about all that is known now."""
    spec = next(iter(examples_of(genre, libraries()[genre].document))).spec()
    module = lower(spec, independently=True)
    values = {variable: tuple(module.terms.unknown(variable).domain) for variable in module.variables}
    shop = Workshop(module.terms, values, AUTO, 0, NO_DEADLINE, NO_DEADLINE, Progress())
    propagation = Propagation(Solvers(shop), read_instances(module), {})
    knowledge, looked = Knowledge.nothing(values), Looked()
    assert spec.expected.solution is not None
    for variable in list(values)[::5]:
        value = spec.expected.solution.get((variable.layer.grid, variable.layer.name), {})[variable.position]
        if knowledge.is_open(variable):
            knowledge.settle(knowledge.begin(None), variable, knowledge.number_of(variable, value))
        assert propagation.run(knowledge, looked) is None
        before = dict(knowledge.possible)
        assert propagation.run(knowledge, Looked()) is None
        assert knowledge.possible == before
