"""The list of job directories."""
