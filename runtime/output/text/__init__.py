"""Print results and explanations for people, and generate the reference pages."""
