"""Write certificates: files with everything a claim rests on, which `proofs/check` checks without a solver."""
