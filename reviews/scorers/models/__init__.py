"""Tables of scorers."""

from reviews.scorers.models.critique import Critique
from reviews.scorers.models.position_check import PositionCheck

__all__ = [
    "Critique",
    "PositionCheck",
]
