"""Define what a spec means: its records, scopes, operators, and the interpreter that evaluates expressions."""
