"""The list of the prompt library."""
