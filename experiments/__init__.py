"""Comparisons of runs: filled by the experiment engine."""
