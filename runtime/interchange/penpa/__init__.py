"""Read and write links of Penpa+: the wire, the points of its boards, what a drawing means in a genre, and answers."""
