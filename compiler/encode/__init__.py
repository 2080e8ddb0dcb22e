"""From terms to a `Problem`: clauses and sums over Boolean variables, which any engine can load. Imports no solver."""
