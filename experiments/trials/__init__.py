"""Experiments: two or more variants on the same cases or on traffic, and which of them is better."""
