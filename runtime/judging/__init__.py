"""Check a finished grid against every rule, and evaluate objective and answer: plain evaluation, without terms and solvers."""
