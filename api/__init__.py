"""The public functions: one for each command that makes sense in a program."""
