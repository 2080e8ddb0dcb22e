"""From the text of a spec to a problem for a solver. Knows no solver, and nothing of `runtime`."""
