"""Reviews of randomized experiments: the reviewer, its prompt and its knowledge."""
