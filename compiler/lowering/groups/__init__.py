"""Lower groups of places whose extent is unknown: the network they lie in, aggregates over one group, or over all."""
