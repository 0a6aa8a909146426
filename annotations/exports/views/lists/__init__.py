"""The list of exports."""
