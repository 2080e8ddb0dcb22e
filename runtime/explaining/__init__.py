"""Explain why a spec has no solution (MUSes), or several (the closest two, and the values that each place can have)."""
