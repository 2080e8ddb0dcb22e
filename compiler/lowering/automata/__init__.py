"""Lower what reads a line value by value: machines, explored with a result filter, become automata."""
