"""Answer a candidate that breaks a lazy constraint with lemmas, one file for each kind."""
