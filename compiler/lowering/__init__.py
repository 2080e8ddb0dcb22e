"""From expressions over unknowns to terms. `symbolic` is the interpreter, `algebra` the operators; a file named like one in
`functions/` lowers what that file evaluates. A function without such a file is refined by the general lemma."""
