"""Solve a puzzle as a person would, step by step: each step is a few known facts and rules' instances, and what they imply."""
