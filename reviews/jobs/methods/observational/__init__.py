"""Reviews of observational comparisons that rest on regression adjustment."""
