"""Run work on many specs, or on the cases of a hard one: in this process, in several, or on a cluster."""
