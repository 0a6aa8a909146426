"""Which models are simulated: those that are named so, on every machine and in every file."""

PREFIX = "simulated-"
# USD of a million tokens read and of a million written, by which costs are shown before a provider is connected. They
# are nobody's prices, and no money is spent.
EXAMPLE_PRICES = {"simulated-careful": (2.5, 10.0), "simulated-hasty": (0.15, 0.6)}
EXAMPLE_PRICE = (1.0, 4.0)  # of other simulated models


def is_simulated(model: str) -> bool:
    """Whether a model of this name is simulated, with or without a provider before it."""
    return model.strip().rpartition("/")[2].startswith(PREFIX)
