"""One file for each kind of term: its clauses."""
