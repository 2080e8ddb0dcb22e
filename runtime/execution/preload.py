"""Import all that work on a spec needs, and run it once; the process from which others are forked imports this file.

Nothing is solved here, because a solver that has run may have threads, which a fork would lose. This takes a second or two, in
which that process would not notice that the command has ended.
"""

from .parent_watch import ended_with_parent

# A spec that uses all that one needs.
SMALL = "gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..6}}\nrules: [distinct(x)]\n"

with ended_with_parent():
    from gridwright.compiler.compile import compile_spec
    from gridwright.compiler.loader import load_text

    from ..solving import solve as _solve  # noqa: F401 (what comes after compiling)

    compile_spec(load_text(SMALL))
