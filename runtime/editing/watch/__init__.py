"""Watch specs: poll files, run stages in processes that are warm, and show the results."""
