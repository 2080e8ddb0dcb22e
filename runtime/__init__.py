"""Solving, judging, and what people and tools see of it."""
