"""What may be asked and spent: rate limits, provider health and budgets, shared by all workers.

`actions.rate_limiter.reserve`, `actions.budgets.reserve`, `actions.provider_health.note_many`.
"""
