"""Lists of suites and of their runs."""
