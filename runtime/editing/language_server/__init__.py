"""The language server: what the room around it knows of a text, in the protocol that editors speak."""
