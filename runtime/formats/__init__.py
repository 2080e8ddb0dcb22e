"""Formats of reports that CI systems and code hosts read, a file for each; a run over many specs is written in them."""
