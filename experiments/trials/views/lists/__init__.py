"""The lists of experiments, of their looks and of their cases, a file each."""
