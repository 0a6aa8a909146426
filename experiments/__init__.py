"""Comparisons: rubric studies over windows of evidence, and what their scores come to."""
