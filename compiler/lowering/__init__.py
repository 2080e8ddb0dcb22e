"""Lower expressions over unknowns to terms. `symbolic` is the interpreter, `algebra` has the operators, `functions/` one file for
each function with a lowering. A function without such a file is left to the general lemma."""
