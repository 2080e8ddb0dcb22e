"""Solvers behind one small protocol, `Engine`. Only this folder imports a solver."""
