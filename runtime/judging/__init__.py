"""What a finished grid is worth, and whether it keeps every rule: by plain evaluation, without terms, clauses and solvers."""
