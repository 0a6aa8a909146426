"""Pages of datasets."""
