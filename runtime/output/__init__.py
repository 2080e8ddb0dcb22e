"""Show results: pictures, text, JSON reports, and files written whole or not at all."""
