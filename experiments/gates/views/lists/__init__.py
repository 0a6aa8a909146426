"""The lists of gates and of their results, a file each."""
