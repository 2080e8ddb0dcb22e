"""Engines: solvers behind one small protocol. Only this folder imports a solver."""
