"""Simon Tatham's Portable Puzzle Collection: how the description in a game id is made, put together from codecs."""
