"""The lists of the quality of models, a file each."""
