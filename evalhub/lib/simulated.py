"""Which models are simulated: those that are named so, on every machine and in every file."""

PREFIX = "simulated-"


def is_simulated(model: str) -> bool:
    """Whether a model of this name is simulated, with or without a provider before it."""
    return model.strip().rpartition("/")[2].startswith(PREFIX)
