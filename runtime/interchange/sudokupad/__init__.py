"""The pictures of SudokuPad: short keys, reading, drawing, and lines of digits with letters for blanks."""
