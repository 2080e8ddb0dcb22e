"""`python -m gridwright`: the command line, also where its script is not on the path."""

from gridwright.runtime.cli import main

if __name__ == "__main__":
    main()
