"""Back claims: a second engine, certificates that `write/` makes, and `check/`, which checks them without a solver."""
