"""Checking certificates: with the judge, plain evaluation, terms and clauses, and without any solver or encoder.

What is read here may have been written by anyone. Nothing of it is believed, and nothing of it is run.
"""
