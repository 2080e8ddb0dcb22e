"""Writing certificates: what a claim rests on, in files that `runtime/certify` checks without a solver."""
