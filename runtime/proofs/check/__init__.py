"""Checking certificates: the formula is made from the spec, and the refutation is checked step by step."""
