"""Pages of windows, evidence and rubric studies."""
