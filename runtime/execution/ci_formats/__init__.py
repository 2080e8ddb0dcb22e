"""Write the report of a run in formats that CI systems and code hosts read, one file for each format."""
