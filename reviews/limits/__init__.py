"""What may be asked and spent: rate limits, provider health and budgets, shared by all workers and all paths."""
