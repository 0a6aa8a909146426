"""Lists of evaluations and of their results, a file each."""
