"""Run work on many specs, or on the cubes of a hard one: in this process, in several, or on a cluster."""
