"""What pages say of a model: its name, and whether the simulated provider answers for it."""

from reviews.llm.endpoints import resolve


def is_simulated(model):
    return bool(model) and resolve(model).simulated
