"""The lists of datasets, a file each."""
