"""What holds of every process of the program: how it ends, and when it looks for garbage.

Exit status: 0 as claimed; 1 the puzzle is not as claimed; 2 the spec or the call is wrong; 3 gave up; 70 a mistake of this
program; 130 interrupted; 141 whoever reads the output has stopped. For several specs the highest.
"""

OK, NOT_AS_CLAIMED, WRONG, GAVE_UP, OUR_MISTAKE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 70, 130, 141

GARBAGE = 200_000  # so many new objects before garbage is looked for
