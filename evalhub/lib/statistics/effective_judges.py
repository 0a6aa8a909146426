"""How many independent judges a panel is worth whose errors go together (Kish 1965, the design effect)."""


def effective_judges(count: int, error_correlation: float) -> float:
    """error_correlation: the mean over pairs of judges; below 0 counts as 0, as no panel is worth more than it has."""
    return count / (1 + (count - 1) * max(0.0, error_correlation)) if count else 0.0
