"""The lists of studies and their evidence, a file each."""
