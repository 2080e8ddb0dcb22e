"""Why there is no solution, or several: sets that contradict, pairs that are close, and the values of each place."""
