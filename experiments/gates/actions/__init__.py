"""Keep gates, and decide them from the scores of evaluations."""
