"""Reviews of synthetic controls: a treated unit against a weighted mix of untreated ones."""
