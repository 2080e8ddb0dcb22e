"""Operations of the IR, one file each or one for two that are defined by each other; the encoding has the same file name."""
