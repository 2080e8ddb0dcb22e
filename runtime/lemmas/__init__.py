"""Lemmas: what a candidate is answered with when something that was left to refinement does not hold on it.

One file for each kind of lazy constraint. A lemma is a clause that every solution satisfies and the candidate does not.
"""
