"""How each tool is asked for a solution, and whether there is another."""
