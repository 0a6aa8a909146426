"""Tables of scorers."""

from reviews.scorers.models.critique import Critique

__all__ = [
    "Critique",
]
