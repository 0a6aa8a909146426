"""The list of imports of annotations."""
